//! The tournament of a table, in the views of the table.

use std::sync::Arc;

use super::TournamentHandle;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::live::Table;
use crate::service::table::state::TournamentPlace;
use cardroom_api::id::PlayerId;
use cardroom_api::table::view::TableView;
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
}

/// The place of an open table in its tournament.
fn place_of(table: &Table) -> Option<TournamentPlace> {
    table.record.state.tournament.filter(|_| table.record.closed_at.is_none())
}
