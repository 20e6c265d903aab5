//! A million open tables at rest: how long the server takes to start on their database, and how much memory it uses;
//! then the memory of a loaded table, which a client has read, and at which only its host sits. The database is filled
//! by the store's own statements, each with an open table that closes some time in the next day. Then the real program
//! is started on it. Ends with `figure` lines for other programs to read. `CARDROOM_TABLES` sets the number of tables,
//! `CARDROOM_SERVER` another build of the program to measure, and `CARDROOM_FOLDER` a folder in which the database is
//! kept for later measurements; an existing database is not filled again.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a bench measures and prints"
)]

use std::env;
use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cardroom::service::ports::commits::{Batch, CommitStore, Committed};
use cardroom::service::table::state::{Wait, WaitReason};
use cardroom::service::table::stored::commit::Commit;
use cardroom::service::table::stored::record::TableRecord;
use cardroom::store::sqlite::Sqlite;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

#[path = "../tests/support/process.rs"]
mod process;
#[path = "../tests/support/records.rs"]
mod records;
#[path = "../tests/support/unbounded.rs"]
mod unbounded;

use process::Server;
use records::{RecordMaker, options, recorded};
use unbounded::UNBOUNDED;

/// The number of tables for each host.
const OF_HOST: usize = 1_000;

/// The number of tables that are read, and of those read before: the first few allocate what all of them share. A
/// server keeps this many loaded tables that no client follows.
const LOADED: usize = 3_000;
const WARM: usize = 1_000;

/// The number of starts for each figure. The median counts, and of memory the maximum.
const STARTS: usize = 5;

fn main() {
    let tables = env::var("CARDROOM_TABLES").map_or(1_000_000, |text| text.parse().expect("a number"));
    let own = tempfile::tempdir().unwrap();
    let folder = env::var("CARDROOM_FOLDER").map_or_else(|_| own.path().to_owned(), PathBuf::from);
    let file = folder.join("cardroom.sqlite");
    if !file.exists() {
        let begun = Instant::now();
        tokio::runtime::Runtime::new().unwrap().block_on(fill(&file, tables));
        println!("{tables} tables written in {:.0} s", begun.elapsed().as_secs_f64());
    }
    println!("figure database_mb {:.0}", fs::metadata(&file).unwrap().len() as f64 / 1e6);
    let starts: Vec<(f64, f64)> = (0..STARTS)
        .map(|_| {
            let started = Started::on(&folder);
            (started.millis, started.mib)
        })
        .collect();
    let memory = starts.iter().map(|start| start.1).fold(0.0, f64::max);
    // One start tells little: the allocator's variation is as large as a thousand tables.
    let loaded = median((0..STARTS).map(|_| Started::on(&folder).kib_a_loaded_table()));
    let empty = tempfile::tempdir().unwrap();
    let nothing = Started::on(empty.path()).mib;
    println!("figure start_ms {:.0}", median(starts.iter().map(|start| start.0)));
    println!("figure memory_mib {memory:.1}");
    println!("figure kib_a_table_at_rest {:.3}", (memory - nothing) * 1_024.0 / tables as f64);
    println!("figure kib_a_loaded_table {loaded:.2}");
}

