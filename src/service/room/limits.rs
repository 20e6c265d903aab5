//! The limits of a room.

use super::bots::BotLimits;
use crate::service::people::rate_limiter::Rate;

/// The limits of a room.
#[derive(Clone, Copy, Debug)]
pub struct RoomLimits {
    /// Computer players.
    pub bots: BotLimits,
    /// Those at the tables of one address.
    pub bots_of_address: usize,
    /// Open tables of one address.
    pub tables_of_address: usize,
    /// Waiting players of one network at one table.
    pub waiting_of_address: usize,
    /// Seated players of one network at one public table.
    pub chairs_of_address: usize,
    /// How often computer players and the clock may move at the tables of one network,
    pub moves_of_address: Option<Rate>,
    /// and in a day.
    pub moves_of_address_a_day: Option<Rate>,
    /// The streams, sockets and waits of one player.
    pub streams_of_player: usize,
    /// Those that follow one table without a seat at it, and those that follow the lobby.
    pub streams_of_table: usize,
}

impl Default for RoomLimits {
    fn default() -> Self {
        Self {
            bots: BotLimits::default(),
            bots_of_address: usize::MAX,
            tables_of_address: usize::MAX,
            waiting_of_address: usize::MAX,
            chairs_of_address: usize::MAX,
            moves_of_address: None,
            moves_of_address_a_day: None,
            streams_of_player: 16,
            streams_of_table: 1_000,
        }
    }
}
