//! How many open tables, and how many computer players at them, the hosts of one network may have.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::player_networks::PlayerNetworks;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::limits::network_permits::{NetworkPermit, NetworkPermits};
use crate::service::limits::reserve::most_beside_reserve;
use crate::service::lock::lock;
use crate::service::room::limits::RoomLimits;
use crate::service::table::refused::Refused;
use crate::service::table::stored::commit::{Commit, Write};
use crate::service::table::stored::record::TableRecord;
use cardroom_api::id::{PlayerId, TableId};

/// The quotas of open tables and of computer players, by the network that a table's host came from.
pub(super) struct TableQuota {
    networks: Arc<PlayerNetworks>,
    most_tables: usize,
    tables: NetworkPermits,
    most_bots: usize,
    /// How many computer players all networks share.
    all_bots: usize,
    bots: NetworkPermits,
    /// The permits of each table. A table that is handed over keeps those of its first host's network.
    permits: Mutex<HashMap<TableId, TablePermits>>,
}

/// The permits of an open table, all of one network.
struct TablePermits {
    network: ClientNetwork,
    _table: Option<NetworkPermit>,
    bots: Vec<NetworkPermit>,
}

/// The permits that a commit takes, and those that it returns.
pub(super) struct NewTablePermits {
    table: TableId,
    opened: Option<TablePermits>,
    came: Vec<NetworkPermit>,
    left: usize,
    closes: bool,
}

impl TableQuota {
    pub(super) fn new(limits: &RoomLimits, networks: Arc<PlayerNetworks>) -> Self {
        Self {
            networks,
            most_tables: limits.tables_of_address,
            tables: NetworkPermits::default(),
            most_bots: limits.bots_of_address,
            all_bots: limits.bots.most as usize,
            bots: NetworkPermits::default(),
            permits: Mutex::default(),
        }
    }

    /// The permits that a commit acquires; `None` if it neither acquires nor gives back any.
    pub(super) fn acquire(&self, commit: &Commit) -> Result<Option<NewTablePermits>, Refused> {
        let (record, came, left) = (&commit.table.record, commit.bots.sat_down.len(), commit.bots.left.len());
        let (opens, closes) = (commit.write == Write::Open, record.closed_at.is_some());
        if !(opens || closes || came + left > 0) {
            return Ok(None);
        }
        let mut permits = NewTablePermits { table: record.id, opened: None, came: Vec::new(), left, closes };
        let network = match (opens, came) {
            (true, _) => self.networks.for_permit(record.state.host),
            (false, 0) => None,
            (false, _) => self.network_with(record, bots(record).saturating_sub(came)),
        };
        let Some(network) = network else { return Ok(Some(permits)) };
        if opens {
            let refused = Refused::TooManyTablesOfAddress { most: self.most_tables as u64 };
            let table = self.tables.acquire(network, self.most_tables, usize::MAX).ok_or(refused)?;
            permits.opened = Some(TablePermits { network, _table: Some(table), bots: Vec::new() });
        }
        let refused = Refused::TooManyBotsOfAddress { most: self.most_bots as u64 };
        let of_bots: Option<Vec<_>> = (0..came).map(|_| self.acquire_bot(network)).collect();
        permits.came = of_bots.ok_or(refused)?;
        Ok(Some(permits))
    }

    /// A permit of one more computer player. A part of all is reserved for networks with few.
    fn acquire_bot(&self, network: ClientNetwork) -> Option<NetworkPermit> {
        let most = most_beside_reserve(self.most_bots, self.bots.count_all(), self.all_bots);
        self.bots.acquire(network, most, self.all_bots)
    }

    /// A permit of a computer player that is there already, whatever the limit.
    fn acquire_bot_beyond(&self, network: ClientNetwork) -> Option<NetworkPermit> {
        self.bots.acquire(network, usize::MAX, usize::MAX)
    }

