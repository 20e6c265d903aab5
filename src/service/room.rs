//! The card room: every table, its players' commands, its clock, and what each asker may read.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Mutex as TurnTaking, watch};
use tokio::task::JoinHandle;

use super::change::{Author, Change};
use super::clock::Clock;
use super::command::{Command, Key};
use super::deadlines::Deadlines;
use super::dealer::Dealer;
use super::errands::Errands;
use super::house::{House, MOST_TRIES, alarm};
use super::id::{PlayerId, TableId};
use super::refused::Refused;
use super::replies::Keyed;
use super::store::{Store, StoreError};
use super::table::Table;
use super::table_options::TableOptions;
use super::tables::Tables;
use super::view::{SeenChange, TableAnswer};
use super::writer::Writer;

/// How many open tables one player may have opened.
const MOST_HOSTED: u64 = 20;

/// The card room. Cheap to clone; all clones are the same room.
#[derive(Clone)]
pub struct Room {
    pub(super) house: Arc<House>,
    clockwork: Arc<Mutex<Option<JoinHandle<()>>>>,
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
            opening: TurnTaking::default(),
            errands: Errands::default(),
            auditing: Arc::default(),
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
        let errand = house.errands.begin(by)?;
        finish(async move {
            let _under_way = errand;
            house.open_table(by, options, key).await
        })
        .await
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
        let errand = house.errands.begin(by)?;
        finish(async move {
            let _under_way = errand;
            house.obey(table, by, command, key).await
        })
        .await
    }

    /// Ends a table's hand as if it had never been dealt: every chip is where it was before it. For whoever runs
    /// the house, where a log does not fit the rules any more.
    pub async fn void_hand(&self, table: TableId) -> Result<(), Refused> {
        let house = Arc::clone(&self.house);
        finish(async move { house.void_hand(table).await }).await
    }
}

/// Runs something in a task of the room's own, so that a client that hangs up cannot stop it half way.
pub(super) async fn finish<T: Send + 'static>(
    work: impl Future<Output = Result<T, Refused>> + Send + 'static,
) -> Result<T, Refused> {
    tokio::spawn(work).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a task failed");
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
        let _turn = self.opening.lock().await;
        if self.store.hosted_tables(by).await? >= MOST_HOSTED {
            return Err(Refused::TooManyTables { most: MOST_HOSTED });
        }
        let (mut commit, table) = Table::open(by, options, self.clock.now())?;
        commit.reply = keyed.as_ref().map(|keyed| keyed.reply(&commit));
        let slot = self.tables.slot(table.record.id);
        match self.write(&slot, (commit, table)).await? {
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
            draft.obey(&player, &command).inspect_err(|refused| alarm(id, refused))?;
            let (mut commit, next) = draft.finish(Author::Player(by));
            commit.reply = keyed.as_ref().map(|keyed| keyed.reply(&commit));
            if let Some((change, next)) = self.write(&slot, (commit, next)).await? {
                return Ok(answer(&change, Some(&table), &next, by));
            }
        }
        Err(Refused::Contended)
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
        self.write(&slot, draft.finish(Author::Admin)).await?.map(drop).ok_or(Refused::Contended)
    }
}

/// What a change caused, and the table after it, as its author may know them.
fn answer(change: &Change, before: Option<&Table>, table: &Table, by: PlayerId) -> TableAnswer {
    let hands = [Some(table), before].into_iter().flatten().filter_map(|table| table.hand.as_ref());
    let hand = hands.map(|hand| &*hand.record).find(|hand| change.hand == Some(hand.id));
    TableAnswer { change: SeenChange::of(change, hand, Some(by)), table: table.view(Some(by)) }
}
