//! Players' streams, and who is connected.
//!
//! [`following`] follows one table, [`inbox`] all tables of a player, and [`lobby`] the list of tables. `presence` tracks the players
//! who are connected to each table.

pub mod cursor;
pub mod following;
pub mod inbox;
pub mod lobby;
pub(super) mod lobby_channel;
pub(super) mod player_snapshot;
pub(super) mod presence;
