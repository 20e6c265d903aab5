//! How many players of one network may wait for a chair at one table: a called player who does not come blocks a chair for a minute.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::player_networks::PlayerNetworks;
use crate::service::limits::permits::{Permit, PermitCounts};
use crate::service::lock::lock;
use crate::service::table::refused::Refused;
use crate::service::table::stored::commit::Commit;
use crate::service::table::stored::record::TableRecord;
use cardroom_api::id::{PlayerId, TableId};

/// The quota of each network or site at each table.
pub(super) struct WaitingQuota {
    most: usize,
    networks: Arc<PlayerNetworks>,
    in_use: PermitCounts<(TableId, u128)>,
    /// The permits of the players who wait.
    permits: Mutex<HashMap<(TableId, PlayerId), WaitPermit>>,
}

/// A permit of a waiting player's network or site, at one table.
type WaitPermit = Permit<(TableId, u128)>;

/// The permits that a commit acquires, and the players who give theirs back.
pub(super) struct NewWaitPermits {
    table: TableId,
    waits: Vec<(PlayerId, WaitPermit)>,
    stops_waiting: Vec<PlayerId>,
}

impl WaitingQuota {
    pub(super) fn new(most: usize, networks: Arc<PlayerNetworks>) -> Self {
        Self { most, networks, in_use: PermitCounts::default(), permits: Mutex::default() }
    }

    /// The permits of the players who start to wait; `None` if a commit neither acquires nor gives back any.
    pub(super) fn acquire(&self, commit: &Commit) -> Result<Option<NewWaitPermits>, Refused> {
        let (table, most) = (commit.table.record.id, self.most);
        let mut waits = Vec::new();
        for &player in &commit.waits {
            let Some(network) = self.networks.for_permit(player) else { continue };
            let permit = self.in_use.acquire((table, network.widest()), most);
            waits.push((player, permit.ok_or(Refused::TooManyWaiting { most })?));
        }
        let changes = !(waits.is_empty() && commit.stops_waiting.is_empty());
        let stops_waiting = commit.stops_waiting.clone();
        Ok(changes.then_some(NewWaitPermits { table, waits, stops_waiting }))
    }

    /// Keeps permits for as long as their players wait: the commit has been written.
    pub(super) fn keep(&self, NewWaitPermits { table, waits, stops_waiting }: NewWaitPermits) {
        let mut permits = lock(&self.permits);
        for player in stops_waiting {
            permits.remove(&(table, player));
        }
        permits.extend(waits.into_iter().map(|(player, permit)| ((table, player), permit)));
    }

    /// Follows a table that another server has changed: players who do not wait any more return their permits.
    pub(super) fn follow(&self, table: &TableRecord) {
        let waits = |player: PlayerId| table.state.waiting.iter().any(|waiting| waiting.player == player);
        lock(&self.permits).retain(|&(id, player), _| id != table.id || waits(player));
    }
}
