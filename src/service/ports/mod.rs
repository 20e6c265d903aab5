//! Ports: the traits for the database, the clock and randomness.

pub mod accounts;
pub mod blocks;
pub mod clock;
pub mod codes;
pub mod commits;
pub mod database_clock;
pub mod deletion;
pub mod entropy;
pub mod error;
pub mod friends;
pub mod hints;
pub mod history;
pub mod ledger;
pub mod players;
pub mod ratings;
pub mod refills;
pub mod sessions;
pub mod shared;
pub mod store;
pub mod tables;
pub mod tournaments;
