//! Shengji's rules, each named by a test.

#![allow(clippy::expect_used, clippy::panic, reason = "it is all test")]

mod chips;
mod declaring;
mod following;
mod kitty;
mod leading;
mod options;
mod table;
mod text;
mod tricks;
mod work;

#[path = "../shared/chance.rs"]
#[allow(dead_code, reason = "the fuzz and the laws use more of it")]
mod chance;
