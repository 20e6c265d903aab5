//! Disks that fail. After power cuts and failed syncs every acknowledged change is there, and the database is sound;
//! a full disk is reported as such.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use super::play::{Played, Table, check_after_crash, play_until};
use crate::process::Server;
use crate::unbounded::UNBOUNDED;

const DATABASE: &str = "cardroom.sqlite";
const LOG: &str = "cardroom.sqlite-wal";

/// The exit code of a process whose disk fails.
const DISK_FAILS: i32 = 74;

/// How the disk of each trial fails, in turns: by syncs of the database, by syncs of the log, by writes.
const WAYS: [char; 3] = ['f', 'l', 'w'];

/// How often the power is cut: `CARDROOM_POWER_CUTS`, or 3 times.
fn cuts() -> u64 {
    env::var("CARDROOM_POWER_CUTS").map_or(3, |text| text.parse().expect("a number of power cuts"))
}

/// A disk that fails: a shim that is loaded before the C library, and the file that controls it.
struct Disk {
    folder: TempDir,
}

impl Disk {
    /// A disk that keeps everything.
    fn build() -> Self {
        let disk = Self { folder: tempfile::tempdir().unwrap() };
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/disk/disk.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(disk.shim()).arg(source).arg("-ldl");
        assert!(compiler.status().unwrap().success());
        disk.keeps_everything();
        disk
    }

    fn shim(&self) -> PathBuf {
        self.folder.path().join("disk.so")
    }

    fn way(&self) -> PathBuf {
        self.folder.path().join("way")
    }

    /// From now on the disk fails in this way, one of those in `disk.c`.
    fn fails(&self, way: char) {
        fs::write(self.way(), way.to_string()).unwrap();
    }

    fn keeps_everything(&self) {
        self.fails('-');
    }

