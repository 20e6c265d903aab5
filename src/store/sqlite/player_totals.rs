//! What each person has played and moved: the places of their last hand and movement, and the sums of their hands of today.
//!
//! Hands and movements lie in order of arrival, and each has the place of its person's previous one. So only one row is written
//! for a person, however much they have played.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Statement, ToSql, params};

use super::lazy_statement::LazyStatement;
use crate::service::id::IdMap;
use crate::service::ports::error::StoreError;
use crate::service::table::stored::commit::{Commit, EndedHand};
use crate::service::table::stored::figures::HandFigures;
use crate::service::table::stored::ledger::ChipMovement;
use crate::service::table::time::day_of;
use crate::store::column::{json, signed};
use crate::store::history_rows::{Nets, people_of, tally_of};
use crate::store::rows::LedgerRow;
use cardroom_api::id::{HandId, PlayerId};
use cardroom_rules::games::any::GameKind;

/// The totals of the people in a batch, each read at most once, and written once.
pub struct PlayerTotals<'a> {
    db: &'a Connection,
    /// The cached totals of other people, as they are on disk.
    others: IdMap<PlayerId, PlayerTotal>,
    concerned: IdMap<PlayerId, PlayerTotal>,
    read: LazyStatement<'a>,
    insert_movement: LazyStatement<'a>,
    end_hand: LazyStatement<'a>,
}

/// A row of `heads_of_players`.
#[derive(Debug, Default)]
pub struct PlayerTotal {
    /// Its key; none before it is written.
    number: Option<i64>,
    last_movement: Option<i64>,
    last_hand: Option<i64>,
    /// By game.
    last_hands: BTreeMap<String, i64>,
    sums: Option<Sums>,
}

/// The sums of a person's hands of a day, of one game, among people or with computers.
#[derive(Clone, Debug, PartialEq)]
struct Sums {
    of: SumsOf,
    hands: i64,
    net: i64,
    tally: BTreeMap<String, i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SumsOf {
    game: String,
    with_computers: bool,
    day: i64,
}

/// The places of the hands before one: of any game, and of its own.
type Before = [Option<i64>; 2];

impl<'a> PlayerTotals<'a> {
    /// The cached totals are as they are on disk.
    pub fn new(db: &'a Connection, known: IdMap<PlayerId, PlayerTotal>) -> Self {
        let lazy = |statement| LazyStatement::new(db, statement);
        Self {
            db,
            others: known,
            concerned: IdMap::default(),
            read: lazy(READ),
            insert_movement: lazy(INSERT_MOVEMENT),
            end_hand: lazy(END_HAND),
        }
    }

    /// Writes the movements of a commit, and the end of its hand, which is at this place.
    pub fn write(&mut self, commit: &Commit, ended_hand: Option<i64>) -> Result<(), StoreError> {
        self.write_movements(&commit.movements)?;
        match commit.hand_ended.as_ref().zip(ended_hand) {
            Some((ended, place)) => self.end_hand(commit, ended, place),
            None => Ok(()),
        }
    }

    /// Writes movements.
    pub fn write_movements(&mut self, movements: &[ChipMovement]) -> Result<(), StoreError> {
        movements.iter().try_for_each(|movement| self.write_movement(movement))
    }

    /// Writes the changed totals; returns all cached ones.
    pub fn finish(self) -> Result<IdMap<PlayerId, PlayerTotal>, StoreError> {
        let Self { mut others, concerned, .. } = self;
        let [mut update, mut insert] =
            [UPDATE, INSERT].map(|statement| LazyStatement::new(self.db, statement));
        for (player, mut head) in concerned {
            let statement = if head.number.is_some() { &mut update } else { &mut insert };
            head.write(statement.get()?, player)?;
            head.number.get_or_insert_with(|| self.db.last_insert_rowid());
            others.insert(player, head);
        }
        Ok(others)
    }

