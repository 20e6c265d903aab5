//! A player: their account, chips, friends, blocks and figures.

pub mod account;
pub mod blocks;
pub mod friends;
pub mod history;
pub mod ledger;
pub mod me;
pub mod others;
pub mod refill;
