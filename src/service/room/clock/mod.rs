//! Time: the [`deadlines`] of all tables, the `timekeeper` that does what is due, and hourly [`housekeeping`].

pub mod deadlines;
pub mod housekeeping;
pub(super) mod timekeeper;
