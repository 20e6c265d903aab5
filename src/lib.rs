//! Cardroom: a self-hosted card-game backend.
//!
//! Floors, from the ground up; imports only point down, and siblings never meet:
//!
//! 1. [`cards`]: what all games share, without rules.
//! 2. [`games`]: the rules, pure; one hand is a fold over its events.
//! 3. [`bots`]: computer players, which know what a player in their seat knows.
//! 4. [`service`]: players, tables, hands, clocks, and who may see what. Its ports are filled from above. Beside it the
//!    [`arena`]: computer players against each other, off-line.
//! 5. [`store`] (SQL) and [`http`] (REST), which never meet.
//!
//! `play` is a client for the terminal, which knows nothing of the house but its wire; a server-only build leaves it out.
//! [`load`] is one that plays as fast as a server answers, to measure it.
//!
//! [`config`] reads flags and environment once, for the binary.

pub mod arena;
pub mod bots;
pub mod cards;
pub mod config;
pub mod games;
pub mod http;
pub mod load;
#[cfg(feature = "play")]
pub mod play;
pub mod service;
pub mod store;
