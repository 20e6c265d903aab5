//! Time: the `timekeeper` that does what is due, and hourly [`housekeeping`].

pub mod housekeeping;
pub(super) mod timekeeper;
