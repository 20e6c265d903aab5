//! Card rooms of older releases, copied to PostgreSQL and back: they have the same rows, give the same answers, and every hand goes on.

use cardroom::store::copy::CopyError;
use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::open::OnLoss;
use tempfile::TempDir;

use super::answers::assert_same_answers;
use super::play_on::play_on;
use super::{FOLDERS, Folder};
use crate::postgres::database;

async fn open(url: &str) -> Database {
    Database::open(url, OnLoss::Refuse, Migrate::AtStart).await.unwrap()
}

/// A new file of SQLite, and its folder.
async fn new_file() -> (TempDir, Database) {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&format!("sqlite:{}", folder.path().join("copy.sqlite").display())).await;
    (folder, database)
}

/// Copies a card room; returns the hash over its rows, which both have.
async fn copy(from: &Database, to: &Database) -> String {
    let mut tables = 0;
    let copied = from.copy_to(to, |_| tables += 1).await.unwrap();
    assert_eq!(tables, 35);
    assert!(copied.audit.holds());
    for database in [from, to] {
        assert_eq!(database.hash().await.unwrap(), copied.hash);
    }
    copied.hash
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_room_is_copied_to_postgres_and_back() {
    for (number, (hands, deals)) in FOLDERS.into_iter().zip([(9, 9), (9, 8), (10, 9)]) {
        let Some((server, name)) = database().await else { return };
        let folder = Folder::copy(number);
        let original = open(&format!("sqlite:{}", folder.database().display())).await;
        let away = open(&server.url(&name)).await;
        let (_files, back) = new_file().await;
        let hash = copy(&original, &away).await;
        assert_eq!(copy(&away, &back).await, hash);
        original.close().await;

        for copied in [away.clone(), back] {
            let opened = folder.serve(copied).await;
            assert!(assert_same_answers(&opened, |_| true).await > 50);
            opened.close().await;
        }
        away.close().await;

        // And what is played on PostgreSQL comes back.
        play_on(folder.serve(open(&server.url(&name)).await).await, hands, deals).await;
        let (away, (files, back)) = (open(&server.url(&name)).await, new_file().await);
        assert_ne!(copy(&away, &back).await, hash);
        away.close().await;
        back.close().await;
        drop(files);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_goes_on_where_the_original_was() {
    let folder = Folder::copy(3);
    let original = open(&format!("sqlite:{}", folder.database().display())).await;
    let (_files, back) = new_file().await;
    copy(&original, &back).await;
    play_on(folder.serve(back).await, 10, 9).await;
    original.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_target_with_rows_is_left_as_it_is() {
    let Some((server, name)) = database().await else { return };
    let [one, other] = [Folder::copy(1), Folder::copy(2)];
    let one = open(&format!("sqlite:{}", one.database().display())).await;
    let other = open(&format!("sqlite:{}", other.database().display())).await;
    let postgres = open(&server.url(&name)).await;
    let hash = copy(&one, &postgres).await;
    for (from, to) in [(&other, &postgres), (&postgres, &other)] {
        let refused = from.copy_to(to, |_| ()).await.unwrap_err();
        assert!(matches!(refused, CopyError::NotEmpty { table: "players" }), "{refused}");
    }
    assert_eq!(postgres.hash().await.unwrap(), hash);
}

/// What PostgreSQL does not take stops the copy, names the table, and leaves nothing behind.
#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_row_stops_the_copy() {
    let Some((server, name)) = database().await else { return };
    let folder = Folder::copy(3);
    folder.open().await.close().await;
    folder.tamper("update changes set body = 'no JSON' where place = 7").await;
    let damaged = open(&format!("sqlite:{}", folder.database().display())).await;
    let postgres = open(&server.url(&name)).await;
    let empty = postgres.hash().await.unwrap();
    let stopped = damaged.copy_to(&postgres, |_| ()).await.unwrap_err();
    assert!(matches!(stopped, CopyError::Table { table: "changes", .. }), "{stopped}");
    assert_eq!(postgres.hash().await.unwrap(), empty);
}
