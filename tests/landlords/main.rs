//! Dou Dizhu over the real door: a server on port 0, three tokens, decks stacked by the test. Whole games, wrong input,
//! passes without being asked; and no answer ever holds a card that its asker may not know, the bottom cards above all.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking, and hands JSON on as it comes"
)]

#[path = "../shared/chance.rs"]
#[allow(dead_code, reason = "the fuzz and the laws use more of it")]
mod chance;
mod course;
mod decks;
mod games;
mod refusals;
#[path = "../support/mod.rs"]
mod support;
mod tools;
mod unasked;
