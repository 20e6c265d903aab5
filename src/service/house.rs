//! What the card room is made of, and the one way in which its tables are read and written.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::{Mutex as TurnTaking, watch};

use super::change::Change;
use super::clock::{Clock, later};
use super::deadlines::Deadlines;
use super::dealer::Dealer;
use super::draft::Draft;
use super::errands::Errands;
use super::id::{HandId, TableId};
use super::refused::Refused;
use super::store::{Commit, Committed, HandRecord, Store};
use super::table::Table;
use super::tables::{Slot, Tables};
use super::timekeeping::RETRY;
use super::writer::Writer;

/// How often a write is judged again after somebody else was quicker.
pub(super) const MOST_TRIES: usize = 3;

/// What a room is made of.
pub(super) struct House {
    pub(super) store: Arc<dyn Store>,
    pub(super) stopping: watch::Sender<bool>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) dealer: Arc<dyn Dealer>,
    pub(super) writer: Writer,
    pub(super) tables: Tables,
    /// Held by whoever opens a table, from counting the tables of its host to writing one more.
    pub(super) opening: TurnTaking<()>,
    pub(super) errands: Errands,
    /// Held by whoever audits the house.
    pub(super) auditing: Arc<TurnTaking<()>>,
    pub(super) deadlines: Deadlines,
}

impl House {
    pub(super) fn draft<'a>(&'a self, table: &'a Table) -> Draft<'a> {
        Draft::new(table, self.clock.now(), &*self.dealer)
    }

    /// Writes a change and publishes the table after it; `None` where it has to be judged again. An error leaves
    /// its outcome unknown, so what is in memory is no longer trusted.
    pub(super) async fn write(
        &self,
        slot: &Slot,
        (commit, next): (Commit, Table),
    ) -> Result<Option<(Change, Arc<Table>)>, Refused> {
        let change = commit.change.clone();
        match self.writer.commit(commit).await.inspect_err(|_| slot.forget())? {
            Committed::Done => {
                let due = next.record.due_at;
                Ok(Some((change, self.publish(slot, next, due))))
            }
            Committed::Short => Err(Refused::NotEnoughChips),
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

    /// The table, for whoever does not write.
    pub(super) async fn read(&self, id: TableId) -> Result<(Arc<Slot>, Arc<Table>), Refused> {
        let slot = self.tables.slot(id);
        if let Some(table) = slot.table() {
            return Ok((slot, table));
        }
        let turn = slot.turn.lock().await;
        let table = self.load(&slot, id).await?;
        drop(turn);
        Ok((slot, table))
    }

    /// The table, for whoever holds its turn.
    pub(super) async fn load(&self, slot: &Slot, id: TableId) -> Result<Arc<Table>, Refused> {
        if let Some(table) = slot.table() {
            return Ok(table);
        }
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        let hand = match record.hand {
            Some(hand) => {
                let hand = self.hand(hand).await?;
                let changes = self.hand_changes(&hand).await?;
                Some((hand, changes))
            }
            None => None,
        };
        let table = Table::load(record, hand, self.clock.now()).map_err(Refused::from);
        let table = table.inspect_err(|refused| alarm(id, refused))?;
        // Were a moment that has passed set as it is, the clock would come at once, and again and again for as long as
        // nothing can be written.
        let now = self.clock.now();
        let due = table.record.due_at.map(|due| if due > now { due } else { later(now, RETRY) });
        Ok(self.publish(slot, table, due))
    }

    /// A hand.
    pub(super) async fn hand(&self, id: HandId) -> Result<HandRecord, Refused> {
        self.store.hand(id).await?.ok_or(Refused::NoSuchHand)
    }

    /// The changes of a hand, in order; other changes may lie between them.
    pub(super) async fn hand_changes(&self, hand: &HandRecord) -> Result<Vec<Change>, Refused> {
        const ROWS: u32 = 500;
        let last = hand.last_version.unwrap_or(u64::MAX);
        let mut changes: Vec<Change> = Vec::new();
        let mut after = hand.first_version.saturating_sub(1);
        loop {
            let page = self.store.changes(hand.table, after, ROWS).await?;
            let read = page.len();
            changes.extend(page.into_iter().filter(|change| change.version <= last));
            after = changes.last().map_or(after, |change| change.version);
            if read < ROWS as usize || after >= last {
                return Ok(changes);
            }
        }
    }
}

/// Says so aloud where a table's log does not fit its rules: only whoever runs the house can mend that.
pub(super) fn alarm(table: TableId, refused: &Refused) {
    if let Refused::OutOfOrder(misfit) = refused {
        tracing::error!(%table, %misfit, "the table is out of order");
    }
}
