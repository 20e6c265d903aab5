//! The store on SQLite: its file, its lock, and rows that another program may have changed.

use std::error::Error;
use std::path::Path;

use cardroom::service::ports::commits::{Batch, CommitStore, Committed};
use cardroom::service::ports::error::StoreError;
use cardroom::service::ports::ledger::LedgerStore;
use cardroom::service::ports::players::PlayerStore;
use cardroom::service::ports::sessions::SessionStore;
use cardroom::service::ports::store::Store;
use cardroom::service::ports::tables::{LobbyFilter, TableStore};
use cardroom::service::table::stored::change::Author;
use cardroom::service::table::stored::record::TableRecord;
use cardroom::store::schema::SchemaMismatch;
use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::OpenError;
use cardroom_api::id::PlayerId;
use sqlx::{AssertSqlSafe, Connection, Executor, SqliteConnection};
use tempfile::TempDir;

use crate::records::{RecordMaker, done, next, options, time, write};

/// A server with a table at which a hand is being played, in a file.
struct Scene {
    folder: TempDir,
    store: Sqlite,
    player: PlayerId,
    table: TableRecord,
}

impl Scene {
    async fn set() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path()).await.unwrap();
        let mut maker = RecordMaker::starting_at(0);
        let [ann, bob] = [maker.guest(&store).await, maker.guest(&store).await];
        let mut table = done(&store, maker.open(ann.id, options(100))).await;
        table = done(&store, maker.sit(&table, &ann, 1_000)).await;
        table = done(&store, maker.sit(&table, &bob, 1_000)).await;
        table = done(&store, maker.deal(&table, time(9))).await;
        Self { folder, store, player: ann.id, table }
    }

    /// Another table at which the same player is in a hand.
    async fn newer_table(&self) -> TableRecord {
        let mut maker = RecordMaker::starting_at(1_000);
        let ann = self.store.player(self.player).await.unwrap().unwrap();
        let bob = maker.guest(&self.store).await;
        let mut table = done(&self.store, maker.open(ann.id, options(100))).await;
        table = done(&self.store, maker.sit(&table, &ann, 1_000)).await;
        table = done(&self.store, maker.sit(&table, &bob, 1_000)).await;
        done(&self.store, maker.deal(&table, time(9))).await
    }

    /// Runs a statement that touches rows behind the store's back.
    async fn tamper(&self, statement: &str) {
        assert!(self.behind(statement).await > 0, "{statement} touched nothing");
    }

    /// Runs a statement behind the store's back. How many rows it touched.
    async fn behind(&self, statement: &str) -> u64 {
        let path = self.folder.path().join("deep/cardroom.db");
        let mut behind = SqliteConnection::connect(path.to_str().unwrap()).await.unwrap();
        let touched = behind.execute(AssertSqlSafe(statement)).await.unwrap().rows_affected();
        behind.close().await.unwrap();
        touched
    }
}

async fn open(folder: &Path) -> Result<Sqlite, OpenError> {
    Sqlite::open(&format!("sqlite:{}", folder.join("deep/cardroom.db").display())).await
}

#[tokio::test]
async fn a_file_keeps_everything_and_is_whole_when_closed() {
    let Scene { folder, store, player, table } = Scene::set().await;
    let changes = store.changes(table.id, 0, 99).await.unwrap();
    let hands = store.hands(table.id, None, 99).await.unwrap();
    let ledger = store.ledger(player, None, 99).await.unwrap();
    let audit = store.audit().await.unwrap();
    store.close().await;
    assert!(store.ping(time(9)).await.is_err(), "a closed store answers");
    assert!(!folder.path().join("deep/cardroom.db-wal").exists(), "the log is not checkpointed");

    // The first one is closed but not dropped: its lock is released nevertheless.
    let store = open(folder.path()).await.unwrap();
    assert_eq!(store.table(table.id).await.unwrap().as_ref(), Some(&table));
    assert_eq!(store.due_tables(time(9), time(10)).await.unwrap(), [(table.id, time(9))]);
    assert_eq!(store.changes(table.id, 0, 99).await.unwrap(), changes);
    assert_eq!(store.hands(table.id, None, 99).await.unwrap(), hands);
    assert_eq!(store.ledger(player, None, 99).await.unwrap(), ledger);
    assert_eq!(store.audit().await.unwrap(), audit);
}

