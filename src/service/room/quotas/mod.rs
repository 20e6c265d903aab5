//! All quotas of a room: of each player, of each table, and of each network. They are in memory only.

mod chair_quota;
pub(super) mod move_quota;
mod network_bans;
mod player_networks;
mod rated_networks;
pub(super) mod stream_quota;
mod table_quota;
mod waiting_quota;

use std::sync::Arc;

use self::chair_quota::ChairQuota;
use self::move_quota::MoveQuota;
use self::network_bans::NetworkBans;
use self::player_networks::PlayerNetworks;
use self::rated_networks::RatedNetworks;
use self::stream_quota::StreamQuota;
use self::table_quota::{NewTablePermits, TableQuota};
use self::waiting_quota::{NewWaitPermits, WaitingQuota};
use super::limits::RoomLimits;
use crate::service::id::IdHasher;
use crate::service::limits::network_permits::NetworkPermit;
use crate::service::limits::permits::{Permit, PermitCounts};
use crate::service::ports::clock::Clock;
use crate::service::table::refused::Refused;
use crate::service::table::stored::commit::Commit;
use crate::service::table::stored::options::StoredAccess;
use crate::service::table::stored::record::TableRecord;
use crate::service::tournaments::live::LiveTournament;
use cardroom_api::id::{PlayerId, TableId};

/// How many requests of one player may be in flight at once. They are carried out even if the client disconnects, so without a limit one
/// player could fill a table's queue, and the requests of all others would time out behind it.
const MOST_AT_ONCE: usize = 16;

/// All quotas of a room.
pub(super) struct Quotas {
    requests: PermitCounts<PlayerId, IdHasher>,
    pub(super) streams: StreamQuota,
    pub(super) networks: Arc<PlayerNetworks>,
    pub(super) network_bans: NetworkBans,
    tables: TableQuota,
    chairs: ChairQuota,
    waiting: WaitingQuota,
    moves: MoveQuota,
    pub(super) rated_networks: RatedNetworks,
}

/// The permits that a commit takes of its networks' quotas, and those that it returns.
pub(super) struct CommitPermits {
    tables: Option<NewTablePermits>,
    waiting: Option<NewWaitPermits>,
}

impl Quotas {
    pub(super) fn new(limits: &RoomLimits, clock: &Arc<dyn Clock>) -> Self {
        let networks = Arc::new(PlayerNetworks::default());
        Self {
            requests: PermitCounts::default(),
            streams: StreamQuota::new(limits),
            network_bans: NetworkBans::new(Arc::clone(&networks)),
            tables: TableQuota::new(limits, Arc::clone(&networks)),
            chairs: ChairQuota::new(limits.chairs_of_address, Arc::clone(&networks)),
            waiting: WaitingQuota::new(limits.waiting_of_address, Arc::clone(&networks)),
            moves: MoveQuota::new(limits, clock),
            rated_networks: RatedNetworks::new(Arc::clone(&networks)),
            networks,
        }
    }

    /// A permit of one more request of a player.
    pub(super) fn acquire_request(&self, by: PlayerId) -> Result<Permit<PlayerId, IdHasher>, Refused> {
        self.requests.acquire(by, MOST_AT_ONCE).ok_or(Refused::TooManyAtOnce { most: MOST_AT_ONCE })
    }

    /// The permits that a commit needs before it is written; `None` if it takes and returns none, as most commits do. If the
    /// commit is not written, they are free again when dropped.
    pub(super) fn acquire(&self, commit: &Commit) -> Result<Option<Box<CommitPermits>>, Refused> {
        self.chairs.check(commit)?;
        let waiting = self.waiting.acquire(commit)?;
        let tables = self.tables.acquire(commit)?;
        let changes = tables.is_some() || waiting.is_some();
        Ok(changes.then(|| Box::new(CommitPermits { tables, waiting })))
    }

    /// The permit of an open tournament that this player has announced; `None` if their network is unknown.
    pub(super) fn announce(&self, host: PlayerId) -> Result<Option<NetworkPermit>, Refused> {
        self.tables.acquire_tournament(host)
    }

    /// The permits of computer players who fill up a tournament of this host. They count as those at the host's tables do.
    pub(super) fn fill(&self, host: PlayerId, count: usize) -> Result<Vec<NetworkPermit>, Refused> {
        self.tables.acquire_computers(host, count)
    }

    /// The same for a tournament that is announced already, whatever the limit.
    pub(super) fn announced(&self, host: PlayerId) -> Option<NetworkPermit> {
        self.tables.acquire_announced(host)
    }

    /// Refuses a player who enters a tournament if too many people of their network play in it.
    pub(super) fn check_entry(&self, tournament: &LiveTournament, player: PlayerId) -> Result<(), Refused> {
        if tournament.record.options.access == StoredAccess::Invite {
            return Ok(());
        }
        self.chairs.check_entry(tournament.record.host, player, tournament.people())
    }

    /// Keeps the permits of a commit that has been written, for as long as its tables, computer players and waits last.
    pub(super) fn keep(&self, CommitPermits { tables, waiting }: CommitPermits) {
        if let Some(waiting) = waiting {
            self.waiting.keep(waiting);
        }
        if let Some(tables) = tables {
            self.tables.keep(tables);
        }
    }

    /// Follows a table that another server has changed.
    pub(super) fn follow(&self, table: &TableRecord) {
        self.waiting.follow(table);
        self.tables.follow(table);
    }

    /// The tables that hold permits.
    pub(super) fn charged(&self) -> Vec<TableId> {
        self.tables.charged()
    }

    /// Returns the permits of tables that another server has closed.
    pub(super) fn release(&self, closed: &[TableId]) {
        self.tables.release(closed);
    }

    /// Spends a move that a table makes by itself; whether it may make it now. The caller holds the table's lock.
    pub(super) fn spend_move(&self, table: &TableRecord) -> bool {
        // A tournament has its bounds at registration, and never waits at a move.
        table.state.tournament.is_some() || self.moves.spend(table.state.host, || self.tables.network(table))
    }

    /// The same for a caller without the table's lock.
    pub(super) fn spend_move_unlocked(&self, table: &TableRecord) -> bool {
        table.state.tournament.is_some()
            || self.moves.spend(table.state.host, || self.tables.network_if_open(table))
    }
}
