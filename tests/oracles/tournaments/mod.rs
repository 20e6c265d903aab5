//! The formulas of tournaments against those of another program.

pub mod balance;
pub mod events;
pub mod levels;
pub mod prizes;
