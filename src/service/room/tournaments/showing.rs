//! What is shown of a tournament: in the views of its tables, and its own views with the names of people.

use std::sync::Arc;

use super::TournamentHandle;
use crate::service::ports::error::StoreError;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::live::Table;
use crate::service::table::state::TournamentPlace;
use crate::service::tournaments::live::LiveTournament;
use cardroom_api::id::PlayerId;
use cardroom_api::table::view::TableView;
use cardroom_api::tournament::view::{TournamentEntries, TournamentEntryView, TournamentView};
use cardroom_rules::tournament::director::floor::place::TableNumber;

impl RoomCore {
    /// The tournament that an open table belongs to, with the table's number in it. It is read, unless it is in memory and no other
    /// server may have changed it.
    pub(in crate::service::room) async fn shown_at(
        &self,
        table: &Table,
    ) -> Result<Option<(TableNumber, Arc<TournamentHandle>)>, RoomError> {
        let Some(TournamentPlace { id, number, .. }) = place_of(table) else { return Ok(None) };
        // Boxed: most tables belong to no tournament, and their futures stay small.
        let (handle, _) = Box::pin(self.tournament(id)).await?;
        Ok(Some((number, handle)))
    }

    /// Adds to a view of a table how far its tournament is, as far as this server knows.
    pub(in crate::service::room) fn show_progress(
        &self,
        table: &Table,
        caller: Option<PlayerId>,
        view: &mut TableView,
    ) {
        let Some(shown) = &mut view.tournament else { return };
        let Some(TournamentPlace { id, number, .. }) = place_of(table) else { return };
        let Some(handle) = self.tournaments.get(id) else { return };
        let known = handle.shown().borrow().clone();
        shown.progress = known.and_then(|known| known.progress(number, caller));
    }

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

/// The place of an open table in its tournament.
fn place_of(table: &Table) -> Option<TournamentPlace> {
    table.record.state.tournament.filter(|_| table.record.closed_at.is_none())
}
