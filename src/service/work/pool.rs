//! Runs heavy work off the async threads: on a limited number of workers, with a limited queue before them.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::{task, time};

use super::low_priority::lower_priority;

/// Some threads for heavy work.
#[derive(Clone, Debug)]
pub struct Pool {
    capacity: usize,
    queue: Arc<Semaphore>,
    workers: Arc<Semaphore>,
}

/// Why work was not done.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// Too much waits already.
    #[error("too much is waiting")]
    Busy,
    /// It panicked.
    #[error("the work failed")]
    Broken(#[from] task::JoinError),
    /// It went on for longer than it may.
    #[error("the work took too long")]
    Late(#[from] time::error::Elapsed),
}

impl Pool {
    /// This many tasks at a time, and a queue of this many for each worker.
    pub fn new(workers: usize, waiting: usize) -> Self {
        let capacity = workers * (1 + waiting);
        Self {
            capacity,
            queue: Arc::new(Semaphore::new(capacity)),
            workers: Arc::new(Semaphore::new(workers)),
        }
    }

    /// How many tasks may run and wait.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Runs work when a worker is free; refuses at once if the queue is full.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        Ok(self.begin(work).await?.await?)
    }

    /// The same, for work that is waited for no longer than this once it has started. It cannot be interrupted: its worker stays
    /// busy until it ends.
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
        let permits = self.admit().await?;
        // The permits move with the work: a client that hangs up frees no worker that is still busy.
        Ok(task::spawn_blocking(move || {
            // The thread runs nothing but such work.
            lower_priority();
            let result = work();
            drop(permits);
            result
        }))
    }

    async fn admit(&self) -> Result<[OwnedSemaphorePermit; 2], PoolError> {
        let queued = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| PoolError::Busy)?;
        let worker = Arc::clone(&self.workers).acquire_owned().await.map_err(|_| PoolError::Busy)?;
        Ok([queued, worker])
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
        assert_eq!((pool.queue.available_permits(), pool.workers.available_permits()), (2, 1));
    }

    #[tokio::test]
    async fn work_that_panics_frees_its_worker() {
        let pool = Pool::new(1, 0);
        assert!(matches!(pool.run(|| panic!("on purpose")).await, Err(PoolError::Broken(_))));
        assert!(pool.run(|| ()).await.is_ok());
    }

    #[tokio::test]
    async fn work_that_does_not_end_is_not_waited_for_and_keeps_its_worker() {
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
