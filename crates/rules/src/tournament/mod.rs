//! Tournaments: who sits where, what they play for, and how it ends.
//!
//! - [`director`]: one tournament of Hold'em as a fold over its events.
//! - [`levels`]: blinds that rise, and the built-in structures.
//! - [`prizes`]: places, prizes, bounties, deals, tickets and refunds. Every amount is a whole number of chips, and the
//!   parts of a pool always sum to the pool.

pub mod director;
pub mod levels;
pub mod prizes;
