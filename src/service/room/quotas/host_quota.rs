//! What each network may have at once: open tables, computer players at them, chairs at public tables, and players who wait for a
//! chair. It is in memory only: no address is ever written down.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use jiff::SignedDuration;

use super::move_quota::MoveQuota;
use super::network::{NetworkKey, PlayerNetworks, most_of_site};
use crate::service::in_flight::{InFlight, InFlightPermit};
use crate::service::lock::lock;
use crate::service::pools::most_of;
use crate::service::ports::clock::Clock;
use crate::service::room::limits::RoomLimits;
use crate::service::table::refused::Refused;
use crate::service::table::stored::commit::{Commit, Write};
use crate::service::table::stored::options::StoredAccess;
use crate::service::table::stored::record::TableRecord;
use cardroom_api::id::{PlayerId, TableId};

/// How long a table waits to move by itself if its network's quota is used up.
pub(in crate::service::room) const HELD_BACK: SignedDuration = SignedDuration::from_millis(250);

/// The quotas of each network, by the network that a table's host came from.
pub(in crate::service::room) struct HostQuota {
    most_tables: usize,
    most_bots: usize,
    /// How many computer players all share.
    bots_of_server: usize,
    most_waiting: usize,
    networks: Arc<PlayerNetworks>,
    /// Open tables and the permits they hold. A table that is handed over stays charged to its first host's network.
    of_tables: Mutex<HashMap<TableId, KnownTable>>,
    tables: NetworkQuota,
    bots: NetworkQuota,
    moves: MoveQuota,
    most_chairs: usize,
    /// The players who wait for a chair, with the permits of their networks. A called player who does not come blocks a chair for
    /// a minute.
    waiting: Mutex<HashMap<(TableId, PlayerId), WaitPermit>>,
    waiting_from: InFlight<(TableId, u128)>,
}

/// A permit of a waiting player's network or site, at one table.
type WaitPermit = InFlightPermit<(TableId, u128)>;

struct KnownTable {
    network: NetworkKey,
    _permit: Option<NetworkPermit>,
    bots: Vec<NetworkPermit>,
}

/// The permits that are in use: by network, by site, and in all.
#[derive(Default)]
struct NetworkQuota {
    networks: InFlight<u128>,
    sites: InFlight<u128>,
    all: InFlight<()>,
}

/// A permit; free again when dropped.
type NetworkPermit = (InFlightPermit<u128>, Option<InFlightPermit<u128>>, InFlightPermit<()>);

/// What a commit takes of its networks' quotas, and what it returns.
pub(in crate::service::room) struct Reservation {
    table: TableId,
    opened: Option<KnownTable>,
    came: Vec<NetworkPermit>,
    left: usize,
    closes: bool,
    waits: Vec<(PlayerId, WaitPermit)>,
    stops_waiting: Vec<PlayerId>,
}

impl NetworkQuota {
    /// A permit, unless the network or its site has reached its limit. A part of the whole is reserved for networks with few
    /// permits.
    fn begin(
        &self,
        NetworkKey { network, site }: NetworkKey,
        most: usize,
        whole: usize,
    ) -> Option<NetworkPermit> {
        let most = most_of(most, self.all.count(()), whole);
        let of_network = self.networks.begin(network, most)?;
        let of_site = match site {
            Some(site) => Some(self.sites.begin(site, most_of_site(most, whole))?),
            None => None,
        };
        Some((of_network, of_site, self.all.begin((), usize::MAX)?))
    }
}

impl HostQuota {
    pub(in crate::service::room) fn new(
        limits: &RoomLimits,
        clock: &Arc<dyn Clock>,
        networks: Arc<PlayerNetworks>,
    ) -> Self {
        Self {
            most_tables: limits.tables_of_address,
            most_bots: limits.bots_of_address,
            bots_of_server: limits.bots.most as usize,
            most_waiting: limits.waiting_of_address,
            most_chairs: limits.chairs_of_address,
            networks,
            of_tables: Mutex::default(),
            tables: NetworkQuota::default(),
            bots: NetworkQuota::default(),
            moves: MoveQuota::new(limits, clock),
            waiting: Mutex::default(),
            waiting_from: InFlight::default(),
        }
    }

    /// Whether a table may move by itself now; counts the move. The caller holds the table's lock.
    pub(in crate::service::room) fn may_move(&self, table: &TableRecord) -> bool {
        let is_free = !self.moves.is_limited() || table.state.tournament.is_some();
        is_free || self.moves.take(self.of(table, bots(table)), table.state.host)
    }

    /// The same for a caller without the table's lock. The table may be closed by now, so it takes no permits.
    pub(in crate::service::room) fn may_still_move(&self, table: &TableRecord) -> bool {
        let known = || lock(&self.of_tables).get(&table.id).map(|known| known.network);
        let network = || known().or_else(|| self.networks.of(table.state.host));
        let is_free = !self.moves.is_limited() || table.state.tournament.is_some();
        is_free || self.moves.take(network(), table.state.host)
    }

