//! Changes of the lobby, sent to its followers.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::service::table::live::Table;
use crate::service::table::state::Sitting;
use crate::service::table::stored::record::{ListedTable, TableRecord};
use cardroom_api::id::TableId;
use cardroom_rules::games::any::GameKind;

/// How many changes may lie unread before a slow follower is disconnected.
const MOST_UNREAD: usize = 4_096;

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
pub(super) struct LobbyChannel(broadcast::Sender<LobbyChange>);

impl Default for LobbyChannel {
    fn default() -> Self {
        Self(broadcast::Sender::new(MOST_UNREAD))
    }
}

impl LobbyChannel {
    /// Everything from now on.
    pub(super) fn subscribe(&self) -> broadcast::Receiver<LobbyChange> {
        self.0.subscribe()
    }

    /// Sends what a change of a table changes in the lobby.
    pub(super) fn send_change(&self, before: Option<&Table>, after: &Table) {
        if self.0.receiver_count() == 0 {
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
        self.send(change);
    }

    /// Sends that the presence at a table has changed.
    pub(super) fn send_presence(&self, table: TableId) {
        if self.0.receiver_count() > 0 {
            self.send(LobbyChange::Presence(table));
        }
    }

    /// Whether somebody follows the lobby.
    pub(super) fn has_followers(&self) -> bool {
        self.0.receiver_count() > 0
    }

    /// Sends what the lobby shows of a table.
    pub(super) fn send_record(&self, record: TableRecord) {
        self.send(if record.listed && record.closed_at.is_none() {
            LobbyChange::Listed(Arc::new(record.into()))
        } else {
            LobbyChange::Gone(record.id, record.options.game.kind())
        });
    }

    /// Sends that the lobby does not show a table any more.
    pub(super) fn send_gone(&self, table: TableId, game: GameKind) {
        self.send(LobbyChange::Gone(table, game));
    }

    fn send(&self, change: LobbyChange) {
        // There are no followers any more.
        drop(self.0.send(change));
    }
}

/// Whether the lobby shows both alike.
pub(super) fn looks_alike(before: &TableRecord, after: &TableRecord) -> bool {
    let shown = |record: &TableRecord| (record.free_seats, record.hand.is_some(), record.state.host);
    let sits = |chair: &Sitting| (chair.seat, chair.player);
    let seated_alike = before.state.chairs.iter().map(sits).eq(after.state.chairs.iter().map(sits));
    seated_alike && shown(before) == shown(after) && before.options == after.options
}