#[tokio::test]
async fn a_transaction_that_ends_by_itself_is_not_the_last() {
    let scene = Scene::set().await;
    let mut maker = RecordMaker::starting_at(1);
    let (player, grant, session) = maker.newcomer();
    // SQLite rolls back by itself on a full disk, too.
    let trigger = "create trigger full before insert on players begin select raise(rollback, 'full'); end";
    scene.behind(trigger).await;
    for _ in 0..2 {
        let failed =
            scene.store.create_player(&player, std::slice::from_ref(&grant), &session).await.unwrap_err();
        assert!(format!("{failed:?}").contains("full"), "{failed:?}");
    }
    scene.behind("drop trigger full").await;
    scene.store.create_player(&player, &[grant], &session).await.unwrap();
    assert_eq!(scene.store.player(player.id).await.unwrap(), Some(player));
}

#[tokio::test]
async fn a_batch_is_checked_against_the_disk() {
    let scene = Scene::set().await;
    let mut maker = RecordMaker::starting_at(1_000);
    let ann = scene.store.player(scene.player).await.unwrap().unwrap();
    // The earlier batches know this table and this player, but not what another program has written since.
    scene.tamper("update heads set version = version + 1").await;
    let commit = write(next(&scene.table), Author::Admin, vec![]);
    assert_eq!(scene.store.commit(Batch::of([commit.into()]).into()).await.unwrap(), [Committed::Fenced]);
    scene.tamper("update heads set version = version - 1").await;
    done(&scene.store, write(next(&scene.table), Author::Admin, vec![])).await;

    let before = scene.store.ledger(scene.player, None, 99).await.unwrap();
    scene.tamper("update heads_of_players set last_movement = null").await;
    let other = done(&scene.store, maker.open(ann.id, options(100))).await;
    done(&scene.store, maker.sit(&other, &ann, 100)).await;
    assert!(before.len() > 1);
    assert_eq!(scene.store.ledger(scene.player, None, 99).await.unwrap().len(), 1, "it goes on behind none");
}

#[tokio::test]
async fn a_second_owner_is_turned_away() {
    let scene = Scene::set().await;
    let second = open(scene.folder.path()).await;
    assert!(matches!(second, Err(OpenError::Taken(path)) if path.ends_with("deep/cardroom.db")));
    assert_eq!(scene.store.table(scene.table.id).await.unwrap(), Some(scene.table));
    drop(scene.store);
    open(scene.folder.path()).await.unwrap();
}

#[tokio::test]
async fn an_unusable_database_is_named() {
    for url in ["postgres://localhost/server", "sqlite:", "", "sqlite:server.db?mode=ro"] {
        assert!(matches!(Sqlite::open(url).await, Err(OpenError::NotSqlite(named)) if named == url));
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("deep"), "a file where a folder should be").unwrap();
    assert!(matches!(open(folder.path()).await, Err(OpenError::Folder { .. })));

    let path = folder.path().join("no.db");
    std::fs::write(&path, "this is no database, however long one reads on in it").unwrap();
    assert!(matches!(Sqlite::open(path.to_str().unwrap()).await, Err(OpenError::Database(_))));
}

#[tokio::test]
async fn data_of_an_unknown_release_is_left_alone() {
    let scene = Scene::set().await;
    scene.tamper("update _sqlx_migrations set version = version + 1000").await;
    scene.store.close().await;
    assert!(matches!(open(scene.folder.path()).await, Err(OpenError::Schema(SchemaMismatch::Newer { .. }))));
}

