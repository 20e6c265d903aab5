//! Heavy work off the async threads, a bounded number of pieces at a time, with a bounded queue before them.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::{task, time};

use super::giving_way::give_way;

/// Some threads for heavy work.
#[derive(Clone, Debug)]
pub struct Pool {
    places: usize,
    queue: Arc<Semaphore>,
    lanes: Arc<Semaphore>,
}

/// Why a piece of work was not done.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// Too much waits already.
    #[error("too much is waiting")]
    Busy,
    /// It panicked.
    #[error("the work broke off")]
    Broken(#[from] task::JoinError),
    /// It went on for longer than it may.
    #[error("the work took too long")]
    Late(#[from] time::error::Elapsed),
}

impl Pool {
    /// So many pieces at a time, and so many that wait for each of them.
    pub fn new(lanes: usize, waiting: usize) -> Self {
        let places = lanes * (1 + waiting);
        Self { places, queue: Arc::new(Semaphore::new(places)), lanes: Arc::new(Semaphore::new(lanes)) }
    }

    /// How many pieces may be under way and wait.
    pub fn places(&self) -> usize {
        self.places
    }

    /// Does a piece of work when its turn comes; refuses at once where the queue is full.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        Ok(self.begin(work).await?.await?)
    }

    /// The same, for work that is waited for no longer than this once it has begun. It cannot be broken off: its lane stays
    /// busy until it ends by itself.
    pub async fn run_within<T: Send + 'static>(
        &self,
        limit: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        Ok(time::timeout(limit, self.begin(work).await?).await??)
    }

    /// Returns once it is the work's turn.
    async fn begin<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<task::JoinHandle<T>, PoolError> {
        let places = self.admit().await?;
        // The permits travel with the work: a client that hangs up frees no lane that is still busy.
        Ok(task::spawn_blocking(move || {
            // The thread goes on to nothing but such work.
            give_way();
            let result = work();
            drop(places);
            result
        }))
    }

    async fn admit(&self) -> Result<[OwnedSemaphorePermit; 2], PoolError> {
        let queued = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| PoolError::Busy)?;
        let lane = Arc::clone(&self.lanes).acquire_owned().await.map_err(|_| PoolError::Busy)?;
        Ok([queued, lane])
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::{Arc, Duration, Pool, PoolError};

    #[tokio::test]
    async fn a_full_queue_refuses_at_once_and_a_free_one_does_not() {
        let pool = Pool::new(1, 1);
        let full = Arc::clone(&pool.queue).acquire_many_owned(2).await.unwrap();
        assert!(matches!(pool.run(|| ()).await, Err(PoolError::Busy)));
        drop(full);
        assert_eq!(pool.run(|| 7).await.unwrap(), 7);
        assert_eq!((pool.queue.available_permits(), pool.lanes.available_permits()), (2, 1));
    }

    #[tokio::test]
    async fn work_that_panics_frees_its_lane() {
        let pool = Pool::new(1, 0);
        assert!(matches!(pool.run(|| panic!("on purpose")).await, Err(PoolError::Broken(_))));
        assert!(pool.run(|| ()).await.is_ok());
    }

    #[tokio::test]
    async fn work_that_does_not_end_is_not_waited_for_and_keeps_its_lane() {
        let pool = Pool::new(1, 0);
        let (ends, end) = mpsc::channel::<()>();
        let hangs = pool.run_within(Duration::from_millis(1), move || end.recv().is_err());
        assert!(matches!(hangs.await, Err(PoolError::Late(_))));
        assert!(matches!(pool.run(|| ()).await, Err(PoolError::Busy)));
        drop(ends);
        while pool.run(|| ()).await.is_err() {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.run_within(Duration::from_mins(1), || 7).await.unwrap(), 7);
    }
}
