//! What happened at a table since the last message: from memory, or from the log for who is behind.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use super::{Following, Logged};
use crate::service::id::{PlayerId, TableId};
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::feed::Published;
use crate::service::room::shared::Shared;
use crate::service::table::change::{TableEvent, Version};
use crate::service::table::live::Table;
use crate::service::table::message::TableMessage;
use crate::service::table::refused::Refused;
use crate::service::table::seen_by::Audience;
use crate::service::table::view::{SeenChange, SeenEvent};

/// How many changes a stream may fall behind while it is read; who reads that slowly begins again.
const MOST_UNREAD: Version = 500;

impl Shared {
    /// Changes of a table's log after a version, none beyond what was published.
    async fn logged(
        &self,
        table: TableId,
        after: Version,
        published: Version,
        most: u32,
        asker: Option<PlayerId>,
    ) -> Result<Logged, RoomError> {
        let mut changes = self.store.changes(table, after, most).await?;
        changes.retain(|change| change.version <= published);
        let last = changes.last().map(|change| change.version).ok_or(Failed::Contended)?;
        Ok((self.seen(&changes, asker).await?, last))
    }
}

impl Following {
    /// What happened since the last message: now, or the first that comes within `wait`; where nothing does, the table as
    /// it is.
    pub(in crate::service::room) async fn message_within(
        &mut self,
        wait: Duration,
    ) -> Result<TableMessage, RoomError> {
        let over = tokio::time::sleep(wait);
        tokio::pin!(over);
        loop {
            if let Some(message) = self.what_happened().await? {
                return Ok(message);
            }
            tokio::select! {
                () = self.feed.changed() => {}
                _ = self.stopping.wait_for(|&stopping| stopping) => break,
                () = &mut over => break,
            }
        }
        self.as_it_is().await?.ok_or(Failed::Contended.into())
    }

    /// The table as it is, for an asker who knows its version; for others, what happened since theirs.
    pub(super) async fn as_it_is(&mut self) -> Result<Option<TableMessage>, RoomError> {
        let (table, _) = self.published().await?;
        if self.after == Some(table.version()) {
            return Ok(Some(self.message(Vec::new(), Some(&table), table.version())));
        }
        self.what_happened().await
    }

    /// Everything that was published since the last message, up to a bound; `None` where there is nothing.
    pub(in crate::service::room) async fn what_happened(
        &mut self,
    ) -> Result<Option<TableMessage>, RoomError> {
        let (table, recent) = self.published().await?;
        if !table.is_open_to(self.asker.player, self.asker.invite_code.as_deref()) {
            return match self.farewell(recent, table.version()).await? {
                Some(message) => Ok(Some(message)),
                None => Err(Refused::InviteNeeded.into()),
            };
        }
        let version = table.version();
        let Some(after) = self.after else {
            return Ok(Some(self.message(Vec::new(), Some(&table), version)));
        };
        if version <= after {
            self.caught_up = true;
            return Ok(None);
        }
        if self.caught_up && version - after > MOST_UNREAD {
            return Err(Failed::Behind.into());
        }
        let (mut changes, last) = match recent {
            Some(recent) => self.recalled(&recent, version),
            None => self.logged(after, version).await?,
        };
        self.shared.hush(&mut changes, self.asker.player).await?;
        let table = (last == version).then_some(&*table);
        Ok(Some(self.message(changes, table, last)))
    }

    /// What happened up to where the asker left a table that they may not look at any more; `None` where that is told.
    async fn farewell(
        &mut self,
        recent: Option<Vec<Arc<Published>>>,
        published: Version,
    ) -> Result<Option<TableMessage>, RoomError> {
        let Some((player, after)) = self.asker.player.zip(self.after) else { return Ok(None) };
        if published <= after {
            return Ok(None);
        }
        // What is being read may end before they left.
        self.reading = None;
        let (mut changes, _) = match recent {
            Some(recent) => self.recalled(&recent, published),
            None => self.logged(after, published).await?,
        };
        let is_leaving = |event: &SeenEvent| matches!(event, SeenEvent::Table(TableEvent::Left { player: left, .. }) if *left == player);
        let left = changes.iter().position(|change| change.events.iter().any(is_leaving));
        let Some(left) = left else { return Ok(None) };
        changes.truncate(left + 1);
        self.shared.hush(&mut changes, Some(player)).await?;
        let last = changes.last().map_or(after, |change| change.version);
        Ok(Some(self.message(changes, None, last)))
    }

    /// The table as it was last published, and its changes after what is known where they are in memory.
    async fn published(&mut self) -> Result<(Arc<Table>, Option<Vec<Arc<Published>>>), RoomError> {
        let in_memory = self.feed.look(|feed| {
            let table = feed.table()?;
            Some((Arc::clone(table), self.after.and_then(|after| feed.after(after))))
        });
        match in_memory {
            Some(published) => Ok(published),
            None => Ok((self.shared.read_in(self.feed.slot(), self.table).await?, None)),
        }
    }

    /// Changes that are in memory, and the last of them.
    fn recalled(&self, recent: &[Arc<Published>], published: Version) -> (Vec<SeenChange>, Version) {
        let seen = |published: &Arc<Published>| published.seen(self.asker.player, Audience::Shared);
        let changes: Vec<SeenChange> = recent.iter().take(self.most as usize).map(seen).collect();
        let last = changes.last().map_or(published, |change| change.version);
        (changes, last)
    }

    /// Changes of the log, none beyond what was published. Whoever is that far behind waits their turn.
    async fn logged(&mut self, after: Version, published: Version) -> Result<Logged, RoomError> {
        let (table, most, player) = (self.table, self.most, self.asker.player);
        let Some(share) = self.asker.share.clone() else {
            return self.shared.logged(table, after, published, most, player).await;
        };
        self.reading.take_if(|(from, _)| *from != after);
        let (_, reading) = self.reading.get_or_insert_with(|| {
            let shared = Arc::clone(&self.shared);
            let read = async move { share.read(shared.logged(table, after, published, most, player)).await };
            (after, AbortOnDropHandle::new(tokio::spawn(read.in_current_span())))
        });
        let read = tokio::select! {
            read = reading => read,
            _ = self.stopping.wait_for(|&stopping| stopping) => return Err(Failed::Stopping.into()),
        };
        self.reading = None;
        read.map_err(|_| Failed::Stopping)?
    }
}
