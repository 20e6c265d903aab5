//! The card room below HTTP: on a real database, with a clock moved by hand, and decks and random numbers of the test's own.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

mod absence;
mod cache;
mod decisions;
mod dry_runs;
mod failures;

mod idle;
mod levels;
mod life;
mod pace;
mod play;
mod pure;
mod races;
mod results;
mod steps;
mod streams;
mod table_quota;
mod tables;
mod tournaments;
mod writer;

#[path = "../support/deals/mod.rs"]
mod deals;
#[path = "../support/manual.rs"]
mod manual;
#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/records.rs"]
mod records;
#[path = "../support/recount.rs"]
mod recount;
#[path = "../support/rng.rs"]
mod rng;
#[path = "../support/room.rs"]
mod room;
#[path = "../support/watched.rs"]
mod watched;
