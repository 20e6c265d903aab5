//! What the card room is made of, and the one way in which its tables are read and written.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::{Mutex as TurnTaking, watch};

use super::cache::{Cache, Slot};
use super::deadlines::{Deadlines, RETRY};
use super::error::{Failed, RoomError};
use super::in_flight::InFlight;
use super::writer::Writer;
use crate::service::id::{HandId, TableId};
use crate::service::ports::clock::Clock;
use crate::service::ports::commits::Committed;
use crate::service::ports::store::Store;
use crate::service::table::change::Change;
use crate::service::table::commit::Commit;
use crate::service::table::dealer::Dealer;
use crate::service::table::draft::Draft;
use crate::service::table::live::Table;
use crate::service::table::record::HandRecord;
use crate::service::table::refused::Refused;
use crate::service::table::time::later;

/// How often a write is judged again after somebody else was quicker.
pub(super) const MOST_TRIES: usize = 3;

/// What the card room is made of.
pub(super) struct Shared {
    pub(super) store: Arc<dyn Store>,
    pub(super) stopping: watch::Sender<bool>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) dealer: Arc<dyn Dealer>,
    pub(super) writer: Writer,
    pub(super) cache: Cache,
    pub(super) in_flight: InFlight,
    /// Held by whoever audits the house.
    pub(super) auditing: Arc<TurnTaking<()>>,
    pub(super) deadlines: Deadlines,
}

impl Shared {
    pub(super) fn draft<'a>(&'a self, table: &'a Table) -> Draft<'a> {
        Draft::new(table, self.clock.now(), &*self.dealer)
    }

    /// Writes a change and publishes the table after it; `None` where it has to be judged again. An error leaves
    /// its outcome unknown, so what is in memory is no longer trusted.
    pub(super) async fn write(
        &self,
        slot: &Slot,
        (commit, next): (Commit, Table),
    ) -> Result<Option<(Change, Arc<Table>)>, RoomError> {
        let change = commit.change.clone();
        match self.writer.commit(commit).await.inspect_err(|_| slot.forget())? {
            Committed::Done => {
                let due = next.record.due_at;
                Ok(Some((change, self.publish(slot, next, due))))
            }
            Committed::Short => Err(Refused::NotEnoughChips.into()),
            Committed::TooManyTables { most } => Err(Refused::TooManyTables { most }.into()),
            Committed::Fenced | Committed::KeyUsed => {
                slot.forget();
                Ok(None)
            }
        }
    }

    /// Makes a table known to whoever reads, waits, or keeps time.
    fn publish(&self, slot: &Slot, table: Table, due: Option<Timestamp>) -> Arc<Table> {
        let table = Arc::new(table);
        self.deadlines.set(table.record.id, due);
        slot.current.send_replace(Some(Arc::clone(&table)));
        table
    }

    /// The place of a table that exists. What does not exist takes no place.
    pub(super) async fn slot(&self, id: TableId) -> Result<Arc<Slot>, RoomError> {
        match self.cache.get(id) {
            Some(slot) => Ok(slot),
            None if self.store.has_table(id).await? => Ok(self.cache.place(id)),
            None => Err(Refused::NoSuchTable.into()),
        }
    }

    /// The table, for whoever does not write.
    pub(super) async fn read(&self, id: TableId) -> Result<(Arc<Slot>, Arc<Table>), RoomError> {
        let slot = self.slot(id).await?;
        if let Some(table) = slot.table() {
            return Ok((slot, table));
        }
        let turn = slot.turn.lock().await;
        let table = self.load(&slot, id).await?;
        drop(turn);
        Ok((slot, table))
    }

    /// The table, for whoever holds its turn.
    pub(super) async fn load(&self, slot: &Slot, id: TableId) -> Result<Arc<Table>, RoomError> {
        if let Some(table) = slot.table() {
            return Ok(table);
        }
        let table = self.revive(id).await.inspect_err(|error| alarm(id, error))?;
        // Were a moment that has passed set as it is, the clock would come at once, and again and again for as long as
        // nothing can be written.
        let now = self.clock.now();
        let due = table.record.due_at.map(|due| if due > now { due } else { later(now, RETRY) });
        Ok(self.publish(slot, table, due))
    }

    /// The table as it is kept, with its hand replayed.
    async fn revive(&self, id: TableId) -> Result<Table, RoomError> {
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        let hand = match record.hand {
            Some(hand) => {
                let hand = self.hand(hand).await?;
                let changes = self.hand_changes(&hand).await?;
                Some((hand, changes))
            }
            None => None,
        };
        Ok(Table::load(record, hand, self.clock.now())?)
    }

    /// A hand.
    pub(super) async fn hand(&self, id: HandId) -> Result<HandRecord, RoomError> {
        Ok(self.store.hand(id).await?.ok_or(Refused::NoSuchHand)?)
    }

    /// The changes of a hand, in order; other changes may lie between them.
    pub(super) async fn hand_changes(&self, hand: &HandRecord) -> Result<Vec<Change>, RoomError> {
        const ROWS: u32 = 500;
        let last = hand.last_version.unwrap_or(u64::MAX);
        let mut changes: Vec<Change> = Vec::new();
        let mut after = hand.first_version.saturating_sub(1);
        loop {
            // Not a row further: what came later may be damaged, and the hand is whole without it.
            let rows = u32::try_from(last.saturating_sub(after)).map_or(ROWS, |left| left.min(ROWS));
            let page = self.store.changes(hand.table, after, rows).await?;
            let read = page.len();
            changes.extend(page.into_iter().filter(|change| change.version <= last));
            after = changes.last().map_or(after, |change| change.version);
            if read < rows as usize || after >= last {
                return Ok(changes);
            }
        }
    }
}

/// Says so aloud where a table is out of order: only whoever runs the card room can mend that.
pub(super) fn alarm(table: TableId, error: &RoomError) {
    if let RoomError::Failed(error @ (Failed::OutOfOrder(_) | Failed::Damaged(_))) = error {
        tracing::error!(%table, error = error as &dyn std::error::Error, "the table is out of order");
    }
}