    /// Checks that not too many players of one network sit at another host's public table.
    fn check_chairs(&self, commit: &Commit) -> Result<(), Refused> {
        let table = &commit.table.record;
        if commit.sat_down.is_empty()
            || self.most_chairs == usize::MAX
            || table.options.access != StoredAccess::Public
        {
            return Ok(());
        }
        let most = self.most_chairs.min(usize::from(table.options.seats.saturating_sub(1)));
        let host = self.networks.widest_of(table.state.host);
        for &player in commit.sat_down.iter().filter(|&&player| player != table.state.host) {
            let Some(network) = self.networks.widest_of(player).filter(|&network| host != Some(network))
            else {
                continue;
            };
            let people = commit.table.seated_or_promised();
            if people.filter(|&player| self.networks.widest_of(player) == Some(network)).count() > most {
                return Err(Refused::TooManyFromAddress { most });
            }
        }
        Ok(())
    }

    /// Reserves what a commit takes of its networks' quotas; `None` if it takes and returns nothing, as most commits do.
    pub(in crate::service::room) fn reserve(
        &self,
        commit: &Commit,
    ) -> Result<Option<Box<Reservation>>, Refused> {
        let (table, host) = (commit.table.record.id, commit.table.record.state.host);
        self.check_chairs(commit)?;
        let closes = commit.table.record.closed_at.is_some();
        let (waits, stops_waiting) = (self.wait(table, &commit.waits)?, commit.stops_waiting.clone());
        let left = commit.bots.left.len();
        let (opens, seats) = (commit.write == Write::Open, !commit.bots.sat_down.is_empty());
        let changes = opens || seats || closes || left > 0 || !waits.is_empty() || !stops_waiting.is_empty();
        if !changes {
            return Ok(None);
        }
        let mut reservation =
            Box::new(Reservation { table, opened: None, came: vec![], left, closes, waits, stops_waiting });
        if !(opens || seats) {
            return Ok(Some(reservation));
        }
        let before = || bots(&commit.table.record).saturating_sub(commit.bots.sat_down.len());
        let network =
            if opens { self.networks.of_charged(host) } else { self.of(&commit.table.record, before()) };
        let Some(network) = network else { return Ok(Some(reservation)) };
        if opens {
            let most = self.most_tables;
            let permit = self.tables.begin(network, most, usize::MAX);
            let permit = permit.ok_or(Refused::TooManyTablesOfAddress { most: most as u64 })?;
            reservation.opened = Some(KnownTable { network, _permit: Some(permit), bots: Vec::new() });
        }
        let most = self.most_bots;
        let permits =
            commit.bots.sat_down.iter().map(|_| self.bots.begin(network, most, self.bots_of_server));
        let permits: Option<Vec<NetworkPermit>> = permits.collect();
        reservation.came = permits.ok_or(Refused::TooManyBotsOfAddress { most: most as u64 })?;
        Ok(Some(reservation))
    }

    /// Permits for players who start to wait for a chair, from the quotas of their networks.
    fn wait(&self, table: TableId, waits: &[PlayerId]) -> Result<Vec<(PlayerId, WaitPermit)>, Refused> {
        let most = self.most_waiting;
        let mut permits = Vec::new();
        for &player in waits {
            let Some(network) = self.networks.of_charged(player) else { continue };
            let permit = self.waiting_from.begin((table, network.widest()), most);
            permits.push((player, permit.ok_or(Refused::TooManyWaiting { most })?));
        }
        Ok(permits)
    }

    /// Keeps a reservation for as long as its tables, players and waits last: its commit has been written.
    pub(in crate::service::room) fn keep(&self, reservation: Reservation) {
        let Reservation { table, opened, came, left, closes, waits, stops_waiting } = reservation;
        if !(waits.is_empty() && stops_waiting.is_empty()) {
            let mut waiting = lock(&self.waiting);
            for player in stops_waiting {
                waiting.remove(&(table, player));
            }
            waiting.extend(waits.into_iter().map(|(player, permit)| ((table, player), permit)));
        }
        let mut tables = lock(&self.of_tables);
        if closes {
            tables.remove(&table);
            return;
        }
        if let Some(opened) = opened {
            tables.insert(table, opened);
        }
        if let Some(known) = tables.get_mut(&table) {
            known.bots.truncate(known.bots.len().saturating_sub(left));
            known.bots.extend(came);
        }
    }

    /// The network of a table: its host's network when it was first needed. Its computer players so far are charged to that
    /// network from then on.
    fn of(&self, table: &TableRecord, bots: usize) -> Option<NetworkKey> {
        let mut tables = lock(&self.of_tables);
        if let Some(known) = tables.get(&table.id) {
            return Some(known.network);
        }
        let network = self.networks.of_charged(table.state.host)?;
        let bots = (0..bots).filter_map(|_| self.bots.begin(network, usize::MAX, usize::MAX)).collect();
        let permit = self.tables.begin(network, usize::MAX, usize::MAX);
        tables.insert(table.id, KnownTable { network, _permit: permit, bots });
        Some(network)
    }
}

/// How many computer players sit at a table.
fn bots(table: &TableRecord) -> usize {
    table.state.chairs.iter().filter(|chair| chair.bot.is_some()).count()
}
