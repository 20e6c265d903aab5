//! A migration is done, or it is not.

use std::collections::BTreeMap;
use std::fs;

use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::OpenError;
use sqlx::{AssertSqlSafe, Connection, Executor, Row, SqliteConnection};

use super::answers::assert_same_answers;
use super::{Folder, rows};

/// The migration that a folder of release 1 meets.
const MIGRATION: &str = include_str!("../../../migrations/sqlite/0003_rooms.sql");

/// Everything that the database holds, as text.
async fn dump(folder: &Folder) -> Vec<String> {
    let mut behind = folder.behind().await;
    let tables =
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name";
    let mut dump = Vec::new();
    for table in texts(&mut behind, tables).await {
        let columns = texts(&mut behind, &format!("select name from pragma_table_info('{table}')")).await;
        let quoted: Vec<String> = columns.iter().map(|column| format!("quote({column})")).collect();
        let rows = format!("select {} from {table} order by 1", quoted.join(" || ', ' || "));
        dump.extend(texts(&mut behind, &rows).await.into_iter().map(|row| format!("{table}: {row}")));
    }
    behind.close().await.unwrap();
    dump
}

/// The first column of what a statement finds.
async fn texts(behind: &mut SqliteConnection, statement: &str) -> Vec<String> {
    let rows = behind.fetch_all(AssertSqlSafe(statement)).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// The migration's statements, one by one.
fn statements() -> Vec<String> {
    let code: String =
        MIGRATION.lines().filter(|line| !line.starts_with("--")).map(|line| line.to_owned() + "\n").collect();
    code.split(';').map(str::trim).filter(|statement| !statement.is_empty()).map(str::to_owned).collect()
}

/// A killed process leaves its files as they are: here they are copied after each statement, after the cache was
/// written to them.
#[tokio::test]
async fn a_migration_that_is_killed_has_not_begun() {
    let folder = Folder::copy(1);
    let before = dump(&folder).await;
    let statements = statements();
    assert!(statements.len() > 5);
    let mut written = 0;
    for done in 1..=statements.len() {
        let mut behind = folder.behind().await;
        behind.execute("pragma journal_mode = wal").await.unwrap();
        behind.execute("pragma cache_size = 1").await.unwrap();
        behind.execute("begin immediate").await.unwrap();
        for statement in &statements[..done] {
            behind.execute(AssertSqlSafe(statement.as_str())).await.unwrap();
        }
        let killed = folder.copy_again();
        written = written.max(fs::metadata(killed.files.path().join("cardroom.sqlite-wal")).unwrap().len());
        assert_eq!(dump(&killed).await, before, "after {done} statements");
        if done == statements.len() {
            let opened = killed.open().await;
            assert_eq!(assert_same_answers(&opened, |_| true).await, opened.recorded.answers.len());
            opened.audit().await;
            opened.close().await;
        }
        behind.execute("rollback").await.unwrap();
        behind.close().await.unwrap();
    }
    // How early pages are written depends on what other connections of this process cache.
    assert!(written > 50_000, "only {written} bytes of the migration had reached the disk");
}

/// A failure at the last row undoes everything before it.
#[tokio::test]
async fn a_migration_that_fails_has_not_begun() {
    let folder = Folder::copy(1);
    let mut behind = folder.behind().await;
    behind
        .execute(
            "create trigger fails before update on changes
            when new.rowid = (select max(rowid) from changes) and json_extract(new.body, '$.decisions') is not null
            begin select raise(fail, 'fails on purpose'); end",
        )
        .await
        .unwrap();
    behind.close().await.unwrap();
    let before = dump(&folder).await;
    for _ in 0..2 {
        let Err(failed) = Sqlite::open(folder.database().to_str().unwrap()).await else {
            panic!("the migration went through")
        };
        assert!(matches!(failed, OpenError::Migration(_)), "{failed}");
        assert_eq!(dump(&folder).await, before);
    }
    folder.behind().await.execute("drop trigger fails").await.unwrap();
    let opened = folder.open().await;
    assert_eq!(assert_same_answers(&opened, |_| true).await, opened.recorded.answers.len());
    opened.close().await;
}

/// How often each form is in the database that no release writes any more.
async fn old_forms(folder: &Folder) -> BTreeMap<&'static str, usize> {
    let mut found = BTreeMap::new();
    let mut count = |name, times: usize| *found.entry(name).or_default() += times;
    for options in rows::values(folder, "tables", "options").await {
        for pause in ["showdown_seconds", "card_millis", "declaring_seconds"] {
            count("a pause beside the game", usize::from(options.get(pause).is_some()));
        }
    }
    for state in rows::values(folder, "tables", "state").await {
        count("decisions in the state", usize::from(state.get("asks").is_some()));
        count("a pause in the state", usize::from(state.get("pause").is_some()));
        for chair in state["chairs"].as_array().unwrap() {
            let is_old = |name: &&str| chair.get(name).is_some();
            count(
                "a wish that is no wish",
                ["straddles", "auto_pass"].iter().filter(|name| is_old(name)).count(),
            );
        }
    }
    for body in rows::values(folder, "changes", "body").await {
        count("decisions by another name", usize::from(body.get("asks").is_some()));
        for event in body["events"].as_array().unwrap() {
            count("an equity outside the hand", usize::from(event.get("equity").is_some()));
            let is_wish = ["straddles", "auto_pass"].iter().any(|kind| event["table"]["type"] == **kind);
            count("a wish's own event", usize::from(is_wish));
        }
    }
    for body in rows::values(folder, "changes", "body").await {
        let events = body["events"].as_array().unwrap().iter().map(|event| &event["table"]);
        let named = events.filter(|event| event["type"] == "sat_down" && event["name"] != "");
        count("a name of a person who sat down", named.count());
    }
    for players in rows::values(folder, "hands", "players").await {
        let named = players.as_array().unwrap().iter().filter(|player| player["name"] != "");
        count("a name of a person who plays", named.count());
    }
    for setup in rows::values(folder, "hands", "setup").await {
        let (game, setup) = setup.as_object().unwrap().iter().next().unwrap();
        let pauses: &[&str] = match game.as_str() {
            "holdem" => &["showdown_seconds"],
            "doudizhu" => &["card_millis", "showing_seconds"],
            "shengji" => &["card_millis", "declaring_seconds"],
            other => panic!("{other}"),
        };
        count(
            "rules without pauses",
            pauses.iter().filter(|pause| setup["rules"].get(**pause).is_none()).count(),
        );
    }
    let mut behind = folder.behind().await;
    let names = "select name from sqlite_master where name like 'replies%'";
    count("a table by another name", texts(&mut behind, names).await.len());
    behind.close().await.unwrap();
    found
}

#[tokio::test]
async fn migrated_data_has_no_old_form() {
    let folder = Folder::copy(1);
    let before = old_forms(&folder).await;
    assert_eq!(before.len(), 11);
    assert!(before.values().all(|&times| times > 0), "the folder has not everything: {before:?}");
    folder.open().await.close().await;
    let after = old_forms(&folder).await;
    assert!(after.values().all(|&times| times == 0), "{after:?}");
}

#[tokio::test]
async fn migrated_data_is_not_migrated_again() {
    let folder = Folder::copy(1);
    folder.open().await.close().await;
    let migrated = dump(&folder).await;
    assert!(migrated.iter().any(|row| row.starts_with("done_requests")) && migrated.len() > 500);
    folder.open().await.close().await;
    assert_eq!(dump(&folder).await, migrated);
    let opened = folder.open().await;
    assert_eq!(assert_same_answers(&opened, |_| true).await, opened.recorded.answers.len());
    opened.close().await;
}
