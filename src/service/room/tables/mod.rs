//! The tables: loaded from the store, locked while a change is made, and published to their followers.
//!
//! `cache` has a `table_handle` for each table in memory, and that has a `feed`: the [`published_table`] and its last changes.

pub mod authors_view;
pub(super) mod cache;
mod catching_up;
pub(super) mod feed;
pub(super) mod hand_log;
pub(super) mod minds;
pub mod published_table;
pub mod seen_by;
pub(super) mod seen_changes;
pub(super) mod table_handle;
pub(super) mod unheard;

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::{MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};

use self::cache::Cache;
use self::feed::PublishedChange;
use self::hand_log::hand_with_changes;
use self::minds::Minds;
use self::published_table::PublishedTable;
use self::table_handle::TableHandle;
use super::error::{Failed, RoomError};
use super::quotas::Quotas;
use super::writer::Writer;
use crate::service::ports::clock::Clock;
use crate::service::ports::store::Store;
use crate::service::room::caller::Caller;
use crate::service::room::deadlines::{Deadlines, RETRY};
use crate::service::room::lobby_channel::LobbyChannel;
use crate::service::room::presence::PresenceTracker;
use crate::service::room::presence::sharing::READ_LATELY;
use crate::service::table::catching_up::CLOCKS_DIFFER;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::record::HandRecord;
use crate::service::table::time::later;
use cardroom_api::id::{HandId, PlayerId, TableId};

/// The tables of the room.
pub(super) struct Tables {
    cache: Cache,
    pub(super) writer: Writer,
    /// Held for reading by each task that drafts a change, until the change is written; held for writing while the clock steps
    /// and the deadlines of all tables move with it. A task takes it before a table's lock, because the step waits for those
    /// locks. A task never takes it twice, because a waiting step lets no further reader in.
    stepping: RwLock<()>,
    /// Whether other servers may use the same database.
    pub(super) is_shared: bool,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    /// Since when this server runs: what it was down before does not count for the levels of tables.
    pub(super) runs_since: Timestamp,
    deadlines: Arc<Deadlines>,
    presence: PresenceTracker,
    pub(super) lobby: Arc<LobbyChannel>,
    quotas: Arc<Quotas>,
    minds: Arc<Minds>,
}

/// The right to change one table, until it is dropped. The clock does not step meanwhile.
pub(super) struct TableLock<'a> {
    _table: MutexGuard<'a, ()>,
    _no_step: RwLockReadGuard<'a, ()>,
}

