//! The card room: every table, its players' commands, its clock, and what each asker may read.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::change::{Author, Change};
use super::clock::Clock;
use super::command::{Command, Key};
use super::deadlines::Deadlines;
use super::dealer::Dealer;
use super::draft::Draft;
use super::id::{HandId, PlayerId, TableId};
use super::refused::Refused;
use super::replies::Keyed;
use super::store::{Commit, Committed, HandRecord, Store, StoreError};
use super::table::Table;
use super::table_options::TableOptions;
use super::tables::{Slot, Tables};
use super::view::{SeenChange, TableAnswer};
use super::writer::Writer;

/// How often a write is judged again after somebody else was quicker.
pub(super) const MOST_TRIES: usize = 3;

/// The card room. Cheap to clone; all clones are the same room.
#[derive(Clone)]
pub struct Room {
    pub(super) house: Arc<House>,
    clockwork: Arc<Mutex<Option<JoinHandle<()>>>>,
}

/// What a room is made of.
pub(super) struct House {
    pub(super) store: Arc<dyn Store>,
    pub(super) stopping: watch::Sender<bool>,
    pub(super) clock: Arc<dyn Clock>,
    dealer: Arc<dyn Dealer>,
    writer: Writer,
    pub(super) tables: Tables,
    pub(super) deadlines: Deadlines,
}

impl Room {
    /// Opens the doors: takes up every deadline that was kept.
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dealer: Arc<dyn Dealer>,
    ) -> Result<Self, StoreError> {
        let deadlines = Deadlines::default();
        for (table, due) in store.due_tables().await? {
            deadlines.set(table, Some(due));
        }
        let house = Arc::new(House {
            writer: Writer::start(Arc::clone(&store)),
            store,
            stopping: watch::Sender::new(false),
            clock,
            dealer,
            tables: Tables::default(),
            deadlines,
        });
        let clockwork = tokio::spawn(Arc::clone(&house).keep_time());
        Ok(Self { house, clockwork: Arc::new(Mutex::new(Some(clockwork))) })
    }

    /// Ends every wait for events, now and from now on, and stops the clock: the first half of [`Room::drain`],
    /// while requests still run.
    pub fn end_waits(&self) {
        self.house.stopping.send_replace(true);
    }

    /// Ends every wait for events, stops the clock, and returns when all that was begun is on disk.
    pub async fn drain(&self) {
        self.end_waits();
        let clockwork = self.clockwork.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(clockwork) = clockwork
            && let Err(error) = clockwork.await
        {
            tracing::error!(%error, "the room's clock failed");
        }
        self.house.writer.drain().await;
    }

    /// Opens a table.
    pub async fn open_table(
        &self,
        by: PlayerId,
        options: TableOptions,
        key: Option<Key>,
    ) -> Result<TableAnswer, Refused> {
        let house = Arc::clone(&self.house);
        finish(async move { house.open_table(by, options, key).await }).await
    }

    /// Does what a player asks of a table: once it has been judged it is carried through, also when the asker has
    /// hung up.
    pub async fn command(
        &self,
        table: TableId,
        by: PlayerId,
        command: Command,
        key: Option<Key>,
    ) -> Result<TableAnswer, Refused> {
        let house = Arc::clone(&self.house);
        finish(async move { house.obey(table, by, command, key).await }).await
    }

    /// Ends a table's hand as if it had never been dealt: every chip is where it was before it. For whoever runs
    /// the house, where a log does not fit the rules any more.
    pub async fn void_hand(&self, table: TableId) -> Result<(), Refused> {
        let house = Arc::clone(&self.house);
        finish(async move { house.void_hand(table).await }).await
    }
}

/// Runs a write in a task of the room's own, so that a client that hangs up cannot stop it half way.
async fn finish<T: Send + 'static>(
    write: impl Future<Output = Result<T, Refused>> + Send + 'static,
) -> Result<T, Refused> {
    tokio::spawn(write).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a write failed");
        Err(Refused::Unavailable)
    })
}

