//! Groups commits: while one batch is being written, the next one is collected, and its commits share one sync.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, Notify, mpsc, oneshot, watch};
use tokio::task::{JoinHandle, yield_now};
use tokio::time::Instant;

use crate::service::id::{IdHasher, IdSet};
use crate::service::ports::commits::{Batch, Committed};
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::table::stored::commit::Commit;
use crate::service::tournaments::stored::CommitGroup;
use cardroom_api::id::{TableId, TournamentId};

/// How many commits wait at most. The next one waits until there is room.
const QUEUE: usize = 1_024;

/// How many commits a batch holds at most. With many players, one half is drafted while the other is written.
const MOST: usize = 256;

/// How long a batch is collected: as long as a full one takes to be drafted. On a busy server a round of other tasks takes long.
const LONGEST: Duration = Duration::from_millis(10);

/// Writes commits in batches, at most one of a table and of a tournament in each. [`Writer::start`] starts it.
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

type Answer = oneshot::Sender<Result<Committed, WriteError>>;

/// What is written.
enum What {
    /// A change of a table. Boxed: it is moved from queue to queue.
    Table(Box<Commit>),
    /// A change of a tournament and of its tables.
    Group(Box<CommitGroup>),
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
    pub async fn begin_group(&self, group: Box<CommitGroup>) -> Result<UnderWay, WriteError> {
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
        let (batch, answers) = take_batch(&mut waiting);
        written.add(answers.len());
        write(&*store, batch, answers).await;
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

impl What {
    /// The tables that it changes.
    fn tables(&self) -> impl Iterator<Item = TableId> {
        let commits = match self {
            Self::Table(commit) => std::slice::from_ref(commit),
            Self::Group(group) => &group.tables[..],
        };
        commits.iter().map(|commit| commit.table.record.id)
    }
}

/// Notes the tournaments of a group; returns whether it is the first of each.
fn is_first_of(tournaments: &mut IdSet<TournamentId>, group: &CommitGroup) -> bool {
    let is_first = tournaments.insert(group.tournament.record.id);
    let is_first_of_target = group.target.as_ref().is_none_or(|target| tournaments.insert(target.record.id));
    is_first && is_first_of_target
}

/// Takes the first job of each table and of each tournament, with the channels for the outcomes; the rest keep their order.
fn take_batch(waiting: &mut Vec<Job>) -> (Batch, Vec<Answer>) {
    let mut tables = IdSet::with_capacity_and_hasher(waiting.len(), IdHasher::default());
    let mut tournaments = IdSet::default();
    let (mut commits, mut answers) = (Vec::with_capacity(waiting.len()), Vec::with_capacity(waiting.len()));
    let (mut groups, mut rest) = (Vec::new(), Vec::new());
    for Job { what, answer } in waiting.drain(..) {
        let mut is_first = true;
        for table in what.tables() {
            is_first &= tables.insert(table);
        }
        match what {
            What::Table(commit) if is_first => {
                commits.push(commit);
                answers.push(answer);
            }
            What::Group(group) if is_first_of(&mut tournaments, &group) && is_first => {
                groups.push((group, answer));
            }
            what => rest.push(Job { what, answer }),
        }
    }
    *waiting = rest;
    let mut batch = Batch::of(commits);
    for (group, answer) in groups {
        batch.push_group(*group);
        answers.push(answer);
    }
    (batch, answers)
}

/// Writes a batch. If the database refuses it, each commit is written alone, so that a commit that the database rejects fails alone. If
/// two in a row fail, the database itself has failed, and the rest is not tried.
async fn write(store: &dyn Store, batch: Batch, answers: Vec<Answer>) {
    let batch = Arc::new(batch);
    let verdicts = match store.commit(Arc::clone(&batch)).await {
        Ok(verdicts) => verdicts.into_iter().map(Ok).collect(),
        Err(error) if is_refusal(&error) => write_singly(store, &batch, error).await,
        Err(error) => {
            let error = Arc::new(error);
            answers.iter().map(|_| Err(WriteError::Store(Arc::clone(&error)))).collect()
        }
    };
    for (answer, verdict) in answers.into_iter().zip(verdicts) {
        // The request may have ended.
        answer.send(verdict).ok();
    }
}

/// Whether the database answered, so that it is known that nothing was written. After other errors each further try would wait as long
/// again, for a lock or for a database that is silent, and all tables with it.
fn is_refusal(error: &StoreError) -> bool {
    matches!(error, StoreError::Refused(_) | StoreError::Impossible { .. })
}

async fn write_singly(
    store: &dyn Store,
    batch: &Batch,
    error: StoreError,
) -> Vec<Result<Committed, WriteError>> {
    let mut last = Arc::new(error);
    let count = batch.alone().len() + batch.groups().len();
    if count == 1 {
        return vec![Err(WriteError::Store(last))];
    }
    tracing::warn!(
        error = &*last as &dyn std::error::Error,
        "a batch failed; its commits are written singly"
    );
    let mut failed_running = 0;
    let mut verdicts = Vec::with_capacity(count);
    for single in batch.singles() {
        let verdict = if failed_running < 2 {
            store.commit(Arc::new(single)).await.map(|verdicts| verdicts.first().copied())
        } else {
            Ok(None)
        };
        verdicts.push(match verdict {
            Ok(None) => Err(WriteError::Store(Arc::clone(&last))),
            Ok(Some(verdict)) => {
                failed_running = 0;
                Ok(verdict)
            }
            Err(error) => {
                failed_running += if is_refusal(&error) { 1 } else { 2 };
                last = Arc::new(error);
                Err(WriteError::Store(Arc::clone(&last)))
            }
        });
    }
    verdicts
}
