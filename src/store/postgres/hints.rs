//! Hints by `NOTIFY`. They have connections of their own: in the transactions of moves, the lock that PostgreSQL takes to put
//! notifications in order would hold up all commits.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{Executor, PgConnection};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::connection::connect;
use super::pooler::process_of;
use crate::service::lock::lock;
use crate::service::ports::hints::{Heard, Hint};

/// How many hints wait at most. More of them are lost.
const QUEUE: usize = 8_192;
/// How many are sent in one statement,
const MOST: usize = 1_024;
/// and in one notification, which has at most 8,000 bytes.
const IN_ONE: usize = 50;

/// How long a statement may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often something is sent. A listener that hears nothing for several times as long connects again.
const PULSE: Duration = Duration::from_secs(1);
const SILENCE: Duration = Duration::from_secs(4);
/// How long a failure rests.
const REST: Duration = Duration::from_millis(500);

/// The connections for hints.
#[derive(Debug)]
pub struct Hints {
    options: PgConnectOptions,
    queue: Mutex<Option<mpsc::Sender<Hint>>>,
    /// The server's process behind the connection that sends, whose notifications are not for this server.
    own: Arc<AtomicU32>,
}

impl Hints {
    /// Starts to send. It ends with [`Hints::close`].
    pub fn start(options: PgConnectOptions) -> Self {
        let (queue, hints) = mpsc::channel(QUEUE);
        let own = Arc::new(AtomicU32::new(0));
        tokio::spawn(send_all(options.clone(), hints, Arc::clone(&own)));
        Self { options, queue: Mutex::new(Some(queue)), own }
    }

    /// Sends a hint soon. It is lost if too many wait.
    pub fn send(&self, hint: Hint) {
        if let Some(queue) = &*lock(&self.queue) {
            queue.try_send(hint).ok();
        }
    }

    /// The hints of others from now on, until the receiver is dropped.
    pub fn listen(&self) -> mpsc::Receiver<Heard> {
        let (heard, hearing) = mpsc::channel(QUEUE);
        tokio::spawn(listen_to_all(self.options.clone(), heard, Arc::clone(&self.own)));
        hearing
    }

    /// Sends nothing more.
    pub fn close(&self) {
        lock(&self.queue).take();
    }
}

async fn send_all(options: PgConnectOptions, mut hints: mpsc::Receiver<Hint>, own: Arc<AtomicU32>) {
    let mut connection = None;
    let mut waiting = Vec::new();
    loop {
        waiting.clear();
        if let Ok(0) = timeout(PULSE, hints.recv_many(&mut waiting, MOST)).await {
            return;
        }
        let sent = timeout(PATIENCE, async {
            let mut taken = match connection.take() {
                Some(taken) => taken,
                None => open(&options, &own).await?,
            };
            send(&mut taken, &waiting).await?;
            Ok::<_, sqlx::Error>(taken)
        });
        match sent.await {
            Ok(Ok(sound)) => connection = Some(sound),
            Ok(Err(error)) => {
                tracing::debug!(%error, "hints are lost");
                sleep(REST).await;
            }
            Err(_) => tracing::debug!("hints are lost: PostgreSQL does not answer"),
        }
    }
}

/// Opens the connection that sends. A notification writes nothing that must be on disk.
async fn open(options: &PgConnectOptions, own: &AtomicU32) -> sqlx::Result<PgConnection> {
    let mut connection = connect(options).await?;
    connection.execute(sqlx::raw_sql("set synchronous_commit = off")).await?;
    own.store(process_of(&mut connection).await?.unsigned_abs(), Ordering::Relaxed);
    Ok(connection)
}

/// Sends hints; without any, an empty notification.
async fn send(connection: &mut PgConnection, hints: &[Hint]) -> sqlx::Result<()> {
    let text =
        |hints: &[Hint]| serde_json::to_string(hints).map_err(|error| sqlx::Error::Encode(error.into()));
    let mut payloads = hints.chunks(IN_ONE).map(text).collect::<sqlx::Result<Vec<String>>>()?;
    if payloads.is_empty() {
        payloads.push(text(&[])?);
    }
    sqlx::query("select pg_notify('cardroom', payload) from unnest($1::text[]) as payload")
        .bind(payloads)
        .execute(connection)
        .await?;
    Ok(())
}

async fn listen_to_all(options: PgConnectOptions, heard: mpsc::Sender<Heard>, own: Arc<AtomicU32>) {
    while !heard.is_closed() {
        if let Err(error) = listen(&options, &heard, &own).await {
            tracing::debug!(%error, "hints are not heard");
        }
        tokio::select! {
            () = heard.closed() => return,
            () = sleep(REST) => {}
        }
    }
}

/// Listens until nothing is heard any more.
async fn listen(
    options: &PgConnectOptions,
    heard: &mpsc::Sender<Heard>,
    own: &AtomicU32,
) -> sqlx::Result<()> {
    // A pool of its own, because a listener keeps its connection.
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(PATIENCE)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with(options.clone());
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.ignore_pool_close_event(true);
    timeout(PATIENCE, listener.listen("cardroom")).await.map_err(|_| sqlx::Error::PoolTimedOut)??;
    // What was sent before is not heard.
    let mut news = Some(Heard::Gap);
    loop {
        if let Some(news) = news.take()
            && heard.send(news).await.is_err()
        {
            return Ok(());
        }
        let notification = tokio::select! {
            () = heard.closed() => return Ok(()),
            notification = timeout(SILENCE, listener.try_recv()) => notification,
        };
        match notification {
            Ok(Ok(Some(notification))) if notification.process_id() != own.load(Ordering::Relaxed) => {
                // What a newer release sends may not be readable.
                news = serde_json::from_str(notification.payload()).ok().map(Heard::Hints);
                news.take_if(|news| *news == Heard::Hints(Vec::new()));
            }
            Ok(Ok(Some(_))) => {}
            Ok(Ok(None)) | Err(_) => return Ok(()),
            Ok(Err(error)) => return Err(error),
        }
    }
}
