//! Tournaments: seats, levels, prizes, pairings and ratings.
//!
//! - [`director`]: one tournament of Hold'em as a fold over its events.
//! - [`levels`]: blinds that rise, and the built-in structures.
//! - [`prizes`]: places, prizes, bounties, deals, tickets and refunds. Every amount is a whole number of chips, and the
//!   parts of a pool always sum to the pool.
//! - [`duplicate`]: matchpoints and stages of Dou Dizhu, whose tables all play the same deals.
//! - [`teams`]: Swiss pairing and brackets of Shengji, whose teams are two players.
//! - [`rating`]: ratings of players over many events.

pub mod director;
pub mod duplicate;
pub mod levels;
pub mod prizes;
pub mod rating;
pub mod teams;
