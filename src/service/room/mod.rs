//! All tables at once: their players' commands, their clock, and what each caller may read.
//!
//! - [`card_room`] is the room as the rest of the server knows it. Each folder adds its own methods to it.
//! - `room_core` is what the folders share, and the one way in which a change is drafted, written and published.
//! - [`tables`] has the tables in memory, with their locks, their last changes and their followers.
//! - [`commands`] carries out what players and the operator ask for.
//! - [`clock`] does what is due: decisions that are late, pauses that are over, deals.
//! - [`bots`] lets computer players think and move.
//! - [`reads`] answers what does not change anything.
//! - [`streams`] follows tables, the lobby and players, and tracks who is connected.
//! - `servers` works with other servers of the same database: hints, looks, and turns at deadlines.
//! - [`quotas`] has the limits of players, tables and networks, and the permits in use.
//! - [`writer`] writes the commits of all tables in batches.

pub mod bots;
pub mod card_room;
pub mod clock;
pub mod commands;
pub mod error;
pub mod limits;
mod players;
pub mod quotas;
pub mod reads;
mod room_core;
mod run_detached;
mod servers;
pub mod streams;
pub mod tables;
pub mod tournaments;
mod write_probe;
pub mod writer;
