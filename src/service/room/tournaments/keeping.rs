//! Reading tournaments into memory.

use std::sync::Arc;

use super::TournamentHandle;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::refused::Refused;
use crate::service::tournaments::live::LiveTournament;
use crate::service::tournaments::stored::TournamentChange;
use cardroom_api::id::TournamentId;

impl RoomCore {
    /// The handle of a tournament that exists, and the tournament.
    pub(super) async fn tournament(
        &self,
        id: TournamentId,
    ) -> Result<(Arc<TournamentHandle>, Arc<LiveTournament>), RoomError> {
        if let Some(handle) = self.tournaments.get(id)
            && let Some(live) = handle.current()
            && !self.tables.is_shared
        {
            return Ok((handle, live));
        }
        if self.store.tournament(id).await?.is_none() {
            return Err(Refused::NoSuchTournament.into());
        }
        let handle = self.tournaments.handle(id);
        let turn = handle.directing.lock().await;
        let live = self.load_tournament(&handle).await?;
        drop(turn);
        Ok((handle, live))
    }

    /// The tournament, for a caller that holds its `directing` lock.
    pub(super) async fn load_tournament(
        &self,
        handle: &TournamentHandle,
    ) -> Result<Arc<LiveTournament>, RoomError> {
        if let Some(live) = handle.current()
            && !self.tables.is_shared
        {
            return Ok(live);
        }
        let record = self.store.tournament(handle.id).await?.ok_or(Refused::NoSuchTournament)?;
        // Another server may have changed it.
        if let Some(live) = handle.current().filter(|live| live.record.version == record.version) {
            return Ok(live);
        }
        let changes = self.log_of_tournament(handle.id).await?;
        // The row may be newer than the log that was read, or older: the log is what counts.
        let version = changes.last().map_or(record.version, |change| change.version);
        let mut live = LiveTournament::load(record, &changes)?;
        live.record.version = version;
        let live = Arc::new(live);
        handle.publish(Arc::clone(&live));
        Ok(live)
    }

    /// All changes of a tournament.
    async fn log_of_tournament(&self, id: TournamentId) -> Result<Vec<TournamentChange>, RoomError> {
        const ROWS: u32 = 500;
        let mut changes: Vec<TournamentChange> = Vec::new();
        loop {
            let after = changes.last().map_or(0, |change| change.version);
            let page = self.store.tournament_changes(id, after, ROWS).await?;
            let is_last = page.len() < ROWS as usize;
            changes.extend(page);
            if is_last {
                return Ok(changes);
            }
        }
    }
}
