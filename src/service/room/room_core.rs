//! What all parts of the card room share, and the one way in which a change of a table is drafted and written.

use std::iter;
use std::sync::Arc;

use tokio::sync::watch;

use super::bots::BotPlayers;
use super::error::{Failed, RoomError};
use super::players::{RoomPlayers, concerned};
use super::quotas::Quotas;
use super::tables::Tables;
use super::tables::feed::PublishedChange;
use super::tables::published_table::PublishedTable;
use super::tables::seen_by::Audience;
use super::tables::table_handle::TableHandle;
use crate::service::ports::clock::Clock;
use crate::service::ports::commits::Committed;
use crate::service::ports::store::Store;
use crate::service::ratings::rated_result::RatedSource;
use crate::service::room::deadlines::Deadlines;
use crate::service::room::presence::PresenceTracker;
use crate::service::room::servers::this_server::ThisServer;
use crate::service::room::tournaments::Tournaments;
use crate::service::table::draft::{Draft, DraftContext};
use crate::service::table::live::Table;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::{Author, Change};
use crate::service::table::stored::commit::Commit;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::id::PlayerId;
use cardroom_api::table::view::TableView;

/// How often a change is drafted again after another one came first: on this server alone, and if other servers write the same
/// table.
const MOST_TRIES: usize = 3;
const MOST_TRIES_OF_MANY: usize = 16;

/// What all parts of the card room share.
pub(super) struct RoomCore {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) dealer: Arc<dyn Dealer>,
    /// Whether the room stops.
    pub(super) stopping: watch::Sender<bool>,
    pub(super) tables: Tables,
    pub(super) deadlines: Arc<Deadlines>,
    pub(super) presence: PresenceTracker,
    pub(super) players: RoomPlayers,
    pub(super) bots: Arc<BotPlayers>,
    pub(super) quotas: Arc<Quotas>,
    pub(super) tournaments: Tournaments,
    pub(super) server: ThisServer,
}

/// A change that was written.
pub(super) struct Written<T> {
    pub(super) change: Arc<PublishedChange>,
    /// The table after it, and after the deal that came with it.
    pub(super) table: Arc<PublishedTable>,
    /// What was built of the change meanwhile.
    pub(super) made: T,
}

/// Drops a table from memory, unless it is known to be what is on disk.
struct ForgetUnlessKnown<'a> {
    handle: &'a TableHandle,
    is_known: bool,
}

impl Drop for ForgetUnlessKnown<'_> {
    fn drop(&mut self) {
        if !self.is_known {
            self.handle.forget();
        }
    }
}

impl RoomCore {
    /// Notes from which network a player takes part in an event that is to be rated.
    pub(super) async fn note_rated_network(
        &self,
        source: RatedSource,
        player: PlayerId,
    ) -> Result<(), RoomError> {
        let mut new_key = [0; 32];
        self.dealer.fill(&mut new_key)?;
        Ok(self.quotas.rated_networks.note(&*self.store, new_key, source, player).await?)
    }

    /// Notes from which networks players sit down at a table whose matches are rated.
    async fn note_rated_networks(&self, commit: &Commit) -> Result<(), RoomError> {
        let source = RatedSource::Table(commit.table.record.id);
        for &player in &commit.sat_down {
            self.note_rated_network(source, player).await?;
        }
        Ok(())
    }

    /// How often a change is drafted again after another one came first.
    pub(super) fn most_tries(&self) -> usize {
        if self.tables.is_shared { MOST_TRIES_OF_MANY } else { MOST_TRIES }
    }

    /// Starts a change. Its caller holds the lock of [`Tables::lock`] until it is written.
    pub(super) fn draft<'a>(&'a self, table: &'a Table, context: DraftContext) -> Draft<'a> {
        Draft::new(table, self.clock.now(), &*self.dealer).within(context)
    }

    /// Writes a change and publishes the table after it; `None` if it has to be drafted again. After an error the outcome is
    /// unknown, so the table in memory is dropped.
    pub(super) fn write(
        &self,
        handle: &TableHandle,
        before: Option<&PublishedTable>,
        commit: Commit,
    ) -> impl Future<Output = Result<Option<Written<()>>, RoomError>> {
        self.write_and(handle, before, Box::new(commit), |_, _| ())
    }

