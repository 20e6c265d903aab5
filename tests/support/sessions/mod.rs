//! Random tables, at which one hand leads to the next.

#![allow(dead_code, reason = "each test takes what it needs")]

pub mod doudizhu;
pub mod holdem;
pub mod shengji;
