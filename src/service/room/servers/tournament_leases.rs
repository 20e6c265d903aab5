//! Leases on the time of tournaments, and looks at tournaments that other servers have changed.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use jiff::SignedDuration;

use super::looks::attempt;
use crate::service::ports::error::StoreError;
use crate::service::ports::shared::SharedStore;
use crate::service::room::room_core::RoomCore;
use crate::service::room::tournaments::LEASE;
use crate::service::table::time::later;
use cardroom_api::id::TournamentId;

/// How often tournaments are looked for whose time no server keeps, how many are taken at once,
const LOOKS: SignedDuration = SignedDuration::from_millis(500);
const MOST_TAKEN: u32 = 256;
/// and after how many of these looks all leases are renewed.
const RENEWS_AFTER: u32 = 2;

/// How often is looked for what other servers have changed in tournaments that this one follows.
const LOOKS_AT_FOLLOWED: SignedDuration = SignedDuration::from_secs(1);

impl RoomCore {
    /// Keeps the time of tournaments whose time no other server keeps, forever.
    pub(super) async fn keep_tournaments(self: &Arc<Self>, shared: &dyn SharedStore) {
        for round in 0u32.. {
            if round.is_multiple_of(RENEWS_AFTER) {
                attempt(self.renew_tournaments(shared)).await;
            }
            attempt(self.take_tournaments(shared)).await;
            self.clock.sleep_until(later(self.clock.now(), LOOKS)).await;
        }
    }

    async fn take_tournaments(self: &Arc<Self>, shared: &dyn SharedStore) -> Result<(), StoreError> {
        for id in shared.take_overdue_tournaments(self.lease(LEASE), MOST_TAKEN).await? {
            self.start_tournament(id);
        }
        Ok(())
    }

    /// Renews all leases at once. The clocks of tournaments that another server has taken meanwhile stop.
    async fn renew_tournaments(&self, shared: &dyn SharedStore) -> Result<(), StoreError> {
        let kept = self.tournaments.kept();
        if kept.is_empty() {
            return Ok(());
        }
        let still: HashSet<TournamentId> =
            shared.keep_tournaments(&kept, self.lease(LEASE)).await?.into_iter().collect();
        for id in kept.into_iter().filter(|id| !still.contains(id)) {
            self.tournaments.stop_clock(id);
        }
        Ok(())
    }

    /// Ends the lease on the time of a tournament, so that any server may take it.
    pub(in crate::service::room) async fn let_go_of(&self, id: TournamentId) {
        let Some(shared) = self.shared() else { return };
        if let Err(error) = shared.let_go_of_tournaments(&[id], self.server.id).await {
            let error = &error as &dyn std::error::Error;
            tracing::debug!(tournament = %id, error, "a lease ends by itself");
        }
    }

    /// Follows the changes of other servers in tournaments that somebody follows here, or whose time this server keeps, forever.
    pub(super) async fn look_at_tournaments(&self, shared: &dyn SharedStore) {
        loop {
            attempt(self.look_for_changes_of_tournaments(shared)).await;
            self.clock.sleep_until(later(self.clock.now(), LOOKS_AT_FOLLOWED)).await;
        }
    }

    async fn look_for_changes_of_tournaments(&self, shared: &dyn SharedStore) -> Result<(), StoreError> {
        let kept = self.tournaments.kept();
        let mut looked_at: BTreeSet<TournamentId> = self.tournaments.followed().into_iter().collect();
        looked_at.extend(&kept);
        let looked_at: Vec<TournamentId> = looked_at.into_iter().collect();
        if looked_at.is_empty() {
            return Ok(());
        }
        for (id, version) in shared.tournament_versions(&looked_at).await? {
            let Some(handle) = self.tournaments.peek(id) else { continue };
            if handle.current().is_some_and(|live| live.record.version >= version) {
                continue;
            }
            // If its clock runs here, this wakes it.
            if let Err(error) = self.read_tournament(&handle).await {
                let error = &error as &dyn std::error::Error;
                tracing::debug!(tournament = %id, error, "a tournament is looked at again");
            }
        }
        Ok(())
    }

    /// Gives back the permits of tournaments that other servers have ended.
    pub(super) async fn look_at_permits_of_tournaments(
        &self,
        shared: &dyn SharedStore,
    ) -> Result<(), StoreError> {
        let charged = self.tournaments.charged();
        if !charged.is_empty() {
            self.tournaments.release(&shared.ended_tournaments(&charged).await?);
        }
        Ok(())
    }
}
