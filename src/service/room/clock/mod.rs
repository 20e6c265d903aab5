//! Deadlines, and what is done at them.

pub mod deadlines;
pub mod housekeeping;
mod timekeeping;
