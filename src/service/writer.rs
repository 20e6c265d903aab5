//! Groups commits: while one batch is being written, the next one gathers, and shares one wait for the disk.

use std::collections::HashSet;
use std::sync::Arc;

use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::store::{Commit, Committed, Store, StoreError};

/// How many commits one batch holds at most.
const BATCH: usize = 64;

/// How many commits wait at most; whoever comes then waits to be let in.
const QUEUE: usize = 1_024;

/// Writes changes in batches, at most one a table in each. [`Writer::start`] starts it.
#[derive(Debug)]
pub struct Writer {
    queue: mpsc::Sender<Job>,
    closing: Arc<Notify>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// Whether a change was written is not known.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WriteError {
    /// The store failed.
    #[error(transparent)]
    Store(Arc<StoreError>),
    /// The writer has stopped.
    #[error("the writer has stopped")]
    Stopped,
}

/// A commit, and who waits for it.
#[derive(Debug)]
struct Job {
    commit: Commit,
    answer: oneshot::Sender<Result<Committed, WriteError>>,
}

impl Writer {
    /// Starts writing to `store`, in a task of its own: no caller that goes away cuts a batch off.
    pub fn start(store: Arc<dyn Store>) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let task = tokio::spawn(run(store, jobs, Arc::clone(&closing)));
        Self { queue, closing, task: Mutex::new(Some(task)) }
    }

    /// Writes one change, together with whatever else is waiting; what became of it.
    pub async fn commit(&self, commit: Commit) -> Result<Committed, WriteError> {
        let (answer, answered) = oneshot::channel();
        self.queue.send(Job { commit, answer }).await.map_err(|_| WriteError::Stopped)?;
        answered.await.map_err(|_| WriteError::Stopped)?
    }

    /// Takes nothing more, and returns when everything taken is written.
    pub async fn drain(&self) {
        self.closing.notify_one();
        if let Some(task) = self.task.lock().await.take() {
            // A task that panicked has nothing left to write.
            drop(task.await);
        }
    }
}

async fn run(store: Arc<dyn Store>, mut jobs: mpsc::Receiver<Job>, closing: Arc<Notify>) {
    let mut waiting = Vec::new();
    loop {
        if waiting.is_empty() {
            tokio::select! {
                biased;
                () = closing.notified() => { jobs.close(); continue }
                taken = jobs.recv_many(&mut waiting, BATCH) => if taken == 0 { break },
            }
        }
        while waiting.len() < BATCH
            && let Ok(job) = jobs.try_recv()
        {
            waiting.push(job);
        }
        write(&*store, take_batch(&mut waiting)).await;
    }
}

/// Takes the first job of each table; the rest keep their order.
fn take_batch(waiting: &mut Vec<Job>) -> Vec<Job> {
    let mut tables = HashSet::new();
    let (batch, rest) = waiting.drain(..).partition(|job| tables.insert(job.commit.table.id));
    *waiting = rest;
    batch
}

async fn write(store: &dyn Store, batch: Vec<Job>) {
    let (commits, answers): (Vec<_>, Vec<_>) = batch.into_iter().map(|job| (job.commit, job.answer)).unzip();
    match store.commit(&commits).await {
        Ok(verdicts) => {
            for (answer, verdict) in answers.into_iter().zip(verdicts) {
                // Whoever asked may have gone.
                answer.send(Ok(verdict)).ok();
            }
        }
        Err(error) => {
            let error = Arc::new(error);
            for answer in answers {
                answer.send(Err(WriteError::Store(Arc::clone(&error)))).ok();
            }
        }
    }
}
