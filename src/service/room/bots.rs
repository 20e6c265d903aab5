//! The computer players of a house: how many there may be, who is at work, and what each was told.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use tokio::sync::Notify;
use tokio_util::task::TaskTracker;

use crate::service::counted::Counted;
use crate::service::id::{PlayerId, TableId};
use crate::service::table::change::Version;
use crate::service::table::commit::MostBots;
use crate::service::table::record::HandRecord;
use crate::service::whole::whole;
use crate::service::work::pool::Pool;
use cardroom_bots::bot::Bot;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;

/// What computer players may do to a house.
#[derive(Clone, Copy, Debug)]
pub struct BotBounds {
    /// How many may sit at all tables.
    pub most: u32,
    /// How many of them may sit at the tables of one host.
    pub most_of_host: u32,
    /// How many chips a player may win from them in a day (UTC); 0 is no bound.
    pub winnings_a_day: Chips,
}

impl BotBounds {
    /// How many may sit at all tables unless the house says otherwise.
    pub const MOST: u32 = 4_000;
}

impl Default for BotBounds {
    fn default() -> Self {
        Self { most: Self::MOST, most_of_host: 60, winnings_a_day: 100_000 }
    }
}

impl From<BotBounds> for MostBots {
    fn from(bounds: BotBounds) -> Self {
        Self { of_house: bounds.most.into(), of_host: bounds.most_of_host.into() }
    }
}

/// The computer players of the house.
pub(super) struct Bots {
    pub(super) bounds: BotBounds,
    pub(super) pool: Pool,
    /// Who thinks or is about to move, so that nobody thinks of the same move twice.
    pub(super) at_work: Counted<(TableId, Seat)>,
    /// Which seats are being advised.
    pub(super) advised: Counted<(TableId, Seat)>,
    minds: Mutex<HashMap<PlayerId, Mind>>,
    pub(super) tasks: TaskTracker,
    /// Told where one is wanted and the house has no more.
    pub(super) wanted: Notify,
    /// How often one thought for longer than it may.
    cut_short: AtomicU64,
}

/// A computer player with all that it was told. It can be built anew from the log.
pub(super) struct Mind {
    pub(super) hand: Arc<HandRecord>,
    /// The version up to which it was told what happened.
    pub(super) told: Version,
    pub(super) bot: Bot,
}

impl Bots {
    pub(super) fn new(bounds: BotBounds) -> Self {
        let lanes = thread::available_parallelism().map_or(1, usize::from);
        // Nobody is turned away: more than all of them cannot wait.
        let pool = Pool::new(lanes, bounds.most as usize);
        Self {
            bounds,
            pool,
            at_work: Counted::default(),
            advised: Counted::default(),
            minds: Mutex::default(),
            tasks: TaskTracker::new(),
            wanted: Notify::new(),
            cut_short: AtomicU64::default(),
        }
    }

    /// One thought for longer than it may; how often that was so far.
    pub(super) fn cut_short(&self) -> u64 {
        self.cut_short.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Returns when nobody is at work any more, once the room stops.
    pub(super) async fn drain(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Forgets who has left.
    pub(super) fn forget(&self, left: &[PlayerId]) {
        if !left.is_empty() {
            let mut minds = self.minds();
            for player in left {
                minds.remove(player);
            }
        }
    }

    pub(super) fn minds(&self) -> MutexGuard<'_, HashMap<PlayerId, Mind>> {
        whole(&self.minds)
    }
}
