//! Prizes: what a tournament pays, for which place, and what becomes of the pool if it ends otherwise.

pub mod bounties;
pub mod deal;
pub mod equity;
pub mod icm;
pub mod payouts;
pub mod placing;
mod race;
pub mod refund;
pub mod satellite;
pub mod shares;
mod subsets;
