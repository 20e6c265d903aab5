//! The formulas of tournaments against those of another program.

pub mod events;
pub mod levels;
pub mod prizes;
