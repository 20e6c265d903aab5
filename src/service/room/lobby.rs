//! The lobby as it changes: which tables are listed, and which are not any more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::card_room::CardRoom;
use super::error::RoomError;
use super::listing::Word;
use super::origins::Origin;
use super::shared::Shared;
use crate::service::counted::Place;
use crate::service::id::{PlayerId, TableId};
use crate::service::newcomers::PoolPlace;
use crate::service::table::message::{EndReason, LobbyMessage, Message};
use crate::service::table::record::{ListedTable, TableRecord};
use crate::service::table::refused::{Crowd, Refused};
use crate::service::table::time::later;
use cardroom_rules::games::any::GameKind;

/// How long it is gathered what changes, so that a busy house is one message a second.
const REST: SignedDuration = SignedDuration::from_secs(1);

/// Somebody who follows the lobby.
pub struct LobbyFollowing {
    shared: Arc<Shared>,
    game: Option<GameKind>,
    words: broadcast::Receiver<Word>,
    /// What is still to be told; a table that is listed no more is `None`.
    changed: BTreeMap<TableId, Option<Arc<ListedTable>>>,
    /// Where it has changed who is there since then.
    visited: BTreeSet<TableId>,
    /// How many watch the tables that were told.
    watching: BTreeMap<TableId, u32>,
    /// When it is told.
    at: Timestamp,
    begun: bool,
    over: bool,
    _of_player: Option<Place<PlayerId>>,
    _at_lobby: PoolPlace<()>,
}

impl CardRoom {
    /// Follows the lobby from now on, or the tables of one game in it. Those who ask from one place leave streams to others.
    pub fn follow_lobby(
        &self,
        player: Option<PlayerId>,
        origin: Option<Origin>,
        game: Option<GameKind>,
    ) -> Result<LobbyFollowing, RoomError> {
        let shared = &self.shared;
        let of_player = player.map(|player| shared.place_of(player)).transpose()?;
        let most = shared.bounds.streams_of_table;
        let full = Refused::TooManyStreams { of: Crowd::Lobby, most };
        let at_lobby = shared.streams_at_lobby.begin((), origin.map(Origin::place), most).ok_or(full)?;
        Ok(LobbyFollowing {
            shared: Arc::clone(shared),
            game,
            words: shared.listing.listen(),
            changed: BTreeMap::new(),
            visited: BTreeSet::new(),
            watching: BTreeMap::new(),
            at: shared.clock.now(),
            begun: false,
            over: false,
            _of_player: of_player,
            _at_lobby: at_lobby,
        })
    }
}

impl LobbyFollowing {
    /// The next message; `None` after the last. The first comes at once and is empty: what is listed is asked for after it,
    /// and nothing is missed. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Message> {
        if self.over {
            return None;
        }
        if !std::mem::replace(&mut self.begun, true) {
            return Some(self.message());
        }
        let shared = Arc::clone(&self.shared);
        let mut stopping = shared.stopping.subscribe();
        loop {
            // Unless the clock was set back, it is no further ahead.
            let at = self.at.min(later(shared.clock.now(), REST));
            tokio::select! {
                _ = stopping.wait_for(|&stopping| stopping) => return Some(self.end(EndReason::Draining)),
                word = self.words.recv() => match word {
                    Ok(word) => {
                        self.note(word);
                        continue;
                    }
                    Err(RecvError::Lagged(_)) => return Some(self.end(EndReason::TooSlow)),
                    Err(RecvError::Closed) => return Some(self.end(EndReason::Draining)),
                },
                () = shared.clock.sleep_until(at), if self.has_news() => {}
            }
            self.look_who_watches().await;
            if !self.changed.is_empty() {
                return Some(self.message());
            }
        }
    }

    /// Whether there may be something to tell.
    fn has_news(&self) -> bool {
        !(self.changed.is_empty() && self.visited.is_empty())
    }

    fn note(&mut self, word: Word) {
        let (id, game, table) = match word {
            Word::Listed(table) => (table.id, table.options.game.kind(), Some(table)),
            Word::Gone(id, game) => (id, game, None),
            Word::Presence(id) => {
                self.visited.insert(id);
                return;
            }
        };
        if self.game.is_none_or(|wanted| wanted == game) {
            self.changed.insert(id, table);
        }
    }

    /// Notes the tables that more watch than was told, or fewer.
    async fn look_who_watches(&mut self) {
        while let Some(&id) = self.visited.first() {
            if !self.changed.contains_key(&id)
                && let Ok((_, table)) = self.shared.read(id).await
            {
                self.note_watched(&table.record);
            }
            self.visited.remove(&id);
        }
    }

    fn note_watched(&mut self, table: &TableRecord) {
        let watching = self.shared.attendance.watching(table.id, &table.state.chairs);
        if table.listed && self.watching.get(&table.id) != Some(&watching) {
            self.note(Word::Listed(Arc::new(table.clone().into())));
        }
    }

    fn message(&mut self) -> Message {
        let now = self.shared.clock.now();
        self.at = later(now, REST);
        let (mut tables, mut gone) = (Vec::new(), Vec::new());
        for (id, table) in std::mem::take(&mut self.changed) {
            if let Some(table) = table {
                let summary = self.shared.summary(ListedTable::clone(&table));
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
