//! What the card room is made of, and the one way in which its tables are read and written.

use std::iter;
use std::sync::Arc;

use tokio::sync::{Mutex as TurnTaking, RwLock, watch};

use super::affairs::AllAffairs;
use super::bots::Bots;
use super::bounds::RoomBounds;
use super::cache::Cache;
use super::deadlines::{Deadlines, RETRY};
use super::error::{Failed, RoomError};
use super::feed::Published;
use super::listing::Listing;
use super::origins::Origins;
use super::presence::Attendance;
use super::pulse::Pulse;
use super::slot::Slot;
use super::writer::Writer;
use crate::service::counted::Counted;
use crate::service::id::{HandId, IdHasher, IdSet, PlayerId, TableId};
use crate::service::newcomers::Pools;
use crate::service::people::player::Player;
use crate::service::ports::clock::Clock;
use crate::service::ports::commits::Committed;
use crate::service::ports::store::Store;
use crate::service::table::change::Change;
use crate::service::table::command::Who;
use crate::service::table::commit::Commit;
use crate::service::table::dealer::Dealer;
use crate::service::table::draft::{Draft, Surroundings};
use crate::service::table::ledger::Account;
use crate::service::table::live::Table;
use crate::service::table::record::HandRecord;
use crate::service::table::refused::Refused;
use crate::service::table::seen_by::Audience;
use crate::service::table::time::later;
use crate::service::table::told::Told;
use crate::service::table::view::TableView;
use crate::service::topics::Topics;

/// How often a write is judged again after somebody else was quicker.
pub(super) const MOST_TRIES: usize = 3;

/// What the card room is made of.
pub(super) struct Shared {
    pub(super) store: Arc<dyn Store>,
    pub(super) stopping: watch::Sender<bool>,
    pub(super) clock: Arc<dyn Clock>,
    /// Held for reading by each task that drafts a change, until the change is written; held for writing while the clock steps and the
    /// deadlines of all tables move with it. A task takes it before a table's turn, because the step waits for the turns, and
    /// never twice, because a step that waits lets no further reader in.
    pub(super) stepping: RwLock<()>,
    pub(super) dealer: Arc<dyn Dealer>,
    pub(super) writer: Writer,
    pub(super) cache: Cache,
    /// The requests of players that are in flight.
    pub(super) in_flight: Counted<PlayerId, IdHasher>,
    pub(super) bounds: RoomBounds,
    /// The streams and waits of players, and at tables.
    pub(super) streams_of: Counted<PlayerId>,
    pub(super) streams_at: Pools<TableId>,
    pub(super) streams_at_lobby: Pools<()>,
    pub(super) pulse: Pulse,
    pub(super) listing: Arc<Listing>,
    /// Held by whoever opens a table for a quick seat.
    pub(super) opening_quickly: TurnTaking<()>,
    pub(super) attendance: Attendance,
    /// Word to players that their seats or chips have changed.
    pub(super) news: Topics<PlayerId, ()>,
    pub(super) affairs: AllAffairs,
    /// Held by whoever audits the house.
    pub(super) auditing: Arc<TurnTaking<()>>,
    pub(super) deadlines: Arc<Deadlines>,
    pub(super) bots: Bots,
    pub(super) origins: Origins,
}

/// A change that was written.
pub(super) struct Written<T> {
    pub(super) change: Arc<Published>,
    /// The table after it, and after the deal that came with it.
    pub(super) table: Arc<Table>,
    /// What was made of it meanwhile.
    pub(super) made: T,
}

/// Lets go of what is in memory of a table, unless it is known to be what is on disk.
struct Trust<'a> {
    slot: &'a Slot,
    is_kept: bool,
}

impl Drop for Trust<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            self.slot.forget();
        }
    }
}

impl Shared {
    /// Begins a change. Its caller holds [`Shared::stepping`] until it is written.
    pub(super) fn draft<'a>(&'a self, table: &'a Table, around: Surroundings) -> Draft<'a> {
        Draft::new(table, self.clock.now(), &*self.dealer).amid(around)
    }

