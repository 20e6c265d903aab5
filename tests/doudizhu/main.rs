//! Dou Dizhu's rules, each named by a test.

#![allow(clippy::expect_used, clippy::panic, reason = "it is all test")]

mod complete;
mod everything;
mod hand;
mod naive;
mod presets;
mod tools;
mod traps;
mod wild;

#[path = "../shared/chance.rs"]
#[allow(dead_code, reason = "the fuzz and the laws use more of it")]
mod chance;
#[path = "../landlords/decks.rs"]
#[allow(dead_code, reason = "whole games over HTTP use more of it")]
mod decks;
