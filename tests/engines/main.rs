//! The rules of every game, one named test for each.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

mod advice;
mod doudizhu;
mod holdem;
mod shengji;

#[path = "../support/deals/mod.rs"]
mod deals;
#[path = "../support/rng.rs"]
mod rng;
