//! A change and everything that is written with it.

use std::iter;
use std::sync::Arc;

use jiff::Timestamp;

use super::change::Change;
use super::figures::HandFigures;
use super::ledger::ChipMovement;
use super::record::{HandRecord, TableRecord};
use crate::service::table::live::Table;
use cardroom_api::id::{HandId, PlayerId, TableId};
use cardroom_api::player::my_hands::ShownCards;
use cardroom_api::table::change::Version;

/// One change, or two, and everything that is written with them, in one transaction.
#[derive(Clone, Debug)]
pub struct Commit {
    /// The written columns of the table's row.
    pub write: Write,
    /// The table after all of it.
    pub table: Arc<Table>,
    /// The change.
    pub change: Arc<Change>,
    /// The change behind it, which deals the next hand, if the table waits for nothing between hands.
    pub deal: Option<Arc<Change>>,
    /// How many open tables its host may have, including this one; `None` if the host was the host before.
    pub most_hosted: Option<u64>,
    /// The hand that it deals.
    pub hand_started: Option<Arc<HandRecord>>,
    /// The hand that it ends.
    pub hand_ended: Option<EndedHand>,
    /// What it adds to the figures of the people who played it.
    pub counted: Vec<HandFigures>,
    /// Which people sit down.
    pub sat_down: Vec<PlayerId>,
    /// Which people leave the table.
    pub left: Vec<PlayerId>,
    /// The players who start to wait for a chair.
    pub waits: Vec<PlayerId>,
    /// The players who do not wait any longer.
    pub stops_waiting: Vec<PlayerId>,
    /// The changes of its computer players.
    pub bots: BotSeating,
    /// The movements of chips. Wallets change with them.
    pub movements: Vec<ChipMovement>,
    /// The request that it carries out, if that has an idempotency key.
    pub request: Option<DoneRequest>,
}

impl Commit {
    /// Its changes, in order.
    pub fn changes(&self) -> impl Iterator<Item = &Arc<Change>> {
        iter::once(&self.change).chain(&self.deal)
    }

    /// This commit with the next one, if this one ends a hand and the next one only deals; else this one alone.
    #[must_use]
    pub fn and_deal(self, next: Self) -> Self {
        let (Write::Update { was, columns }, Write::Update { columns: of_next, .. }) =
            (self.write, next.write)
        else {
            return self;
        };
        if self.hand_started.is_some() || !next.only_deals() {
            return self;
        }
        Self {
            write: Write::Update { was, columns: columns.max(of_next) },
            table: next.table,
            deal: Some(next.change),
            hand_started: next.hand_started,
            ..self
        }
    }

    /// Whether it only deals a hand.
    fn only_deals(&self) -> bool {
        let Self { hand_started, hand_ended, most_hosted, bots, movements, request, .. } = self;
        let Self { counted, sat_down, left, waits, stops_waiting, deal, .. } = self;
        let persons = [sat_down, left, waits, stops_waiting];
        hand_started.is_some()
            && (hand_ended, most_hosted, request, deal) == (&None, &None, &None, &None)
            && persons.iter().all(|persons| persons.is_empty())
            && (movements.is_empty() && counted.is_empty() && *bots == BotSeating::default())
    }
}

/// A hand that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedHand {
    /// The identifier of the hand.
    pub id: HandId,
    /// The people who played it; `None` if it was not in memory.
    pub people: Option<Vec<PlayerId>>,
    /// The cards of its players that everybody had seen.
    pub shown: Vec<ShownCards>,
}

/// The changes of a table's computer players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotSeating {
    /// Which sit down.
    pub sat_down: Vec<PlayerId>,
    /// Which leave.
    pub left: Vec<PlayerId>,
    /// Their limits; `None` if none sits down.
    pub most: Option<MostBots>,
    /// What people won from them in the hand that it ends; below 0 if they lost.
    pub won: Vec<(PlayerId, i64)>,
}

/// How many computer players may sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MostBots {
    /// At all tables.
    pub of_server: u64,
    /// At all tables of one host.
    pub of_host: u64,
}

/// At how many tables a person may sit or wait for a chair.
pub const MOST_SEATS: u64 = 16;

/// The written columns of a table's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    /// It is new.
    Open,
    /// It changes.
    Update {
        /// The version that it must still have.
        was: Version,
        /// Which of its columns change.
        columns: Columns,
    },
}

/// The columns of a table that a change writes, apart from its version and its deadline. Most moves change nothing else, and some
/// columns are indexed, so unchanged columns are not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Columns {
    /// None.
    None,
    /// Its state, its current hand, and its number of free chairs.
    State,
    /// And whether the lobby lists it, and since when it is closed.
    AndListed,
    /// And its host, its options and its invite code.
    All,
}

impl Columns {
    /// The columns in which two records of a table differ.
    pub fn changed(before: &TableRecord, after: &TableRecord) -> Self {
        let (was, is) = (&before.state, &after.state);
        if before.options != after.options || (was.host, &was.invite_code) != (is.host, &is.invite_code) {
            Self::All
        } else if (before.listed, before.closed_at) != (after.listed, after.closed_at) {
            Self::AndListed
        } else if (was, before.hand, before.free_seats) != (is, after.hand, after.free_seats) {
            Self::State
        } else {
            Self::None
        }
    }
}

/// A player's request with an idempotency key that has been done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoneRequest {
    /// Who asked.
    pub player: PlayerId,
    /// Their key, as sent.
    pub key: String,
    /// The digest of the request. Another request with the same key is refused.
    pub digest: [u8; 32],
    /// The table of the change that carried it out.
    pub table: TableId,
    /// Which change did it.
    pub version: Version,
    /// The time of the request.
    pub at: Timestamp,
}
