//! Shengji over the real door: a server on port 0, four tokens, decks stacked by the test. Whole matches, deals card by
//! card, wrong input; and no answer ever holds a card that its asker may not know, the kitty above all.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking, and hands JSON on as it comes"
)]

mod dealing;
mod decks;
mod refusals;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod whole;
