//! A change and all that goes with it.

use std::iter;
use std::sync::Arc;

use jiff::Timestamp;

use super::change::{Change, Version};
use super::figures::Counted;
use super::ledger::Movement;
use super::live::Table;
use super::my_hands::ShownCards;
use super::record::{HandRecord, TableRecord};
use crate::service::id::{HandId, PlayerId, TableId};

/// One change, or two, and all that goes with them: it happens whole, or not at all.
#[derive(Clone, Debug)]
pub struct Commit {
    /// What becomes of the table's row.
    pub write: Write,
    /// The table after all of it.
    pub table: Arc<Table>,
    /// The change.
    pub change: Arc<Change>,
    /// The one behind it, which deals the next hand: where a table waits for nothing between hands.
    pub deal: Option<Arc<Change>>,
    /// How many open tables its host may have, this one included; `None` where the host was it before.
    pub most_hosted: Option<u64>,
    /// The hand that it deals.
    pub hand_started: Option<Arc<HandRecord>>,
    /// The hand that it ends.
    pub hand_ended: Option<EndedHand>,
    /// What that adds to the figures of the people who played it.
    pub counted: Vec<Counted>,
    /// Which people sit down.
    pub sat_down: Vec<PlayerId>,
    /// Which people leave the table.
    pub left: Vec<PlayerId>,
    /// Who begins to wait for a chair.
    pub waits: Vec<PlayerId>,
    /// Who waits no longer.
    pub stops_waiting: Vec<PlayerId>,
    /// What becomes of its computer players.
    pub bots: Bots,
    /// The chips that it moves. Wallets move with it.
    pub movements: Vec<Movement>,
    /// The request that it does, where that has an idempotency key.
    pub request: Option<DoneRequest>,
}

impl Commit {
    /// Its changes, in order.
    pub fn changes(&self) -> impl Iterator<Item = &Arc<Change>> {
        iter::once(&self.change).chain(&self.deal)
    }

    /// The same with what follows it, where it ends a hand and that does nothing but deal the next one; else alone.
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

    /// Whether it deals a hand, and does nothing else beside its change.
    fn only_deals(&self) -> bool {
        let Self { hand_started, hand_ended, most_hosted, bots, movements, request, .. } = self;
        let Self { counted, sat_down, left, waits, stops_waiting, deal, .. } = self;
        let persons = [sat_down, left, waits, stops_waiting];
        hand_started.is_some()
            && (hand_ended, most_hosted, request, deal) == (&None, &None, &None, &None)
            && persons.iter().all(|persons| persons.is_empty())
            && (movements.is_empty() && counted.is_empty() && *bots == Bots::default())
    }
}

/// A hand that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedHand {
    /// Which.
    pub id: HandId,
    /// The people who played it; `None` where it was not in memory.
    pub people: Option<Vec<PlayerId>>,
    /// What everybody had seen of its players' cards.
    pub shown: Vec<ShownCards>,
}

/// What a change does to the computer players of the house.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bots {
    /// Which sit down.
    pub sat_down: Vec<PlayerId>,
    /// Which leave.
    pub left: Vec<PlayerId>,
    /// How many may sit; `None` where none sits down.
    pub most: Option<MostBots>,
    /// What people won of them in the hand that it ends; below 0 where they lost.
    pub won: Vec<(PlayerId, i64)>,
}

/// How many computer players may sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MostBots {
    /// At all tables of the house.
    pub of_house: u64,
    /// At all tables of one host.
    pub of_host: u64,
}

/// At how many tables a person may sit, or wait for a chair.
pub const MOST_SEATS: u64 = 16;

/// What becomes of a table's row.
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

/// The columns of a table that a change writes, beside its version and when the clock has to look at it next. Most moves
/// change nothing else, and indexes hang on some of them: what stays is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Columns {
    /// None.
    None,
    /// Its state, which hand is being played, and how many chairs are free.
    State,
    /// And whether the lobby shows it, and since when it is closed.
    AndListed,
    /// And who is its host, what it is played by, and what lets players in.
    All,
}

impl Columns {
    /// Those in which two records of a table differ.
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

/// That a player's request with an idempotency key has been done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoneRequest {
    /// Who asked.
    pub player: PlayerId,
    /// Their key, as sent.
    pub key: String,
    /// The digest of what they asked for; another request under the same key is refused.
    pub digest: [u8; 32],
    /// Which change did it: where.
    pub table: TableId,
    /// Which change did it.
    pub version: Version,
    /// When.
    pub at: Timestamp,
}
