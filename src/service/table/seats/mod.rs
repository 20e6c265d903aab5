//! Those who sit at a table or wait for a chair.

pub mod bots;
pub mod emote;
pub mod gone;
pub mod rated_match;
mod resting;
pub mod waiting;
