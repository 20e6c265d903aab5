//! What the service asks of the world: a database, the time, entropy.

pub mod accounts;
pub mod clock;
pub mod commits;
pub mod entropy;
pub mod error;
pub mod history;
pub mod ledger;
pub mod players;
pub mod sessions;
pub mod store;
pub mod tables;
