//! The changing lobby: tables that are listed now, and tables that are not any more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::service::limits::client_network::ClientNetwork;
use crate::service::limits::permits::Permit;
use crate::service::room::card_room::CardRoom;
use crate::service::room::error::RoomError;
use crate::service::room::lobby_channel::LobbyChange;
use crate::service::room::quotas::stream_quota::WatchPermit;
use crate::service::room::room_core::RoomCore;
use crate::service::table::stored::record::{ListedTable, TableRecord};
use crate::service::table::time::later;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::message::{EndReason, LobbyMessage, Message};
use cardroom_rules::games::any::GameKind;

/// How long changes are collected: a busy server sends one message a second.
const REST: SignedDuration = SignedDuration::from_secs(1);

/// A follower of the lobby.
pub struct LobbyFollowing {
    core: Arc<RoomCore>,
    game: Option<GameKind>,
    changes: broadcast::Receiver<LobbyChange>,
    /// Changes to send; `None` for a table that is not listed any more.
    changed: BTreeMap<TableId, Option<Arc<ListedTable>>>,
    /// Tables whose presence has changed.
    visited: BTreeSet<TableId>,
    /// The number of watchers of each table, as last sent.
    watching: BTreeMap<TableId, u32>,
    /// When the next message is due.
    at: Timestamp,
    begun: bool,
    over: bool,
    _of_player: Option<Permit<PlayerId>>,
    _at_lobby: WatchPermit,
}

impl CardRoom {
    /// Follows the lobby, or one game in it, from now on. Each network leaves streams to others.
    pub fn follow_lobby(
        &self,
        player: Option<PlayerId>,
        network: Option<ClientNetwork>,
        game: Option<GameKind>,
    ) -> Result<LobbyFollowing, RoomError> {
        let core = &self.core;
        let of_player = player.map(|player| core.quotas.streams.acquire_of_player(player)).transpose()?;
        let at_lobby = core.quotas.streams.acquire_at_lobby(network.map(ClientNetwork::widest))?;
        Ok(LobbyFollowing {
            core: Arc::clone(core),
            game,
            changes: core.tables.lobby.subscribe(),
            changed: BTreeMap::new(),
            visited: BTreeSet::new(),
            watching: BTreeMap::new(),
            at: core.clock.now(),
            begun: false,
            over: false,
            _of_player: of_player,
            _at_lobby: at_lobby,
        })
    }
}

impl LobbyFollowing {
    /// The next message; `None` after the last. The first comes at once and is empty: the client requests the list after it, so
    /// that it misses nothing. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Message> {
        if self.over {
            return None;
        }
        if !std::mem::replace(&mut self.begun, true) {
            return Some(self.message());
        }
        let core = Arc::clone(&self.core);
        let mut stopping = core.stopping.subscribe();
        loop {
            // If the clock was set back, the moment is limited to a rest from now.
            let at = self.at.min(later(core.clock.now(), REST));
            tokio::select! {
                _ = stopping.wait_for(|&stopping| stopping) => return Some(self.end(EndReason::Draining)),
                change = self.changes.recv() => match change {
                    Ok(change) => {
                        self.note(change);
                        continue;
                    }
                    Err(RecvError::Lagged(_)) => return Some(self.end(EndReason::TooSlow)),
                    Err(RecvError::Closed) => return Some(self.end(EndReason::Draining)),
                },
                () = core.clock.sleep_until(at), if self.has_news() => {}
            }
            self.note_watchers().await;
            if !self.changed.is_empty() {
                return Some(self.message());
            }
        }
    }

    /// Whether there may be something to send.
    fn has_news(&self) -> bool {
        !(self.changed.is_empty() && self.visited.is_empty())
    }

    fn note(&mut self, change: LobbyChange) {
        let (id, game, table) = match change {
            LobbyChange::Listed(table) => (table.id, table.options.game.kind(), Some(table)),
            LobbyChange::Gone(id, game) => (id, game, None),
            LobbyChange::Presence(id) => {
                self.visited.insert(id);
                return;
            }
        };
        if self.game.is_none_or(|wanted| wanted == game) {
            self.changed.insert(id, table);
        }
    }

    /// Adds the tables whose number of watchers has changed.
    async fn note_watchers(&mut self) {
        while let Some(&id) = self.visited.first() {
            if !self.changed.contains_key(&id)
                && let Ok((_, table)) = self.core.tables.read(id).await
            {
                self.note_watched(&table.record);
            }
            self.visited.remove(&id);
        }
    }

    fn note_watched(&mut self, table: &TableRecord) {
        let watching = self.core.presence.watching(table.id, &table.state.chairs);
        if table.listed && self.watching.get(&table.id) != Some(&watching) {
            self.note(LobbyChange::Listed(Arc::new(table.clone().into())));
        }
    }

    fn message(&mut self) -> Message {
        let now = self.core.clock.now();
        self.at = later(now, REST);
        let (mut tables, mut gone) = (Vec::new(), Vec::new());
        for (id, table) in std::mem::take(&mut self.changed) {
            if let Some(table) = table {
                let watching = self.core.presence.watching(id, &table.seated);
                let summary = ListedTable::clone(&table).summary(watching);
                self.watching.insert(id, summary.watching);
                tables.push(summary);
            } else {
                self.watching.remove(&id);
                gone.push(id);
            }
        }
        Message::Lobby(LobbyMessage { tables, gone, now })
    }

    fn end(&mut self, reason: EndReason) -> Message {
        self.over = true;
        Message::end(reason)
    }
}
