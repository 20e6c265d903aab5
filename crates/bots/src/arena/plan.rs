//! What to run.

use super::contest::Terms;

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which contest.
    pub terms: Terms,
    /// Who else plays the first player's part, to be compared on the same deals.
    pub instead: Option<String>,
    /// How to start the player `external`.
    pub external: Option<String>,
    /// How many deals.
    pub deals: u64,
    /// How many of them the same players play; then others sit down that know nothing. Threads take whole sessions, so that
    /// no figure depends on how many threads there are.
    pub session: u64,
    /// What all chance follows from.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
}
