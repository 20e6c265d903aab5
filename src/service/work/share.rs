//! How much of the house's time somebody has for what they ask: so many turns at once, and a part of the processor for what they
//! read.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{self, Instant};

use crate::service::whole::whole;

/// Of how much time somebody may spend one part on reading.
const ONE_PART_OF: u32 = 10;
/// How far they may be ahead of that: a second of reading, as many come together who open the page together.
const AHEAD: Duration = Duration::from_secs(10);
/// How long a turn rests at most: what takes longer waits for others, or for the disk, and nobody is to be shut out for it.
const LONGEST_REST: Duration = Duration::from_secs(1);
/// A shorter rest is over before a timer can tell.
const SHORTEST_REST: Duration = Duration::from_millis(1);
/// How long somebody has read at least who hangs up before they are answered: what they asked for is read to its end all the same.
const HUNG_UP: Duration = Duration::from_millis(10);

/// What somebody has of the house's time.
#[derive(Debug)]
pub struct Share {
    turns: Arc<Semaphore>,
    /// How many parts of the time.
    parts: u32,
    /// Until when what was read would have taken, had it kept to its part of the time.
    read_until: Mutex<Option<Instant>>,
}

/// A turn, until it is dropped: something is worked on.
#[derive(Debug)]
pub struct Turn {
    share: Arc<Share>,
    permit: Option<OwnedSemaphorePermit>,
    /// Whether something is read; who writes waits for the disk, and is held up by that alone.
    reads: bool,
    began: Instant,
    /// How long it has read at least.
    least: Duration,
}

impl Share {
    /// So many turns at once, and so many parts of the time.
    pub fn new(turns: usize, parts: u32) -> Self {
        let turns = Arc::new(Semaphore::new(turns.min(Semaphore::MAX_PERMITS)));
        Self { turns, parts, read_until: Mutex::default() }
    }

    /// The next turn that is free.
    pub async fn turn(self: &Arc<Self>, reads: bool) -> Turn {
        // Nobody closes the semaphore.
        let permit = Arc::clone(&self.turns).acquire_owned().await.ok();
        Turn { share: Arc::clone(self), permit, reads, began: Instant::now(), least: HUNG_UP }
    }

    /// Reads something in a turn of its own.
    pub async fn read<T>(self: &Arc<Self>, work: impl Future<Output = T>) -> T {
        let turn = self.turn(true).await;
        let read = work.await;
        turn.done();
        read
    }

    /// Counts how long somebody has read by now, and tells how long their turn rests.
    fn rest_after(&self, read: Duration, now: Instant) -> Duration {
        let mut read_until = whole(&self.read_until);
        let until = read_until.map_or(now, |until| until.max(now)) + read * ONE_PART_OF / self.parts;
        // Who has read for long, as an audit does, is not held up for long after it.
        let until = until.min(now + 2 * AHEAD);
        *read_until = Some(until);
        until.duration_since(now).saturating_sub(AHEAD).min(LONGEST_REST)
    }
}

impl Turn {
    /// What was worked on is done.
    pub fn done(mut self) {
        self.least = Duration::ZERO;
    }

    /// What is asked goes on without a turn, and nothing has been read for it yet.
    pub fn give_back(mut self) {
        self.reads = false;
    }
}

impl Drop for Turn {
    /// The next one has its turn when this one has rested for what it read.
    fn drop(&mut self) {
        let permit = self.permit.take();
        if !self.reads {
            return;
        }
        let read = self.began.elapsed().max(self.least);
        let rest = self.share.rest_after(read, Instant::now());
        // Where the house is gone, nobody waits.
        if rest >= SHORTEST_REST
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(async move {
                time::sleep(rest).await;
                drop(permit);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::Share;

    #[test]
    fn a_tenth_of_the_time_is_spent_on_reading_and_a_second_at_once() {
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        let share = Share::new(4, 1);
        assert_eq!([second / 4; 4].map(|read| share.rest_after(read, now)), [Duration::ZERO; 4]);
        assert_eq!(share.rest_after(second / 100, now), second / 10);
        assert_eq!(share.rest_after(30 * second, now), second, "no turn rests for long");
        let later = now + 20 * second;
        assert_eq!(share.rest_after(second, later), Duration::ZERO, "what was read is forgotten in time");
        let of_four = Share::new(16, 4);
        assert_eq!(of_four.rest_after(4 * second, now), Duration::ZERO, "four have as much as four");
        assert_eq!(of_four.rest_after(second / 100, now), second / 40);
    }
}
