//! The rows that the accepted commits of a batch write, by table. They are worked out before anything is written, for every database in
//! the same way; each database has its own statements.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::column::{json, signed, word};
use super::redacted;
use super::rows::due;
use super::tournament_batch_rows::TournamentBatchRows;
use crate::service::id::IdMap;
use crate::service::ports::commits::Batch;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::Verdicts;
use crate::service::table::stored::change::{Author, Change};
use crate::service::table::stored::commit::{Columns, Commit, DoneRequest, EndedHand, Write};
use crate::service::table::stored::figures::HandFigures;
use crate::service::table::stored::ledger::ChipMovement;
use crate::service::table::stored::record::{HandRecord, TableRecord};
use crate::service::table::time::day_of;
use crate::service::tournaments::stored::TournamentCommit;
use cardroom_api::id::{HandId, MovementId, PlayerId, TableId};
use cardroom_rules::games::any::AnyHand;
use cardroom_rules::games::game::Game;

/// The people who played the hands that end without having been in memory, as the database has them.
pub type PeopleOfHands = IdMap<HandId, Vec<PlayerId>>;

/// The hands of a batch that end without having been in memory, with their tables.
pub fn unread_hands(batch: &[Box<Commit>]) -> impl Iterator<Item = (TableId, HandId)> {
    batch.iter().filter_map(|commit| {
        let ended = commit.hand_ended.as_ref().filter(|ended| ended.people.is_none());
        ended.map(|ended| (commit.table.record.id, ended.id))
    })
}

/// A player at a table.
pub type AtTable = (PlayerId, TableId);

/// The rows of a batch, by table.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the tables are")]
pub struct BatchRows<'a> {
    pub opened_tables: Vec<OpenedTable<'a>>,
    pub changed_tables: Vec<ChangedTable<'a>>,
    /// One for each commit of a table.
    pub heads: Vec<TableHead>,
    pub changes: Vec<NewChange<'a>>,
    pub hands: Vec<NewHand<'a>>,
    pub ended_hands: Vec<HandEnd<'a>>,
    pub movements: Vec<NewMovement>,
    pub requests: Vec<&'a DoneRequest>,
    pub left: Vec<AtTable>,
    pub sat_down: Vec<AtTable>,
    pub stops_waiting: Vec<AtTable>,
    pub waits: Vec<AtTable>,
    pub bots_sat_down: Vec<AtTable>,
    pub bots_left: Vec<PlayerId>,
    /// By player and day.
    pub bot_winnings: BTreeMap<(PlayerId, i64), i64>,
    pub tournaments: TournamentBatchRows<'a>,
}

/// A new row of `tables`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct OpenedTable<'a> {
    pub game: &'static str,
    pub created_at: i64,
    pub rare: RareColumns<'a>,
    pub rest: ChangedTable<'a>,
}

/// A changed row of `tables`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct ChangedTable<'a> {
    pub id: TableId,
    pub state: String,
    pub hand_id: Option<HandId>,
    pub free_seats: i64,
    pub listed: bool,
    pub closed_at: Option<i64>,
    /// Whether the last two have changed.
    pub is_listing_changed: bool,
    /// `None` if they stay.
    pub rare: Option<RareColumns<'a>>,
}

/// The columns of `tables` that rarely change.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct RareColumns<'a> {
    pub host: PlayerId,
    pub stake: i64,
    pub options: String,
    pub invite_code: Option<&'a str>,
}

/// The part of a table that each of its changes writes: a row of `heads`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct TableHead {
    pub table_id: TableId,
    pub version: i64,
    pub due_at: Option<i64>,
    pub period: Option<i64>,
}

/// A new row of `changes`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct NewChange<'a> {
    pub table_id: TableId,
    pub version: i64,
    pub at: i64,
    pub hand_id: Option<HandId>,
    pub author: &'a Author,
    pub body: String,
}

/// A new row of `hands`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct NewHand<'a> {
    pub id: HandId,
    pub table_id: TableId,
    pub number: i64,
    pub rules_version: i64,
    pub setup: String,
    pub players: String,
    pub shuffle: String,
    pub root: &'a str,
    pub mix: &'a str,
    pub started_at: i64,
    pub first_version: i64,
}

/// A hand that ends, with the people who played it, and what it adds to their figures.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct HandEnd<'a> {
    pub hand_id: HandId,
    pub table_id: TableId,
    pub last_version: i64,
    pub shown: String,
    pub game: &'static str,
    /// In days since 1970.
    pub day: i64,
    pub people: &'a [PlayerId],
    pub counted: &'a [HandFigures],
}

/// A new row of `ledger`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct NewMovement {
    pub id: MovementId,
    pub at: i64,
    pub debit: String,
    pub credit: String,
    pub amount: i64,
    pub reason: String,
    pub player_id: Option<PlayerId>,
    pub table_id: Option<TableId>,
    pub version: Option<i64>,
}

impl<'a> BatchRows<'a> {
    /// The rows of the accepted commits of a batch. Hands that were not in memory were played by these people.
    pub fn of(batch: &'a Batch, verdicts: &Verdicts, people: &'a PeopleOfHands) -> Result<Self, StoreError> {
        let mut rows = Self::default();
        for commit in verdicts.accepted(batch) {
            rows.push(commit, people)?;
        }
        for commit in verdicts.accepted_groups(batch) {
            rows.push_tournament(commit)?;
        }
        Ok(rows)
    }

