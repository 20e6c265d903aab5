//! The stream of a table, read on its own thread. It reconnects by itself, with growing delays.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::client::{Call, Client};
use super::refusal::Refusal;
use super::sse::{Cutter, ServerEvent};
use crate::{clock, random};

/// The server sends something every ten seconds. After twice that time without a byte the connection is lost.
const SILENCE: Duration = Duration::from_secs(20);
/// With these codes the stream is not opened again.
const FINAL: [&str; 4] = ["signed_out", "table_closed", "tournament_over", "invite_needed"];

/// A report of a stream.
#[derive(Clone, Debug)]
pub enum Update {
    /// It is open, for the first time or again.
    Open,
    /// A message.
    Message(ServerEvent),
    /// It is lost, and is tried again after this time.
    Lost(Duration),
    /// It has ended for good.
    Over(Refusal),
}

/// A stream that is followed until this is dropped.
#[derive(Debug)]
pub struct Stream {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    is_closed: AtomicBool,
    /// The time of the last byte, in milliseconds.
    heard: AtomicU64,
}

impl Shared {
    fn listen(&self) {
        self.heard.store(u64::try_from(clock::elapsed().as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn is_silent(&self) -> bool {
        clock::elapsed() > Duration::from_millis(self.heard.load(Ordering::Relaxed)) + SILENCE
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.shared.is_closed.store(true, Ordering::Relaxed);
    }
}

impl Stream {
    /// Follows the stream that a call opens.
    pub fn follow(client: &Arc<Client>, call: Call, tell: impl Fn(Update) + Send + Sync + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        let (client, inner) = (Arc::clone(client), Arc::clone(&shared));
        thread::spawn(move || keep_open(&client, &call, &inner, &(Arc::new(tell) as Tell)));
        Self { shared }
    }
}

type Tell = Arc<dyn Fn(Update) + Send + Sync>;

fn keep_open(client: &Arc<Client>, call: &Call, shared: &Arc<Shared>, tell: &Tell) {
    let mut cursor: Option<String> = None;
    let mut tries = 0;
    while !shared.is_closed() {
        match one_life(client, call, shared, tell, &mut cursor) {
            Life::Over(refusal) => return tell(Update::Over(refusal)),
            Life::Read => tries = 0,
            Life::Refused(refusal) if (400..429).contains(&refusal.status) && cursor.is_none() => {
                return tell(Update::Over(refusal));
            }
            // A cursor from before the server was restored is useless: a snapshot comes instead.
            Life::Refused(refusal) if (400..429).contains(&refusal.status) => cursor = None,
            Life::Refused(_) => {}
        }
        if shared.is_closed() {
            return;
        }
        let wait = Duration::from_millis(500 << tries.min(4)).mul_f64(0.8 + 0.4 * random::share());
        tries += 1;
        tell(Update::Lost(wait));
        thread::sleep(wait);
    }
}

enum Life {
    Read,
    Refused(Refusal),
    Over(Refusal),
}

/// Reads on a thread, so that silence can be noticed: a read alone would block for ever.
fn one_life(
    client: &Arc<Client>,
    call: &Call,
    shared: &Arc<Shared>,
    tell: &Tell,
    cursor: &mut Option<String>,
) -> Life {
    shared.listen();
    let response = match client.open(call, cursor.as_deref()) {
        Ok(response) => response,
        Err(refusal) => return Life::Refused(refusal),
    };
    let (chunks, read) = std::sync::mpsc::channel();
    let mut body = response.into_body().into_reader();
    thread::spawn(move || {
        let mut buffer = [0; 16 * 1024];
        while let Ok(count @ 1..) = body.read(&mut buffer) {
            if chunks.send(buffer.get(..count).unwrap_or_default().to_vec()).is_err() {
                return;
            }
        }
    });
    tell(Update::Open);
    let mut cutter = Cutter::default();
    loop {
        match read.recv_timeout(Duration::from_secs(1)) {
            Ok(chunk) => {
                shared.listen();
                for event in cutter.push(&chunk) {
                    if let Some(over) = passed_on(event, tell, cursor) {
                        return Life::Over(over);
                    }
                }
            }
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return Life::Read,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
        }
        if shared.is_closed() || shared.is_silent() {
            return Life::Read;
        }
    }
}

/// Passes a message on. `Some` if the stream has ended for good.
fn passed_on(event: ServerEvent, tell: &Tell, cursor: &mut Option<String>) -> Option<Refusal> {
    if event.event == "end" {
        let end: serde_json::Value = serde_json::from_str(&event.data).unwrap_or_default();
        let reason = end["reason"].as_str().unwrap_or_default();
        return FINAL.contains(&reason).then(|| Refusal::coded(reason, 200));
    }
    if event.id.is_some() {
        cursor.clone_from(&event.id);
    }
    tell(Update::Message(event));
    None
}
