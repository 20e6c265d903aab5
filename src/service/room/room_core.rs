//! The parts of the card room, and the one way in which its tables are read and written.

use std::iter;
use std::sync::Arc;

use tokio::sync::{Mutex as AsyncMutex, RwLock, watch};

use super::bots::BotPlayers;
use super::cache::Cache;
use super::error::{Failed, RoomError};
use super::feed::Published;
use super::quotas::Quotas;
use super::table_handle::TableHandle;
use crate::service::id::IdSet;
use crate::service::people::player::{Looks, Player};
use crate::service::people::session_cache::SessionCache;
use crate::service::ports::clock::Clock;
use crate::service::ports::commits::Committed;
use crate::service::ports::store::Store;
use crate::service::room::clock::deadlines::{Deadlines, RETRY};
use crate::service::room::commands::write_probe::WriteProbe;
use crate::service::room::streams::listing::Listing;
use crate::service::room::streams::player_snapshot::PlayerSnapshots;
use crate::service::room::streams::presence::PresenceTracker;
use crate::service::room::tournaments::Tournaments;
use crate::service::room::writer::Writer;
use crate::service::table::command::ActingPlayer;
use crate::service::table::draft::{Draft, DraftContext};
use crate::service::table::live::Table;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::commit::Commit;
use crate::service::table::stored::ledger::Account;
use crate::service::table::stored::record::HandRecord;
use crate::service::table::time::later;
use crate::service::table::views::seen_by::Audience;
use crate::service::topics::Topics;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::id::{HandId, PlayerId, TableId};
use cardroom_api::table::view::TableView;

/// How often a change is drafted again after another one came first.
pub(super) const MOST_TRIES: usize = 3;

/// The parts of the card room.
pub(super) struct RoomCore {
    pub(super) store: Arc<dyn Store>,
    pub(super) session_cache: SessionCache,
    pub(super) stopping: watch::Sender<bool>,
    pub(super) clock: Arc<dyn Clock>,
    /// Held for reading by each task that drafts a change, until the change is written; held for writing while the clock steps
    /// and the deadlines of all tables move with it. A task takes it before a table's lock, because the step waits for those
    /// locks. A task never takes it twice, because a waiting step lets no further reader in.
    pub(super) stepping: RwLock<()>,
    pub(super) dealer: Arc<dyn Dealer>,
    pub(super) writer: Writer,
    pub(super) cache: Cache,
    pub(super) write_probe: WriteProbe,
    pub(super) listing: Arc<Listing>,
    /// Held while a quick seat opens a table.
    pub(super) opening_quickly: AsyncMutex<()>,
    pub(super) presence: PresenceTracker,
    /// Notifies players that their seats or chips have changed.
    pub(super) news: Topics<PlayerId, ()>,
    pub(super) snapshots: PlayerSnapshots,
    /// Held during an audit.
    pub(super) auditing: Arc<AsyncMutex<()>>,
    pub(super) deadlines: Arc<Deadlines>,
    pub(super) bots: BotPlayers,
    pub(super) quotas: Quotas,
    pub(super) tournaments: Tournaments,
}

/// A change that was written.
pub(super) struct Written<T> {
    pub(super) change: Arc<Published>,
    /// The table after it, and after the deal that came with it.
    pub(super) table: Arc<Table>,
    /// What was built of the change meanwhile.
    pub(super) made: T,
}

/// Drops a table from memory, unless it is known to be what is on disk.
struct Trust<'a> {
    handle: &'a TableHandle,
    is_kept: bool,
}

impl Drop for Trust<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            self.handle.forget();
        }
    }
}

impl RoomCore {
    /// The name and picture of a player.
    pub(super) async fn looks(&self, player: PlayerId) -> Result<Looks, RoomError> {
        let looks = self.session_cache.looks(&*self.store, player).await?;
        Ok(looks.ok_or(Refused::NoSuchPlayer)?)
    }

    /// Starts a change. Its caller holds [`RoomCore::stepping`] until it is written.
    pub(super) fn draft<'a>(&'a self, table: &'a Table, context: DraftContext) -> Draft<'a> {
        Draft::new(table, self.clock.now(), &*self.dealer).within(context)
    }

    /// Writes a change and publishes the table after it; `None` if it has to be drafted again. After an error the outcome is
    /// unknown, so the table in memory is dropped.
    pub(super) fn write(
        &self,
        handle: &TableHandle,
        before: Option<&Table>,
        commit: Commit,
    ) -> impl Future<Output = Result<Option<Written<()>>, RoomError>> {
        self.write_and(handle, before, Box::new(commit), |_, _| ())
    }

