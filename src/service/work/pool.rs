//! Heavy work off the async threads, a bounded number of pieces at a time, with a bounded queue before them.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;

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
        let places = self.admit().await?;
        // The permits travel with the work: a client that hangs up frees no lane that is still busy.
        let done = task::spawn_blocking(move || {
            let result = work();
            drop(places);
            result
        });
        Ok(done.await?)
    }

    async fn admit(&self) -> Result<[OwnedSemaphorePermit; 2], PoolError> {
        let queued = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| PoolError::Busy)?;
        let lane = Arc::clone(&self.lanes).acquire_owned().await.map_err(|_| PoolError::Busy)?;
        Ok([queued, lane])
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Pool, PoolError};

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
}
