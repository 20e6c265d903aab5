//! How many streams, sockets and waits there may be: of one player, at one table, of one tournament, and of the lobby.

use crate::service::limits::permits::{Permit, PermitCounts};
use crate::service::limits::reserve::most_beside_reserve;
use crate::service::room::limits::RoomLimits;
use crate::service::table::refused::{Refused, StreamsOf};
use cardroom_api::id::{PlayerId, TableId, TournamentId};

/// How many streams there may be, and how many there are.
pub(in crate::service::room) struct StreamQuota {
    most_of_player: usize,
    most_of_table: usize,
    of_players: PermitCounts<PlayerId>,
    watching: PermitCounts<Watched>,
    watching_from: PermitCounts<(Watched, u128)>,
}

/// What a stream watches that has no chair there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Watched {
    Table(TableId),
    Tournament(TournamentId),
    Lobby,
}

/// The permit of a stream that watches a table or the lobby; given back when it is dropped.
pub(in crate::service::room) struct WatchPermit {
    _of_all: Permit<Watched>,
    _of_network: Option<Permit<(Watched, u128)>>,
}

impl StreamQuota {
    pub(in crate::service::room) fn new(limits: &RoomLimits) -> Self {
        Self {
            most_of_player: limits.streams_of_player,
            most_of_table: limits.streams_of_table,
            of_players: PermitCounts::default(),
            watching: PermitCounts::default(),
            watching_from: PermitCounts::default(),
        }
    }

    /// A permit of one more stream or wait of a player.
    pub(in crate::service::room) fn acquire_of_player(
        &self,
        player: PlayerId,
    ) -> Result<Permit<PlayerId>, Refused> {
        let most = self.most_of_player;
        self.of_players.acquire(player, most).ok_or(Refused::TooManyStreams { of: StreamsOf::Player, most })
    }

    /// A permit of one more stream, from this network or site, that follows a table without a chair at it.
    pub(in crate::service::room) fn acquire_at_table(
        &self,
        table: TableId,
        from: Option<u128>,
    ) -> Result<WatchPermit, Refused> {
        self.acquire(Watched::Table(table), from)
    }

    /// A permit of one more stream, from this network or site, that follows a tournament without an entry in it.
    pub(in crate::service::room) fn acquire_at_tournament(
        &self,
        tournament: TournamentId,
        from: Option<u128>,
    ) -> Result<WatchPermit, Refused> {
        self.acquire(Watched::Tournament(tournament), from)
    }

    /// A permit of one more stream, from this network or site, that follows the lobby.
    pub(in crate::service::room) fn acquire_at_lobby(
        &self,
        from: Option<u128>,
    ) -> Result<WatchPermit, Refused> {
        self.acquire(Watched::Lobby, from)
    }

    /// A part of the permits is reserved for networks with few.
    fn acquire(&self, watched: Watched, from: Option<u128>) -> Result<WatchPermit, Refused> {
        let whole = self.most_of_table;
        let of = match watched {
            Watched::Table(_) => StreamsOf::Table,
            Watched::Tournament(_) => StreamsOf::Tournament,
            Watched::Lobby => StreamsOf::Lobby,
        };
        let refused = Refused::TooManyStreams { of, most: whole };
        let most = most_beside_reserve(whole, self.watching.count(watched), whole);
        let of_network = match from {
            Some(from) => Some(self.watching_from.acquire((watched, from), most).ok_or(refused.clone())?),
            None => None,
        };
        let of_all = self.watching.acquire(watched, whole).ok_or(refused)?;
        Ok(WatchPermit { _of_all: of_all, _of_network: of_network })
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{RoomLimits, StreamQuota};
    use cardroom_api::id::TableId;

    #[test]
    fn each_table_and_the_lobby_have_their_own_limit() {
        let quota = StreamQuota::new(&RoomLimits { streams_of_table: 3, ..RoomLimits::default() });
        let [one, other] = [1, 2].map(|id| TableId(Uuid::from_u128(id)));
        let mut held: Vec<_> = (0..10).filter_map(|_| quota.acquire_at_table(one, None).ok()).collect();
        assert_eq!(held.len(), 3);
        assert!(quota.acquire_at_table(other, Some(7)).is_ok() && quota.acquire_at_lobby(Some(7)).is_ok());
        held.pop();
        assert!(quota.acquire_at_table(one, Some(7)).is_ok());
    }
}