impl Tables {
    pub(super) fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        deadlines: Arc<Deadlines>,
        presence: PresenceTracker,
        lobby: Arc<LobbyChannel>,
        quotas: Arc<Quotas>,
        minds: Arc<Minds>,
    ) -> Self {
        let writer = Writer::start(Arc::clone(&store));
        let (cache, stepping, is_shared) = (Cache::default(), RwLock::default(), store.shared().is_some());
        let runs_since = clock.now();
        Self {
            cache,
            writer,
            stepping,
            is_shared,
            store,
            clock,
            runs_since,
            deadlines,
            presence,
            lobby,
            quotas,
            minds,
        }
    }

    /// Waits until no other task changes the table, and the clock does not step.
    pub(super) async fn lock<'a>(&'a self, handle: &'a TableHandle) -> TableLock<'a> {
        let no_step = self.no_step().await;
        TableLock { _table: handle.write_lock.lock().await, _no_step: no_step }
    }

    /// Waits until the clock does not step; it does not until this is dropped. For a task that needs no table's lock.
    pub(super) async fn no_step(&self) -> RwLockReadGuard<'_, ()> {
        self.stepping.read().await
    }

    /// Waits until no change is drafted; none is until this is dropped.
    pub(super) async fn no_draft(&self) -> RwLockWriteGuard<'_, ()> {
        self.stepping.write().await
    }

    /// The handles of all tables in memory.
    pub(super) fn in_memory(&self) -> Vec<Arc<TableHandle>> {
        self.cache.all()
    }

    /// A table's handle, if it is in memory. This is no use of the table.
    pub(super) fn peek(&self, id: TableId) -> Option<Arc<TableHandle>> {
        self.cache.peek(id)
    }

    /// The tables that somebody on this server follows.
    pub(super) fn followed(&self) -> Vec<TableId> {
        self.cache.followed()
    }

    /// Drops every table in memory that names this player, so that it is read again.
    pub(super) async fn forget_name(&self, player: PlayerId) {
        for handle in self.in_memory() {
            // A table that is being read may just have read the old name, so this waits for the read.
            let may_name = handle.look(|feed| feed.table().is_none() || feed.names(player));
            if may_name {
                let _lock = handle.write_lock.lock().await;
                handle.forget_all();
            }
        }
    }

    /// Adds the handle of a new table.
    pub(super) fn add(&self, id: TableId, handle: Arc<TableHandle>) {
        self.cache.handle_or(id, handle);
    }

    /// The handle of a table that exists.
    pub(super) async fn handle(&self, id: TableId) -> Result<Arc<TableHandle>, RoomError> {
        match self.cache.get(id) {
            Some(handle) => Ok(handle),
            None if self.store.has_table(id).await? => Ok(self.cache.handle(id)),
            None => Err(Refused::NoSuchTable.into()),
        }
    }

    /// The table, for a caller that does not write.
    pub(super) async fn read(
        &self,
        id: TableId,
    ) -> Result<(Arc<TableHandle>, Arc<PublishedTable>), RoomError> {
        let handle = self.handle(id).await?;
        let table = self.read_in(&handle, id).await?;
        Ok((handle, table))
    }

    /// The same, for a caller with its handle.
    pub(super) async fn read_in(
        &self,
        handle: &TableHandle,
        id: TableId,
    ) -> Result<Arc<PublishedTable>, RoomError> {
        if let Some(table) = handle.table()
            && !self.is_behind(id, table.version()).await?
        {
            return Ok(table);
        }
        let _lock = handle.write_lock.lock().await;
        self.newest(handle, id).await
    }

    /// The table, if the caller may see it.
    pub(super) async fn open_to(
        &self,
        id: TableId,
        caller: &Caller,
    ) -> Result<(Arc<TableHandle>, Arc<PublishedTable>), RoomError> {
        let (handle, table) = self.read(id).await?;
        self.presence.read_others(&*self.store, &[id], READ_LATELY).await?;
        if table.is_open_to(caller.player, caller.invite_code.as_deref()) {
            Ok((handle, table))
        } else if table.keeps_deals_secret() {
            Err(Refused::DealsInPlay.into())
        } else {
            Err(Refused::InviteNeeded.into())
        }
    }

    /// The table, for a caller that holds its lock.
    pub(super) async fn load(
        &self,
        handle: &TableHandle,
        id: TableId,
    ) -> Result<Arc<PublishedTable>, RoomError> {
        match handle.table() {
            Some(table) => Ok(table),
            // Boxed: most callers find the table in memory, and their futures stay small.
            None => Box::pin(self.load_stored(handle, id)).await,
        }
    }

    /// The same, if it is not in memory.
    async fn load_stored(&self, handle: &TableHandle, id: TableId) -> Result<Arc<PublishedTable>, RoomError> {
        if self.is_shared { self.load_newest(handle, id).await } else { self.load_whole(handle, id).await }
    }

    /// The same, whatever was known of it before.
    async fn load_whole(&self, handle: &TableHandle, id: TableId) -> Result<Arc<PublishedTable>, RoomError> {
        let table = self.stored(id).await.inspect_err(|error| error.log_out_of_order(id))?;
        // If a past deadline were set as it is, the clock would look at once, again and again for as long as nothing can be
        // written.
        let now = self.clock.now();
        // The deadlines are those of the loaded table: if the clock was set back, nobody waits for the stored ones.
        let due = table.deadlines().min().map(|due| if due > now { due } else { later(now, RETRY) });
        let table = Arc::new(PublishedTable::new(Arc::new(table)));
        if self.is_shared {
            // The server that wrote the last change keeps its time, or any server once the table is overdue.
            self.deadlines.set(id, None);
        } else if due == table.record.due_at {
            self.deadlines.set_kept(id, due);
        } else {
            self.deadlines.set(id, due);
        }
        self.bring_forward_for_absent(&table);
        handle.change(|feed, _| feed.load(Arc::clone(&table)));
        Ok(table)
    }

    /// The stored table, with its hand replayed, or with the last hand.
    async fn stored(&self, id: TableId) -> Result<Table, RoomError> {
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        let hand = match (record.hand, record.state.last_hand) {
            (Some(hand), _) => Some(hand_with_changes(&*self.store, hand).await?),
            (None, Some(ended)) => self.ended_hand(id, ended).await?,
            (None, None) => None,
        };
        // Another server may have written more since the record was read.
        let hand = hand.map(|(mut hand, mut changes)| {
            changes.retain(|change| change.version <= record.version);
            hand.last_version = hand.last_version.filter(|&last| last <= record.version);
            (hand, changes)
        });
        let differ = if self.is_shared { CLOCKS_DIFFER } else { SignedDuration::ZERO };
        let mut table = Table::load(record, hand, later(self.clock.now(), differ))?;
        table.count_level_from(self.runs_since);
        Ok(table)
    }

    /// The last hand, to show how it ended; `None` if it is damaged, because the table goes on without it.
    async fn ended_hand(
        &self,
        table: TableId,
        id: HandId,
    ) -> Result<Option<(HandRecord, Vec<Change>)>, RoomError> {
        match hand_with_changes(&*self.store, id).await {
            Err(RoomError::Failed(error @ Failed::Damaged(_))) => {
                tracing::warn!(%table, hand = %id, %error, "the end of the last hand cannot be shown");
                Ok(None)
            }
            Err(RoomError::Refused(Refused::NoSuchHand)) => Ok(None),
            whole => whole.map(Some),
        }
    }

    /// Publishes changes to readers, followers and the clock.
    pub(super) fn publish(
        &self,
        handle: &TableHandle,
        before: Option<&PublishedTable>,
        changes: impl IntoIterator<Item = Arc<PublishedChange>>,
        table: &Arc<PublishedTable>,
    ) {
        self.deadlines.set_kept(table.record.id, table.record.due_at);
        self.bring_forward_for_absent(table);
        self.lobby.send_change(before.map(|table| &**table), table);
        handle.change(|feed, audience| feed.publish(Arc::clone(table), changes, audience));
    }

    /// Sets a deadline for a table with absent people. It is not stored, because presence is not.
    fn bring_forward_for_absent(&self, table: &Table) {
        if let Some(due) = table.deadlines_of_absent(&self.presence.gone(table)) {
            self.deadlines.bring_forward(table.record.id, due);
        }
    }
}
