//! A change and everything that is written with it.

use std::iter;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::change::Change;
use super::figures::HandFigures;
use super::ledger::ChipMovement;
use super::record::{HandRecord, TableRecord};
use crate::service::ratings::rated_result::{RatedResult, RatedSource};
use crate::service::table::live::Table;
use cardroom_api::id::{HandId, PlayerId, TableId};
use cardroom_api::player::my_hands::ShownCards;
use cardroom_api::table::change::Version;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::seat::Seat;

/// One change, or two, and everything that is written with them, in one transaction.
#[derive(Clone, Debug)]
pub struct Commit {
    /// The columns of the table's row to write.
    pub write: Write,
    /// The table after all changes of the commit.
    pub table: Arc<Table>,
    /// The change, or the first of two.
    pub change: Arc<Change>,
    /// The second change, which deals the next hand; `None` unless the table waits for nothing between hands.
    pub deal: Option<Arc<Change>>,
    /// The largest number of open tables that its host may have, this one included; `None` if the host was the host before.
    pub most_hosted: Option<u64>,
    /// The hand that begins with it, to be inserted.
    pub hand_started: Option<Arc<HandRecord>>,
    /// The hand that ends with it.
    pub hand_ended: Option<EndedHand>,
    /// What it adds to the statistics of the people who played the hand.
    pub counted: Vec<HandFigures>,
    /// The people who sit down.
    pub sat_down: Vec<PlayerId>,
    /// The people who leave the table.
    pub left: Vec<PlayerId>,
    /// The people who start to wait for a chair.
    pub waits: Vec<PlayerId>,
    /// The people who stop waiting for a chair.
    pub stops_waiting: Vec<PlayerId>,
    /// The computer players who sit down or leave.
    pub bots: BotSeating,
    /// The movements of chips between accounts. The balances of wallets change with them.
    pub movements: Vec<ChipMovement>,
    /// The request with an idempotency key that it carries out; `None` if the request has no key, or without a request.
    pub request: Option<DoneRequest>,
    /// The result of a match that is to be rated, if it ends with one.
    pub rated: Option<Box<RatedResult>>,
}

impl Commit {
    /// The table whose players' networks are forgotten, if its matches are rated and it is closed.
    pub fn ended_source(&self) -> Option<RatedSource> {
        let table = &self.table.record;
        (table.options.rated && table.closed_at.is_some()).then_some(RatedSource::Table(table.id))
    }

    /// Its changes, in order.
    pub fn changes(&self) -> impl Iterator<Item = &Arc<Change>> {
        iter::once(&self.change).chain(&self.deal)
    }

    /// Combines this commit with the next one, if this one ends a hand and the next one only deals; else returns this one alone.
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

    /// Combines this commit, which ends a hand at a table of a tournament, with the next one of the same table, which ends none.
    #[must_use]
    pub fn followed_by(self, next: Self) -> Self {
        let write = match (self.write, next.write) {
            (Write::Update { was, columns }, Write::Update { columns: of_next, .. }) => {
                Write::Update { was, columns: columns.max(of_next) }
            }
            (write, _) => write,
        };
        let mut both = self;
        both.sat_down.extend(next.sat_down);
        both.left.extend(next.left);
        both.bots.sat_down.extend(next.bots.sat_down);
        both.bots.left.extend(next.bots.left);
        Self { write, table: next.table, deal: Some(next.change), hand_started: next.hand_started, ..both }
    }

    /// Whether it ends a hand at a table of a tournament, whose director decides what follows.
    pub fn ends_hand_of_tournament(&self) -> bool {
        self.hand_ended.is_some() && self.table.is_of_tournament()
    }

    /// Whether the commit does nothing but deal a hand.
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

/// The cards of a seat that were shown to all seats before they were played, or without a play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredShownCards {
    /// The seat whose cards these are.
    pub seat: Seat,
    /// The cards.
    pub cards: Vec<Card>,
}

impl From<StoredShownCards> for ShownCards {
    fn from(StoredShownCards { seat, cards }: StoredShownCards) -> Self {
        Self { seat, cards }
    }
}

/// A hand that ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedHand {
    /// The identifier of the hand.
    pub id: HandId,
    /// The people who played it; `None` if it was not in memory.
    pub people: Option<Vec<PlayerId>>,
    /// The cards of the players that everyone at the table has seen.
    pub shown: Vec<StoredShownCards>,
}

/// The changes of a table's computer players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotSeating {
    /// The computer players who sit down.
    pub sat_down: Vec<PlayerId>,
    /// The computer players who leave.
    pub left: Vec<PlayerId>,
    /// The limits on computer players; `None` if none sits down.
    pub most: Option<MostBots>,
    /// The chips that each person won from computer players in the hand that ends; below 0 if they lost.
    pub won: Vec<(PlayerId, i64)>,
}

/// The largest numbers of computer players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MostBots {
    /// The largest number at all tables of the server.
    pub of_server: u64,
    /// The largest number at all tables of one host.
    pub of_host: u64,
}

/// At how many tables a person may sit or wait for a chair.
pub const MOST_SEATS: u64 = 16;

/// How the row of a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    /// The row is inserted.
    Open,
    /// The row is updated.
    Update {
        /// The version that the stored row must still have; otherwise another change came first, and nothing is written.
        was: Version,
        /// The columns that change.
        columns: Columns,
    },
}

/// The columns of a table that a change writes, apart from its version and its deadline. Most moves change nothing else, and some
/// columns are indexed, so unchanged columns are not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Columns {
    /// No column.
    None,
    /// The state, the current hand, and the number of free chairs.
    State,
    /// The columns of `State`, and whether the lobby lists the table and when it was closed.
    AndListed,
    /// All columns: also the host, the options and the invite code.
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
    /// The player who sent the request.
    pub player: PlayerId,
    /// The player's key, as sent.
    pub key: String,
    /// The digest of the request. Another request with the same key is refused.
    pub digest: [u8; 32],
    /// The table of the change that carried it out.
    pub table: TableId,
    /// The version of the table that the request led to.
    pub version: Version,
    /// The time of the request.
    pub at: Timestamp,
}
