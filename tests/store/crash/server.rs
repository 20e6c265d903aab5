//! A server is killed under play, again and again: every acknowledged change is there, every other was done as a
//! whole or not at all, every chip is accounted for, and the hand goes on.

use std::env;
use std::path::Path;
use std::process::Command;

use cardroom::http::limit_settings::{LimitSetting, LimitSettings};
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::play::{Table, check_after_crash, play_until};
use crate::postgres;
use crate::process::Server;
use crate::storm::Storm;
use crate::unbounded::UNBOUNDED;

/// How often the server is killed: `CARDROOM_KILLS`, or 50 times.
fn kills() -> u32 {
    env::var("CARDROOM_KILLS").map_or(50, |text| text.parse().expect("a number of kills"))
}

/// The number of tables: `CARDROOM_TABLES`, or three.
fn table_count() -> usize {
    env::var("CARDROOM_TABLES").map_or(3, |text| text.parse().expect("a number of tables"))
}

/// Starts the server, on this database if one is named; with limits on connections, streams and permits if `CARDROOM_STORM` adds a
/// flood of requests from one address.
pub(super) fn start(folder: &Path, database: Option<&str>) -> Server {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    for LimitSetting { key, private, .. } in LimitSettings::ALL {
        let is_held = ["connections", "streams", "turns"].iter().any(|held| key.contains(held));
        if is_held && storms() {
            command.env(format!("CARDROOM_{}", key.replace('.', "_").to_uppercase()), private.to_string());
        }
    }
    if let Some(url) = database {
        command.env("CARDROOM_DATABASE_URL", url);
    }
    Server::start_by(command, folder, &UNBOUNDED)
}

fn storms() -> bool {
    env::var_os("CARDROOM_STORM").is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_keeps_what_it_acknowledged() {
    kill_again_and_again(None, kills()).await;
}

/// The server of PostgreSQL lives, and may still write what its dead client sent last.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_keeps_what_it_acknowledged_on_postgres() {
    if let Some((server, database)) = postgres::database().await {
        kill_again_and_again(Some(&server.url(&database)), kills().div_ceil(5)).await;
    }
}

async fn kill_again_and_again(database: Option<&str>, kills: u32) {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = ChaCha20Rng::from_seed([3; 32]);
    let mut server = start(folder.path(), database);
    let most = table_count();
    let mut tables = Vec::new();
    for number in 0..most {
        tables.push(Table::open(&server, 2 + number % 3).await);
    }
    let (mut acknowledged, mut unknown, mut done) = (0, 0, 0);
    for _ in 0..kills {
        // Some are killed before a checkpoint, or before many commits share a batch, some after it.
        let after = 1 + rng.next_u32() % (13 * u32::try_from(most).unwrap());
        let seeds: Vec<u64> = tables.iter().map(|_| rng.next_u64()).collect();
        let _storm = storms().then(|| Storm::begin(server.address()));
        let played = play_until(&tables, &server.url, &seeds, after, || server.kill()).await;
        drop(server);
        assert_eq!(played.failed, 0, "the disk is sound");
        server = start(folder.path(), database);
        done += check_after_crash(&server, &played).await;
        acknowledged += played.acknowledged.len();
        unknown += played.unknown.len();
    }
    println!(
        "{kills} kills: {acknowledged} acknowledged, {unknown} unknown of which {done} were done by then"
    );
    assert!(unknown > 0, "no kill met a request under way");
}
