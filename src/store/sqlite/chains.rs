//! The places of a batch's rows, and the rows before them: of the same table, or of the same player.
//!
//! Rows lie in order of arrival. So the places of new rows are known before these are written, and all rows of a kind are written at once.

use std::collections::{BTreeMap, BTreeSet};

use super::player_total::{HandsBefore, PastDay};
use super::tips::{TableTip, Tips};
use crate::service::id::IdMap;
use crate::service::ports::error::StoreError;
use crate::store::batch_rows::{BatchRows, HandEnd, NewMovement, TableHead};
use cardroom_api::id::{HandId, PlayerId, TableId};

/// Where the rows of a batch are; each list in the order of its rows.
#[derive(Debug, Default)]
pub struct Chains {
    /// The tips of the tables after the batch.
    pub heads: Vec<TipAfter>,
    /// Of changes.
    pub changes: Vec<ChangeLink>,
    /// Of hands.
    pub hands: Vec<Link>,
    /// Of hands that end; `None` if the table has no hand, so that nothing ends.
    pub ended_hands: Vec<Option<EndLink>>,
    /// Of movements.
    pub movements: Vec<Link>,
    /// The keys of the tables of the requests.
    pub requests: Vec<i64>,
    /// The players whose totals change.
    pub totals: Vec<PlayerId>,
    /// The sums of days that are over.
    pub past_days: Vec<PastDay>,
}

/// A row, and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its place.
    pub place: i64,
    /// The place of the one before it; `None` if it is the first.
    pub before: Option<i64>,
}

/// A change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeLink {
    /// The key of its table.
    pub head: i64,
    /// Its place, and that of the table's change before it.
    pub link: Link,
    /// The place of its hand.
    pub hand: Option<i64>,
}

/// A table's tip after a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TipAfter {
    /// The tip.
    pub tip: TableTip,
    /// Whether it was due in other ten minutes before.
    pub is_bucket_changed: bool,
}

/// The end of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndLink {
    /// The place of the hand.
    pub place: i64,
    /// The places of each person's hands before it.
    pub before: BTreeMap<PlayerId, HandsBefore>,
}

/// The players whose totals a batch changes; a player may come more than once.
pub fn counted_players(rows: &BatchRows<'_>) -> impl Iterator<Item = PlayerId> {
    let ended = rows.ended_hands.iter().flat_map(|ended| {
        ended.people.iter().copied().chain(ended.counted.iter().map(|counted| counted.player))
    });
    rows.movements.iter().filter_map(|movement| movement.player_id).chain(ended)
}

impl Chains {
    /// Where the rows of a batch are, behind these tips, which have the tips of all tables and the totals of all players of the batch.
    /// Afterwards they are as after the batch.
    pub fn of(rows: &BatchRows<'_>, tips: &mut Tips) -> Result<Self, StoreError> {
        let mut chains = Self::default();
        for table in &rows.opened_tables {
            let number = next(&mut tips.last.head);
            tips.tables.insert(table.rest.id, TableTip::at(number));
        }
        let mut dealt = IdMap::default();
        for hand in &rows.hands {
            let place = next(&mut tips.last.hand);
            dealt.insert(hand.id, place);
            chains.hands.push(Link { place, before: tips.tip(hand.table_id).last_hand });
        }
        for change in &rows.changes {
            let place = next(&mut tips.last.change);
            let tip = tips.tip(change.table_id);
            let before = tip.last_change.replace(place);
            let hand = change.hand_id.and_then(|hand| place_of(hand, &dealt, tip));
            chains.changes.push(ChangeLink { head: tip.number, link: Link { place, before }, hand });
        }
        let mut counted = BTreeSet::new();
        for movement in &rows.movements {
            chains.movements.push(tips.place_movement(movement, &mut counted));
        }
        for ended in &rows.ended_hands {
            let place = place_of(ended.hand_id, &dealt, tips.tip(ended.table_id));
            let link = place.map(|place| chains.end(ended, place, tips, &mut counted)).transpose()?;
            chains.ended_hands.push(link);
        }
        for (hand, link) in rows.hands.iter().zip(&chains.hands) {
            tips.tip(hand.table_id).last_hand = Some(link.place);
        }
        chains.heads.extend(rows.heads.iter().map(|head| tips.move_head(head)));
        chains.requests.extend(rows.requests.iter().map(|request| tips.tip(request.table).number));
        for player in counted {
            let total = tips.players.entry(player).or_default();
            total.number.get_or_insert_with(|| next(&mut tips.last.total));
            chains.totals.push(player);
        }
        Ok(chains)
    }

    /// Ends a hand at this place.
    fn end(
        &mut self,
        ended: &HandEnd<'_>,
        place: i64,
        tips: &mut Tips,
        counted: &mut BTreeSet<PlayerId>,
    ) -> Result<EndLink, StoreError> {
        let mut before = BTreeMap::new();
        for &player in ended.people {
            counted.insert(player);
            before.insert(player, tips.players.entry(player).or_default().play(ended.game, place));
        }
        for figures in ended.counted {
            counted.insert(figures.player);
            let total = tips.players.entry(figures.player).or_default();
            self.past_days.extend(total.count(figures, ended.day)?);
        }
        Ok(EndLink { place, before })
    }
}

