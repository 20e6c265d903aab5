//! Everything that concerns one player, in one stream: the tables where they sit, those they watch, and their chips.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::future::select_all;

use super::asker::Asker;
use super::card_room::CardRoom;
use super::cursor::{Cursor, MOST_TABLES};
use super::error::RoomError;
use super::following::{Following, Places};
use super::shared::Shared;
use crate::service::id::{PlayerId, TableId};
use crate::service::table::change::Version;
use crate::service::table::message::{EndMessage, EndReason, MeMessage, Message};
use crate::service::table::refused::Refused;
use crate::service::topics::Listener;

/// How many tables somebody may watch in one stream, beside those where they sit.
pub const MOST_WATCHED: usize = 16;

/// What a player's stream tells them.
pub struct Inbox {
    shared: Arc<Shared>,
    player: PlayerId,
    watched: Vec<TableId>,
    /// Where the player left off at tables that are not followed yet.
    left_off: BTreeMap<TableId, Version>,
    tables: Vec<Following>,
    /// Tables that the player has left, until everything up to then is told.
    left: Vec<Following>,
    news: Listener<PlayerId, ()>,
    told: Option<MeMessage>,
    stale: bool,
    over: bool,
    _places: Places,
}

impl CardRoom {
    /// Everything that concerns a player, from where the cursor says; with these tables, where they need not sit.
    pub async fn inbox(
        &self,
        player: PlayerId,
        watched: Vec<TableId>,
        cursor: Option<Cursor>,
    ) -> Result<Inbox, RoomError> {
        let mut tables = watched.clone();
        tables.sort();
        tables.dedup();
        if tables.len() > MOST_WATCHED {
            return Err(Refused::TooManyWatched { most: MOST_WATCHED }.into());
        }
        let left_off = match cursor {
            Some(cursor) if cursor.player != player => return Err(Refused::OthersCursor.into()),
            Some(cursor) => cursor.known,
            None => BTreeMap::new(),
        };
        let places = self.shared.places(Some(player), None)?;
        let mut inbox = Inbox {
            shared: Arc::clone(&self.shared),
            player,
            watched: Vec::new(),
            left_off,
            tables: Vec::new(),
            left: Vec::new(),
            news: self.shared.news.listen(player),
            told: None,
            stale: true,
            over: false,
            _places: places,
        };
        for table in tables {
            inbox.watch(table).await?;
        }
        Ok(inbox)
    }
}

impl Inbox {
    /// Watches one more table.
    pub async fn watch(&mut self, table: TableId) -> Result<(), RoomError> {
        if self.watched.len() >= MOST_WATCHED {
            return Err(Refused::TooManyWatched { most: MOST_WATCHED }.into());
        }
        if !self.watched.contains(&table) {
            self.follow(table).await?;
            self.watched.push(table);
        }
        Ok(())
    }

    /// Watches a table no longer; one where the player sits is still told of.
    pub fn unwatch(&mut self, table: TableId) {
        self.watched.retain(|watched| *watched != table);
        self.stale = true;
    }

    /// Where the stream has come to.
    pub fn cursor(&self) -> Cursor {
        let followed = self.tables.iter().chain(&self.left);
        let known = followed.filter_map(|table| Some((table.table(), table.known()?)));
        let left_off = self.left_off.iter().map(|(&table, &version)| (table, version));
        Cursor { player: self.player, known: left_off.chain(known).collect() }
    }

