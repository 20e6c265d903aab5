//! Stacked decks for tests.

#![allow(dead_code, reason = "each test takes what it needs")]

pub mod doudizhu;
pub mod shengji;
