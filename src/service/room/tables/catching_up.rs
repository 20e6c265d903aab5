//! Tables that another server has changed: this one loads what is new, and publishes it to its own followers.

use std::sync::Arc;

use super::Tables;
use super::feed::PublishedChange;
use super::hand_log::stored_hand;
use super::published_table::PublishedTable;
use super::table_handle::TableHandle;
use crate::service::room::error::RoomError;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::record::{HandRecord, TableRecord};
use cardroom_api::id::TableId;
use cardroom_api::table::change::Version;

/// How many changes are loaded. If there are more, the whole table is loaded.
const MOST_CHANGES: u32 = 500;

impl Tables {
    /// Whether another server has changed a table since this version.
    pub(in crate::service::room) async fn is_behind(
        &self,
        id: TableId,
        version: Version,
    ) -> Result<bool, RoomError> {
        if !self.is_shared {
            return Ok(false);
        }
        let Some(shared) = self.store.shared() else { return Ok(false) };
        // Boxed: the futures of a server that is alone stay small.
        let found = Box::pin(shared.versions(&[id])).await?;
        Ok(found.first().is_none_or(|&(_, newest)| newest != version))
    }

    /// The table as it is in the database, for a caller that holds its lock.
    pub(in crate::service::room) async fn newest(
        &self,
        handle: &TableHandle,
        id: TableId,
    ) -> Result<Arc<PublishedTable>, RoomError> {
        if !self.is_shared {
            return self.load(handle, id).await;
        }
        if let Some(table) = handle.table()
            && !self.is_behind(id, table.version()).await?
        {
            return Ok(table);
        }
        Box::pin(self.load_newest(handle, id)).await
    }

    /// The same, if another server has changed it, or it is not in memory.
    pub(super) async fn load_newest(
        &self,
        handle: &TableHandle,
        id: TableId,
    ) -> Result<Arc<PublishedTable>, RoomError> {
        match self.catch_up(handle, id).await.inspect_err(|error| error.log_out_of_order(id))? {
            Some(table) => Ok(table),
            None => self.load_whole(handle, id).await,
        }
    }

    /// Makes the table from the one that was last known, if there is one and it can be made from that; its caller holds the lock.
    async fn catch_up(
        &self,
        handle: &TableHandle,
        id: TableId,
    ) -> Result<Option<Arc<PublishedTable>>, RoomError> {
        let Some(known) = handle.look(|feed| feed.last_known().cloned()) else { return Ok(None) };
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        if record.version == known.version() {
            handle.change(|feed, _| feed.load(Arc::clone(&known)));
            return Ok(Some(known));
        }
        if record.version < known.version() {
            // The database was restored from a copy.
            handle.forget_all();
            return Ok(None);
        }
        let Some(changes) = self.changes_between(&known, &record).await? else { return Ok(None) };
        let unknown = match known.unknown_hand(&record) {
            None => None,
            Some(hand) => {
                let hand = stored_hand(&*self.store, hand).await?;
                if hand.first_version <= known.version() {
                    return Ok(None);
                }
                Some(hand)
            }
        };
        match known.caught_up(record, &changes, unknown, self.clock.now()) {
            Ok(table) => Ok(Some(self.publish_foreign(handle, &known, table, changes))),
            // The whole table may still be in order.
            Err(error) => {
                tracing::warn!(table = %id, %error, "the table is loaded as a whole");
                Ok(None)
            }
        }
    }

    /// All changes after a table up to a record; `None` if they are too many.
    async fn changes_between(
        &self,
        known: &Table,
        record: &TableRecord,
    ) -> Result<Option<Vec<Arc<Change>>>, RoomError> {
        let news = record.version - known.version();
        if news > MOST_CHANGES.into() {
            return Ok(None);
        }
        let mut changes = self.store.changes(record.id, known.version(), MOST_CHANGES).await?;
        changes.retain(|change| change.version <= record.version);
        Ok((changes.len() as u64 == news).then(|| changes.into_iter().map(Arc::new).collect()))
    }

    /// Publishes changes of another server to followers. Their server keeps the table's time.
    fn publish_foreign(
        &self,
        handle: &TableHandle,
        known: &PublishedTable,
        table: Table,
        changes: Vec<Arc<Change>>,
    ) -> Arc<PublishedTable> {
        let table = Arc::new(known.after(Arc::new(table)));
        let hands: Vec<Arc<HandRecord>> =
            [known, &*table].into_iter().flat_map(|table| hands_of(table)).cloned().collect();
        let publish = |change: Arc<Change>| {
            let hand = hands.iter().find(|hand| change.hand == Some(hand.id)).cloned();
            (hand.is_some() || change.hand.is_none()).then(|| Arc::new(PublishedChange::of(change, hand)))
        };
        let published: Option<Vec<_>> = changes.into_iter().map(publish).collect();
        let left = known.record.state.chairs.iter().filter(|chair| chair.bot.is_some());
        let left = left.map(|chair| chair.player).filter(|&bot| table.sitting(bot).is_none());
        self.minds.forget(&left.collect::<Vec<_>>());
        self.quotas.follow(&table.record);
        self.deadlines.set(table.record.id, None);
        self.bring_forward_for_absent(&table);
        self.lobby.send_change(Some(known), &table);
        handle.change(|feed, audience| match published {
            Some(published) => feed.publish(Arc::clone(&table), published, audience),
            // A whole hand was played meanwhile: followers read the log.
            None => feed.load(Arc::clone(&table)),
        });
        table
    }
}

/// The hands that a table has in memory.
fn hands_of(table: &Table) -> impl Iterator<Item = &Arc<HandRecord>> {
    table.hand.as_ref().into_iter().chain(table.ended.as_deref()).map(|hand| &hand.record)
}
