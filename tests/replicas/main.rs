//! Several servers on one database of PostgreSQL, as processes that are killed and paused while clients play.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

mod agree;
mod checks;
mod fleet;
mod followers;
mod players;
mod relay;
mod rooms;
mod storm;

#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/process.rs"]
mod process;
#[path = "../support/unbounded.rs"]
mod unbounded;
