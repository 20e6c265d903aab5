//! The card room: every table, its players' commands, its clock, and what each asker may read.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::SignedDuration;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use super::change::{Author, Change};
use super::clock::Clock;
use super::command::{Command, Key, digest};
use super::deadlines::Deadlines;
use super::dealer::Dealer;
use super::draft::Draft;
use super::id::{HandId, PlayerId, TableId};
use super::refused::Refused;
use super::store::{Commit, Committed, HandRecord, ReplyRecord, Store, StoreError};
use super::table::{Table, later};
use super::table_options::TableOptions;
use super::tables::{Slot, Tables};
use super::view::{SeenChange, TableAnswer};
use super::writer::Writer;

/// How often a write is judged again after somebody else was quicker.
const MOST_TRIES: usize = 3;

/// How long a table waits after its clock met a failure.
const RETRY: SignedDuration = SignedDuration::from_secs(1);

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
    clock: Arc<dyn Clock>,
    dealer: Arc<dyn Dealer>,
    writer: Writer,
    tables: Tables,
    deadlines: Deadlines,
}

/// A request under the key that its player gave it.
struct Keyed {
    player: PlayerId,
    key: Key,
    request: String,
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

    /// Ends every wait for events, stops the clock, and returns when all that was begun is on disk.
    pub async fn drain(&self) {
        self.house.stopping.send_replace(true);
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
        let keyed = key.map(|key| Keyed { player: by, key, request: digest(&("open", &options)) });
        if let Some(answer) = self.done_before(keyed.as_ref()).await? {
            return Ok(answer);
        }
        let (mut commit, table) = Table::open(by, options, self.clock.now())?;
        commit.reply = keyed.as_ref().map(|keyed| self.reply(keyed, &commit));
        let change = commit.change.clone();
        match self.writer.commit(commit).await? {
            Committed::Done => {
                let slot = self.tables.slot(table.record.id);
                Ok(answer(&change, None, &self.publish(&slot, table), by))
            }
            Committed::KeyUsed => self.done_before(keyed.as_ref()).await?.ok_or(Refused::Contended),
            Committed::Fenced | Committed::Short => Err(Refused::Contended),
        }
    }

    async fn obey(
        &self,
        id: TableId,
        by: PlayerId,
        command: Command,
        key: Option<Key>,
    ) -> Result<TableAnswer, Refused> {
        let keyed = key.map(|key| Keyed { player: by, key, request: digest(&(id, &command)) });
        let player = self.store.player(by).await?.ok_or(Refused::NoSuchPlayer)?;
        let slot = self.tables.slot(id);
        let _turn = slot.turn.lock().await;
        for _ in 0..MOST_TRIES {
            // Before anything is refused: what was done under this key is answered as it was then.
            if let Some(answer) = self.done_before_in(&slot, keyed.as_ref()).await? {
                return Ok(answer);
            }
            let table = self.load(&slot, id).await?;
            let mut draft = Draft::new(&table, self.clock.now(), &*self.dealer);
            draft.obey(&player, &command)?;
            let (mut commit, next) = draft.finish(Author::Player(by));
            commit.reply = keyed.as_ref().map(|keyed| self.reply(keyed, &commit));
            let change = commit.change.clone();
            match self.write(&slot, commit).await? {
                Committed::Done => {
                    return Ok(answer(&change, Some(&table), &self.publish(&slot, next), by));
                }
                Committed::Short => return Err(Refused::NotEnoughChips),
                Committed::Fenced | Committed::KeyUsed => slot.forget(),
            }
        }
        Err(Refused::Contended)
    }

