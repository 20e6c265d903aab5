//! Groups commits: while one batch is being written, the next one gathers, and shares one wait for the disk.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, Notify, mpsc, oneshot, watch};
use tokio::task::{JoinHandle, yield_now};
use tokio::time::Instant;

use crate::service::id::{IdHasher, IdSet};
use crate::service::ports::commits::Committed;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::table::commit::Commit;

/// How many commits wait at most. The next one waits until there is room.
const QUEUE: usize = 1_024;

/// How many commits a batch holds at most: of many who play, one half is judged while the other is written.
const MOST: usize = 256;

/// How long a batch gathers before it lets nobody else come: as long as a full one takes to be judged. If there is always something to
/// do, it takes long until others have gone on.
const LONGEST: Duration = Duration::from_millis(10);

/// Writes commits in batches, at most one a table in each. [`Writer::start`] starts it.
#[derive(Debug)]
pub struct Writer {
    queue: mpsc::Sender<Job>,
    closing: Arc<Notify>,
    task: Mutex<Option<JoinHandle<()>>>,
    /// Closed once the task has ended, also by a panic.
    alive: watch::Receiver<()>,
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
    /// In a box: it is moved from queue to queue.
    commit: Box<Commit>,
    answer: oneshot::Sender<Result<Committed, WriteError>>,
}

/// A change on its way to the store.
#[derive(Debug)]
pub struct UnderWay(oneshot::Receiver<Result<Committed, WriteError>>);

impl UnderWay {
    /// What became of it.
    pub async fn written(self) -> Result<Committed, WriteError> {
        self.0.await.map_err(|_| WriteError::Stopped)?
    }
}

impl Writer {
    /// Starts writing to `store`, in a task of its own: no caller that goes away cuts a batch off.
    pub fn start(store: Arc<dyn Store>) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let (living, alive) = watch::channel(());
        let run = run(store, jobs, Arc::clone(&closing));
        let task = tokio::spawn(async move {
            let _living = living;
            run.await;
        });
        Self { queue, closing, task: Mutex::new(Some(task)), alive }
    }

    /// Begins to write one change, together with whatever else is waiting. Returns once the change is in the queue, so that its caller
    /// can make an answer of it while the disk is waited for.
    pub async fn begin(&self, commit: Box<Commit>) -> Result<UnderWay, WriteError> {
        let (answer, answered) = oneshot::channel();
        self.queue.send(Job { commit, answer }).await.map_err(|_| WriteError::Stopped)?;
        Ok(UnderWay(answered))
    }

    /// Returns once nothing is written any more: after [`Writer::drain`], or because the writer has died.
    pub async fn ended(&self) {
        let mut alive = self.alive.clone();
        while alive.changed().await.is_ok() {}
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
    let mut written = Written::default();
    loop {
        if waiting.is_empty() {
            tokio::select! {
                biased;
                () = closing.notified() => { jobs.close(); continue }
                taken = jobs.recv_many(&mut waiting, MOST) => if taken == 0 { break },
            }
        }
        gather(&mut jobs, &mut waiting).await;
        let batch = take_batch(&mut waiting);
        written.add(batch.len());
        write(&*store, batch).await;
    }
    tracing::info!(commits = written.commits, batches = written.batches, "all is written");
}

/// What was written since the start.
#[derive(Default)]
struct Written {
    commits: usize,
    batches: usize,
}

impl Written {
    fn add(&mut self, batch: usize) {
        self.commits += batch;
        self.batches += 1;
    }
}

/// Takes what is there, after others have gone on: those who were just answered mostly ask again, and one wait for the disk does for
/// all of them. It ends with the first round that brings nobody: to wait longer, by the clock, makes larger batches, but answers come
/// later.
async fn gather(jobs: &mut mpsc::Receiver<Job>, waiting: &mut Vec<Job>) {
    let began = Instant::now();
    while waiting.len() < MOST && began.elapsed() < LONGEST {
        yield_now().await;
        let before = waiting.len();
        while waiting.len() < MOST
            && let Ok(job) = jobs.try_recv()
        {
            waiting.push(job);
        }
        if waiting.len() == before {
            return;
        }
    }
}

/// Takes the first job of each table; the rest keep their order.
fn take_batch(waiting: &mut Vec<Job>) -> Vec<Job> {
    let mut tables = IdSet::with_capacity_and_hasher(waiting.len(), IdHasher::default());
    let (batch, rest) = waiting.drain(..).partition(|job| tables.insert(job.commit.table.record.id));
    *waiting = rest;
    batch
}

/// Writes a batch. Where that fails, each of its commits is written by itself, so that one that the database rejects
/// fails alone; where two running fail, the database itself has, and the rest is not tried.
async fn write(store: &dyn Store, batch: Vec<Job>) {
    let mut answers = Vec::with_capacity(batch.len());
    let taken = batch.into_iter().map(|Job { commit, answer }| {
        answers.push(answer);
        commit
    });
    let commits: Arc<[Box<Commit>]> = taken.collect();
    let verdicts = match store.commit(Arc::clone(&commits)).await {
        Ok(verdicts) => verdicts.into_iter().map(Ok).collect(),
        // Each further try would wait for the lock as long again.
        Err(error @ StoreError::Locked(_)) => {
            let error = Arc::new(error);
            commits.iter().map(|_| Err(WriteError::Store(Arc::clone(&error)))).collect()
        }
        Err(error) => write_singly(store, &commits, error).await,
    };
    for (answer, verdict) in answers.into_iter().zip(verdicts) {
        // The request may have ended.
        answer.send(verdict).ok();
    }
}

async fn write_singly(
    store: &dyn Store,
    commits: &[Box<Commit>],
    error: StoreError,
) -> Vec<Result<Committed, WriteError>> {
    let mut last = Arc::new(error);
    if let [_] = commits {
        return vec![Err(WriteError::Store(last))];
    }
    tracing::warn!(
        error = &*last as &dyn std::error::Error,
        "a batch failed; its commits are written singly"
    );
    let mut failed_running = 0;
    let mut verdicts = Vec::with_capacity(commits.len());
    for commit in commits {
        let verdict = if failed_running < 2 {
            store.commit([commit.clone()].into()).await.map(|verdicts| verdicts.first().copied())
        } else {
            Ok(None)
        };
        verdicts.push(match verdict {
            // The batch may have been written after all: whether this change is what stands there is not known.
            Ok(Some(Committed::Fenced) | None) => Err(WriteError::Store(Arc::clone(&last))),
            Ok(Some(verdict)) => {
                failed_running = 0;
                Ok(verdict)
            }
            Err(error) => {
                failed_running += 1;
                last = Arc::new(error);
                Err(WriteError::Store(Arc::clone(&last)))
            }
        });
    }
    verdicts
}
