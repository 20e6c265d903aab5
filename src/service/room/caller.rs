//! The caller of a read, and the limits of pages and waits.

use std::sync::Arc;
use std::time::Duration;

use crate::service::limits::client_network::ClientNetwork;
use crate::service::table::live::Table;
use crate::service::work::fair_queue::FairQueue;
use cardroom_api::id::PlayerId;

/// The most rows a page of anything has.
pub const MOST_ROWS: u32 = 100;

/// The most seconds that a wait for events lasts.
pub const MOST_WAIT_SECONDS: u32 = 30;

/// The longest that a wait for events lasts.
pub const LONGEST_WAIT: Duration = Duration::from_secs(MOST_WAIT_SECONDS as u64);

/// The caller of a read.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    /// The player; `None` without a sign-in.
    pub player: Option<PlayerId>,
    /// For tables that are not public.
    pub invite_code: Option<String>,
    /// The network of the request, if it is known.
    pub network: Option<ClientNetwork>,
    /// The fair queue for reads of the log, for callers that hold no permit of it; `None` if reading time is not limited.
    pub queue: Option<Arc<FairQueue>>,
}

impl Caller {
    /// Whether they have a chair at this table.
    pub(in crate::service::room) fn has_chair_at(&self, table: &Table) -> bool {
        self.player.is_some_and(|player| table.sitting(player).is_some())
    }
}
