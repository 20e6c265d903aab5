//! The rules as a calculator, without a table: nothing is stored, and nobody needs to sign in.

pub mod doudizhu;
pub mod holdem;
pub mod shengji;
