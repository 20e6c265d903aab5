//! Dropping cached names of a player who was deleted or renamed.

use super::card_room::CardRoom;
use crate::service::people::session_cache::SessionCache;
use crate::service::topics::Topics;
use cardroom_api::id::PlayerId;

impl CardRoom {
    /// Drops every table in memory that names this player, so that it is read again. Chairs keep the name that the player sat
    /// down with.
    pub async fn forget_name(&self, player: PlayerId) {
        for handle in self.core.tables.in_memory() {
            // A table that is being read may just have read the old name, so this waits for the read.
            let may_name = handle.look(|feed| feed.table().is_none() || feed.names(player));
            if may_name {
                let _lock = handle.write_lock.lock().await;
                handle.forget_all();
            }
        }
    }

    /// The cache of sign-ins and looks that the room reads. Every write of either has to invalidate it.
    pub fn session_cache(&self) -> SessionCache {
        self.core.players.session_cache.clone()
    }

    /// Notifies players that something about them has changed.
    pub fn news(&self) -> Topics<PlayerId, ()> {
        self.core.players.news.clone()
    }
}
