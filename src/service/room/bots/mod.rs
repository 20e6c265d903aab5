//! The computer players of the server: their limits, which of them are thinking, and their strategies.
//!
//! `bot_play` moves for them, `bot_thinking` chooses their actions, `recalling` lets them leave tables without people, and `advising`
//! gives their advice to a player.

mod advising;
pub(super) mod bot_play;
mod bot_thinking;
pub(super) mod recalling;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use tokio::sync::Notify;
use tokio_util::task::TaskTracker;

use crate::service::in_flight::InFlight;
use crate::service::lock::lock;
use crate::service::table::stored::commit::MostBots;
use crate::service::table::stored::record::HandRecord;
use crate::service::work::pool::Pool;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::Version;
use cardroom_bots::bot::Bot;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;

/// The limits of computer players.
#[derive(Clone, Copy, Debug)]
pub struct BotLimits {
    /// How many may sit at all tables.
    pub most: u32,
    /// How many of them may sit at the tables of one host.
    pub most_of_host: u32,
    /// How many chips a player may win from them in a day (UTC); 0 is no limit.
    pub winnings_a_day: Chips,
}

impl BotLimits {
    /// The default limit of computer players at all tables.
    pub const MOST: u32 = 4_000;
}

impl Default for BotLimits {
    fn default() -> Self {
        Self { most: Self::MOST, most_of_host: 60, winnings_a_day: 100_000 }
    }
}

impl From<BotLimits> for MostBots {
    fn from(limits: BotLimits) -> Self {
        Self { of_server: limits.most.into(), of_host: limits.most_of_host.into() }
    }
}

/// The computer players of the server.
pub(super) struct BotPlayers {
    pub(super) limits: BotLimits,
    pub(super) pool: Pool,
    /// The seats that are thinking or about to move, so that no move is computed twice.
    pub(super) at_work: InFlight<(TableId, Seat)>,
    /// Which seats are being advised.
    pub(super) advised: InFlight<(TableId, Seat)>,
    minds: Mutex<HashMap<PlayerId, Mind>>,
    pub(super) tasks: TaskTracker,
    /// Notified if one is wanted and the server has no more.
    pub(super) wanted: Notify,
    /// How many decisions took too long.
    cut_short: AtomicU64,
}

/// A strategy with all that its seat has seen. It can be rebuilt from the log.
pub(super) struct Mind {
    pub(super) hand: Arc<HandRecord>,
    /// The version up to which it has seen the events.
    pub(super) seen_until: Version,
    pub(super) bot: Bot,
}

impl BotPlayers {
    pub(super) fn new(limits: BotLimits) -> Self {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        // The queue never overflows: it has room for all of them.
        let pool = Pool::new(workers, limits.most as usize);
        Self {
            limits,
            pool,
            at_work: InFlight::default(),
            advised: InFlight::default(),
            minds: Mutex::default(),
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

    /// Drops the strategies of computer players that have left.
    pub(super) fn forget(&self, left: &[PlayerId]) {
        if !left.is_empty() {
            let mut minds = self.minds();
            for player in left {
                minds.remove(player);
            }
        }
    }

    pub(super) fn minds(&self) -> MutexGuard<'_, HashMap<PlayerId, Mind>> {
        lock(&self.minds)
    }
}
