//! All tables at once: their players' commands, their clock, and what each caller may read.

pub mod bots;
mod cache;
pub mod card_room;
pub mod clock;
pub mod commands;
pub mod error;
pub mod feed;
mod forgetting;
pub mod limits;
pub mod quotas;
pub mod reads;
mod room_core;
mod run_detached;
pub mod streams;
mod table_handle;
pub mod tournaments;
pub mod writer;