    /// The permit of an open tournament that this player has announced: it counts as one table. `None` if the network is unknown.
    pub(super) fn acquire_tournament(&self, host: PlayerId) -> Result<Option<NetworkPermit>, Refused> {
        let Some(network) = self.networks.for_permit(host) else { return Ok(None) };
        let refused = Refused::TooManyTablesOfAddress { most: self.most_tables as u64 };
        self.tables.acquire(network, self.most_tables, usize::MAX).map(Some).ok_or(refused)
    }

    /// The permits of computer players who enter a tournament of this host; none if the network is unknown.
    pub(super) fn acquire_computers(
        &self,
        host: PlayerId,
        count: usize,
    ) -> Result<Vec<NetworkPermit>, Refused> {
        let Some(network) = self.networks.for_permit(host) else { return Ok(Vec::new()) };
        let permits: Option<Vec<_>> = (0..count).map(|_| self.acquire_bot(network)).collect();
        permits.ok_or(Refused::TooManyBotsOfAddress { most: self.most_bots as u64 })
    }

    /// The same for one that is announced already, whatever the limit.
    pub(super) fn acquire_announced(&self, host: PlayerId) -> Option<NetworkPermit> {
        self.tables.acquire(self.networks.for_permit(host)?, usize::MAX, usize::MAX)
    }

    /// Keeps permits for as long as the table and its computer players are there: the commit has been written.
    pub(super) fn keep(&self, new: NewTablePermits) {
        let NewTablePermits { table, opened, came, left, closes } = new;
        let mut permits = lock(&self.permits);
        if closes {
            permits.remove(&table);
            return;
        }
        if let Some(opened) = opened {
            permits.insert(table, opened);
        }
        if let Some(known) = permits.get_mut(&table) {
            known.bots.truncate(known.bots.len().saturating_sub(left));
            known.bots.extend(came);
        }
    }

    /// Follows a table that another server has changed.
    pub(super) fn follow(&self, table: &TableRecord) {
        if table.closed_at.is_some() {
            return self.release(&[table.id]);
        }
        if let Some(TablePermits { network, bots: permits, .. }) = lock(&self.permits).get_mut(&table.id) {
            let bots = bots(table);
            permits.truncate(bots);
            let came: Vec<_> =
                (permits.len()..bots).filter_map(|_| self.acquire_bot_beyond(*network)).collect();
            permits.extend(came);
        }
    }

    /// The tables that hold permits.
    pub(super) fn charged(&self) -> Vec<TableId> {
        lock(&self.permits).keys().copied().collect()
    }

    /// Returns the permits of tables that another server has closed.
    pub(super) fn release(&self, closed: &[TableId]) {
        let mut permits = lock(&self.permits);
        for table in closed {
            permits.remove(table);
        }
    }

    /// The network of a table: its host's network when it was first needed. From then on, the table and its computer players
    /// have permits of that network.
    pub(super) fn network(&self, table: &TableRecord) -> Option<ClientNetwork> {
        self.network_with(table, bots(table))
    }

    /// The same, for a table that may be closed by now. It gets no permits.
    pub(super) fn network_if_open(&self, table: &TableRecord) -> Option<ClientNetwork> {
        let known = lock(&self.permits).get(&table.id).map(|known| known.network);
        known.or_else(|| self.networks.of(table.state.host))
    }

    /// The network of a table at which this many computer players sit.
    fn network_with(&self, table: &TableRecord, bots: usize) -> Option<ClientNetwork> {
        let mut permits = lock(&self.permits);
        if let Some(known) = permits.get(&table.id) {
            return Some(known.network);
        }
        let network = self.networks.for_permit(table.state.host)?;
        let bots = (0..bots).filter_map(|_| self.acquire_bot_beyond(network)).collect();
        let of_table = self.tables.acquire(network, usize::MAX, usize::MAX);
        permits.insert(table.id, TablePermits { network, _table: of_table, bots });
        Some(network)
    }
}

/// How many computer players sit at a table.
fn bots(table: &TableRecord) -> usize {
    table.state.chairs.iter().filter(|chair| chair.bot.is_some()).count()
}
