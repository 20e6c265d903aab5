//! Prizes: the payout of each place, and the use of the pool if a tournament ends otherwise.

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
