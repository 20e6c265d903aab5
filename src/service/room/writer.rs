//! Groups commits: while one batch is being written, the next one is collected, and its commits share one sync.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, Notify, mpsc, oneshot, watch};
use tokio::task::{JoinHandle, yield_now};
use tokio::time::Instant;

use crate::service::id::{IdHasher, IdSet};
use crate::service::ports::commits::Committed;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::table::stored::commit::Commit;
use crate::service::tournaments::stored::CommitGroup;

/// How many commits wait at most. The next one waits until there is room.
const QUEUE: usize = 1_024;

/// How many commits a batch holds at most. With many players, one half is drafted while the other is written.
const MOST: usize = 256;

/// How long a batch is collected: as long as a full one takes to be drafted. On a busy server a round of other tasks takes long.
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

/// It is unknown whether a change was written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WriteError {
    /// The store failed.
    #[error(transparent)]
    Store(Arc<StoreError>),
    /// The writer has stopped.
    #[error("the writer has stopped")]
    Stopped,
}

/// What is written, and the channel for its outcome.
struct Job {
    what: What,
    answer: Answer,
}

/// A commit of a batch, and the channel for its outcome.
struct TableJob {
    commit: Box<Commit>,
    answer: Answer,
}

type Answer = oneshot::Sender<Result<Committed, WriteError>>;

/// What is written.
enum What {
    /// A change of a table. Boxed: it is moved from queue to queue.
    Table(Box<Commit>),
    /// A change of a tournament and of its tables, which has a transaction of its own.
    Group(Arc<CommitGroup>),
}

/// A change on its way to the store.
#[derive(Debug)]
pub struct UnderWay(oneshot::Receiver<Result<Committed, WriteError>>);

impl UnderWay {
    /// The outcome.
    pub async fn written(self) -> Result<Committed, WriteError> {
        self.0.await.map_err(|_| WriteError::Stopped)?
    }
}

impl Writer {
    /// Starts writing to `store`, in a task of its own, so that a dropped caller does not cut a batch off.
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

    /// Starts to write one change, together with whatever else is waiting. Returns once the change is in the queue, so that its
    /// caller can build an answer while it is being written.
    pub async fn begin(&self, commit: Box<Commit>) -> Result<UnderWay, WriteError> {
        self.queue(What::Table(commit)).await
    }

    /// Starts to write a group.
    pub async fn begin_group(&self, group: Arc<CommitGroup>) -> Result<UnderWay, WriteError> {
        self.queue(What::Group(group)).await
    }

    async fn queue(&self, what: What) -> Result<UnderWay, WriteError> {
        let (answer, answered) = oneshot::channel();
        self.queue.send(Job { what, answer }).await.map_err(|_| WriteError::Stopped)?;
        Ok(UnderWay(answered))
    }

    /// Returns once nothing is written any more: after [`Writer::drain`], or because the writer has died.
    pub async fn ended(&self) {
        let mut alive = self.alive.clone();
        while alive.changed().await.is_ok() {}
    }

    /// Accepts nothing more, and returns when everything accepted is written.
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
    let mut written = WriteTotals::default();
    loop {
        if waiting.is_empty() {
            tokio::select! {
                biased;
                () = closing.notified() => { jobs.close(); continue }
                taken = jobs.recv_many(&mut waiting, MOST) => if taken == 0 { break },
            }
        }
        gather(&mut jobs, &mut waiting).await;
        for group in take_groups(&mut waiting) {
            written.add(1);
            write_group(&*store, group).await;
        }
        let batch = take_batch(&mut waiting);
        if !batch.is_empty() {
            written.add(batch.len());
            write(&*store, batch).await;
        }
    }
    tracing::info!(commits = written.commits, batches = written.batches, "all commits are written");
}

/// The totals of all writes since the start.
#[derive(Default)]
struct WriteTotals {
    commits: usize,
    batches: usize,
}

impl WriteTotals {
    fn add(&mut self, batch: usize) {
        self.commits += batch;
        self.batches += 1;
    }
}

/// Collects waiting jobs after other tasks have run: clients that just got an answer mostly send the next request, and all of
/// them share one sync. It ends with the first round that adds nothing. A fixed wait would make larger batches, but answers would
/// come later.
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
fn take_batch(waiting: &mut Vec<Job>) -> Vec<TableJob> {
    let mut tables = IdSet::with_capacity_and_hasher(waiting.len(), IdHasher::default());
    let mut batch = Vec::with_capacity(waiting.len());
    let mut rest = Vec::new();
    for Job { what, answer } in waiting.drain(..) {
        match what {
            What::Table(commit) if tables.insert(commit.table.record.id) => {
                batch.push(TableJob { commit, answer });
            }
            what => rest.push(Job { what, answer }),
        }
    }
    *waiting = rest;
    batch
}

/// Takes the groups. No table of a group waits beside it: its caller holds the locks of them all.
fn take_groups(waiting: &mut Vec<Job>) -> Vec<(Arc<CommitGroup>, Answer)> {
    if waiting.iter().all(|job| matches!(job.what, What::Table(_))) {
        return Vec::new();
    }
    let mut groups = Vec::new();
    let mut rest = Vec::with_capacity(waiting.len());
    for Job { what, answer } in waiting.drain(..) {
        match what {
            What::Group(group) => groups.push((group, answer)),
            what @ What::Table(_) => rest.push(Job { what, answer }),
        }
    }
    *waiting = rest;
    groups
}

async fn write_group(store: &dyn Store, (group, answer): (Arc<CommitGroup>, Answer)) {
    let written = store.commit_group(group).await;
    // The caller may have ended.
    answer.send(written.map_err(|error| WriteError::Store(Arc::new(error)))).ok();
}

/// Writes a batch. If that fails, each commit is written alone, so that a commit that the database rejects fails alone. If two in
/// a row fail, the database itself has failed, and the rest is not tried.
async fn write(store: &dyn Store, batch: Vec<TableJob>) {
    let mut answers = Vec::with_capacity(batch.len());
    let taken = batch.into_iter().map(|TableJob { commit, answer }| {
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
            // The batch may have been written after all, so it is unknown whether this change is on disk.
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
