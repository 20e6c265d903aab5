//! Views of tournaments with the names of people.

use crate::service::ports::error::StoreError;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::tournaments::live::LiveTournament;
use cardroom_api::id::PlayerId;
use cardroom_api::tournament::view::{TournamentEntries, TournamentEntryView, TournamentView};

impl RoomCore {
    /// A tournament as this caller may know it.
    pub(super) async fn view_of(
        &self,
        live: &LiveTournament,
        caller: Option<PlayerId>,
    ) -> Result<TournamentView, RoomError> {
        let mut view = live.view(caller);
        if let Some(own) = &mut view.you {
            self.name_entry(own).await?;
        }
        Ok(view)
    }

    /// A page of the entries of a tournament, after so many.
    pub(super) async fn entries_after(
        &self,
        live: &LiveTournament,
        after: u32,
        limit: u32,
    ) -> Result<TournamentEntries, RoomError> {
        let mut page = live.entries(after, limit);
        for entry in &mut page.entries {
            self.name_entry(entry).await?;
        }
        Ok(page)
    }

    /// Adds the name of a person. A computer player has one already, and a player who was deleted has none.
    async fn name_entry(&self, entry: &mut TournamentEntryView) -> Result<(), StoreError> {
        if entry.computer.is_none()
            && let Some(looks) = self.players.session_cache.looks(&*self.store, entry.player).await?
        {
            entry.name = looks.name.to_string();
            entry.avatar = Some(looks.avatar);
        }
        Ok(())
    }
}
