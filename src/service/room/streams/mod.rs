//! Players' streams.
//!
//! [`following`] follows one table, [`inbox`] all tables of a player, and [`lobby`] the list of tables.

pub mod cursor;
pub mod following;
pub mod inbox;
pub mod lobby;
pub(super) mod player_snapshot;
mod snapshot_reads;
