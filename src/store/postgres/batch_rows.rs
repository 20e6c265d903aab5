//! The rows that the accepted commits of a batch write, column by column, as `unnest` takes them.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::service::ports::error::StoreError;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::commit::{Columns, Commit, DoneRequest, EndedHand, Write};
use crate::service::table::stored::figures::HandFigures;
use crate::service::table::stored::ledger::ChipMovement;
use crate::service::table::stored::record::{HandRecord, TableRecord};
use crate::service::table::time::day_of;
use crate::service::tournaments::stored::TournamentCommit;
use crate::store::column::{self, json, signed};
use crate::store::history_rows::tally_of;
use crate::store::redacted;
use crate::store::rows::{ChangedTable, LedgerRow, NewHand, OpenedTable, due};
use cardroom_api::id::PlayerId;

/// The rows of a batch, by table.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the tables are")]
pub struct BatchRows {
    pub opened_tables: OpenedTables,
    pub changed_tables: ChangedTables,
    pub heads: Heads,
    pub changes: Changes,
    pub hands: Hands,
    pub ended_hands: EndedHands,
    pub days: Days,
    pub movements: Movements,
    pub requests: Requests,
    pub left: Pairs,
    pub sat_down: Pairs,
    pub stops_waiting: Pairs,
    pub waits: Pairs,
    pub bots_sat_down: Pairs,
    pub bots_left: Vec<Uuid>,
    pub bot_winnings: BTreeMap<(PlayerId, i64), i64>,
}

/// Rows of two identifiers: a player's and a table's.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct Pairs {
    pub players: Vec<Uuid>,
    pub tables: Vec<Uuid>,
}

impl Pairs {
    fn push(&mut self, players: &[PlayerId], table: &TableRecord) {
        for player in players {
            self.players.push(player.0);
            self.tables.push(table.id.0);
        }
    }
}

/// New rows of `tables`.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct OpenedTables {
    pub game: Vec<&'static str>,
    pub created_at: Vec<i64>,
    pub columns: ChangedTables,
}

/// Changed rows of `tables`. The columns that rarely change are null if they stay.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct ChangedTables {
    pub id: Vec<Uuid>,
    pub state: Vec<String>,
    pub hand_id: Vec<Option<Uuid>>,
    pub free_seats: Vec<i64>,
    pub listed: Vec<bool>,
    pub closed_at: Vec<Option<i64>>,
    pub host: Vec<Option<Uuid>>,
    pub stake: Vec<Option<i64>>,
    pub options: Vec<Option<String>>,
    pub invite_code: Vec<Option<String>>,
}

impl ChangedTables {
    fn push(&mut self, table: &TableRecord, columns: Columns) -> Result<(), StoreError> {
        let ChangedTable { state, free_seats, listed, closed_at, .. } = ChangedTable::of(table);
        self.id.push(table.id.0);
        self.state.push(json(state)?);
        self.hand_id.push(table.hand.map(|hand| hand.0));
        self.free_seats.push(free_seats.into());
        self.listed.push(listed);
        self.closed_at.push(closed_at);
        let rare = if columns == Columns::All { Some(OpenedTable::of(table)?) } else { None };
        self.host.push(rare.as_ref().map(|_| table.state.host.0));
        self.stake.push(rare.as_ref().map(|rare| rare.stake));
        self.options.push(rare.as_ref().map(|rare| json(rare.options)).transpose()?);
        self.invite_code.push(rare.and_then(|rare| rare.invite_code.map(str::to_owned)));
        Ok(())
    }
}

/// Rows of `heads`.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct Heads {
    pub table_id: Vec<Uuid>,
    pub version: Vec<i64>,
    pub due_at: Vec<Option<i64>>,
    pub period: Vec<Option<i64>>,
}

/// New rows of `changes`.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct Changes {
    pub table_id: Vec<Uuid>,
    pub version: Vec<i64>,
    pub at: Vec<i64>,
    pub hand_id: Vec<Option<Uuid>>,
    pub author: Vec<Vec<u8>>,
    pub body: Vec<String>,
}

/// New rows of `hands`.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct Hands {
    pub id: Vec<Uuid>,
    pub table_id: Vec<Uuid>,
    pub number: Vec<i64>,
    pub rules_version: Vec<i64>,
    pub setup: Vec<String>,
    pub players: Vec<String>,
    pub shuffle: Vec<String>,
    pub root: Vec<String>,
    pub mix: Vec<String>,
    pub started_at: Vec<i64>,
    pub first_version: Vec<i64>,
}

/// New rows of `ended_hands`, and of `played`.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct EndedHands {
    pub hand_id: Vec<Uuid>,
    pub last_version: Vec<i64>,
    pub shown: Vec<String>,
    pub played: Played,
    /// The hands whose players are not known, with their games and what they add.
    pub unread: Vec<UnreadHand>,
}