    /// The same, and makes something of the change while it is being written.
    pub(super) async fn write_and<T>(
        &self,
        handle: &TableHandle,
        before: Option<&PublishedTable>,
        commit: Box<Commit>,
        make: impl FnOnce(&PublishedChange, &PublishedTable) -> T,
    ) -> Result<Option<Written<T>>, RoomError> {
        let commit = self.with_deal(commit);
        let table = Arc::clone(&commit.table);
        let next = Arc::new(match before {
            Some(before) => before.after(table),
            None => PublishedTable::new(table),
        });
        let published =
            |change: &Arc<Change>| Arc::new(PublishedChange::new(Arc::clone(change), before, &next));
        let (change, deal) = (published(&commit.change), commit.deal.as_ref().map(published));
        let concerned = concerned(&commit);
        let bots_left = commit.bots.left.clone();
        let permits = self.quotas.acquire(&commit)?;
        if commit.table.record.options.rated && !commit.sat_down.is_empty() {
            // Boxed: few tables are rated, and the futures of moves stay small.
            Box::pin(self.note_rated_networks(&commit)).await?;
        }
        // If this is dropped half way, the table in memory might be older than the one on disk.
        let mut memory = ForgetUnlessKnown { handle, is_known: false };
        let under_way = self.tables.writer.begin(commit).await?;
        let made = make(&change, &next);
        let written = under_way.written().await?;
        memory.is_known = !matches!(written, Committed::Fenced | Committed::KeyUsed);
        match written {
            Committed::Done => {
                self.tables.publish(handle, before, iter::once(Arc::clone(&change)).chain(deal), &next);
                self.bots.minds.forget(&bots_left);
                if let Some(permits) = permits {
                    self.quotas.keep(*permits);
                }
                self.hint_of_table(before, &next);
                handle.note_written(next.version());
                self.players.notify(concerned);
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
            Committed::TooManyEntered { most } => Err(Refused::TooManyEntered { most }.into()),
            Committed::TooManyTournaments { most } => Err(Refused::TooManyTournaments { most }.into()),
            Committed::TooManyTables { most } => Err(Refused::TooManyTables { most }.into()),
            // Only a tournament has a guarantee.
            Committed::HouseShort => Err(Failed::Contended.into()),
            Committed::Fenced | Committed::KeyUsed => Ok(None),
        }
    }

    /// Adds the deal of the next hand to a change that ends a hand, if the table waits for nothing between them: both are written
    /// at once, and the clock need not come back. If the hand cannot be dealt, the clock finds out why. With computer players the
    /// clock deals, because what was won of them has to be on disk first.
    fn with_deal(&self, commit: Box<Commit>) -> Box<Commit> {
        let table = Arc::clone(&commit.table);
        if commit.hand_ended.is_none()
            // An operator who voids a hand wants nothing else.
            || commit.change.author == Author::Admin
            || !table.deals_by(commit.change.at)
            || !table.is_for_people_alone()
            || table.tops_up().next().is_some()
            || !self.quotas.spend_move(&table.record)
        {
            return commit;
        }
        let mut draft = self.draft(&table, self.context_without_bots());
        match draft.deal().and_then(|()| Ok(draft.finish(Author::Clock)?)) {
            Ok(deal) => Box::new(commit.and_deal(deal)),
            Err(_) => commit,
        }
    }

    /// A table for a follower. The author of its last change gets the view of the answer.
    pub(super) fn follower_view(
        &self,
        table: &PublishedTable,
        caller: Option<PlayerId>,
    ) -> CachedJson<TableView> {
        let (presence, now) = (self.presence.at(table, &table.chairs()), self.clock.now());
        let answered = caller.and_then(|caller| table.authors.again(caller, &presence, now));
        answered.unwrap_or_else(|| {
            let mut view = table.view(caller, Audience::Shared, presence, now);
            self.show_progress(table, caller, &mut view);
            view.into()
        })
    }

    /// A table as this caller may know it.
    pub(super) fn view(
        &self,
        table: &PublishedTable,
        caller: Option<PlayerId>,
        audience: Audience,
    ) -> TableView {
        let presence = self.presence.at(table, &table.chairs());
        let mut view = table.view(caller, audience, presence, self.clock.now());
        self.show_progress(table, caller, &mut view);
        view
    }
}
