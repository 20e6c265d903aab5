//! Forgetting what a player was called, once they are deleted or called otherwise.

use super::card_room::CardRoom;
use crate::service::id::PlayerId;
use crate::service::topics::Topics;

impl CardRoom {
    /// Lets go of every table in memory that names this player, so that it is read again. Whoever sits at one keeps the
    /// name they sat down with.
    pub async fn forget_name(&self, player: PlayerId) {
        for slot in self.shared.cache.all() {
            // A table that is being read may have been told the name a moment ago, so whoever reads it is waited for.
            let may_name = slot.look(|feed| feed.table().is_none() || feed.names(player));
            if may_name {
                let _turn = slot.turn.lock().await;
                slot.forget_all();
            }
        }
    }

    /// Word to players that something about them has changed.
    pub fn news(&self) -> Topics<PlayerId, ()> {
        self.shared.news.clone()
    }
}