/// An ended hand that was not in memory.
pub struct UnreadHand {
    /// Which.
    pub ended: EndedHand,
    /// Of which game.
    pub game: &'static str,
    /// What it adds to the figures of the people who played it.
    pub counted: Vec<HandFigures>,
}

/// New rows of `played`.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct Played {
    pub player_id: Vec<Uuid>,
    pub hand_id: Vec<Uuid>,
    pub game: Vec<&'static str>,
    pub net: Vec<Option<i64>>,
}

impl Played {
    /// The people who played a hand.
    pub fn push(
        &mut self,
        people: &[PlayerId],
        ended: &EndedHand,
        game: &'static str,
        counted: &[HandFigures],
    ) {
        for player in people {
            self.player_id.push(player.0);
            self.hand_id.push(ended.id.0);
            self.game.push(game);
            let counted = counted.iter().find(|counted| counted.player == *player);
            self.net.push(counted.map(|counted| counted.net));
        }
    }
}

/// What the ended hands add to the sums of days: one row for each person, game, company and day, in this order.
#[derive(Default)]
pub struct Days(BTreeMap<(PlayerId, &'static str, bool, i64), Sums>);

#[derive(Default)]
struct Sums {
    hands: i64,
    net: i64,
    tally: BTreeMap<String, i64>,
}

/// Rows of `days_of_players`.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct DayRows {
    pub player_id: Vec<Uuid>,
    pub game: Vec<&'static str>,
    pub with_computers: Vec<bool>,
    pub day: Vec<i64>,
    pub hands: Vec<i64>,
    pub net: Vec<i64>,
    pub tally: Vec<String>,
}

impl Days {
    fn add(&mut self, counted: &HandFigures, day: i64) -> Result<(), StoreError> {
        let HandFigures { player, net, with_computers, ref tally } = *counted;
        let sums = self.0.entry((player, tally.kind().name(), with_computers, day)).or_default();
        sums.hands += 1;
        sums.net = sums.net.saturating_add(net);
        for (name, amount) in tally_of(tally)? {
            *sums.tally.entry(name).or_default() += amount;
        }
        Ok(())
    }

    /// Their rows.
    pub fn rows(&self) -> Result<DayRows, StoreError> {
        let mut rows = DayRows::default();
        for (&(player, game, with_computers, day), sums) in &self.0 {
            rows.player_id.push(player.0);
            rows.game.push(game);
            rows.with_computers.push(with_computers);
            rows.day.push(day);
            rows.hands.push(sums.hands);
            rows.net.push(sums.net);
            rows.tally.push(json(&sums.tally)?);
        }
        Ok(rows)
    }
}

/// New rows of `ledger`.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct Movements {
    pub id: Vec<Uuid>,
    pub at: Vec<i64>,
    pub debit: Vec<String>,
    pub credit: Vec<String>,
    pub amount: Vec<i64>,
    pub reason: Vec<String>,
    pub player_id: Vec<Option<Uuid>>,
    pub table_id: Vec<Option<Uuid>>,
    pub version: Vec<Option<i64>>,
}

impl BatchRows {
    /// Adds what people win from computer players by a change of a tournament.
    pub fn add_winnings(&mut self, commit: &TournamentCommit) {
        let day = day_of(commit.change.at);
        for &(player, chips) in &commit.won_from_bots {
            *self.bot_winnings.entry((player, day)).or_default() += chips.cast_signed();
        }
    }
}

impl Movements {
    /// The rows of these movements.
    pub fn of(movements: &[ChipMovement]) -> Result<Self, StoreError> {
        let mut rows = Self::default();
        rows.extend(movements)?;
        Ok(rows)
    }

    /// Adds the rows of these movements.
    pub fn extend(&mut self, movements: &[ChipMovement]) -> Result<(), StoreError> {
        movements.iter().try_for_each(|movement| self.push(movement))
    }

    fn push(&mut self, movement: &ChipMovement) -> Result<(), StoreError> {
        let LedgerRow { at, debit, credit, amount, reason, version, .. } = LedgerRow::of(movement)?;
        self.id.push(movement.id.0);
        self.at.push(at);
        self.debit.push(debit);
        self.credit.push(credit);
        self.amount.push(amount);
        self.reason.push(reason);
        self.player_id.push(movement.player.map(|player| player.0));
        self.table_id.push(movement.table.map(|(table, _)| table.0));
        self.version.push(version);
        Ok(())
    }
}

/// New rows of `done_requests`, in the order of their keys.
#[derive(Default)]
pub struct Requests(BTreeMap<(PlayerId, String), DoneRequest>);

/// The columns of `done_requests`.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct RequestRows {
    pub player_id: Vec<Uuid>,
    pub key: Vec<String>,
    pub digest: Vec<Vec<u8>>,
    pub table_id: Vec<Uuid>,
    pub version: Vec<i64>,
    pub at: Vec<i64>,
}

