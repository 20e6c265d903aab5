//! The laws that every game keeps, each generic over `Game`; random hands, counted; and the laws of the source
//! and of its documents.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and prints its counts"
)]

mod any;
mod architecture;
mod bots;
mod deploy;
mod documents;
mod doudizhu;
mod fuzz_doudizhu;
mod fuzz_holdem;
mod fuzz_shengji;
mod holdem;
mod last_action;
mod law;
mod secrecy;
mod shengji;
mod source;
mod tally;
mod toy;
mod witness;
mod words;

#[path = "../support/allocations.rs"]
mod allocations;
#[path = "../support/recount.rs"]
mod recount;
#[path = "../support/rng.rs"]
mod rng;
#[path = "../support/sessions/mod.rs"]
mod sessions;