    /// The same, and makes something of the change while it is being written.
    pub(super) async fn write_and<T>(
        &self,
        handle: &TableHandle,
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
        let reservation = self.quotas.hosts.reserve(&commit)?;
        // If this is dropped half way, the table in memory might be older than the one on disk.
        let mut trust = Trust { handle, is_kept: false };
        let under_way = self.writer.begin(commit).await?;
        let made = make(&change, &next);
        let written = under_way.written().await?;
        trust.is_kept = !matches!(written, Committed::Fenced | Committed::KeyUsed);
        match written {
            Committed::Done => {
                self.publish(handle, before, iter::once(Arc::clone(&change)).chain(deal), &next);
                self.bots.forget(&bots_left);
                if let Some(reservation) = reservation {
                    self.quotas.hosts.keep(*reservation);
                }
                for player in concerned {
                    self.news.notify(player, ());
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

    /// Publishes changes to readers, followers and the clock.
    pub(super) fn publish(
        &self,
        handle: &TableHandle,
        before: Option<&Table>,
        published: impl IntoIterator<Item = Arc<Published>>,
        table: &Arc<Table>,
    ) {
        self.deadlines.set_kept(table.record.id, table.record.due_at);
        self.bring_forward_for_absent(table);
        self.listing.send_change(before, table);
        handle.change(|feed, audience| feed.publish(Arc::clone(table), published, audience));
    }

    /// A table for a follower. The author of its last change gets the view of the answer.
    pub(super) fn follower_view(&self, table: &Table, caller: Option<PlayerId>) -> CachedJson<TableView> {
        let (presence, now) = (self.presence.at(table), self.clock.now());
        let answered = caller.and_then(|caller| table.views.authors.again(caller, &presence, now));
        answered.unwrap_or_else(|| table.view(caller, Audience::Shared, presence, now).into())
    }

    /// A table as this caller may know it.
    pub(super) fn view(&self, table: &Table, caller: Option<PlayerId>, audience: Audience) -> TableView {
        table.view(caller, audience, self.presence.at(table), self.clock.now())
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
    pub(super) async fn read(&self, id: TableId) -> Result<(Arc<TableHandle>, Arc<Table>), RoomError> {
        let handle = self.handle(id).await?;
        let table = self.read_in(&handle, id).await?;
        Ok((handle, table))
    }

    /// The same, for a caller with its handle.
    pub(super) async fn read_in(&self, handle: &TableHandle, id: TableId) -> Result<Arc<Table>, RoomError> {
        if let Some(table) = handle.table() {
            return Ok(table);
        }
        let _lock = handle.write_lock.lock().await;
        self.load(handle, id).await
    }

    /// The table, for a caller that holds its lock.
    pub(super) async fn load(&self, handle: &TableHandle, id: TableId) -> Result<Arc<Table>, RoomError> {
        match handle.table() {
            Some(table) => Ok(table),
            // Boxed: most callers find the table in memory, and their futures stay small.
            None => Box::pin(self.load_kept(handle, id)).await,
        }
    }

    /// The same, if it is not in memory.
    async fn load_kept(&self, handle: &TableHandle, id: TableId) -> Result<Arc<Table>, RoomError> {
        let table = self.load_from_store(id).await.inspect_err(|error| log_out_of_order(id, error))?;
        // If a past deadline were set as it is, the clock would look at once, again and again for as long as nothing can be
        // written.
        let now = self.clock.now();
        // The deadlines are those of the loaded table: if the clock was set back, nobody waits for the stored ones.
        let due = table.deadlines().min().map(|due| if due > now { due } else { later(now, RETRY) });
        let table = Arc::new(table);
        if due == table.record.due_at {
            self.deadlines.set_kept(id, due);
        } else {
            self.deadlines.set(id, due);
        }
        self.bring_forward_for_absent(&table);
        handle.change(|feed, _| feed.load(Arc::clone(&table)));
        Ok(table)
    }

    /// The stored table, with its hand replayed, or with the last hand.
    async fn load_from_store(&self, id: TableId) -> Result<Table, RoomError> {
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        let hand = match (record.hand, record.state.last_hand) {
            (Some(hand), _) => Some(self.whole_hand(hand).await?),
            (None, Some(ended)) => self.ended_hand(id, ended).await?,
            (None, None) => None,
        };
        Ok(Table::load(record, hand, self.clock.now())?)
    }

    /// The last hand, to show how it ended; `None` if it is damaged, because the table goes on without it.
    async fn ended_hand(
        &self,
        table: TableId,
        id: HandId,
    ) -> Result<Option<(HandRecord, Vec<Change>)>, RoomError> {
        match self.whole_hand(id).await {
            Err(RoomError::Failed(error @ Failed::Damaged(_))) => {
                tracing::warn!(%table, hand = %id, %error, "the end of the last hand cannot be shown");
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
            // Not a row further: later rows may be damaged, and the hand is complete without them.
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

/// The players whose seats, waits or wallets a commit changes.
fn concerned(commit: &Commit) -> IdSet<PlayerId> {
    let wallets = commit.movements.iter().flat_map(|movement| [movement.debit, movement.credit]);
    let owners = wallets.filter_map(|account| match account {
        Account::Wallet(player) => Some(player),
        _ => None,
    });
    let came_or_went = [&commit.sat_down, &commit.left, &commit.waits, &commit.stops_waiting];
    owners.chain(came_or_went.into_iter().flatten().copied()).collect()
}

/// Logs an error if a table is out of order. Only an operator can repair it.
pub(super) fn log_out_of_order(table: TableId, error: &RoomError) {
    if let RoomError::Failed(error @ (Failed::OutOfOrder(_) | Failed::Damaged(_))) = error {
        tracing::error!(%table, error = error as &dyn std::error::Error, "the table is out of order");
    }
}

/// A player, as others at the table see them.
pub(super) fn who(player: &Player) -> ActingPlayer<'_> {
    ActingPlayer { id: player.id, name: &player.name, avatar: player.avatar }
}
