//! Reading tournaments into memory.

use std::sync::Arc;

use super::TournamentHandle;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::refused::Refused;
use crate::service::tournaments::live::LiveTournament;
use crate::service::tournaments::stored::TournamentChange;
use cardroom_api::id::TournamentId;
use cardroom_api::table::change::Version;
use cardroom_rules::tournament::director::event::DirectorEvent;

impl RoomCore {
    /// The handle of a tournament that exists, and the tournament.
    pub(super) async fn tournament(
        &self,
        id: TournamentId,
    ) -> Result<(Arc<TournamentHandle>, Arc<LiveTournament>), RoomError> {
        let handle = match self.tournaments.get(id) {
            Some(handle) => handle,
            None if self.store.tournament(id).await?.is_some() => self.tournaments.handle(id),
            None => return Err(Refused::NoSuchTournament.into()),
        };
        let live = self.read_tournament(&handle).await?;
        Ok((handle, live))
    }

    /// The tournament, for a caller that decides nothing. If other servers may have changed it, the read does not wait for a decision,
    /// and reads that come at the same time share one look at the database.
    pub(in crate::service::room) async fn read_tournament(
        &self,
        handle: &TournamentHandle,
    ) -> Result<Arc<LiveTournament>, RoomError> {
        if let Some(live) = handle.current()
            && (live.is_over() || !self.tables.is_shared)
        {
            return Ok(live);
        }
        if !self.tables.is_shared {
            let _turn = handle.directing.lock().await;
            return self.load_tournament(handle).await;
        }
        let asked = handle.looks_begun();
        let mut found = handle.looking.lock().await;
        // A look that began after this caller asked has found what it asks for.
        if *found > asked
            && let Some(live) = handle.current()
        {
            return Ok(live);
        }
        let nth = handle.begin_look();
        let live = self.load_tournament(handle).await?;
        *found = nth;
        Ok(live)
    }

    /// The tournament as it is in the database, for a caller that holds its `directing` lock, or decides nothing.
    pub(super) async fn load_tournament(
        &self,
        handle: &TournamentHandle,
    ) -> Result<Arc<LiveTournament>, RoomError> {
        if let Some(known) = handle.current() {
            let Some(shared) = self.store.shared() else { return Ok(known) };
            let id = handle.id;
            let found = shared.tournament_versions(&[id]).await?;
            let version = found.first().map_or(0, |&(_, version)| version);
            if version == known.record.version {
                return Ok(known);
            }
            if version > known.record.version
                && let Some(live) = self.catch_up(handle, &known).await?
            {
                return Ok(live);
            }
            // The log does not continue what is in memory: the database may have been restored from a copy.
            handle.drop_current();
        }
        let record = self.store.tournament(handle.id).await?.ok_or(Refused::NoSuchTournament)?;
        // The row may be newer than the log that was read, or older: the log is what counts.
        let changes = self.log_of_tournament(handle.id, 0).await?;
        let live = Arc::new(LiveTournament::load(record, &changes)?);
        self.publish_tournament(handle, &live);
        self.wake_clock_of(handle);
        Ok(live)
    }

    /// Makes the tournament from the one that was last known and the changes of other servers; `None` if they do not follow it.
    async fn catch_up(
        &self,
        handle: &TournamentHandle,
        known: &LiveTournament,
    ) -> Result<Option<Arc<LiveTournament>>, RoomError> {
        let changes = self.log_of_tournament(handle.id, known.record.version).await?;
        let follows = |change: &TournamentChange| change.version == known.record.version + 1;
        let mut live = known.clone();
        if !changes.first().is_some_and(follows) || live.follow(&changes).is_err() {
            return Ok(None);
        }
        let live = Arc::new(live);
        self.publish_tournament(handle, &live);
        // A hand that another server has dealt may have ended in that change.
        let events = changes.iter().flat_map(|change| &change.body.events);
        handle.mark(events.filter_map(|event| match event {
            DirectorEvent::HandBegan(began) => Some(began.table),
            _ => None,
        }));
        self.wake_clock_of(handle);
        Ok(Some(live))
    }

    /// Lets the tournament's clock look at what was read, if it runs here. A later look finds nothing new.
    fn wake_clock_of(&self, handle: &TournamentHandle) {
        if self.tournaments.is_kept(handle.id) {
            handle.set_due(Some(self.clock.now()));
        }
    }

    /// Publishes a version of a tournament. One that has ended counts no longer for its host's network.
    pub(super) fn publish_tournament(&self, handle: &TournamentHandle, live: &Arc<LiveTournament>) {
        if live.is_over() {
            self.tournaments.release(&[handle.id]);
        }
        handle.publish(Arc::clone(live));
    }

    /// The changes of a tournament after a version.
    async fn log_of_tournament(
        &self,
        id: TournamentId,
        after: Version,
    ) -> Result<Vec<TournamentChange>, RoomError> {
        const ROWS: u32 = 500;
        let mut changes: Vec<TournamentChange> = Vec::new();
        loop {
            let after = changes.last().map_or(after, |change| change.version);
            let page = self.store.tournament_changes(id, after, ROWS).await?;
            let is_last = page.len() < ROWS as usize;
            changes.extend(page);
            if is_last {
                return Ok(changes);
            }
        }
    }
}
