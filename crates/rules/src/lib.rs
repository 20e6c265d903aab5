//! The rules of Texas Hold'em, Dou Dizhu and Shengji.
//!
//! - [`cards`]: what all games share, without rules.
//! - [`games`]: the rules. One hand is a fold over its events, see [`Game`](games::game::Game).
//! - [`tournament`]: levels, prizes, pairings and ratings of tournaments.
//!
//! Nothing here has a clock, randomness, IO or async code.

pub mod cards;
pub mod games;
pub mod tournament;
