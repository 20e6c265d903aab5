//! The logs of tables, read from the database: no version is missing, nothing was done that nobody asked for, the clock and computer players
//! acted once, and each hand is what its log gives.

use std::collections::{HashMap, HashSet};

use cardroom::service::ports::tables::TableStore;
use cardroom::service::table::stored::change::{Change, Event};
use cardroom::service::table::stored::event::StoredEvent;
use cardroom::service::table::stored::record::HandRecord;
use cardroom::store::postgres::Postgres;
use cardroom::store::schema::Migrate;
use cardroom_api::id::TableId;
use cardroom_rules::games::game::{Game, Step};
use serde_json::Value;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};
use uuid::Uuid;

use crate::players::Done;
use crate::rooms::Room;

/// By how many milliseconds the clock may be early: two servers measure the database's time.
const EARLY: i64 = 50;

/// A change as it is stored.
struct Row {
    version: i64,
    /// In milliseconds since 1970.
    at: i64,
    author: Vec<u8>,
    body: Value,
}

/// What was read of the logs. Times are in milliseconds.
#[derive(Debug, Default)]
pub struct Logs {
    pub changes: usize,
    /// Moves of computer players.
    pub bot_moves: usize,
    /// Decisions that the clock ended because their time was over, and how late it was at most.
    pub fired: usize,
    pub latest: i64,
    /// Decisions at tables of Hold'em that the clock ended before, also for a player who is away.
    pub early: usize,
    /// By how much a table's time went back at most from one change to the next.
    pub back: i64,
    /// How long the oldest open decision has been overdue.
    pub overdue: i64,
}

/// Reads the logs of these tables, and checks them.
pub async fn read(url: &str, rooms: &[Room]) -> Logs {
    let options: PgConnectOptions = url.parse().unwrap();
    let mut db: PgConnection = options.connect().await.unwrap();
    let mut logs = Logs::default();
    for room in rooms {
        let rows = rows(&mut db, &room.id).await;
        let versions = rows.iter().map(|row| row.version);
        assert!(versions.eq(1..=i64::try_from(rows.len()).unwrap()), "a gap at {}", room.id);
        logs.changes += rows.len();
        let mut walk = Walk::default();
        for row in &rows {
            walk.step(row, room, &mut logs);
        }
        let now: i64 =
            sqlx::query_scalar("select floor(extract(epoch from clock_timestamp()) * 1000)::bigint")
                .fetch_one(&mut db)
                .await
                .unwrap();
        let due = walk.open.values().filter_map(|open| open.due);
        logs.overdue = due.map(|due| now - due).max().unwrap_or(0).max(logs.overdue);
    }
    logs
}

/// Each change that a player made was answered to them.
pub async fn acknowledged(url: &str, rooms: &[Room], done: &[Done]) {
    let options: PgConnectOptions = url.parse().unwrap();
    let mut db: PgConnection = options.connect().await.unwrap();
    for room in rooms {
        let known: HashSet<u64> =
            done.iter().filter(|done| done.table == room.id).map(|done| done.version).collect();
        // The table was opened, and its players sat down, before that was counted.
        let before = 3 + i64::try_from(room.tokens.len()).unwrap();
        let by_people: Vec<i64> = sqlx::query_scalar(
            "select version from changes where table_id = $1::uuid and version > $2 \
             and case when length(author) = 16 then encode(author, 'hex')::uuid end in (select id from players)",
        )
        .bind(&room.id)
        .bind(before)
        .fetch_all(&mut db)
        .await
        .unwrap();
        let unknown: Vec<&i64> =
            by_people.iter().filter(|row| !known.contains(&row.unsigned_abs())).collect();
        assert!(unknown.is_empty(), "done and not acknowledged at {}: {unknown:?}", room.id);
    }
}

async fn rows(db: &mut PgConnection, table: &str) -> Vec<Row> {
    let rows: Vec<(i64, i64, Vec<u8>, String)> = sqlx::query_as(
        "select version, at, author, body::text from changes where table_id = $1::uuid order by version",
    )
    .bind(table)
    .fetch_all(db)
    .await
    .unwrap();
    let row = |(version, at, author, body): (i64, i64, Vec<u8>, String)| Row {
        version,
        at,
        author,
        body: serde_json::from_str(&body).unwrap(),
    };
    rows.into_iter().map(row).collect()
}

/// A log up to a version, as the database tells it apart from every other.
#[derive(Debug, PartialEq, Eq)]
pub struct Fingerprint {
    table: String,
    last: i64,
    digest: Option<String>,
}

/// The logs of these tables as they are now.
pub async fn fingerprints(url: &str, rooms: &[Room]) -> Vec<Fingerprint> {
    let mut all = Vec::new();
    for Room { id, .. } in rooms {
        all.push(Fingerprint { table: id.clone(), last: i64::MAX, digest: None });
    }
    again(url, &all).await
}

/// The same logs up to the same versions, read again.
pub async fn again(url: &str, before: &[Fingerprint]) -> Vec<Fingerprint> {
    let options: PgConnectOptions = url.parse().unwrap();
    let mut db: PgConnection = options.connect().await.unwrap();
    let mut all = Vec::new();
    for Fingerprint { table, last, .. } in before {
        let (last, digest) = sqlx::query_as(
            "select coalesce(max(version), 0), md5(string_agg(md5(encode(author, 'hex') || at || body::text), '' order by version)) \
             from changes where table_id = $1::uuid and version <= $2",
        )
        .bind(table)
        .bind(last)
        .fetch_one(&mut db)
        .await
        .unwrap();
        all.push(Fingerprint { table: table.clone(), last, digest });
    }
    all
}

