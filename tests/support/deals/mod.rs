//! Who is dealt what, as a test wants it.

#![allow(dead_code, reason = "each test takes what it needs")]

pub mod doudizhu;
pub mod shengji;