impl Requests {
    /// Their rows. Two batches with the same keys insert them in the same order, so that they do not wait for each other.
    pub fn rows(self) -> Result<RequestRows, StoreError> {
        let mut rows = RequestRows::default();
        for ((player, key), request) in self.0 {
            rows.player_id.push(player.0);
            rows.key.push(key);
            rows.digest.push(request.digest.to_vec());
            rows.table_id.push(request.table.0);
            rows.version.push(signed(request.version)?);
            rows.at.push(request.at.as_millisecond());
        }
        Ok(rows)
    }
}

impl BatchRows {
    /// The rows of these commits.
    pub fn of<'a>(accepted: impl IntoIterator<Item = &'a Commit>) -> Result<Self, StoreError> {
        let mut rows = Self::default();
        for commit in accepted {
            rows.push(commit)?;
        }
        Ok(rows)
    }

    fn push(&mut self, commit: &Commit) -> Result<(), StoreError> {
        let table = &commit.table.record;
        self.push_table(commit.write, table)?;
        for change in commit.changes() {
            self.changes.push(change)?;
        }
        if let Some(hand) = &commit.hand_started {
            self.hands.push(hand)?;
        }
        if let Some(ended) = &commit.hand_ended {
            self.push_end(commit, ended)?;
        }
        for movement in &commit.movements {
            self.movements.push(movement)?;
        }
        if let Some(request) = &commit.request {
            self.requests.0.insert((request.player, request.key.clone()), request.clone());
        }
        self.left.push(&commit.left, table);
        self.sat_down.push(&commit.sat_down, table);
        self.stops_waiting.push(&commit.stops_waiting, table);
        self.waits.push(&commit.waits, table);
        self.bots_sat_down.push(&commit.bots.sat_down, table);
        self.bots_left.extend(commit.bots.left.iter().map(|bot| bot.0));
        let day = day_of(commit.change.at);
        for &(player, chips) in &commit.bots.won {
            *self.bot_winnings.entry((player, day)).or_default() += chips;
        }
        Ok(())
    }

    fn push_table(&mut self, write: Write, table: &TableRecord) -> Result<(), StoreError> {
        match write {
            Write::Open => {
                self.opened_tables.game.push(table.options.game.kind().name());
                self.opened_tables.created_at.push(table.created_at.as_millisecond());
                self.opened_tables.columns.push(table, Columns::All)?;
            }
            Write::Update { columns: Columns::None, .. } => {}
            Write::Update { columns, .. } => self.changed_tables.push(table, columns)?,
        }
        let (due_at, period) = due(table);
        self.heads.table_id.push(table.id.0);
        self.heads.version.push(signed(table.version)?);
        self.heads.due_at.push(due_at);
        self.heads.period.push(period);
        Ok(())
    }

    fn push_end(&mut self, commit: &Commit, ended: &EndedHand) -> Result<(), StoreError> {
        let day = day_of(commit.change.at);
        let game = commit.table.record.options.game.kind().name();
        self.ended_hands.push(commit, ended)?;
        if let Some(people) = &ended.people {
            self.ended_hands.played.push(people, ended, game, &commit.counted);
        } else {
            let counted = commit.counted.clone();
            self.ended_hands.unread.push(UnreadHand { ended: ended.clone(), game, counted });
        }
        for counted in &commit.counted {
            self.days.add(counted, day)?;
        }
        Ok(())
    }
}

impl Changes {
    fn push(&mut self, change: &Change) -> Result<(), StoreError> {
        let Change { table, version, at, hand, author, body } = change;
        self.table_id.push(table.0);
        self.version.push(signed(*version)?);
        self.at.push(at.as_millisecond());
        self.hand_id.push(hand.map(|hand| hand.0));
        self.author.push(column::author(author).to_vec());
        self.body.push(json(&redacted::body(body))?);
        Ok(())
    }
}

impl Hands {
    fn push(&mut self, hand: &HandRecord) -> Result<(), StoreError> {
        let new = NewHand::of(hand)?;
        self.id.push(hand.id.0);
        self.table_id.push(hand.table.0);
        self.number.push(new.number);
        self.rules_version.push(new.rules_version.into());
        self.setup.push(json(new.setup)?);
        self.players.push(json(&new.players)?);
        self.shuffle.push(json(new.shuffle)?);
        self.root.push(new.root.to_owned());
        self.mix.push(new.mix.to_owned());
        self.started_at.push(new.started_at);
        self.first_version.push(new.first_version);
        Ok(())
    }
}

impl EndedHands {
    fn push(&mut self, commit: &Commit, ended: &EndedHand) -> Result<(), StoreError> {
        self.hand_id.push(ended.id.0);
        self.last_version.push(signed(commit.change.version)?);
        self.shown.push(json(&ended.shown)?);
        Ok(())
    }
}
