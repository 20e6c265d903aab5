//! Tournaments: announcing, finding, reading, entering and cancelling them.

pub mod announcing;
pub mod following;
pub mod list;
pub mod registrations;