    /// The next message, once there is one; `None` after the last. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Message> {
        loop {
            if self.over {
                return None;
            }
            if let Some(message) = self.ready().await {
                return Some(message);
            }
            self.wait().await;
        }
    }

    /// The next message, where there is one now.
    pub(super) async fn ready(&mut self) -> Option<Message> {
        let message = match self.look().await {
            Ok(message) => message?,
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "a player's stream cannot go on");
                Message::end(EndReason::Unavailable)
            }
        };
        self.over |= matches!(message, Message::End(EndMessage { table: None, .. }));
        Some(message)
    }

    /// Returns when there may be a message.
    pub(super) async fn wait(&mut self) {
        let mut stopping = self.shared.stopping.subscribe();
        tokio::select! {
            _ = stopping.wait_for(|&stopping| stopping) => {}
            _ = self.news.hear() => self.stale = true,
            () = any(&mut self.tables) => {}
        }
    }

    async fn look(&mut self) -> Result<Option<Message>, RoomError> {
        if *self.shared.stopping.borrow() {
            return Ok(Some(Message::end(EndReason::Draining)));
        }
        if self.stale {
            let me = self.look_again().await?;
            self.stale = false;
            if self.told.as_ref().is_none_or(|told| (told.chips, &told.seated) != (me.chips, &me.seated)) {
                self.told = Some(me.clone());
                return Ok(Some(Message::Me(me)));
            }
        }
        while let Some(left) = self.left.last_mut() {
            if let Ok(Some(message)) = left.what_happened().await {
                return Ok(Some(Message::Table(Box::new(message))));
            }
            let (table, closed) = (left.table(), left.is_closed());
            self.left.pop();
            if closed {
                return Ok(Some(end_of(table, EndReason::TableClosed)));
            }
        }
        for place in 0..self.tables.len() {
            let Some(message) = self.tables[place].ready().await else { continue };
            if let Message::End(EndMessage { reason, .. }) = message {
                let table = self.tables.remove(place).table();
                self.watched.retain(|watched| *watched != table);
                return Ok(Some(end_of(table, reason)));
            }
            // The others come first the next time.
            self.tables.rotate_left(place + 1);
            return Ok(Some(message));
        }
        Ok(None)
    }

    /// Reads what concerns the player beside single tables, and follows the tables where they sit now.
    async fn look_again(&mut self) -> Result<MeMessage, RoomError> {
        let player = self.shared.store.player(self.player).await?.ok_or(Refused::NoSuchPlayer)?;
        let most = u32::try_from(MOST_TABLES - MOST_WATCHED).unwrap_or(u32::MAX);
        let seated = self.shared.store.seated(self.player, None, most).await?;
        let seated: Vec<TableId> = seated.into_iter().map(|record| record.id).collect();
        for &table in &seated {
            // One that is out of order, or crowded, does not hide the others.
            if let Err(error) = self.follow(table).await {
                tracing::debug!(%table, error = &error as &dyn std::error::Error, "a seat cannot be followed");
            }
        }
        let wanted = |table: TableId| seated.contains(&table) || self.watched.contains(&table);
        let (stay, go) =
            std::mem::take(&mut self.tables).into_iter().partition(|table| wanted(table.table()));
        self.tables = stay;
        self.left.extend::<Vec<_>>(go);
        // What was left behind while nobody listened is told to its end as well.
        while let Some((&table, &version)) = self.left_off.first_key_value() {
            let left = self.followed(table, Some(version)).await;
            self.left_off.remove(&table);
            self.left.extend(left.ok());
        }
        Ok(MeMessage { chips: player.chips, seated, now: self.shared.clock.now() })
    }

    /// Follows a table, from where the player left off.
    async fn follow(&mut self, table: TableId) -> Result<(), RoomError> {
        if self.tables.iter().any(|followed| followed.table() == table) {
            return Ok(());
        }
        let following = match self.followed(table, self.left_off.get(&table).copied()).await {
            // Its log is shorter than it was: what is known is worth nothing.
            Err(RoomError::Refused(Refused::Ahead { .. })) => self.followed(table, None).await?,
            following => following?,
        };
        self.left_off.remove(&table);
        self.tables.push(following);
        Ok(())
    }

    async fn followed(&self, table: TableId, after: Option<Version>) -> Result<Following, RoomError> {
        let places = self.shared.places(None, Some(table))?;
        let asker = Asker { player: Some(self.player), invite_code: None };
        Shared::follow(&self.shared, table, asker, after, places).await
    }
}

/// That the stream tells nothing more of this table.
fn end_of(table: TableId, reason: EndReason) -> Message {
    Message::End(EndMessage { table: Some(table), reason })
}

/// Returns when there may be a message of any of these.
async fn any(tables: &mut [Following]) {
    if tables.is_empty() {
        std::future::pending::<()>().await;
    }
    select_all(tables.iter_mut().map(|table| Box::pin(table.wait()))).await;
}