/// An open decision.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Open {
    since: u64,
    due: Option<i64>,
}

/// What is known of a table after some of its changes.
#[derive(Default)]
struct Walk {
    at: i64,
    /// The open decisions, by seat.
    open: HashMap<u64, Open>,
    /// The seats of computer players, by their identifiers.
    bots: HashMap<String, u64>,
}

impl Walk {
    fn step(&mut self, row: &Row, room: &Room, logs: &mut Logs) {
        logs.back = logs.back.max(if self.at == 0 { 0 } else { self.at - row.at });
        self.at = row.at;
        let events = row.body["events"].as_array().unwrap();
        assert!(!events.is_empty(), "nothing happened in {} at {}", row.version, room.id);
        let author = Uuid::from_slice(&row.author).map(|id| id.to_string()).unwrap_or_default();
        let has_moved = events.iter().any(|event| !event["hand"].is_null());
        if let Some(seat) = self.bots.get(&author)
            && has_moved
        {
            logs.bot_moves += 1;
            assert!(self.open.contains_key(seat), "moved twice: {} at {}", row.body, room.id);
        }
        for event in events.iter().map(|event| &event["table"]) {
            if event["type"] == "sat_down" && !event["computer"].is_null() {
                let player = event["player"].as_str().unwrap().to_owned();
                self.bots.insert(player, event["seat"].as_u64().unwrap());
            }
        }
        let before = std::mem::replace(&mut self.open, open(&row.body));
        if row.author != b"clock" {
            return;
        }
        let mut ended = before
            .iter()
            .filter(|(seat, before)| self.open.get(seat).is_none_or(|now| now.since != before.since));
        // Where several may decide, the time of the first is what counts.
        let due = ended.clone().filter_map(|(_, before)| before.due).min();
        if due.is_some_and(|due| row.at >= due - EARLY) {
            let fired = ended.filter_map(|(_, before)| before.due).filter(|due| row.at >= due - EARLY);
            for due in fired {
                logs.fired += 1;
                logs.latest = logs.latest.max(row.at - due);
            }
        } else if room.game == "holdem" && ended.any(|(_, before)| before.due.is_some()) {
            logs.early += 1;
        }
    }
}

fn open(body: &Value) -> HashMap<u64, Open> {
    let decision = |decision: &Value| {
        let due = decision["clock"]["due"].as_str();
        let due = due.map(|due| due.parse::<jiff::Timestamp>().unwrap().as_millisecond());
        (decision["seat"].as_u64().unwrap(), Open { since: decision["since"].as_u64().unwrap(), due })
    };
    body["decisions"].as_array().into_iter().flatten().map(decision).collect()
}

/// Replays each hand of these tables from its log: it ends as it did, and their numbers follow each other. Returns how many there are.
///
/// The servers go on meanwhile, so a hand that is still being played is not replayed: it may end before its changes are read.
pub async fn replay(url: &str, rooms: &[Room]) -> usize {
    let store = Postgres::open_by(url, Migrate::Elsewhere).await.unwrap();
    let mut count = 0;
    for room in rooms {
        let table = TableId(room.id.parse().unwrap());
        let (mut before, mut numbers) = (None, Vec::new());
        loop {
            let hands = store.hands(table, before, 50).await.unwrap();
            let Some(last) = hands.last() else { break };
            before = Some(last.number);
            for hand in hands {
                numbers.push(hand.number);
                if let Some(last) = hand.last_version {
                    check(&hand, &changes(&store, &hand, last).await);
                }
            }
        }
        count += numbers.len();
        numbers.reverse();
        assert!(numbers.iter().copied().eq(1..=numbers.len() as u64), "{numbers:?}");
    }
    store.close().await;
    count
}

/// The changes of a hand that ended with the version `last`.
async fn changes(store: &Postgres, hand: &HandRecord, last: u64) -> Vec<Change> {
    let (mut changes, mut after) = (Vec::new(), hand.first_version - 1);
    while after < last {
        let page = store.changes(hand.table, after, 200).await.unwrap();
        after = page.last().unwrap().version;
        changes.extend(page);
    }
    changes.retain(|change| change.version <= last);
    changes
}

fn check(hand: &HandRecord, changes: &[Change]) {
    let game = hand.replay(changes).unwrap();
    let events = changes.iter().flat_map(|change| &change.body.events);
    let ended = events.filter_map(|event| match event {
        Event::Table(StoredEvent::HandEnded { hand: id, void, stacks, rake }) if *id == hand.id => {
            Some((*void, stacks, *rake))
        }
        _ => None,
    });
    let ended: Vec<_> = ended.collect();
    assert_eq!(ended.len(), 1, "{hand:?}");
    for (void, stacks, rake) in ended {
        let stacks: Vec<_> = stacks.iter().map(|stack| (stack.seat, stack.chips)).collect();
        match game.step() {
            Step::Over(outcome) => {
                assert_eq!((outcome.void, &outcome.stacks, outcome.rake), (void, &stacks, rake));
            }
            _ => assert!(void, "{hand:?}"),
        }
    }
}
