//! Several servers on one database of PostgreSQL, as processes that are killed, paused and cut off while clients play. The database itself
//! crashes, and its standby takes its place.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a test fails by panicking"
)]

mod agree;
mod checks;
mod cluster;
mod cut_off;
mod deadlines;
mod entrants;
mod fleet;
mod followers;
mod kinds;
mod log;
mod lost_hints;
mod players;
mod rooms;
mod speed;
mod storm;
mod tournaments;

#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/prizes.rs"]
mod prizes;
#[path = "../support/process.rs"]
mod process;
#[path = "../support/relay.rs"]
mod relay;
#[path = "../support/unbounded.rs"]
mod unbounded;
