//! New messages of a table: from memory, or from the log if the caller is behind.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use super::{Following, Logged};
use crate::service::ports::store::Store;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::tables::feed::PublishedChange;
use crate::service::room::tables::published_table::PublishedTable;
use crate::service::room::tables::seen_by::Audience;
use crate::service::room::tables::seen_changes::seen_changes;
use crate::service::room::tables::unheard::remove_unheard;
use crate::service::table::refused::Refused;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::{SeenChange, SeenEvent, Version};
use cardroom_api::table::event::TableEvent;
use cardroom_api::table::message::TableMessage;

/// How many changes a stream may fall behind while it is read. A client that reads more slowly has to start again.
const MOST_UNREAD: Version = 500;

impl Following {
    /// The changes since the last message: now, or the first that come within `wait`; if none come, the current table.
    pub(in crate::service::room) async fn message_within(
        &mut self,
        wait: Duration,
    ) -> Result<TableMessage, RoomError> {
        let over = tokio::time::sleep(wait);
        tokio::pin!(over);
        loop {
            if let Some(message) = self.next_changes().await? {
                return Ok(message);
            }
            tokio::select! {
                () = self.feed.changed() => {}
                _ = self.stopping.wait_for(|&stopping| stopping) => break,
                () = &mut over => break,
            }
        }
        self.current_table().await?.ok_or(Failed::Contended.into())
    }

    /// The current table, if the caller knows its version; else the changes since theirs.
    pub(super) async fn current_table(&mut self) -> Result<Option<TableMessage>, RoomError> {
        let (table, _) = self.published().await?;
        if self.after == Some(table.version()) {
            return Ok(Some(self.message(Vec::new(), Some(&table), table.version())));
        }
        self.next_changes().await
    }

    /// Everything that was published since the last message, up to a limit; `None` if there is nothing.
    pub(in crate::service::room) async fn next_changes(&mut self) -> Result<Option<TableMessage>, RoomError> {
        let (table, recent) = self.published().await?;
        if !table.is_open_to(self.caller.player, self.caller.invite_code.as_deref()) {
            return match self.changes_until_left(recent, table.version()).await? {
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
        remove_unheard(&*self.core.store, &mut changes, self.caller.player).await?;
        let table = (last == version).then_some(&*table);
        Ok(Some(self.message(changes, table, last)))
    }

    /// The changes up to where the caller left a table that is not open to them any more; `None` if they know them.
    async fn changes_until_left(
        &mut self,
        recent: Option<Vec<Arc<PublishedChange>>>,
        published: Version,
    ) -> Result<Option<TableMessage>, RoomError> {
        let Some((player, after)) = self.caller.player.zip(self.after) else { return Ok(None) };
        if published <= after {
            return Ok(None);
        }
        // The read in progress may end before the caller left.
        self.reading = None;
        let (mut changes, _) = match recent {
            Some(recent) => self.recalled(&recent, published),
            None => self.logged(after, published).await?,
        };
        let is_leaving = |event: &SeenEvent| matches!(event, SeenEvent::Table(TableEvent::Left { player: left, .. }) if *left == player);
        let left = changes.iter().position(|change| change.events.iter().any(is_leaving));
        let Some(left) = left else { return Ok(None) };
        changes.truncate(left + 1);
        remove_unheard(&*self.core.store, &mut changes, Some(player)).await?;
        let last = changes.last().map_or(after, |change| change.version);
        Ok(Some(self.message(changes, None, last)))
    }

    /// The table as it was last published, and its changes after the known version if they are in memory.
    async fn published(
        &mut self,
    ) -> Result<(Arc<PublishedTable>, Option<Vec<Arc<PublishedChange>>>), RoomError> {
        let in_memory = self.feed.look(|feed| {
            let table = feed.table()?;
            Some((Arc::clone(table), self.after.and_then(|after| feed.after(after))))
        });
        match in_memory {
            Some(published) => Ok(published),
            None => Ok((self.core.tables.read_in(self.feed.handle(), self.table).await?, None)),
        }
    }

    /// Changes that are in memory, and the last of them.
    fn recalled(&self, recent: &[Arc<PublishedChange>], published: Version) -> (Vec<SeenChange>, Version) {
        let seen = |published: &Arc<PublishedChange>| published.seen(self.caller.player, Audience::Shared);
        let changes: Vec<SeenChange> = recent.iter().take(self.most as usize).map(seen).collect();
        let last = changes.last().map_or(published, |change| change.version);
        (changes, last)
    }

    /// Changes of the log, none beyond what was published. They are read with a permit of the caller's fair queue, if there
    /// is one.
    async fn logged(&mut self, after: Version, published: Version) -> Result<Logged, RoomError> {
        let (table, most, player) = (self.table, self.most, self.caller.player);
        let Some(queue) = self.caller.queue.clone() else {
            return logged(&*self.core.store, table, after, published, most, player).await;
        };
        self.reading.take_if(|(from, _)| *from != after);
        let (_, reading) = self.reading.get_or_insert_with(|| {
            let core = Arc::clone(&self.core);
            let read =
                async move { queue.read(logged(&*core.store, table, after, published, most, player)).await };
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

/// Changes of a table's log after a version, none beyond what was published.
async fn logged(
    store: &dyn Store,
    table: TableId,
    after: Version,
    published: Version,
    most: u32,
    caller: Option<PlayerId>,
) -> Result<Logged, RoomError> {
    let mut changes = store.changes(table, after, most).await?;
    changes.retain(|change| change.version <= published);
    let last = changes.last().map(|change| change.version).ok_or(Failed::Contended)?;
    Ok((seen_changes(store, &changes, caller).await?, last))
}
