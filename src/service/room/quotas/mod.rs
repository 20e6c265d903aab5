//! All quotas of a room.

pub mod host_quota;
mod move_quota;
pub mod network;
mod network_bans;
mod stream_quota;

use std::sync::Arc;

use self::host_quota::HostQuota;
use self::network::PlayerNetworks;
use self::network_bans::NetworkBans;
use self::stream_quota::StreamQuota;
use super::limits::RoomLimits;
use crate::service::id::IdHasher;
use crate::service::in_flight::{InFlight, InFlightPermit};
use crate::service::ports::clock::Clock;
use crate::service::table::refused::Refused;
use cardroom_api::id::PlayerId;

/// How many requests of one player may be in flight at once. They are carried out even if the client disconnects, so without a limit one
/// player could fill a table's queue, and the requests of all others would time out behind it.
const MOST_AT_ONCE: usize = 16;

/// All quotas of a room.
pub(super) struct Quotas {
    requests: InFlight<PlayerId, IdHasher>,
    pub(super) streams: StreamQuota,
    pub(super) networks: Arc<PlayerNetworks>,
    pub(super) network_bans: NetworkBans,
    pub(super) hosts: HostQuota,
}

impl Quotas {
    pub(super) fn new(limits: &RoomLimits, clock: &Arc<dyn Clock>) -> Self {
        let networks = Arc::new(PlayerNetworks::default());
        Self {
            requests: InFlight::default(),
            streams: StreamQuota::new(limits),
            network_bans: NetworkBans::new(Arc::clone(&networks)),
            hosts: HostQuota::new(limits, clock, Arc::clone(&networks)),
            networks,
        }
    }

    /// A permit for one more request of a player.
    pub(super) fn request(&self, by: PlayerId) -> Result<InFlightPermit<PlayerId, IdHasher>, Refused> {
        self.requests.begin(by, MOST_AT_ONCE).ok_or(Refused::TooManyAtOnce { most: MOST_AT_ONCE })
    }
}
