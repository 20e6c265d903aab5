//! All tables at once: their players' commands, their clock, and what each asker may read.

mod apart;
pub mod asker;
mod bot_play;
pub mod bots;
mod cache;
pub mod card_room;
mod counted;
pub mod cursor;
pub mod deadlines;
pub mod error;
pub mod feed;
pub mod following;
mod forgetting;
mod history;
pub mod housekeeping;
mod idempotency;
pub mod inbox;
mod judging;
mod listing;
pub mod lobby;
mod presence;
pub mod quick_seat;
pub mod reading;
mod shared;
mod timekeeping;
pub mod writer;