impl Tips {
    fn tip(&mut self, table: TableId) -> &mut TableTip {
        self.tables.entry(table).or_default()
    }

    fn place_movement(&mut self, movement: &NewMovement, counted: &mut BTreeSet<PlayerId>) -> Link {
        let place = next(&mut self.last.movement);
        let before = movement.player_id.and_then(|player| {
            counted.insert(player);
            self.players.entry(player).or_default().last_movement.replace(place)
        });
        Link { place, before }
    }

    fn move_head(&mut self, head: &TableHead) -> TipAfter {
        let tip = self.tip(head.table_id);
        tip.version = head.version.cast_unsigned();
        let is_bucket_changed = tip.due_bucket != head.period;
        tip.due_bucket = head.period;
        TipAfter { tip: *tip, is_bucket_changed }
    }
}

/// The place of a hand: one of this batch, or its table's last one before it.
fn place_of(hand: HandId, dealt: &IdMap<HandId, i64>, tip: &TableTip) -> Option<i64> {
    dealt.get(&hand).copied().or(tip.last_hand)
}

/// The next key.
fn next(last: &mut i64) -> i64 {
    *last += 1;
    *last
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::service::table::stored::change::Author;
    use crate::store::batch_rows::{NewChange, NewHand};

    const TABLE: TableId = TableId(Uuid::from_u128(1));
    const OLD_HAND: HandId = HandId(Uuid::from_u128(2));
    const NEW_HAND: HandId = HandId(Uuid::from_u128(3));
    const PLAYER: PlayerId = PlayerId(Uuid::from_u128(4));

    fn change(version: i64, hand: HandId) -> NewChange<'static> {
        let (author, body) = (&Author::Clock, String::new());
        NewChange { table_id: TABLE, version, at: 0, hand_id: Some(hand), author, body }
    }

    fn hand() -> NewHand<'static> {
        NewHand {
            id: NEW_HAND,
            table_id: TABLE,
            number: 2,
            rules_version: 1,
            setup: String::new(),
            players: String::new(),
            shuffle: String::new(),
            root: "",
            mix: "",
            started_at: 0,
            first_version: 12,
        }
    }

    /// The end of the table's last hand.
    fn ended() -> HandEnd<'static> {
        HandEnd {
            hand_id: OLD_HAND,
            table_id: TABLE,
            last_version: 11,
            shown: String::new(),
            game: "holdem",
            day: 0,
            people: &[PLAYER],
            counted: &[],
        }
    }

    #[test]
    fn a_hand_that_ends_and_the_next_one_are_behind_the_last_rows_of_their_table() {
        let mut tips = Tips::default();
        tips.last.change = 100;
        tips.last.hand = 50;
        tips.last.total = 9;
        let tip = TableTip {
            number: 7,
            version: 10,
            last_change: Some(90),
            due_bucket: Some(3),
            last_hand: Some(40),
        };
        tips.tables.insert(TABLE, tip);
        let rows = BatchRows {
            heads: vec![TableHead { table_id: TABLE, version: 12, due_at: Some(0), period: Some(4) }],
            changes: vec![change(11, OLD_HAND), change(12, NEW_HAND)],
            hands: vec![hand()],
            ended_hands: vec![ended()],
            ..BatchRows::default()
        };
        let chains = Chains::of(&rows, &mut tips).unwrap();
        let link = |place, before| Link { place, before: Some(before) };
        assert_eq!(chains.hands, [link(51, 40)]);
        assert_eq!(
            chains.changes,
            [
                ChangeLink { head: 7, link: link(101, 90), hand: Some(40) },
                ChangeLink { head: 7, link: link(102, 101), hand: Some(51) },
            ]
        );
        let before = BTreeMap::from([(PLAYER, [None, None])]);
        assert_eq!(chains.ended_hands, [Some(EndLink { place: 40, before })]);
        let tip = TableTip {
            number: 7,
            version: 12,
            last_change: Some(102),
            due_bucket: Some(4),
            last_hand: Some(51),
        };
        assert_eq!(chains.heads, [TipAfter { tip, is_bucket_changed: true }]);
        assert_eq!(tips.tables[&TABLE], tip);
        assert_eq!(chains.totals, [PLAYER]);
        let total = &tips.players[&PLAYER];
        assert_eq!((total.number, total.last_hand), (Some(10), Some(40)));
    }

    #[test]
    fn the_end_of_a_hand_that_no_table_has_is_left_out() {
        let mut tips = Tips::default();
        tips.tables.insert(TABLE, TableTip::at(7));
        let rows = BatchRows { ended_hands: vec![ended()], ..BatchRows::default() };
        let chains = Chains::of(&rows, &mut tips).unwrap();
        assert_eq!(chains.ended_hands, [None]);
        assert!(chains.totals.is_empty());
    }
}