/// Fills a database with this many tables at rest.
async fn fill(file: &Path, tables: usize) {
    let store = Sqlite::open(file.to_str().unwrap()).await.unwrap();
    let mut maker = RecordMaker::starting_at(0);
    let (now, day) = (Timestamp::now(), SignedDuration::from_hours(24));
    for first in (0..tables).step_by(OF_HOST) {
        let host = maker.guest(&store).await;
        let commits = (first..tables.min(first + OF_HOST)).map(|number| {
            // Spread over the day, in no order.
            let share = ((number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as i64;
            let due = now + SignedDuration::from_millis((day.as_millis() as i64 * share) >> 32);
            Box::new(resting(maker.open(host.id, options(100)), due))
        });
        let verdicts = store.commit(Arc::new(Batch::of(commits))).await.unwrap();
        assert!(verdicts.iter().all(|&verdict| verdict == Committed::Done));
    }
    store.close().await;
}

/// It was opened and left alone: it closes then.
fn resting(open: Commit, closes: Timestamp) -> Commit {
    let mut table = TableRecord { due_at: Some(closes), ..open.table.record.clone() };
    table.state.wait = Some(Wait { until: closes, reason: WaitReason::Idle });
    Commit { table: Arc::new(recorded(table)), most_hosted: None, ..open }
}

/// A server that has started.
struct Started {
    server: Server,
    /// The time until it was ready,
    millis: f64,
    /// and its memory then.
    mib: f64,
}

impl Started {
    /// Starts one on a folder.
    fn on(folder: &Path) -> Self {
        let program =
            env::var("CARDROOM_SERVER").unwrap_or_else(|_| env!("CARGO_BIN_EXE_cardroom").to_owned());
        let begun = Instant::now();
        let server = Server::start_by(Command::new(program), folder, &UNBOUNDED);
        while !is_ready(server.address()) {
            assert!(begun.elapsed() < Duration::from_mins(10), "it is never ready");
        }
        let millis = begun.elapsed().as_secs_f64() * 1e3;
        let mib = memory("VmRSS:", server.process());
        println!("ready after {millis:.0} ms, with {mib:.1} MiB");
        Self { server, millis, mib }
    }

    /// The memory in KiB of each further table that a client reads.
    fn kib_a_loaded_table(&self) -> f64 {
        let mut ids: Vec<String> = Vec::new();
        let mut after = String::new();
        while ids.len() < LOADED + WARM {
            let page = self.get(&format!("/v1/tables?limit=100{after}"));
            ids.extend(page["tables"].as_array().unwrap().iter().map(|table| text(&table["id"])));
            match &page["next"] {
                Value::Null => break,
                next => after = format!("&after={}", text(next)),
            }
        }
        let look = |id: &String| drop(self.get(&format!("/v1/tables/{id}")));
        let (warm, rest) = ids.split_at(WARM.min(ids.len() / 2));
        // Again and again, so that the memory for many reads, whatever they read, is allocated by then.
        warm.iter().cycle().take(ids.len()).for_each(look);
        let before = self.settled();
        rest.iter().for_each(look);
        let kib = (self.settled() - before) * 1_024.0 / rest.len() as f64;
        println!("a table that is loaded takes {kib:.2} KiB");
        kib
    }

    /// Its own memory, in MiB, once it has not shrunk for two seconds, because free memory is returned little by
    /// little. After half a minute in any case.
    fn settled(&self) -> f64 {
        let own = || memory("RssAnon:", self.server.process());
        let (mut last, mut quiet) = (own(), 0);
        for _ in 0..300 {
            thread::sleep(Duration::from_millis(100));
            let now = own();
            quiet = if now < last { 0 } else { quiet + 1 };
            last = now;
            if quiet == 20 {
                break;
            }
        }
        last
    }

    fn get(&self, path: &str) -> Value {
        let answer = ask(self.server.address(), path).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.0 200"), "{answer}");
        serde_json::from_str(body).unwrap()
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// A server's answer; `None` if it cannot be reached.
fn ask(address: SocketAddr, path: &str) -> Option<String> {
    let mut server = TcpStream::connect(address).ok()?;
    // The code of the records' tables.
    write!(server, "GET {path} HTTP/1.0\r\nhost: {address}\r\ninvite-code: K7\r\n\r\n").unwrap();
    let mut answer = String::new();
    server.read_to_string(&mut answer).unwrap();
    Some(answer)
}

fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn is_ready(address: SocketAddr) -> bool {
    ask(address, "/readyz").is_some_and(|answer| answer.starts_with("HTTP/1.0 200"))
}

/// A process's memory in MiB, under this name of the system; 0 if there is none.
fn memory(name: &str, process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.map_or(0.0, |line| line.trim().trim_end_matches(" kB").parse::<f64>().expect("a number") / 1024.0)
}
