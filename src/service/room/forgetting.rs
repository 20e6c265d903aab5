//! Dropping cached names of a player who was deleted or renamed.

use super::card_room::CardRoom;
use crate::service::people::session_cache::SessionCache;
use crate::service::ports::hints::Hint;
use crate::service::room::room_core::RoomCore;
use crate::service::topics::Topics;
use cardroom_api::id::PlayerId;

impl CardRoom {
    /// Drops every table in memory that names this player, so that it is read again. Chairs keep the name that the player sat
    /// down with.
    pub async fn forget_name(&self, player: PlayerId) {
        self.core.forget_name(player).await;
        if let Some(shared) = self.core.shared() {
            shared.hint(Hint::Renamed(player));
        }
    }

    /// The cache of sign-ins and looks that the room reads. Every write of either has to invalidate it.
    pub fn session_cache(&self) -> SessionCache {
        self.core.session_cache.clone()
    }

    /// Notifies players that something about them has changed.
    pub fn news(&self) -> Topics<PlayerId, ()> {
        self.core.news.clone()
    }
}

impl RoomCore {
    /// Drops every table in memory that names this player.
    pub(super) async fn forget_name(&self, player: PlayerId) {
        for handle in self.cache.all() {
            // A table that is being read may just have read the old name, so this waits for the read.
            let may_name = handle.look(|feed| feed.table().is_none() || feed.names(player));
            if may_name {
                let _lock = handle.write_lock.lock().await;
                handle.forget_all();
            }
        }
    }
}
