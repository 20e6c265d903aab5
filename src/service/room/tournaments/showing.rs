//! What is shown of a tournament: in the views of its tables, and its own views with the names of people.

use std::sync::Arc;

use super::TournamentHandle;
use crate::service::ports::error::StoreError;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::live::Table;
use crate::service::table::state::TournamentPlace;
use crate::service::tournaments::live::LiveTournament;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;
use cardroom_api::table::view::TableView;
use cardroom_api::tournament::view::{
    DealShare, TournamentEntries, TournamentEntryView, TournamentHost, TournamentSummary, TournamentView,
};
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
        let TournamentView { host, you, deal, .. } = &mut view;
        let shares = deal.iter_mut().flat_map(|deal| &mut deal.amounts);
        let places = [LooksPlace::of_host(host)].into_iter();
        let places = places.chain(you.iter_mut().filter_map(LooksPlace::of_entry));
        let places = places.chain(shares.filter_map(LooksPlace::of_share));
        self.fill_in_looks(places.collect()).await?;
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
        self.fill_in_looks(page.entries.iter_mut().filter_map(LooksPlace::of_entry).collect()).await?;
        Ok(page)
    }

    /// Adds to a list of tournaments the names of their hosts.
    pub(super) async fn name_hosts(&self, tournaments: &mut [TournamentSummary]) -> Result<(), StoreError> {
        let places = tournaments.iter_mut().map(|tournament| LooksPlace::of_host(&mut tournament.host));
        self.fill_in_looks(places.collect()).await
    }

    /// Fills in the names and pictures of people. A player who was deleted has none.
    async fn fill_in_looks(&self, places: Vec<LooksPlace<'_>>) -> Result<(), StoreError> {
        let people: Vec<PlayerId> = places.iter().map(|place| place.player).collect();
        let looks = self.players.session_cache.looks_of(&*self.store, &people).await?;
        for place in places {
            if let Some(looks) = looks.get(&place.player) {
                *place.name = looks.name.to_string();
                *place.avatar = Some(looks.avatar);
            }
        }
        Ok(())
    }
}

/// The place for the name and the picture of a person. A computer player has a name already.
struct LooksPlace<'a> {
    player: PlayerId,
    name: &'a mut String,
    avatar: &'a mut Option<Avatar>,
}

impl<'a> LooksPlace<'a> {
    fn of_host(TournamentHost { id, name, avatar }: &'a mut TournamentHost) -> Self {
        Self { player: *id, name, avatar }
    }

    fn of_entry(entry: &'a mut TournamentEntryView) -> Option<Self> {
        let TournamentEntryView { player, name, avatar, computer, .. } = entry;
        computer.is_none().then_some(Self { player: *player, name, avatar })
    }

    fn of_share(share: &'a mut DealShare) -> Option<Self> {
        let DealShare { player, name, avatar, computer, .. } = share;
        computer.is_none().then_some(Self { player: *player, name, avatar })
    }
}

/// The place of an open table in its tournament.
fn place_of(table: &Table) -> Option<TournamentPlace> {
    table.record.state.tournament.filter(|_| table.record.closed_at.is_none())
}
