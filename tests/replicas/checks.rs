//! What has to hold at the end, read from the servers and from the database itself.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};

use crate::fleet::Fleet;
use crate::players::Done;
use crate::rooms::Room;

/// Every acknowledged change is in the log as it was answered, at every server; and no version answered two requests.
pub async fn acknowledged(fleet: &Fleet, done: &[Done]) {
    let versions: HashSet<(&str, u64)> = done.iter().map(|done| (&*done.table, done.version)).collect();
    assert_eq!(versions.len(), done.len(), "two requests got the same change");
    for (place, Done { table, version, change, token }) in done.iter().enumerate() {
        let path = format!("/v1/tables/{table}/events?after={}&limit=1", version - 1);
        let url = fleet.url(place % fleet.len());
        let (_, page) = fleet.ask_once(&url, (token, &path), None).await.expect("the server lives");
        assert_eq!(&page["changes"][0], change, "{table} {version}");
    }
}

/// In the database: the versions of each table have no gap, each player's changes are those that were answered, and the clock
/// played when it was due.
pub async fn log(url: &str, rooms: &[Room], done: &[Done]) -> Clocked {
    let options: PgConnectOptions = url.parse().unwrap();
    let mut db: PgConnection = options.connect().await.unwrap();
    let mut clocked = Clocked::default();
    for room in rooms {
        let rows: Vec<(i64, i64, Vec<u8>, String)> = sqlx::query_as(
            "select version, at, author, body::text from changes where table_id = $1::uuid order by version",
        )
        .bind(&room.id)
        .fetch_all(&mut db)
        .await
        .unwrap();
        let versions = rows.iter().map(|row| row.0);
        assert!(versions.eq(1..=i64::try_from(rows.len()).unwrap()), "a gap at {}", room.id);
        let by_players = rows.iter().filter(|row| row.2.len() == 16);
        let known: HashSet<u64> =
            done.iter().filter(|done| done.table == room.id).map(|done| done.version).collect();
        let bots = bots_of(&mut db, &room.id).await;
        // The table was opened, and its players sat down, before that was counted.
        let before = 1 + i64::try_from(room.tokens.len()).unwrap();
        let unknown: Vec<i64> = by_players
            .filter(|row| {
                row.0 > before + 2 && !bots.contains(&row.2) && !known.contains(&row.0.unsigned_abs())
            })
            .map(|row| row.0)
            .collect();
        assert!(unknown.is_empty(), "done and not acknowledged at {}: {unknown:?}", room.id);
        clocked.read(&rows, room.game);
    }
    clocked
}

/// The computer players that ever sat at a table.
async fn bots_of(db: &mut PgConnection, table: &str) -> HashSet<Vec<u8>> {
    let authors: Vec<(Vec<u8>,)> = sqlx::query_as(
        "select distinct author from changes where table_id = $1::uuid and length(author) = 16",
    )
    .bind(table)
    .fetch_all(&mut *db)
    .await
    .unwrap();
    let mut bots = HashSet::new();
    for (author,) in authors {
        let id = uuid::Uuid::from_slice(&author).unwrap();
        let person = sqlx::query("select 1 from players where id = $1").bind(id);
        if person.fetch_optional(&mut *db).await.unwrap().is_none() {
            bots.insert(author);
        }
    }
    bots
}

/// Decisions that the clock ended, and by how many milliseconds it came too late or too early.
#[derive(Debug, Default)]
pub struct Clocked {
    pub count: usize,
    pub latest: i64,
    pub earliest: i64,
}

impl Clocked {
    fn read(&mut self, rows: &[(i64, i64, Vec<u8>, String)], game: &str) {
        let mut open: HashMap<u64, i64> = HashMap::new();
        for (_, at, author, body) in rows {
            let body: Value = serde_json::from_str(body).unwrap();
            let mut now_open = HashMap::new();
            for decision in body["decisions"].as_array().into_iter().flatten() {
                if let Some(due) = decision["clock"]["due"].as_str() {
                    let due: jiff::Timestamp = due.parse().unwrap();
                    now_open.insert(decision["seat"].as_u64().unwrap(), due.as_millisecond());
                }
            }
            let ended = open.iter().filter(|(seat, due)| now_open.get(seat) != Some(due));
            let due = ended.map(|(_, due)| *due).min();
            if author == b"clock"
                && let Some(due) = due
                && *at >= due - 1_000
            {
                self.count += 1;
                self.latest = self.latest.max(at - due);
                // In the other games a stage may end before the time of those who may still decide in it.
                if game == "holdem" && at - due < self.earliest {
                    self.earliest = at - due;
                    println!("{} ms early: {body}", due - at);
                }
            }
            open = now_open;
        }
    }
}
