//! The computer players of the server: their limits, and which of them are thinking.
//!
//! `bot_play` moves for them, `bot_thinking` chooses their actions, `sending_away` makes them leave tables without people, and `advising`
//! gives their advice to a player.

mod advising;
pub(super) mod bot_play;
mod bot_thinking;
pub(super) mod sending_away;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use tokio::sync::Notify;
use tokio_util::task::TaskTracker;

use crate::service::limits::permits::PermitCounts;
use crate::service::room::limits::BotLimits;
use crate::service::room::tables::minds::Minds;
use crate::service::work::pool::Pool;
use cardroom_api::id::TableId;
use cardroom_rules::games::seat::Seat;

/// The computer players of the server.
pub(super) struct BotPlayers {
    pub(super) limits: BotLimits,
    pub(super) pool: Pool,
    /// The seats that are thinking or about to move, so that no move is computed twice.
    pub(super) at_work: PermitCounts<(TableId, Seat)>,
    /// Which seats are being advised.
    pub(super) advised: PermitCounts<(TableId, Seat)>,
    /// Their strategies.
    pub(super) minds: Arc<Minds>,
    pub(super) tasks: TaskTracker,
    /// Notified if one is wanted and the server has no more.
    pub(super) wanted: Notify,
    /// How many decisions took too long.
    cut_short: AtomicU64,
}

impl BotPlayers {
    pub(super) fn new(limits: BotLimits) -> Self {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        // The queue never overflows: it has room for all of them.
        let pool = Pool::new(workers, limits.most as usize);
        Self {
            limits,
            pool,
            at_work: PermitCounts::default(),
            advised: PermitCounts::default(),
            minds: Arc::default(),
            tasks: TaskTracker::new(),
            wanted: Notify::new(),
            cut_short: AtomicU64::default(),
        }
    }

    /// Counts a decision that took too long; returns how many there were.
    pub(super) fn cut_short(&self) -> u64 {
        self.cut_short.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Returns once no computer player is thinking any more, after the room has stopped.
    pub(super) async fn drain(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}
