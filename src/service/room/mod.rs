//! All tables at once: their players' commands, their clock, and what each caller may read.

pub mod bots;
pub mod card_room;
pub mod clock;
pub mod commands;
pub mod error;
mod forgetting;
pub mod limits;
mod players;
pub mod quotas;
pub mod reads;
mod room_core;
mod run_detached;
pub mod streams;
pub mod tables;
mod write_probe;
pub mod writer;