    fn write_movement(&mut self, movement: &ChipMovement) -> Result<(), StoreError> {
        let before = movement.player.map(|player| self.head(player)).transpose()?;
        let before = before.and_then(|head| head.last_movement);
        let LedgerRow { id, at, debit, credit, amount, reason, player_id, table_id, version } =
            LedgerRow::of(movement)?;
        let insert = self.insert_movement.get()?;
        let place = insert
            .insert(params![id, at, debit, credit, amount, reason, player_id, table_id, version, before])?;
        if let Some(player) = movement.player {
            self.head(player)?.last_movement = Some(place);
        }
        Ok(())
    }

    fn end_hand(&mut self, commit: &Commit, ended: &EndedHand, place: i64) -> Result<(), StoreError> {
        let EndedHand { id, people, shown } = ended;
        let people = match people {
            Some(people) => Cow::Borrowed(people),
            None => match self.read_people(*id, place)? {
                Some(people) => Cow::Owned(people),
                None => return Ok(()),
            },
        };
        let game = commit.table.record.options.game.kind();
        let mut before = BTreeMap::new();
        for &player in &*people {
            before.insert(player, self.head(player)?.play(game, place));
        }
        let day = day_of(commit.change.at);
        for counted in &commit.counted {
            let db = self.db;
            self.head(counted.player)?.count(db, counted, day)?;
        }
        let (last_version, nets) = (signed(commit.change.version)?, Nets::of(&commit.counted));
        self.end_hand.get()?.execute(params![
            last_version,
            json(shown)?,
            json(&nets)?,
            json(&before)?,
            place
        ])?;
        Ok(())
    }

    /// The people who played this hand, as they were written when it was dealt; `None` if another hand is at this place, because
    /// the table was repaired by hand.
    fn read_people(&self, hand: HandId, place: i64) -> Result<Option<Vec<PlayerId>>, StoreError> {
        let mut read = self.db.prepare_cached(READ_PLAYERS)?;
        let found = read.query_row(params![place, hand.to_string()], |row| row.get::<_, String>(0));
        let Some(players) = found.optional()? else { return Ok(None) };
        Ok(Some(people_of(hand, &players)))
    }

    fn head(&mut self, player: PlayerId) -> Result<&mut PlayerTotal, StoreError> {
        use std::collections::hash_map::Entry::{Occupied, Vacant};
        match self.concerned.entry(player) {
            Occupied(head) => Ok(head.into_mut()),
            Vacant(missing) => Ok(missing.insert(match self.others.remove(&player) {
                Some(head) => head,
                None => PlayerTotal::read(self.read.get()?, player)?,
            })),
        }
    }
}

impl PlayerTotal {
    fn read(read: &mut Statement<'_>, player: PlayerId) -> Result<Self, StoreError> {
        let head = read.query_row([player.to_string()], |row| {
            let game: Option<String> = row.get(4)?;
            let sums = match game {
                None => None,
                Some(game) => Some(Sums {
                    of: SumsOf { game, with_computers: row.get(5)?, day: row.get(6)? },
                    hands: row.get(7)?,
                    net: row.get(8)?,
                    tally: counts(&row.get::<_, String>(9)?),
                }),
            };
            Ok(Self {
                number: Some(row.get(0)?),
                last_movement: row.get(1)?,
                last_hand: row.get(2)?,
                last_hands: counts(&row.get::<_, String>(3)?),
                sums,
            })
        });
        Ok(head.optional()?.unwrap_or_default())
    }

    /// Notes that the person has played this hand; returns the places of their hands before it.
    fn play(&mut self, game: GameKind, place: i64) -> Before {
        let before = self.last_hand.replace(place);
        let before_of_game = self.last_hands.insert(game.name().to_owned(), place);
        [before, before_of_game]
    }