impl House {
    async fn open_table(
        &self,
        by: PlayerId,
        options: TableOptions,
        key: Option<Key>,
    ) -> Result<TableAnswer, Refused> {
        let keyed = key.map(|key| Keyed::new(by, key, &("open", &options)));
        if let Some(answer) = self.done_before(keyed.as_ref()).await? {
            return Ok(answer);
        }
        let (commit, table) = Table::open(by, options, self.clock.now())?;
        let slot = self.tables.slot(table.record.id);
        match self.write(&slot, (commit, table), keyed.as_ref()).await? {
            Some((change, table)) => Ok(answer(&change, None, &table, by)),
            None => self.done_before(keyed.as_ref()).await?.ok_or(Refused::Contended),
        }
    }

    async fn obey(
        &self,
        id: TableId,
        by: PlayerId,
        command: Command,
        key: Option<Key>,
    ) -> Result<TableAnswer, Refused> {
        let keyed = key.map(|key| Keyed::new(by, key, &(id, &command)));
        let player = self.store.player(by).await?.ok_or(Refused::NoSuchPlayer)?;
        let slot = self.tables.slot(id);
        let _turn = slot.turn.lock().await;
        for _ in 0..MOST_TRIES {
            // Before anything is refused: what was done under this key is answered as it was then.
            if let Some(answer) = self.done_before_in(&slot, keyed.as_ref()).await? {
                return Ok(answer);
            }
            let table = self.load(&slot, id).await?;
            let mut draft = self.draft(&table);
            draft.obey(&player, &command)?;
            if let Some((change, next)) =
                self.write(&slot, draft.finish(Author::Player(by)), keyed.as_ref()).await?
            {
                return Ok(answer(&change, Some(&table), &next, by));
            }
        }
        Err(Refused::Contended)
    }

    pub(super) fn draft<'a>(&'a self, table: &'a Table) -> Draft<'a> {
        Draft::new(table, self.clock.now(), &*self.dealer)
    }

    /// Writes a change and publishes the table after it; `None` where it has to be judged again. An error leaves
    /// its outcome unknown, so what is in memory is no longer trusted.
    pub(super) async fn write(
        &self,
        slot: &Slot,
        (mut commit, next): (Commit, Table),
        keyed: Option<&Keyed>,
    ) -> Result<Option<(Change, Arc<Table>)>, Refused> {
        commit.reply = keyed.map(|keyed| keyed.reply(&commit));
        let change = commit.change.clone();
        match self.writer.commit(commit).await.inspect_err(|_| slot.forget())? {
            Committed::Done => Ok(Some((change, self.publish(slot, next)))),
            Committed::Short => Err(Refused::NotEnoughChips),
            Committed::Fenced | Committed::KeyUsed => {
                slot.forget();
                Ok(None)
            }
        }
    }

    /// Makes a written table known to whoever reads, waits, or keeps time.
    fn publish(&self, slot: &Slot, table: Table) -> Arc<Table> {
        let table = Arc::new(table);
        self.deadlines.set(table.record.id, table.record.due_at);
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
        let table = Table::load(record, hand, self.clock.now()).inspect_err(
            |misfit| tracing::error!(table = %id, %misfit, "the table's log does not fit its rules"),
        )?;
        Ok(self.publish(slot, table))
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

    /// Ends a hand as if it had never been dealt: for a log that does not fit the rules any more.
    async fn void_hand(&self, id: TableId) -> Result<(), Refused> {
        let slot = self.tables.slot(id);
        let _turn = slot.turn.lock().await;
        slot.forget();
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        let table = Table { record, hand: None };
        let mut draft = self.draft(&table);
        draft.void_hand()?;
        self.write(&slot, draft.finish(Author::Admin), None).await?.map(drop).ok_or(Refused::Contended)
    }
}

/// What a change caused, and the table after it, as its author may know them.
fn answer(change: &Change, before: Option<&Table>, table: &Table, by: PlayerId) -> TableAnswer {
    let hands = [Some(table), before].into_iter().flatten().filter_map(|table| table.hand.as_ref());
    let hand = hands.map(|hand| &*hand.record).find(|hand| change.hand == Some(hand.id));
    TableAnswer { change: SeenChange::of(change, hand, Some(by)), table: table.view(Some(by)) }
}
