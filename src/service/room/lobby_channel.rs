//! Changes of the lobby, sent to its followers.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use lru::LruCache;
use tokio::sync::broadcast;

use crate::service::lock::lock;
use crate::service::table::live::Table;
use crate::service::table::state::Sitting;
use crate::service::table::stored::record::{ListedTable, TableRecord};
use cardroom_api::id::TableId;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::GameKind;

/// How many changes may lie unread before a slow follower is disconnected.
const MOST_UNREAD: usize = 4_096;

/// Of how many tables it is known which version was sent last. Of another one, an older version may be shown for some seconds.
const MOST_SENT: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// A change of the lobby.
#[derive(Clone)]
pub(super) enum LobbyChange {
    /// A table is listed, or looks otherwise.
    Listed(Arc<ListedTable>),
    /// A table of this game is not listed any more.
    Gone(TableId, GameKind),
    /// Players have connected to or left a table, so the number of watchers may differ.
    Presence(TableId),
}

/// The channel of changes of the lobby.
pub(super) struct LobbyChannel {
    followers: broadcast::Sender<LobbyChange>,
    /// The versions of tables that were sent last: another server's change may be read before a later one of this server, and
    /// arrive after it. Held while a version is sent.
    sent: Mutex<LruCache<TableId, Version>>,
}

impl Default for LobbyChannel {
    fn default() -> Self {
        Self { followers: broadcast::Sender::new(MOST_UNREAD), sent: Mutex::new(LruCache::new(MOST_SENT)) }
    }
}

impl LobbyChannel {
    /// Everything from now on.
    pub(super) fn subscribe(&self) -> broadcast::Receiver<LobbyChange> {
        self.followers.subscribe()
    }

    /// Sends what a change of a table changes in the lobby.
    pub(super) fn send_change(&self, before: Option<&Table>, after: &Table) {
        if !self.has_followers() {
            return;
        }
        let before = before.map(|table| &table.record).filter(|record| record.listed);
        let after = &after.record;
        let change = match before {
            None if !after.listed => return,
            Some(_) if !after.listed => LobbyChange::Gone(after.id, after.options.game.kind()),
            Some(before) if looks_alike(before, after) => return,
            _ => LobbyChange::Listed(Arc::new(after.clone().into())),
        };
        self.send_version(after.id, after.version, change);
    }

    /// Sends that the presence at a table has changed.
    pub(super) fn send_presence(&self, table: TableId) {
        if self.has_followers() {
            self.send(LobbyChange::Presence(table));
        }
    }

    /// Whether somebody follows the lobby.
    pub(super) fn has_followers(&self) -> bool {
        self.followers.receiver_count() > 0
    }

    /// Sends what the lobby shows of a table, unless a later version was sent already.
    pub(super) fn send_record(&self, record: TableRecord) {
        let (id, version) = (record.id, record.version);
        let change = if record.listed && record.closed_at.is_none() {
            LobbyChange::Listed(Arc::new(record.into()))
        } else {
            LobbyChange::Gone(id, record.options.game.kind())
        };
        self.send_version(id, version, change);
    }

    /// Sends that the lobby does not show a table any more, because it does not exist.
    pub(super) fn send_gone(&self, table: TableId, game: GameKind) {
        self.send(LobbyChange::Gone(table, game));
    }

    fn send_version(&self, table: TableId, version: Version, change: LobbyChange) {
        let mut sent = lock(&self.sent);
        if sent.get(&table).is_none_or(|&last| last <= version) {
            sent.put(table, version);
            self.send(change);
        }
    }

    fn send(&self, change: LobbyChange) {
        // There are no followers any more.
        drop(self.followers.send(change));
    }
}

/// Whether the lobby shows both alike.
pub(super) fn looks_alike(before: &TableRecord, after: &TableRecord) -> bool {
    let shown = |record: &TableRecord| (record.free_seats, record.hand.is_some(), record.state.host);
    let sits = |chair: &Sitting| (chair.seat, chair.player);
    let seated_alike = before.state.chairs.iter().map(sits).eq(after.state.chairs.iter().map(sits));
    seated_alike && shown(before) == shown(after) && before.options == after.options
}

#[cfg(test)]
mod tests {
    use cardroom_api::id::TableId;
    use cardroom_rules::games::any::GameKind;
    use uuid::Uuid;

    use super::{LobbyChange, LobbyChannel};

    #[test]
    fn an_older_version_is_not_sent_after_a_newer_one() {
        let lobby = LobbyChannel::default();
        let mut follower = lobby.subscribe();
        let tables = [1, 2].map(|id| TableId(Uuid::from_u128(id)));
        for (table, version) in [(0, 3), (0, 2), (1, 1), (0, 3), (0, 4), (0, 1)] {
            let id = tables[table];
            lobby.send_version(id, version, LobbyChange::Gone(id, GameKind::Holdem));
        }
        let mut sent = Vec::new();
        while let Ok(LobbyChange::Gone(id, _)) = follower.try_recv() {
            sent.push(tables.iter().position(|&table| table == id));
        }
        assert_eq!(sent, [Some(0), Some(1), Some(0), Some(0)]);
    }
}
