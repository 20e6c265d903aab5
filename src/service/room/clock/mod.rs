//! Deadlines, and what is done at them.

pub mod deadlines;
pub mod housekeeping;
pub(super) mod timekeeping;