#[tokio::test]
async fn the_audit_sees_every_chip_that_strays() {
    // The damage, and the figures that must show it: wallets wrong, stacks wrong.
    for (statement, wallets_off, stacks_off) in [
        ("update players set chips = chips + 1 where rowid = 1", 1, 0),
        ("update players set chips = iif(rowid = 1, chips + 1, chips - 1)", 2, 0),
        ("update tables set state = json_set(state, '$.chairs[0].chips', 999)", 0, 1),
        ("update tables set state = json_remove(state, '$.chairs[1]')", 0, 1),
        ("update ledger set amount = amount + 1 where reason = 'buy_in' and rowid = 3", 1, 1),
        ("delete from ledger where reason = 'grant' and rowid = 1", 1, 0),
        ("update ledger set credit = 'pot:x' where rowid = 3", 0, 1),
        ("update ledger set debit = 'wallet:nobody' where rowid = 1", 1, 0),
        ("update ledger set debit = 'elsewhere' where rowid = 1", 0, 0),
    ] {
        let scene = Scene::set().await;
        assert!(scene.store.audit().await.unwrap().holds());
        scene.tamper(statement).await;
        let audit = scene.store.audit().await.unwrap();
        assert!(!audit.holds(), "{statement}: {audit:?}");
        assert_eq!((audit.wallets_off, audit.stacks_off), (wallets_off, stacks_off), "{statement}");
    }
}

#[tokio::test]
async fn players_seated_before_seats_were_stored_are_found() {
    let scene = Scene::set().await;
    scene.store.close().await;
    scene.tamper("drop table seats; delete from _sqlx_migrations where version = 2").await;
    let store = open(scene.folder.path()).await.unwrap();
    assert_eq!(store.seated(scene.player, None, 9).await.unwrap(), [scene.table]);
}

#[tokio::test]
async fn impossible_data_is_named() {
    for (table, column, value) in [
        ("players", "created_at", "9223372036854775807"),
        ("tables", "options", "'{}'"),
        ("tables", "state", "'{}'"),
        ("heads", "version", "-1"),
        ("tables", "hand_id", "'x'"),
        ("heads", "due_at", "9223372036854775807"),
        ("tables", "free_seats", "256"),
        ("changes", "body", "json_set(body, '$.decisions', 1)"),
        ("changes", "body", "json_replace(body, '$.events[0]', 'lightning')"),
        ("changes", "author", "'somebody'"),
        ("changes", "author", "'player:x'"),
        ("hands", "setup", "json_set(setup, '$.holdem.players', 1)"),
        ("hands", "shuffle", "'{}'"),
        ("hands", "rules_version", "4294967296"),
        ("ledger", "debit", "'pocket'"),
        ("ledger", "reason", "'theft'"),
        ("sessions", "access", "substr(access, 2)"),
    ] {
        let scene = Scene::set().await;
        let session = RecordMaker::starting_at(0).newcomer().2;
        scene.tamper(&format!("pragma foreign_keys = off; update {table} set {column} = {value}")).await;
        let hand = scene.table.hand.unwrap();
        let found = match table {
            "players" => scene.store.player(scene.player).await.map(drop),
            "tables" | "heads" => scene.store.table(scene.table.id).await.map(drop),
            "changes" => scene.store.changes(scene.table.id, 0, 9).await.map(drop),
            "hands" => scene.store.hand(hand).await.map(drop),
            "ledger" => scene.store.ledger(scene.player, None, 9).await.map(drop),
            _ => scene.store.session_by_refresh(session.refresh).await.map(drop),
        };
        // The version leads to the change that left decisions open, and to none if it is wrong.
        let (table, column) = if (table, column) == ("heads", "version") {
            ("tables", "changes.body")
        } else {
            (table, column)
        };
        let named = |error: &StoreError| matches!(error, StoreError::Impossible { table: at, column: of, .. } if (*at, *of) == (table, column));
        assert!(
            found.as_ref().is_err_and(|error| error.source().is_some_and(|why| !why.to_string().is_empty()))
        );
        assert!(found.as_ref().is_err_and(named), "{table}.{column} = {value}: {found:?}");
    }
}