    /// Writes a change and publishes the table after it; `None` where it has to be judged again. An error leaves
    /// its outcome unknown, so what is in memory is no longer trusted.
    pub(super) fn write(
        &self,
        slot: &Slot,
        before: Option<&Table>,
        commit: Commit,
    ) -> impl Future<Output = Result<Option<Written<()>>, RoomError>> {
        self.write_and(slot, before, Box::new(commit), |_, _| ())
    }

    /// The same; what has to be made of the change is made while it is on its way to the disk.
    pub(super) async fn write_and<T>(
        &self,
        slot: &Slot,
        before: Option<&Table>,
        commit: Box<Commit>,
        make: impl FnOnce(&Published, &Table) -> T,
    ) -> Result<Option<Written<T>>, RoomError> {
        let commit = self.with_deal(commit);
        let next = Arc::clone(&commit.table);
        let publish = |change: &Arc<Change>| Arc::new(Published::new(Arc::clone(change), before, &next));
        let (change, deal) = (publish(&commit.change), commit.deal.as_ref().map(publish));
        let concerned = concerned(&commit);
        let bots_left = commit.bots.left.clone();
        let taken = self.origins.take(&commit)?;
        // Were it left half way, what is in memory might be older than what is on disk.
        let mut trust = Trust { slot, is_kept: false };
        let under_way = self.writer.begin(commit).await?;
        let made = make(&change, &next);
        let written = under_way.written().await?;
        trust.is_kept = !matches!(written, Committed::Fenced | Committed::KeyUsed);
        match written {
            Committed::Done => {
                self.publish(slot, before, iter::once(Arc::clone(&change)).chain(deal), &next);
                self.bots.forget(&bots_left);
                if let Some(taken) = taken {
                    self.origins.taken(*taken);
                }
                for player in concerned {
                    self.news.tell(player, ());
                }
                Ok(Some(Written { change, table: next, made }))
            }
            Committed::Short => Err(Refused::NotEnoughChips.into()),
            Committed::NoSuchPlayer => Err(Refused::NoSuchPlayer.into()),
            Committed::TooManyBots { most } => {
                self.bots.wanted.notify_one();
                Err(Refused::TooManyBots { most }.into())
            }
            Committed::TooManyBotsOfHost { most } => Err(Refused::TooManyBotsOfHost { most }.into()),
            Committed::TooManySeats { most } => Err(Refused::TooManySeats { most }.into()),
            Committed::TooManyTables { most } => Err(Refused::TooManyTables { most }.into()),
            Committed::Fenced | Committed::KeyUsed => Ok(None),
        }
    }

    /// Makes changes known to whoever reads, follows, or keeps time.
    fn publish(
        &self,
        slot: &Slot,
        before: Option<&Table>,
        published: impl IntoIterator<Item = Arc<Published>>,
        table: &Arc<Table>,
    ) {
        self.deadlines.set_kept(table.record.id, table.record.due_at);
        self.hurry_without_gone(table);
        self.listing.tell(before, table);
        slot.change(|feed, audience| feed.publish(Arc::clone(table), published, audience));
    }

    /// A table for whoever follows it: for the author of its last change, the view of their answer.
    pub(super) fn told(&self, table: &Table, asker: Option<PlayerId>) -> Told<TableView> {
        let (presence, now) = (self.attendance.at(table), self.clock.now());
        let answered = asker.and_then(|asker| table.authors_view.again(asker, &presence, now));
        answered.unwrap_or_else(|| table.view(asker, Audience::Shared, presence, now).into())
    }

    /// A table as this asker may know it.
    pub(super) fn view(&self, table: &Table, asker: Option<PlayerId>, audience: Audience) -> TableView {
        table.view(asker, audience, self.attendance.at(table), self.clock.now())
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
        let table = self.read_in(&slot, id).await?;
        Ok((slot, table))
    }

