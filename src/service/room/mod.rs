//! All tables at once: their players' commands, their clock, and what each caller may read.
//!
//! - [`card_room`] is the room as the rest of the server knows it. Each folder adds its own methods to it.
//! - `room_core` is what the folders share, and the one way in which a change is drafted, written and published.
//! - [`writer`] writes the commits of all tables in batches.
//! - [`deadlines`] are those of all tables. `lobby_channel` sends what changes in the lobby.
//! - [`limits`] are the numbers that the operator sets.
//!
//! "The folders of the room" in `docs/architecture.md` says what each folder does, and on which others it stands.

mod bots;
pub mod caller;
pub mod card_room;
pub mod clock;
pub mod commands;
pub mod deadlines;
pub mod error;
pub mod limits;
mod lobby_channel;
mod players;
mod presence;
mod quotas;
pub mod reads;
mod room_core;
mod run_detached;
mod servers;
pub mod streams;
pub mod tables;
pub mod tournaments;
mod write_probe;
pub mod writer;
