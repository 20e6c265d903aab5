//! A fair queue: how much of the server's time the requests of one address may use. So many of them are worked on at once, and reading
//! may use a part of the processor's time.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{self, Instant};

use crate::service::lock::lock;

/// Reading may use one part in so many of the time.
const ONE_PART_OF: u32 = 10;
/// How far reading may be ahead of that: by one second of reading, because many clients may open the page at the same time.
const AHEAD: Duration = Duration::from_secs(10);
/// How long a permit rests at most. What takes longer waits for other requests or for the disk, which must not shut an address out.
const LONGEST_REST: Duration = Duration::from_secs(1);
/// A timer cannot measure a shorter rest.
const SHORTEST_REST: Duration = Duration::from_millis(1);
/// The least time that is counted if a client disconnects before the answer: what it asked for is read to the end all the same.
const DISCONNECTED: Duration = Duration::from_millis(10);

/// The queue of one address.
#[derive(Debug)]
pub struct FairQueue {
    permits: Arc<Semaphore>,
    /// How many parts of the time.
    parts: u32,
    /// When all reading so far would have ended if it had kept to its part of the time.
    read_until: Mutex<Option<Instant>>,
}

/// A permit to work on one request. It is free again when it is dropped.
#[derive(Debug)]
pub struct WorkPermit {
    queue: Arc<FairQueue>,
    permit: Option<OwnedSemaphorePermit>,
    /// Whether the request reads. A request that writes waits for the disk, which slows it down enough.
    reads: bool,
    began: Instant,
    /// The least time that is counted as reading.
    least: Duration,
}

impl FairQueue {
    /// A queue with so many permits, and so many parts of the time.
    pub fn new(permits: usize, parts: u32) -> Self {
        let permits = Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)));
        Self { permits, parts, read_until: Mutex::default() }
    }

    /// Waits for a permit.
    pub async fn acquire(self: &Arc<Self>, reads: bool) -> WorkPermit {
        // Nothing closes the semaphore.
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok();
        WorkPermit { queue: Arc::clone(self), permit, reads, began: Instant::now(), least: DISCONNECTED }
    }

    /// Reads something under a permit of its own.
    pub async fn read<T>(self: &Arc<Self>, work: impl Future<Output = T>) -> T {
        let permit = self.acquire(true).await;
        let read = work.await;
        permit.finish();
        read
    }

    /// Counts time that was spent on reading, and returns how long its permit rests.
    fn rest_after(&self, read: Duration, now: Instant) -> Duration {
        let mut read_until = lock(&self.read_until);
        let until = read_until.map_or(now, |until| until.max(now)) + read * ONE_PART_OF / self.parts;
        // A long read, such as an audit, does not delay later ones for long.
        let until = until.min(now + 2 * AHEAD);
        *read_until = Some(until);
        until.duration_since(now).saturating_sub(AHEAD).min(LONGEST_REST)
    }
}

impl WorkPermit {
    /// Ends the work: the request has been answered.
    pub fn finish(mut self) {
        self.least = Duration::ZERO;
    }

    /// Gives the permit back unused: the request goes on without it, and nothing has been read for it yet.
    pub fn release(mut self) {
        self.reads = false;
    }
}

impl Drop for WorkPermit {
    /// The permit is free once it has rested for what was read.
    fn drop(&mut self) {
        let permit = self.permit.take();
        if !self.reads {
            return;
        }
        let read = self.began.elapsed().max(self.least);
        let rest = self.queue.rest_after(read, Instant::now());
        // Without a runtime, nothing waits for the permit.
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

    use super::FairQueue;

    #[test]
    fn a_tenth_of_the_time_is_spent_on_reading_and_a_second_at_once() {
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        let queue = FairQueue::new(4, 1);
        assert_eq!([second / 4; 4].map(|read| queue.rest_after(read, now)), [Duration::ZERO; 4]);
        assert_eq!(queue.rest_after(second / 100, now), second / 10);
        assert_eq!(queue.rest_after(30 * second, now), second, "no permit rests for long");
        let later = now + 20 * second;
        assert_eq!(queue.rest_after(second, later), Duration::ZERO, "what was read is forgotten in time");
        let of_four = FairQueue::new(16, 4);
        assert_eq!(of_four.rest_after(4 * second, now), Duration::ZERO, "four have as much as four");
        assert_eq!(of_four.rest_after(second / 100, now), second / 40);
    }
}
