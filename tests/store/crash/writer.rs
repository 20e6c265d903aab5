//! If it is killed while it writes, the store has everything that it acknowledged.

use std::collections::HashMap;
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;

use cardroom::service::ports::commits::Committed;
use cardroom::service::ports::ledger::LedgerStore;
use cardroom::service::ports::store::Store;
use cardroom::service::ports::tables::TableStore;
use cardroom::service::room::writer::Writer;
use cardroom::service::table::stored::record::TableRecord;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::id::TableId;
use futures::future::join_all;

use crate::records::{RecordMaker, done, options, written};

const FILE: &str = "CARDROOM_CRASH_FILE";
const START: &str = "CARDROOM_CRASH_START";
const TABLES: usize = 8;

#[tokio::test]
async fn acknowledged_commits_survive_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cardroom.db");
    for round in 0..10 {
        let kill_after = 1 + 37 * round;
        let acknowledged = killed_after(kill_after, file.to_str().unwrap(), round * 1_000_000);
        let store = Sqlite::open(file.to_str().unwrap()).await.unwrap();
        for (table, version) in acknowledged {
            let kept = store.table(table).await.unwrap().unwrap();
            // One more commit may be on disk whose answer was lost.
            assert!([version, version + 1].contains(&kept.version), "{version} said, {} kept", kept.version);
            let changes = store.changes(table, 0, u32::MAX).await.unwrap();
            assert!(changes.iter().map(|change| change.version).eq(1..=kept.version), "a gap");
        }
        let audit = store.audit().await.unwrap();
        assert!(audit.holds(), "{audit:?}");
        store.close().await;
    }
}

/// Lets the other process write, and kills it after this many acknowledgements. Returns the last acknowledged version
/// of each table.
fn killed_after(count: u64, file: &str, start: u64) -> HashMap<TableId, u64> {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "crash::writer::the_process_that_is_killed", "--ignored", "--nocapture"])
        .env(FILE, file)
        .env(START, start.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut heard = 0;
    let mut acknowledged = HashMap::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let Some(("acknowledged", rest)) = line.split_once(' ') else { continue };
        // The kill may cut the last line off.
        let Some((table, version)) = rest.strip_suffix('.').and_then(|rest| rest.split_once(' ')) else {
            break;
        };
        acknowledged.insert(table.parse().unwrap(), version.parse().unwrap());
        heard += 1;
        if heard == count {
            child.kill().unwrap();
        }
    }
    assert!(!child.wait().unwrap().success(), "it ended by itself");
    assert!(heard >= count, "only {heard} acknowledged");
    acknowledged
}

/// Writes for ever, and prints each commit.
#[tokio::test]
#[ignore = "runs as the process that the other test kills"]
async fn the_process_that_is_killed() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&env::var(FILE).unwrap()).await.unwrap());
    let mut maker = RecordMaker::starting_at(env::var(START).unwrap().parse().unwrap());
    let player = maker.guest(&*store).await;
    let mut tables = vec![];
    for _ in 0..TABLES {
        tables.push(done(&*store, maker.open(player.id, options(100))).await);
    }
    let writer = Writer::start(store);
    loop {
        let mut movement = |table: &TableRecord| {
            let is_empty = table.state.chairs.is_empty();
            if is_empty { maker.sit(table, &player, 1_000) } else { maker.leave(table) }
        };
        let movements: Vec<_> = tables.iter().map(&mut movement).collect();
        let moved = movements.into_iter().map(async |commit| {
            let table = commit.table.record.clone();
            assert_eq!(written(&writer, commit).await.unwrap(), Committed::Done);
            let said = format!("acknowledged {} {}.\n", table.id, table.version);
            std::io::stdout().write_all(said.as_bytes()).unwrap();
            table
        });
        tables = join_all(moved).await;
    }
}