    /// A program of the server on this disk.
    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.env("LD_PRELOAD", self.shim()).env("CARDROOM_DISK", self.way());
        command.env("CARDROOM_LOG", "error");
        command
    }

    fn serve(&self, data: &Path) -> Server {
        Server::start_by(self.command(), data, &UNBOUNDED)
    }

    /// The exit code of a server that cannot start on this disk, and its message.
    fn refuses(&self, data: &Path) -> (Option<i32>, String) {
        let mut command = self.command();
        let output = command.arg("--data").arg(data).args(["--listen", "127.0.0.1:0"]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

/// Opens this many tables, with two to four players each.
async fn open_tables(server: &Server, count: usize) -> Vec<Table> {
    let mut tables = Vec::new();
    for number in 0..count {
        tables.push(Table::open(server, 2 + number % 3).await);
    }
    tables
}

/// Asks a server to stop. It has answered before, so it listens for the signal.
fn stop(server: &Server) {
    let process = Pid::from_raw(server.process().try_into().unwrap()).unwrap();
    kill_process(process, Signal::TERM).unwrap();
}

/// The exit code of a server that ends within a minute; a signal leaves none.
async fn exit_code(server: &Server) -> Option<i32> {
    let ended = async {
        loop {
            if let Some(status) = server.exit_status() {
                return status;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_mins(1), ended).await.expect("the process ends").code()
}

/// Keeps of the data only what the disk has without power.
fn cut_power(data: &Path) {
    for name in [DATABASE, LOG] {
        let durable = data.join(format!("{name}.durable"));
        fs::rename(durable, data.join(name)).expect("the library has seen every write");
    }
    fs::remove_file(data.join("cardroom.sqlite-shm")).unwrap();
}

/// Panics unless the database is whole. It looks at a copy: SQLite deletes the log when the last connection closes, and the server would
/// miss the log.
async fn check_integrity(data: &Path) {
    let copy = tempfile::tempdir().unwrap();
    for name in [DATABASE, LOG] {
        fs::copy(data.join(name), copy.path().join(name)).unwrap();
    }
    let file = copy.path().join(DATABASE);
    let mut db = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    let found: String = sqlx::query_scalar("pragma integrity_check").fetch_one(&mut db).await.unwrap();
    assert_eq!(found, "ok");
    db.close().await.unwrap();
}

/// Cuts the power of a server that has ended, and starts another one on a sound disk: the database is whole, and everything acknowledged is
/// there. Returns how many of the other requests had been done.
async fn check_after_cut(data: &Path, played: &Played) -> usize {
    cut_power(data);
    check_integrity(data).await;
    let server = Server::start_with(data, &UNBOUNDED);
    check_after_crash(&server, played).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: CARDROOM_POWER_CUTS says how many"]
async fn a_power_cut_after_failed_syncs_loses_nothing() {
    let disk = Disk::build();
    let (mut acknowledged, mut done, mut ended) = (0, 0, 0);
    for (cut, way) in (1..=cuts()).zip(WAYS.into_iter().cycle()) {
        let mut rng = ChaCha20Rng::seed_from_u64(cut);
        let data = tempfile::tempdir().unwrap();
        disk.keeps_everything();
        let mut command = disk.command();
        command.env("CARDROOM_DISK_SEED", cut.to_string());
        let server = Server::start_by(command, data.path(), &UNBOUNDED);
        let tables = open_tables(&server, 20).await;
        disk.fails(way);
        let seeds: Vec<u64> = tables.iter().map(|_| rng.next_u64()).collect();
        let after = 2_000 + rng.next_u32() % 7_000;
        let played = play_until(&tables, &server.url, &seeds, after, || server.kill()).await;
        let code = exit_code(&server).await;
        assert!(code.is_none_or(|code| code == DISK_FAILS), "{code:?}");
        ended += u32::from(code.is_some());
        drop(server);
        done += check_after_cut(data.path(), &played).await;
        acknowledged += played.acknowledged.len();
    }
    println!("{acknowledged} acknowledged, and {done} others done; {ended} processes ended by themselves");
    assert!(ended > 0, "no sync failed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_cannot_be_synced_ends_the_process_and_loses_nothing() {
    let (disk, data) = (Disk::build(), tempfile::tempdir().unwrap());
    let server = disk.serve(data.path());
    let tables = open_tables(&server, 2).await;
    let play = play_until(&tables, &server.url, &[1, 2], 100, || disk.fails('L'));
    let played = timeout(Duration::from_mins(1), play).await.expect("the process ends with the next commit");
    assert_eq!(exit_code(&server).await, Some(DISK_FAILS));
    drop(server);
    assert!(played.acknowledged.len() >= 100);
    check_after_cut(data.path(), &played).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_synced_ends_the_process_and_loses_nothing() {
    let (disk, data) = (Disk::build(), tempfile::tempdir().unwrap());
    let server = disk.serve(data.path());
    let tables = open_tables(&server, 2).await;
    let played = play_until(&tables, &server.url, &[1, 2], 100, || server.kill()).await;
    drop(server);
    // The connection of commits makes a checkpoint after five seconds without a commit, and the close makes one.
    for stops in [false, true] {
        cut_power(data.path());
        disk.keeps_everything();
        let server = disk.serve(data.path());
        assert_eq!(server.audit().await["holds"], true);
        disk.fails('F');
        if stops {
            stop(&server);
        }
        assert_eq!(exit_code(&server).await, Some(DISK_FAILS), "stops: {stops}");
    }
    check_after_cut(data.path(), &played).await;
}

#[test]
fn a_start_that_cannot_sync_its_log_ends_with_the_code_of_a_failing_disk() {
    let (disk, data) = (Disk::build(), tempfile::tempdir().unwrap());
    disk.fails('L');
    let (code, said) = disk.refuses(data.path());
    assert_eq!(code, Some(DISK_FAILS), "{said}");
}

#[test]
fn a_start_on_a_full_disk_reports_it() {
    let (disk, data) = (Disk::build(), tempfile::tempdir().unwrap());
    disk.fails('n');
    let (code, said) = disk.refuses(data.path());
    assert_eq!(code, Some(1), "{said}");
    let full = format!("the disk is full: {} cannot be written", data.path().display());
    assert!(said.contains(&full), "{said}");
}
