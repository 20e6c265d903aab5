//! The port for writing changes.

use std::ops::{Deref, Range};
use std::sync::Arc;

use async_trait::async_trait;

use super::error::StoreError;
use crate::service::table::stored::commit::Commit;
use crate::service::tournaments::stored::{CommitGroup, TournamentCommit};

/// Writes changes.
#[async_trait]
pub trait CommitStore: Send + Sync + 'static {
    /// Writes changes, all of them durable when this returns; the outcomes in the order of [`Batch::alone`] and then of
    /// [`Batch::groups`]. Each change of a table is written whole or not at all, and so is each group. A batch has at most one commit
    /// of each table, and one of each tournament. After an error the outcome of all of them is unknown.
    async fn commit(&self, batch: Arc<Batch>) -> Result<Vec<Committed>, StoreError>;
}

/// What is written in one transaction. It derefs to the changes of all tables.
#[derive(Clone, Default)]
#[allow(clippy::vec_box, reason = "a commit is large, and moves from queue to queue")]
pub struct Batch {
    /// The changes of all tables. Those of groups come last.
    commits: Vec<Box<Commit>>,
    groups: Vec<BatchedGroup>,
}

/// A change of a tournament, with the changes of its tables in the same batch.
#[derive(Clone)]
pub struct BatchedGroup {
    /// The change of the tournament.
    pub tournament: TournamentCommit,
    /// The change of the tournament whose entries it pays as prizes.
    pub target: Option<TournamentCommit>,
    /// The places in the batch of the changes of its tables.
    pub tables: Range<usize>,
}

impl BatchedGroup {
    /// The changes of its tournaments.
    pub fn tournaments(&self) -> impl Iterator<Item = &TournamentCommit> {
        [&self.tournament].into_iter().chain(&self.target)
    }
}

impl Batch {
    /// A batch of changes of tables.
    pub fn of(commits: impl IntoIterator<Item = Box<Commit>>) -> Self {
        Self { commits: commits.into_iter().collect(), groups: Vec::new() }
    }

    /// The same batch with one more group.
    pub fn push_group(&mut self, CommitGroup { tournament, target, tables }: CommitGroup) {
        let first = self.commits.len();
        self.commits.extend(tables);
        self.groups.push(BatchedGroup { tournament, target, tables: first..self.commits.len() });
    }

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.commits.is_empty() && self.groups.is_empty()
    }

    /// The changes of tables without a group.
    pub fn alone(&self) -> &[Box<Commit>] {
        let end = self.groups.first().map_or(self.commits.len(), |group| group.tables.start);
        self.commits.get(..end).unwrap_or_default()
    }

    /// The changes of all tournaments.
    pub fn tournaments(&self) -> impl Iterator<Item = &TournamentCommit> {
        self.groups.iter().flat_map(BatchedGroup::tournaments)
    }

    /// The changes of tournaments with those of their tables.
    pub fn groups(&self) -> &[BatchedGroup] {
        &self.groups
    }

    /// Batches with one outcome each, in the order of the outcomes.
    pub fn singles(&self) -> impl Iterator<Item = Self> {
        let alone = self.alone().iter().map(|commit| Self::of([commit.clone()]));
        alone.chain(self.groups.iter().map(|group| {
            let mut single = Self::default();
            let tables = self.commits.get(group.tables.clone()).unwrap_or_default().to_vec();
            let (tournament, target) = (group.tournament.clone(), group.target.clone());
            single.push_group(CommitGroup { tournament, target, tables });
            single
        }))
    }
}

impl Deref for Batch {
    type Target = [Box<Commit>];

    fn deref(&self) -> &[Box<Commit>] {
        &self.commits
    }
}

/// The outcome of a [`Commit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Committed {
    /// It is on disk.
    Done,
    /// The table has another version by now, or exists already; nothing happened.
    Fenced,
    /// The player has used the key before; nothing happened.
    KeyUsed,
    /// A wallet holds too little, or would hold more than [`MOST_CHIPS`]; nothing happened.
    ///
    /// [`MOST_CHIPS`]: cardroom_rules::games::game::MOST_CHIPS
    Short,
    /// The house has too few chips for the guarantee of a tournament; nothing happened.
    HouseShort,
    /// The player who sits down, or opens the table, has been deleted; nothing happened.
    NoSuchPlayer,
    /// The limit of computer players at all tables is reached; nothing happened.
    TooManyBots {
        /// How many may.
        most: u64,
    },
    /// The limit of computer players at the tables of this host is reached; nothing happened.
    TooManyBotsOfHost {
        /// How many may.
        most: u64,
    },
    /// The player's limit of chairs is reached; nothing happened.
    TooManySeats {
        /// How many one may have.
        most: u64,
    },
    /// An entrant's limit of open tournaments is reached; nothing happened.
    TooManyEntered {
        /// How many one may be in.
        most: u64,
    },
    /// The announcer's limit of open tournaments is reached; nothing happened.
    TooManyTournaments {
        /// How many one may have.
        most: u64,
    },
    /// The host's limit of open tables is reached; nothing happened.
    TooManyTables {
        /// How many one may have.
        most: u64,
    },
}