/// A list shows the sound rows, and goes on after the damaged ones.
#[tokio::test]
async fn lists_leave_out_damaged_rows() {
    for (table, column, value) in [
        ("tables", "id", "'0'"),
        ("tables", "options", "'{'"),
        ("tables", "options", "'{}'"),
        ("tables", "state", "'[]'"),
        ("hands", "setup", "'no JSON'"),
        ("hands", "players", "'{}'"),
        ("changes", "body", "'no JSON'"),
        ("changes", "body", "'{}'"),
    ] {
        let scene = Scene::set().await;
        let (sound, damaged) = (scene.table.clone(), scene.newer_table().await.id);
        let of_damaged = match table {
            "tables" => format!("id = '{damaged}'"),
            "changes" => format!("head = (select number from heads where table_id = '{damaged}')"),
            _ => format!("table_id = '{damaged}'"),
        };
        let statement = format!("update {table} set {column} = {value} where {of_damaged}");
        scene.tamper(&format!("pragma foreign_keys = off; {statement}")).await;
        let lobby = LobbyFilter { limit: 1, ..LobbyFilter::default() };
        let listed = scene.store.lobby(&lobby).await.unwrap();
        let is_listed = table != "tables";
        let expected = if is_listed { damaged } else { sound.id };
        assert_eq!(listed.iter().map(|table| table.id).collect::<Vec<_>>(), [expected], "{statement}");
        let seated = scene.store.seated(scene.player, None, 1).await.unwrap();
        let expected = if table == "hands" { damaged } else { sound.id };
        assert_eq!(seated.iter().map(|table| table.id).collect::<Vec<_>>(), [expected], "{statement}");
        let hands = scene.store.hands(damaged, None, 9).await.unwrap();
        assert_eq!(hands.len(), usize::from(table != "hands"), "{statement}");
        let due = scene.store.due_tables(time(0), time(1_000)).await.unwrap();
        assert_eq!(due.len(), 2, "{statement}");
    }
}

/// Errors of damaged rows go to the log, and the log never has a card.
#[tokio::test]
async fn damaged_cards_are_not_logged() {
    let scene = Scene::set().await;
    scene.tamper(r#"update hands set shuffle = '{"type":"stacked","cards":["As","Qz"]}'"#).await;
    let error = scene.store.hand(scene.table.hand.unwrap()).await.unwrap_err();
    let why = error.source().unwrap().to_string();
    assert!(why.starts_with("Data error in JSON at line ") && !why.contains("Qz"), "{why}");
}

#[tokio::test]
async fn expired_rows_are_deleted_however_many() {
    let scene = Scene::set().await;
    // The clock was ahead for a while: when the first 1,500 came, but for a hundred among them.
    scene
        .tamper(&format!(
            "with recursive n (n) as (select 1 union all select n + 1 from n where n < 5000)
            insert into done_requests (player, key, digest, head, version, at)
            select unhex('{}', '-'), 'key-' || n, zeroblob(32), number, 1, iif(n > 1500 or n between 501 and 600, n, n + 100000)
            from n, heads where table_id = '{}' order by n",
            scene.player, scene.table.id
        ))
        .await;
    let moment = |millis| jiff::Timestamp::from_millisecond(millis).unwrap();
    let forget = async |before, now| scene.store.forget(moment(before), moment(now)).await.unwrap();
    let is_kept = async |key| scene.store.done_request(scene.player, key).await.unwrap().is_some();
    assert_eq!(forget(1_601, 5_000).await, 100 + 100);
    assert!(is_kept("key-500").await && !is_kept("key-501").await && is_kept("key-601").await);
    assert!(!is_kept("key-1600").await && is_kept("key-1601").await);
    assert_eq!(forget(4_001, 5_000).await, 2_400);
    assert!(!is_kept("key-4000").await && is_kept("key-4001").await);
    assert_eq!(forget(200_000, 300_000).await, 1_000 + 1_400);
    assert_eq!(forget(200_000, 300_000).await, 0);
}

#[cfg(unix)]
#[tokio::test]
async fn no_other_user_may_read_the_database() {
    use std::os::unix::fs::PermissionsExt;

    let scene = Scene::set().await;
    for file in ["cardroom.db", "cardroom.db-wal", "cardroom.db-shm", "cardroom.db.state"] {
        let mode = scene.folder.path().join("deep").join(file).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    let mode = scene.folder.path().join("deep").metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

/// An existing folder is left as it is, and its owner gets a warning.
#[cfg(unix)]
#[test]
fn a_folder_that_others_may_read_causes_a_warning() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    let folder = tempfile::tempdir().unwrap();
    let said = |mode: u32| {
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode)).unwrap();
        // The port is invalid, so it logs its lines and ends.
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.args(["serve", "--listen", "192.0.2.1:1", "--data"]).arg(folder.path());
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    let warned = said(0o755);
    assert!(warned.contains("other users can read the data folder") && warned.contains("755"), "{warned}");
    assert!(!said(0o700).contains("other users"));
}
