//! What players have asked for and is not done yet.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::id::PlayerId;
use super::refused::Refused;

/// How many requests of one player may be under way at once. They are carried through when the client hangs up, so
/// without a bound one player could fill a table's queue, and everybody else's time would run out behind it.
pub(super) const MOST_AT_ONCE: usize = 16;

/// The number of requests under way, by player.
#[derive(Clone, Debug, Default)]
pub(super) struct Errands(Arc<Mutex<HashMap<PlayerId, usize>>>);

/// One request under way, until it is dropped.
#[derive(Debug)]
pub(super) struct Errand {
    player: PlayerId,
    errands: Errands,
}

impl Errands {
    /// One more request of this player.
    pub(super) fn begin(&self, player: PlayerId) -> Result<Errand, Refused> {
        let mut counts = self.counts();
        let count = counts.entry(player).or_default();
        if *count >= MOST_AT_ONCE {
            return Err(Refused::TooManyAtOnce { most: MOST_AT_ONCE });
        }
        *count += 1;
        Ok(Errand { player, errands: self.clone() })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<PlayerId, usize>> {
        // Nothing in here panics between two halves of a write, so a poisoned map is whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        let mut counts = self.errands.counts();
        if let Some(count) = counts.get_mut(&self.player) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.player);
            }
        }
    }
}
