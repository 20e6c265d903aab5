//! All tables at once: their players' commands, their clock, and what each asker may read.

mod cache;
pub mod card_room;
pub mod deadlines;
pub mod error;
pub mod housekeeping;
mod idempotency;
mod in_flight;
pub mod reading;
mod shared;
mod timekeeping;
pub mod writer;
