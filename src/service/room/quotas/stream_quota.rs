//! How many streams, sockets and waits there may be: of one player, at one table, and of the lobby.

use crate::service::in_flight::{InFlight, InFlightPermit};
use crate::service::pools::{PoolPermit, Pools};
use crate::service::room::limits::RoomLimits;
use crate::service::table::refused::{Crowd, Refused};
use cardroom_api::id::{PlayerId, TableId};

/// How many streams there may be, and how many there are.
pub(in crate::service::room) struct StreamQuota {
    most_of_player: usize,
    most_of_table: usize,
    of_players: InFlight<PlayerId>,
    at_tables: Pools<TableId>,
    at_lobby: Pools<()>,
}

impl StreamQuota {
    pub(in crate::service::room) fn new(limits: &RoomLimits) -> Self {
        Self {
            most_of_player: limits.streams_of_player,
            most_of_table: limits.streams_of_table,
            of_players: InFlight::default(),
            at_tables: Pools::default(),
            at_lobby: Pools::default(),
        }
    }

    /// A permit for one more stream or wait of a player.
    pub(in crate::service::room) fn of_player(
        &self,
        player: PlayerId,
    ) -> Result<InFlightPermit<PlayerId>, Refused> {
        let most = self.most_of_player;
        self.of_players.begin(player, most).ok_or(Refused::TooManyStreams { of: Crowd::Player, most })
    }

    /// A permit for one more stream, from this network, that follows a table without a chair at it.
    pub(in crate::service::room) fn at_table(
        &self,
        table: TableId,
        network: Option<u128>,
    ) -> Result<PoolPermit<TableId>, Refused> {
        let most = self.most_of_table;
        let refused = Refused::TooManyStreams { of: Crowd::Table, most };
        self.at_tables.begin(table, network, most).ok_or(refused)
    }

    /// A permit for one more stream, from this network, that follows the lobby.
    pub(in crate::service::room) fn at_lobby(
        &self,
        network: Option<u128>,
    ) -> Result<PoolPermit<()>, Refused> {
        let most = self.most_of_table;
        let refused = Refused::TooManyStreams { of: Crowd::Lobby, most };
        self.at_lobby.begin((), network, most).ok_or(refused)
    }
}
