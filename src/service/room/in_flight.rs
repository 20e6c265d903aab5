//! The requests of players that are in flight.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::service::id::PlayerId;
use crate::service::table::refused::Refused;

/// How many requests of one player may be in flight at once. They are carried through when the client hangs up, so
/// without a bound one player could fill a table's queue, and everybody else's time would run out behind it.
pub(super) const MOST_AT_ONCE: usize = 16;

/// The number of requests in flight, by player.
#[derive(Clone, Debug, Default)]
pub(super) struct InFlight(Arc<Mutex<HashMap<PlayerId, usize>>>);

/// One request in flight, until it is dropped.
#[derive(Debug)]
pub(super) struct Request {
    player: PlayerId,
    all: InFlight,
}

impl InFlight {
    /// One more request of this player.
    pub(super) fn begin(&self, player: PlayerId) -> Result<Request, Refused> {
        let mut counts = self.counts();
        let count = counts.entry(player).or_default();
        if *count >= MOST_AT_ONCE {
            return Err(Refused::TooManyAtOnce { most: MOST_AT_ONCE });
        }
        *count += 1;
        Ok(Request { player, all: self.clone() })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<PlayerId, usize>> {
        // Nothing in here panics between two halves of a write, so a poisoned map is whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        let mut counts = self.all.counts();
        if let Some(count) = counts.get_mut(&self.player) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.player);
            }
        }
    }
}