    /// Writes a change. An error leaves its outcome unknown, so what is in memory is no longer trusted.
    async fn write(&self, slot: &Slot, commit: Commit) -> Result<Committed, Refused> {
        let outcome = self.writer.commit(commit).await;
        Ok(outcome.inspect_err(|_| slot.forget())?)
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
    async fn load(&self, slot: &Slot, id: TableId) -> Result<Arc<Table>, Refused> {
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

    /// The answer to a request that was done before under the same key, rebuilt from its change.
    async fn done_before(&self, keyed: Option<&Keyed>) -> Result<Option<TableAnswer>, Refused> {
        let Some((keyed, reply)) = self.reply_to(keyed).await? else { return Ok(None) };
        let (_, table) = self.read(reply.table).await?;
        self.answer_again(keyed, &reply, &table).await.map(Some)
    }

    /// The same, for whoever holds the table's turn.
    async fn done_before_in(
        &self,
        slot: &Slot,
        keyed: Option<&Keyed>,
    ) -> Result<Option<TableAnswer>, Refused> {
        let Some((keyed, reply)) = self.reply_to(keyed).await? else { return Ok(None) };
        let table = self.load(slot, reply.table).await?;
        self.answer_again(keyed, &reply, &table).await.map(Some)
    }

    async fn reply_to<'a>(
        &self,
        keyed: Option<&'a Keyed>,
    ) -> Result<Option<(&'a Keyed, ReplyRecord)>, Refused> {
        let Some(keyed) = keyed else { return Ok(None) };
        match self.store.reply(keyed.player, keyed.key.as_str()).await? {
            Some(reply) if reply.request == keyed.request => Ok(Some((keyed, reply))),
            Some(_) => Err(Refused::KeyReused),
            None => Ok(None),
        }
    }

    async fn answer_again(
        &self,
        keyed: &Keyed,
        reply: &ReplyRecord,
        table: &Table,
    ) -> Result<TableAnswer, Refused> {
        let changes = self.store.changes(reply.table, reply.version - 1, 1).await?;
        let change = changes.first().ok_or(Refused::NoSuchTable)?;
        let hand = match change.hand {
            Some(hand) => Some(self.hand(hand).await?),
            None => None,
        };
        let asker = Some(keyed.player);
        Ok(TableAnswer { change: SeenChange::of(change, hand.as_ref(), asker), table: table.view(asker) })
    }

    /// The room's clock: looks at each table when its moment has come, until the room stops.
    async fn keep_time(self: Arc<Self>) {
        let mut stopping = self.stopping.subscribe();
        let mut ticks = JoinSet::new();
        loop {
            tokio::select! {
                _ = stopping.wait_for(|&stopping| stopping) => break,
                table = self.deadlines.next(&*self.clock) => {
                    ticks.spawn(Arc::clone(&self).tick(table));
                }
                Some(_) = ticks.join_next() => {}
            }
        }
        while ticks.join_next().await.is_some() {}
    }

    /// Does what time brings to a table. After a failure it is looked at again, unless its log is damaged.
    async fn tick(self: Arc<Self>, id: TableId) {
        match self.try_tick(id).await {
            Ok(()) => {}
            Err(Refused::OutOfOrder(misfit)) => {
                tracing::error!(table = %id, %misfit, "the table is out of order, and its clock stands still");
            }
            Err(error) => {
                tracing::warn!(table = %id, error = &error as &dyn std::error::Error, "the table's clock will try again");
                self.deadlines.set(id, Some(later(self.clock.now(), RETRY)));
            }
        }
    }

    async fn try_tick(&self, id: TableId) -> Result<(), Refused> {
        let slot = self.tables.slot(id);
        let _turn = slot.turn.lock().await;
        for _ in 0..MOST_TRIES {
            let table = self.load(&slot, id).await?;
            let mut draft = Draft::new(&table, self.clock.now(), &*self.dealer);
            draft.tick()?;
            if draft.is_empty() {
                // A moment that has passed and brought nothing is not waited for again: it would come at once.
                let due = table.record.due_at.filter(|&due| due > self.clock.now());
                self.deadlines.set(id, due);
                return Ok(());
            }
            let (commit, next) = draft.finish(Author::Clock);
            match self.write(&slot, commit).await? {
                Committed::Done => {
                    self.publish(&slot, next);
                    return Ok(());
                }
                Committed::Fenced | Committed::KeyUsed | Committed::Short => slot.forget(),
            }
        }
        Err(Refused::Contended)
    }

    fn reply(&self, keyed: &Keyed, commit: &Commit) -> ReplyRecord {
        ReplyRecord {
            player: keyed.player,
            key: keyed.key.to_string(),
            request: keyed.request.clone(),
            table: commit.table.id,
            version: commit.table.version,
            at: self.clock.now(),
        }
    }
}

/// What a change caused, and the table after it, as its author may know them.
fn answer(change: &Change, before: Option<&Table>, table: &Table, by: PlayerId) -> TableAnswer {
    let hands = [Some(table), before].into_iter().flatten().filter_map(|table| table.hand.as_ref());
    let hand = hands.map(|hand| &*hand.record).find(|hand| change.hand == Some(hand.id));
    TableAnswer { change: SeenChange::of(change, hand, Some(by)), table: table.view(Some(by)) }
}
