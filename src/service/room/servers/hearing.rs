//! Hints of the other servers. What waits for the database or for a table's lock waits beside them, so that the next hint is heard.

use std::sync::Arc;

use futures::StreamExt;
use tokio::time::timeout;

use crate::service::people::session_cache::Invalidate;
use crate::service::ports::error::StoreError;
use crate::service::ports::hints::{Heard, Hint};
use crate::service::ports::shared::SharedStore;
use crate::service::room::room_core::RoomCore;
use crate::service::room::servers::{PATIENCE, unanswered};
use cardroom_api::id::TableId;
use cardroom_api::table::change::Version;

/// How many tables catch up at once, and each of them: one catches up, and one more waits that may have come too late for it.
const MOST_CATCHING_UP: usize = 2;

/// How many tables of the lobby are read at once, and how many names are forgotten at once.
const AT_ONCE: usize = 4;

impl RoomCore {
    /// Hears the other servers, forever.
    pub(super) async fn hear(self: &Arc<Self>, shared: &dyn SharedStore) {
        let mut heard = shared.listen();
        while let Some(heard) = heard.recv().await {
            match heard {
                Heard::Hints(hints) => hints.into_iter().for_each(|hint| self.take_hint(hint)),
                Heard::Gap => {
                    self.server.gap_at_tables.notify_one();
                    self.server.gap_of_sign_ins.notify_one();
                }
            }
        }
        std::future::pending::<()>().await;
    }

    fn take_hint(self: &Arc<Self>, hint: Hint) {
        match hint {
            Hint::Table { id, version, lobby } => {
                self.follow_up(id, version);
                if lobby && self.tables.lobby.has_followers() {
                    self.server.changed_in_lobby.add(id);
                }
            }
            Hint::Player(player) => self.players.news.notify_here(player, ()),
            Hint::SignedOut(player, session) => {
                let what = session.map_or(Invalidate::Player(player), Invalidate::SignIn);
                self.players.session_cache.invalidate(what);
                self.players.session_cache.ended().notify_here(player, session);
            }
            Hint::Renamed(player) => {
                self.players.session_cache.invalidate(Invalidate::Looks(player));
                self.server.renamed.add(player);
            }
        }
    }

    /// Catches up with a version of a table, if somebody on this server follows it.
    pub(super) fn follow_up(self: &Arc<Self>, id: TableId, version: Version) {
        let Some(handle) = self.tables.peek(id).filter(|handle| handle.is_followed()) else { return };
        if handle.table().is_some_and(|table| table.version() >= version) {
            return;
        }
        let Some(permit) = self.server.catching_up.acquire(id, MOST_CATCHING_UP) else { return };
        let core = Arc::clone(self);
        tokio::spawn(async move {
            let _permit = permit;
            let _lock = handle.write_lock.lock().await;
            // Later hints may have come while this one waited, so the version of this one does not say enough.
            if let Err(error) = core.tables.newest(&handle, id).await {
                tracing::debug!(table = %id, error = &error as &dyn std::error::Error, "followers wait for the next look");
            }
        });
    }

    /// Shows followers of the lobby the tables that hints name, forever.
    pub(super) async fn show_changed_tables(&self) {
        let show = |id| async move {
            let shown = timeout(PATIENCE, self.send_listed(id)).await;
            if let Err(error) = shown.unwrap_or_else(|late| Err(unanswered(late))) {
                tracing::debug!(table = %id, error = &error as &dyn std::error::Error, "the lobby shows a table later");
            }
        };
        self.server.changed_in_lobby.stream().for_each_concurrent(AT_ONCE, show).await;
    }

    /// Drops tables that name renamed players, forever.
    pub(super) async fn forget_names(&self) {
        let forget = |player| self.tables.forget_name(player);
        self.server.renamed.stream().for_each_concurrent(AT_ONCE, forget).await;
    }

    /// Sends followers of the lobby what it shows of a table; returns whether there is such a table.
    pub(super) async fn send_listed(&self, id: TableId) -> Result<bool, StoreError> {
        let record = self.store.table(id).await?;
        let exists = record.is_some();
        if let Some(record) = record {
            self.tables.lobby.send_record(record);
        }
        Ok(exists)
    }
}