    fn push(&mut self, commit: &'a Commit, people: &'a PeopleOfHands) -> Result<(), StoreError> {
        let table = &commit.table.record;
        self.push_table(commit.write, table)?;
        for change in commit.changes() {
            self.changes.push(NewChange::of(change)?);
        }
        if let Some(hand) = &commit.hand_started {
            self.hands.push(NewHand::of(hand)?);
        }
        if let Some(ended) = &commit.hand_ended
            && let Some(people) = ended.people.as_ref().or_else(|| people.get(&ended.id))
        {
            self.ended_hands.push(HandEnd::of(commit, ended, people)?);
        }
        for movement in &commit.movements {
            self.movements.push(NewMovement::of(movement)?);
        }
        self.requests.extend(&commit.request);
        let at_table = |&player: &PlayerId| (player, table.id);
        self.left.extend(commit.left.iter().map(at_table));
        self.sat_down.extend(commit.sat_down.iter().map(at_table));
        self.stops_waiting.extend(commit.stops_waiting.iter().map(at_table));
        self.waits.extend(commit.waits.iter().map(at_table));
        self.bots_sat_down.extend(commit.bots.sat_down.iter().map(at_table));
        self.bots_left.extend(&commit.bots.left);
        let day = day_of(commit.change.at);
        for &(player, chips) in &commit.bots.won {
            *self.bot_winnings.entry((player, day)).or_default() += chips;
        }
        Ok(())
    }

    fn push_tournament(&mut self, commit: &'a TournamentCommit) -> Result<(), StoreError> {
        self.tournaments.push(commit)?;
        for movement in &commit.movements {
            self.movements.push(NewMovement::of(movement)?);
        }
        let day = day_of(commit.change.at);
        for &(player, chips) in &commit.won_from_bots {
            *self.bot_winnings.entry((player, day)).or_default() += signed(chips)?;
        }
        Ok(())
    }

    fn push_table(&mut self, write: Write, table: &'a TableRecord) -> Result<(), StoreError> {
        match write {
            Write::Open => self.opened_tables.push(OpenedTable::of(table)?),
            Write::Update { columns: Columns::None, .. } => {}
            Write::Update { columns, .. } => self.changed_tables.push(ChangedTable::of(table, columns)?),
        }
        let (due_at, period) = due(table);
        self.heads.push(TableHead { table_id: table.id, version: signed(table.version)?, due_at, period });
        Ok(())
    }
}

impl<'a> OpenedTable<'a> {
    fn of(table: &'a TableRecord) -> Result<Self, StoreError> {
        Ok(Self {
            game: table.options.game.kind().name(),
            created_at: table.created_at.as_millisecond(),
            rare: RareColumns::of(table)?,
            rest: ChangedTable::of(table, Columns::AndListed)?,
        })
    }
}

impl<'a> ChangedTable<'a> {
    fn of(table: &'a TableRecord, columns: Columns) -> Result<Self, StoreError> {
        Ok(Self {
            id: table.id,
            state: json(&table.state)?,
            hand_id: table.hand,
            free_seats: table.free_seats.into(),
            listed: table.listed,
            closed_at: table.closed_at.map(Timestamp::as_millisecond),
            is_listing_changed: columns >= Columns::AndListed,
            rare: if columns == Columns::All { Some(RareColumns::of(table)?) } else { None },
        })
    }
}

impl<'a> RareColumns<'a> {
    fn of(table: &'a TableRecord) -> Result<Self, StoreError> {
        Ok(Self {
            host: table.state.host,
            stake: signed(AnyHand::stake(&table.options.game))?,
            options: json(&*table.options)?,
            invite_code: table.state.invite_code.as_deref().filter(|_| table.closed_at.is_none()),
        })
    }
}

impl<'a> NewChange<'a> {
    fn of(change: &'a Change) -> Result<Self, StoreError> {
        let Change { table, version, at, hand, author, body } = change;
        Ok(Self {
            table_id: *table,
            version: signed(*version)?,
            at: at.as_millisecond(),
            hand_id: *hand,
            author,
            body: json(&redacted::body(body))?,
        })
    }
}

impl<'a> NewHand<'a> {
    fn of(hand: &'a HandRecord) -> Result<Self, StoreError> {
        Ok(Self {
            id: hand.id,
            table_id: hand.table,
            number: signed(hand.number)?,
            rules_version: hand.rules_version.into(),
            setup: json(&hand.setup)?,
            players: json(&redacted::players(&hand.players))?,
            shuffle: json(&hand.shuffle)?,
            root: &hand.root,
            mix: &hand.mix,
            started_at: hand.started_at.as_millisecond(),
            first_version: signed(hand.first_version)?,
        })
    }
}

impl<'a> HandEnd<'a> {
    fn of(commit: &'a Commit, ended: &'a EndedHand, people: &'a [PlayerId]) -> Result<Self, StoreError> {
        let table = &commit.table.record;
        Ok(Self {
            hand_id: ended.id,
            table_id: table.id,
            last_version: signed(commit.change.version)?,
            shown: json(&ended.shown)?,
            game: table.options.game.kind().name(),
            day: day_of(commit.change.at),
            people,
            counted: &commit.counted,
        })
    }
}

impl HandEnd<'_> {
    /// What a person won; `None` if the hand does not count for them.
    pub fn net(&self, person: PlayerId) -> Option<i64> {
        self.counted.iter().find(|counted| counted.player == person).map(|counted| counted.net)
    }
}

impl NewMovement {
    /// The row of a movement.
    pub fn of(movement: &ChipMovement) -> Result<Self, StoreError> {
        Ok(Self {
            id: movement.id,
            at: movement.at.as_millisecond(),
            debit: movement.debit.to_string(),
            credit: movement.credit.to_string(),
            amount: signed(movement.amount)?,
            reason: word(&movement.reason)?,
            player_id: movement.player,
            table_id: movement.table.map(|(table, _)| table),
            version: movement.table.map(|(_, version)| signed(version)).transpose()?,
        })
    }
}
