//! What the room knows of players, apart from tables.

use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::error::RoomError;
use crate::service::id::IdSet;
use crate::service::people::player::Looks;
use crate::service::people::session_cache::SessionCache;
use crate::service::ports::store::Store;
use crate::service::room::streams::player_snapshot::PlayerSnapshots;
use crate::service::table::refused::Refused;
use crate::service::table::stored::commit::Commit;
use crate::service::table::stored::ledger::Account;
use crate::service::topics::Topics;
use cardroom_api::id::PlayerId;

/// What the room knows of players, apart from tables.
pub(super) struct RoomPlayers {
    /// The names and pictures of players are read from it.
    pub(super) session_cache: SessionCache,
    /// Notifies players that something about them has changed.
    pub(super) news: Topics<PlayerId, ()>,
    pub(super) snapshots: PlayerSnapshots,
}

impl RoomPlayers {
    /// Over this cache of players' looks; and the notifications that other servers need, if there may be any.
    pub(super) fn new(
        session_cache: SessionCache,
        is_shared: bool,
    ) -> (Self, UnboundedReceiver<(PlayerId, ())>) {
        let (relay, relayed) = mpsc::unbounded_channel();
        let news = if is_shared { Topics::relayed(relay) } else { Topics::default() };
        (Self { session_cache, news, snapshots: PlayerSnapshots::default() }, relayed)
    }

    /// The name and picture of a player.
    pub(super) async fn looks(&self, store: &dyn Store, player: PlayerId) -> Result<Looks, RoomError> {
        let looks = self.session_cache.looks(store, player).await?;
        Ok(looks.ok_or(Refused::NoSuchPlayer)?)
    }

    /// Notifies players of a change of their seats or chips.
    pub(super) fn notify(&self, players: IdSet<PlayerId>) {
        for player in players {
            self.news.notify(player, ());
        }
    }
}

/// The players whose seats, waits or wallets a commit changes.
pub(super) fn concerned(commit: &Commit) -> IdSet<PlayerId> {
    let wallets = commit.movements.iter().flat_map(|movement| [movement.debit, movement.credit]);
    let owners = wallets.filter_map(|account| match account {
        Account::Wallet(player) => Some(player),
        _ => None,
    });
    let came_or_went = [&commit.sat_down, &commit.left, &commit.waits, &commit.stops_waiting];
    owners.chain(came_or_went.into_iter().flatten().copied()).collect()
}
