//! The limits of a room: the numbers that the operator sets.

use crate::service::limits::rate_limiter::Rate;
use crate::service::table::stored::commit::MostBots;
use cardroom_rules::games::game::Chips;

/// The limits of computer players.
#[derive(Clone, Copy, Debug)]
pub struct BotLimits {
    /// How many may sit at all tables.
    pub most: u32,
    /// How many of them may sit at the tables of one host.
    pub most_of_host: u32,
    /// How many chips a player may win from them in a day (UTC); 0 is no limit.
    pub winnings_a_day: Chips,
}

impl BotLimits {
    /// The default limit of computer players at all tables.
    pub const MOST: u32 = 4_000;
}

impl Default for BotLimits {
    fn default() -> Self {
        Self { most: Self::MOST, most_of_host: 60, winnings_a_day: 100_000 }
    }
}

impl From<BotLimits> for MostBots {
    fn from(limits: BotLimits) -> Self {
        Self { of_server: limits.most.into(), of_host: limits.most_of_host.into() }
    }
}

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
