//! Players' streams: the tables that they follow, the lobby, and who is connected.

pub mod cursor;
pub mod following;
pub mod inbox;
pub(super) mod listing;
pub mod lobby;
pub(super) mod player_snapshot;
pub(super) mod presence;
