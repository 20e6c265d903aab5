//! The rules of Hold'em, one named test for each, with the examples of the rule books.

#![allow(clippy::expect_used, clippy::panic, reason = "it is all test")]

mod betting;
mod blinds;
mod damage;
mod house;
mod overlay;
mod play;
mod positions;
mod showdown;
mod twice;
