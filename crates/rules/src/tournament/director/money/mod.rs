//! The money of a tournament: the pool, places, bounties and deals.

pub mod account;
pub mod agreement;
pub mod payout;
pub mod ranks;