    /// Adds a hand that ended on this day. The sums of another day or game are first added to their own row.
    fn count(&mut self, db: &Connection, counted: &HandFigures, day: i64) -> Result<(), StoreError> {
        let HandFigures { player, net, with_computers, ref tally } = *counted;
        let of = SumsOf { game: tally.kind().name().to_owned(), with_computers, day };
        if let Some(past) = self.sums.take_if(|sums| sums.of != of) {
            past.put_aside(db, player)?;
        }
        let sums = self.sums.get_or_insert_with(|| Sums { of, hands: 0, net: 0, tally: BTreeMap::default() });
        sums.hands += 1;
        sums.net = sums.net.saturating_add(net);
        for (name, amount) in tally_of(tally)? {
            *sums.tally.entry(name).or_default() += amount;
        }
        Ok(())
    }

    /// Writes it with the update or the insert statement, depending on whether it has a row.
    fn write(&self, statement: &mut Statement<'_>, player: PlayerId) -> Result<(), StoreError> {
        let Self { number, last_movement, last_hand, last_hands, sums } = self;
        let (last_hands, of) = (json(last_hands)?, sums.as_ref().map(|sums| &sums.of));
        let (game, with_computers) = (of.map(|of| &of.game), of.map(|of| of.with_computers));
        let (day, hands, net) =
            (of.map(|of| of.day), sums.as_ref().map(|sums| sums.hands), sums.as_ref().map(|sums| sums.net));
        let tally = sums.as_ref().map(|sums| json(&sums.tally)).transpose()?;
        let player = player.to_string();
        let key: &dyn ToSql = match number {
            Some(number) => number,
            None => &player,
        };
        statement.execute(params![
            last_movement,
            last_hand,
            last_hands,
            game,
            with_computers,
            day,
            hands,
            net,
            tally,
            key
        ])?;
        Ok(())
    }
}

impl Sums {
    /// Adds them to the row of their day.
    fn put_aside(&self, db: &Connection, player: PlayerId) -> Result<(), StoreError> {
        let Self { of: SumsOf { game, with_computers, day }, hands, net, tally } = self;
        let mut add = db.prepare_cached(ADD_TO_DAY)?;
        add.execute(params![player.to_string(), game, with_computers, day, hands, net, json(tally)?])?;
        Ok(())
    }
}

/// Numbers by name. Damaged ones count nothing, and stop nobody's hand.
fn counts(text: &str) -> BTreeMap<String, i64> {
    serde_json::from_str(text).unwrap_or_else(|error| {
        tracing::error!(column = error.column(), "what a player has played is damaged, and begins anew");
        BTreeMap::new()
    })
}

const INSERT_MOVEMENT: &str = "
insert into ledger (id, at, debit, credit, amount, reason, player_id, table_id, version, before)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

const READ_PLAYERS: &str = "select players from hands where place = ? and id = ?";

/// If a table was repaired by hand, its hand may have ended before.
const END_HAND: &str = "
insert or replace into ended_hands (last_version, shown, nets, before, place) values (?, ?, ?, ?, ?)";

const READ: &str = "
select number, last_movement, last_hand, last_hands, game, with_computers, day, hands, net, tally
from heads_of_players where player_id = ?";

const INSERT: &str = "
insert into heads_of_players
    (last_movement, last_hand, last_hands, game, with_computers, day, hands, net, tally, player_id)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

const UPDATE: &str = "
update heads_of_players set last_movement = ?, last_hand = ?, last_hands = ?,
    game = ?, with_computers = ?, day = ?, hands = ?, net = ?, tally = ?
where number = ?";

/// Both counts are added name by name.
const ADD_TO_DAY: &str = "
insert into days_of_players (player_id, game, with_computers, day, hands, net, tally) values (?, ?, ?, ?, ?, ?, ?)
on conflict do update set hands = hands + excluded.hands, net = net + excluded.net, tally = (
    select json_group_object(key, amount) from (
        select key, sum(value) as amount from (
            select key, value from json_each(iif(json_valid(days_of_players.tally), days_of_players.tally, '{}'))
            union all select key, value from json_each(excluded.tally))
        group by key))";
