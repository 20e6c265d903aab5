//! The table in an SQLite file, one row for each hand: one hand a statement, and many hands a statement. SQLite runs on
//! its own thread, as in the server.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::{Connection, SqliteConnection};

use super::{FEW, Hands, print_each, print_mib, print_millis};

const RUNS: usize = 3;

#[tokio::main(flavor = "current_thread")]
pub async fn look_up(folder: &Path, hands: &Hands) {
    let path = folder.join("ranks.sqlite");
    let url = format!("sqlite:{}?mode=rwc", path.display());
    let mut database = SqliteConnection::connect(&url).await.unwrap();
    let start = Instant::now();
    let create = "create table ranks (number integer primary key, rank integer not null)";
    sqlx::query(create).execute(&mut database).await.unwrap();
    let ranks = serde_json::to_string(hands.table).unwrap();
    let insert = "insert into ranks select key, value from json_each(?)";
    sqlx::query(insert).bind(ranks).execute(&mut database).await.unwrap();
    print_millis("sqlite_load_ms", start.elapsed());
    print_mib("sqlite_mib", fs::metadata(&path).unwrap().len());

    let (mut single, mut together) = (Duration::MAX, Duration::MAX);
    for _ in 0..RUNS {
        single = single.min(one_by_one(&mut database, hands).await);
        together = together.min(all_at_once(&mut database, hands).await);
    }
    print_each("sqlite_ns", single, FEW);
    print_each("sqlite_together_ns", together, FEW);
    database.close().await.unwrap();
}

async fn one_by_one(database: &mut SqliteConnection, hands: &Hands) -> Duration {
    let start = Instant::now();
    for &number in &hands.numbers[..FEW] {
        let select = sqlx::query_scalar("select rank from ranks where number = ?");
        let rank: u16 = select.bind(number).fetch_one(&mut *database).await.unwrap();
        assert_eq!(rank, hands.table[number as usize]);
    }
    start.elapsed()
}

/// In one statement, which returns the sum.
async fn all_at_once(database: &mut SqliteConnection, hands: &Hands) -> Duration {
    let asked = serde_json::to_string(&hands.numbers[..FEW]).unwrap();
    let start = Instant::now();
    let select = sqlx::query_scalar("select sum(rank) from json_each(?) cross join ranks on number = value");
    let sum: i64 = select.bind(asked).fetch_one(database).await.unwrap();
    assert_eq!(u64::try_from(sum).unwrap(), hands.sum(FEW));
    start.elapsed()
}
