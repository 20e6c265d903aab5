//! Many streams at once.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use axum::Router;
use axum::response::sse::{Event, Sse};
use axum::routing::get;
use cardroom::service::table::command::Command as TableCommand;
use cardroom_rules::games::game::Entry;
use futures::StreamExt;
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{broadcast, mpsc};
use tokio_stream::wrappers::BroadcastStream;

use crate::server::{At, Cardroom, Client};
use crate::unbounded::UNBOUNDED;
use crate::wire;

const TABLES: usize = 50;
const STREAMS: usize = 200;
const ROUNDS: usize = 40;

/// The number of open streams.
const OPEN: usize = 10_000;

/// The time from the commit of a change until all streams have read its message.
pub async fn delivery() {
    let cardroom = Cardroom::open().await;
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let rules = json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10});
        let at = cardroom.client.table("holdem", rules, 2, 1_000).await;
        // A player who sits out and has never been dealt a hand gives the chair up.
        cardroom.room.command(at.id, at.players[0].id, TableCommand::Deal, None).await.unwrap();
        tables.push(at);
    }
    let (read, mut reads) = mpsc::unbounded_channel();
    for number in 0..STREAMS {
        let at = &tables[number % TABLES];
        let player = &at.players[number / TABLES % 2];
        let path = format!("/v1/tables/{}/events", at.id);
        let mut socket = wire::stream(cardroom.address, &path, Some(&player.token), false).await;
        wire::drained(&mut socket, Duration::from_millis(20)).await;
        let read = read.clone();
        tokio::spawn(async move {
            let mut bytes = vec![0; 64 * 1024];
            while let Ok(more @ 1..) = socket.read(&mut bytes).await {
                // Heartbeats and presence are no changes.
                if bytes[..more].windows(12).any(|text| text == b"event: table") {
                    read.send((number % TABLES, Instant::now())).unwrap();
                }
            }
        });
    }
    let mut delays = Vec::new();
    for round in 0..ROUNDS {
        for (number, at) in tables.iter().enumerate() {
            let done = change(&cardroom, at, round).await;
            for _ in 0..STREAMS / TABLES {
                let (table, read) = reads.recv().await.unwrap();
                assert_eq!(table, number);
                delays.push(read.saturating_duration_since(done));
            }
        }
    }
    let mut empty = empty_stream(STREAMS / TABLES, ROUNDS * TABLES).await;
    printed("delivery", &mut delays);
    printed("delivery_empty", &mut empty);
    println!("figure delivery_p50_ratio {:.2}", median(&delays) / median(&empty));
}

/// Commits and publishes a change. Returns when.
async fn change(cardroom: &Cardroom, at: &At, round: usize) -> Instant {
    let command = if round.is_multiple_of(2) {
        TableCommand::SitOut
    } else {
        TableCommand::ComeBack { entry: Entry::Wait }
    };
    cardroom.room.command(at.id, at.players[0].id, command, None).await.unwrap();
    Instant::now()
}

/// The same with the framework alone: messages of a channel, as events.
async fn empty_stream(streams: usize, messages: usize) -> Vec<Duration> {
    let (say, _) = broadcast::channel::<()>(16);
    let heard = say.clone();
    let events = move || {
        let said = BroadcastStream::new(heard.subscribe());
        let events = said.map(|_| Ok::<_, Infallible>(Event::default().event("table").data("{}")));
        async { Sse::new(events) }
    };
    let address = serve(Router::new().route("/", get(events))).await;
    let (read, mut reads) = mpsc::unbounded_channel();
    for _ in 0..streams {
        let mut socket = wire::stream(address, "/", None, false).await;
        let read = read.clone();
        tokio::spawn(async move {
            let mut bytes = vec![0; 64 * 1024];
            while let Ok(more @ 1..) = socket.read(&mut bytes).await {
                if bytes[..more].windows(12).any(|text| text == b"event: table") {
                    read.send(Instant::now()).unwrap();
                }
            }
        });
    }
    let mut delays = Vec::new();
    for _ in 0..messages {
        let said = Instant::now();
        say.send(()).unwrap();
        for _ in 0..streams {
            delays.push(reads.recv().await.unwrap().saturating_duration_since(said));
        }
    }
    delays
}

async fn serve(router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    address
}

fn printed(name: &str, delays: &mut [Duration]) {
    delays.sort_unstable();
    let part = |of: usize| delays[(delays.len() - 1) * of / 100].as_secs_f64() * 1e3;
    println!("figure {name}_p50_ms {:.2}", part(50));
    println!("figure {name}_p99_ms {:.2}", part(99));
}

fn median(sorted: &[Duration]) -> f64 {
    sorted[sorted.len() / 2].as_secs_f64()
}

/// The memory of each open stream in a server's process: plain, compressed, and an empty one of the framework.
pub async fn memory() {
    let empty = Program::start(Command::new(std::env::current_exe().unwrap()).arg(EMPTY)).await;
    empty.print("empty", |_| "/".to_owned(), false).await;
    drop(empty);
    for (name, gzip) in [("plain", false), ("gzip", true)] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.arg("--data").arg(folder.path()).args(["--log", "warn"]).args(UNBOUNDED);
        let server = Program::start(&mut command).await;
        let cardroom = Client::of(server.address);
        let rules = json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10});
        let table = cardroom.table("holdem", rules, 2, 1_000).await.id;
        server.print(name, |_| format!("/v1/tables/{table}/events"), gzip).await;
    }
}

/// The argument with which this program only serves empty streams of the framework.
pub const EMPTY: &str = "empty-stream";

/// Serves empty streams, at this address.
pub async fn serve_empty(listen: SocketAddr) {
    let events = async || {
        let first = futures::stream::once(async { Ok::<_, Infallible>(Event::default().data("{}")) });
        Sse::new(first.chain(futures::stream::pending()))
    };
    let listener = TcpListener::bind(listen).await.unwrap();
    axum::serve(listener, Router::new().route("/", get(events))).await.unwrap();
}

/// A server in its own process, killed when dropped.
struct Program {
    address: SocketAddr,
    process: Child,
}

impl Program {
    /// Starts it on a free port, and waits until it listens.
    async fn start(command: &mut Command) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let process = command.arg("--listen").arg(address.to_string()).spawn().unwrap();
        while TcpStream::connect(address).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Self { address, process }
    }

    /// Opens all streams, and returns the memory for each.
    async fn print(&self, name: &str, path: impl Fn(usize) -> String, gzip: bool) {
        let before = self.resident();
        let mut open = Vec::with_capacity(OPEN);
        for number in 0..OPEN {
            open.push(wire::stream(self.address, &path(number), None, gzip).await);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        let taken = (self.resident() - before) as f64 / OPEN as f64 / 1024.0;
        println!("figure stream_{name}_kib {taken:.1}");
    }

    /// The memory of the process, in bytes.
    fn resident(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/statm", self.process.id())).unwrap();
        status.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4_096
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
