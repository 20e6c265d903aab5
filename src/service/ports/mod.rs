//! Ports: the traits for the database, the clock and randomness.

pub mod accounts;
pub mod blocks;
pub mod clock;
pub mod codes;
pub mod commits;
pub mod deletion;
pub mod entropy;
pub mod error;
pub mod friends;
pub mod history;
pub mod ledger;
pub mod players;
pub mod refills;
pub mod sessions;
pub mod store;
pub mod tables;
pub mod tournaments;
