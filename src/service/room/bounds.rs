//! How much a room holds for those who come.

use super::bots::BotBounds;

/// How much a room holds for those who come.
#[derive(Clone, Copy, Debug)]
pub struct RoomBounds {
    /// Computer players.
    pub bots: BotBounds,
    /// The streams, sockets and waits of one player.
    pub streams_of_player: usize,
    /// Those that follow one table without a seat at it, and those that follow the lobby.
    pub streams_of_table: usize,
}

impl Default for RoomBounds {
    fn default() -> Self {
        Self { bots: BotBounds::default(), streams_of_player: 16, streams_of_table: 1_000 }
    }
}