    /// The same, for whoever has its place.
    pub(super) async fn read_in(&self, slot: &Slot, id: TableId) -> Result<Arc<Table>, RoomError> {
        if let Some(table) = slot.table() {
            return Ok(table);
        }
        let _turn = slot.turn.lock().await;
        self.load(slot, id).await
    }

    /// The table, for whoever holds its turn.
    pub(super) async fn load(&self, slot: &Slot, id: TableId) -> Result<Arc<Table>, RoomError> {
        match slot.table() {
            Some(table) => Ok(table),
            // In a box: most find the table in memory, and need no room for this.
            None => Box::pin(self.load_kept(slot, id)).await,
        }
    }

    /// The same, where it is not in memory.
    async fn load_kept(&self, slot: &Slot, id: TableId) -> Result<Arc<Table>, RoomError> {
        let table = self.revive(id).await.inspect_err(|error| alarm(id, error))?;
        // Were a moment that has passed set as it is, the clock would come at once, and again and again for as long as
        // nothing can be written.
        let now = self.clock.now();
        // As the table has them now: a clock that was set back makes nobody wait for what was kept.
        let due = table.deadlines().min().map(|due| if due > now { due } else { later(now, RETRY) });
        let table = Arc::new(table);
        if due == table.record.due_at {
            self.deadlines.set_kept(id, due);
        } else {
            self.deadlines.set(id, due);
        }
        self.hurry_without_gone(&table);
        slot.change(|feed, _| feed.load(Arc::clone(&table)));
        Ok(table)
    }

    /// The table as it is kept, with its hand replayed, or the one that ended last.
    async fn revive(&self, id: TableId) -> Result<Table, RoomError> {
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        let hand = match (record.hand, record.state.last_hand) {
            (Some(hand), _) => Some(self.whole_hand(hand).await?),
            (None, Some(ended)) => self.ended_hand(id, ended).await?,
            (None, None) => None,
        };
        Ok(Table::load(record, hand, self.clock.now())?)
    }

    /// A hand that is over, for what is told of its end; `None` where it is damaged, for the table goes on without it.
    async fn ended_hand(
        &self,
        table: TableId,
        id: HandId,
    ) -> Result<Option<(HandRecord, Vec<Change>)>, RoomError> {
        match self.whole_hand(id).await {
            Err(RoomError::Failed(error @ Failed::Damaged(_))) => {
                tracing::warn!(%table, hand = %id, %error, "how the last hand ended cannot be told");
                Ok(None)
            }
            Err(RoomError::Refused(Refused::NoSuchHand)) => Ok(None),
            whole => whole.map(Some),
        }
    }

    /// A hand and its changes.
    async fn whole_hand(&self, id: HandId) -> Result<(HandRecord, Vec<Change>), RoomError> {
        let hand = self.hand(id).await?;
        let changes = self.hand_changes(&hand).await?;
        Ok((hand, changes))
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

/// The players whose seats, places in lists or wallets a commit changes.
fn concerned(commit: &Commit) -> IdSet<PlayerId> {
    let wallets = commit.movements.iter().flat_map(|movement| [movement.debit, movement.credit]);
    let owners = wallets.filter_map(|account| match account {
        Account::Wallet(player) => Some(player),
        _ => None,
    });
    let came_or_went = [&commit.sat_down, &commit.left, &commit.waits, &commit.stops_waiting];
    owners.chain(came_or_went.into_iter().flatten().copied()).collect()
}

/// Says so aloud where a table is out of order: only whoever runs the card room can mend that.
pub(super) fn alarm(table: TableId, error: &RoomError) {
    if let RoomError::Failed(error @ (Failed::OutOfOrder(_) | Failed::Damaged(_))) = error {
        tracing::error!(%table, error = error as &dyn std::error::Error, "the table is out of order");
    }
}

/// A player, as others at a table see them.
pub(super) fn who(player: &Player) -> Who<'_> {
    Who { id: player.id, name: &player.name, avatar: player.avatar }
}
