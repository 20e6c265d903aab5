//! The plan of a run of the arena.

use super::contest::Terms;

/// The plan of a run: a contest, and how much of it is played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The contest.
    pub terms: Terms,
    /// Another strategy in the first player's place, compared on the same deals.
    pub instead: Option<String>,
    /// The command that starts the player `external`.
    pub external: Option<String>,
    /// The number of deals.
    pub deals: u64,
    /// For how many of them the same players stay. Then they are replaced by players who know nothing. A thread takes
    /// whole sessions, so no figure depends on the number of threads.
    pub session: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}
