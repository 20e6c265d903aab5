//! How soon a change at one server comes to a stream of another, and how many moves three servers make beside one.

use std::fs;
use std::time::Duration;

use cardroom_load::connection::{Connection, Place};
use cardroom_load::play::{play_ahead, step};
use cardroom_load::table::{Game, Table};
use cardroom_load::tally::Tally;
use futures::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use tokio::time::{Instant, sleep};

use crate::agree::send;
use crate::fleet::{Fleet, below};
use crate::followers::Stream;
use crate::postgres::{PostgresServer, Syncing};
use crate::rooms;
use crate::storm::number;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement: docs/benchmarks.md has its command"]
async fn a_change_comes_to_a_stream_of_another_server() {
    let Some(postgres) = PostgresServer::start(Syncing::On) else { return };
    let database = postgres.make_database().await;
    let fleet = Fleet::start(&postgres, &database, 3);
    let (ann, bob) = (rooms::guest(&fleet).await, rooms::guest(&fleet).await);
    let id = rooms::by_hand(&fleet, &[&ann, &bob]).await;
    let events = format!("/v1/tables/{id}/events");
    let mut streams = [
        Stream::open(&fleet, 1, &events, &bob).await.unwrap(),
        Stream::open(&fleet, 2, &events, &ann).await.unwrap(),
    ];
    for stream in &mut streams {
        stream.next("table").await;
    }
    let (path, amount) = (format!("/v1/tables/{id}/seats/me/top-up"), json!({"amount": 1}));
    let mut delays = Vec::new();
    for _ in 0..number("CARDROOM_REPLICAS_CHANGES", 500) {
        let (status, answer) = send(&fleet, 0, (Method::POST, &path), &ann, Some(&amount)).await;
        let at = Instant::now();
        assert_eq!(status, StatusCode::OK, "{answer}");
        for stream in &mut streams {
            while stream.next("table").await["changes"][0]["version"] != answer["change"]["version"] {}
            delays.push(at.elapsed().as_micros());
        }
        sleep(Duration::from_millis(20)).await;
    }
    delays.sort_unstable();
    println!(
        "{} events at other servers: median {} µs after the answer, p99 {} µs, at most {} µs",
        delays.len(),
        delays[delays.len() / 2],
        delays[delays.len() * 99 / 100],
        delays[delays.len() - 1]
    );
}

/// How requests are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Balancing {
    /// Those of a table always go to the same server.
    Hashed,
    /// Each goes to any server.
    Random,
}

/// Tables that are played at the servers of a fleet.
struct Side<'a> {
    name: &'a str,
    balancing: Balancing,
    places: Vec<Place>,
    tables: Vec<Table>,
    tally: Tally,
    fleet: &'a Fleet,
    used: Used,
}

/// What moves have used.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    /// Processor time of the servers and of PostgreSQL, in ticks.
    servers: u64,
    postgres: u64,
    /// Bytes of PostgreSQL's write-ahead log, and of its databases.
    logged: u64,
    stored: u64,
}

/// Linux counts processor time in hundredths of a second.
const TICK_MICROS: f64 = 10_000.0;

impl Used {
    async fn until_now(fleet: &Fleet, postgres: &PostgresServer) -> Self {
        let servers = fleet.processes().into_iter().map(ticks).sum();
        let postmaster = fs::read_to_string(postgres.folder().join("data/postmaster.pid")).unwrap();
        let postmaster: u32 = postmaster.lines().next().unwrap().parse().unwrap();
        let processes =
            fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let children = processes.filter(|process| number_of(*process, 1) == u64::from(postmaster)).map(ticks);
        let mut db = PgConnection::connect(&postgres.url("postgres")).await.unwrap();
        let (logged, stored): (i64, i64) = sqlx::query_as(
            "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint, sum(pg_database_size(oid))::bigint from pg_database",
        )
        .fetch_one(&mut db)
        .await
        .unwrap();
        db.close().await.unwrap();
        Self {
            servers,
            postgres: children.sum(),
            logged: logged.unsigned_abs(),
            stored: stored.unsigned_abs(),
        }
    }

    fn add(&mut self, before: Self, after: Self) {
        self.servers += after.servers.saturating_sub(before.servers);
        self.postgres += after.postgres.saturating_sub(before.postgres);
        self.logged += after.logged - before.logged;
        self.stored += after.stored.saturating_sub(before.stored);
    }
}

/// The processor time of a process.
fn ticks(process: u32) -> u64 {
    number_of(process, 11) + number_of(process, 12)
}

/// One of the numbers that Linux gives about a process after its state; 0 if it has ended.
fn number_of(process: u32, nth: usize) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let number = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(nth));
    number.map_or(0, |number| number.parse().unwrap_or(0))
}

#[tokio::test]
#[ignore = "a measurement: docs/benchmarks.md has its command"]
async fn three_servers_make_moves_beside_one() {
    let Some(postgres) = PostgresServer::start(Syncing::On) else { return };
    let fleets = [1, 3].map(|count| (count, postgres.make_database()));
    let mut started = Vec::new();
    for (count, database) in fleets {
        started.push(Fleet::start(&postgres, &database.await, count));
    }
    let mut sides = Vec::new();
    for (name, fleet, balancing) in [
        ("one server", &started[0], Balancing::Hashed),
        ("three, hashed", &started[1], Balancing::Hashed),
        ("three, random", &started[1], Balancing::Random),
    ] {
        sides.push(Side::open(name, fleet, balancing).await);
    }
    let (turn, turns) = (Duration::from_secs(2), number("CARDROOM_REPLICAS_TURNS", 5));
    // The first turn is not counted.
    for nth in 0..=turns {
        for side in &mut sides {
            let before = Used::until_now(side.fleet, &postgres).await;
            let until = Instant::now() + turn;
            let (tally, places, balancing) = (&side.tally, &side.places, side.balancing);
            let tables = side.tables.iter_mut().enumerate();
            let play =
                tables.map(|(number, table)| play_until(table, places, (number, balancing), until, tally));
            join_all(play).await;
            if nth == 0 {
                side.tally.take().unwrap();
            } else {
                side.used.add(before, Used::until_now(side.fleet, &postgres).await);
            }
        }
    }
    let mut one = None;
    for side in sides {
        let counts = side.tally.take().unwrap();
        let waits = counts.waits().unwrap();
        let moves = counts.micros.len() as f64;
        let per_second = moves / (turn.as_secs_f64() * turns as f64);
        println!(
            "{}: {per_second:.0} moves/s, {:.2} x one server, p50 {:.1} ms, p99 {:.1} ms, refusals: {:?}; each {:.0} µs of the servers, \
             {:.0} µs of PostgreSQL, {:.0} bytes of its log, {:.0} of its tables",
            side.name,
            per_second / *one.get_or_insert(per_second),
            waits.p50_ms,
            waits.p99_ms,
            counts.refusal,
            side.used.servers as f64 * TICK_MICROS / moves,
            side.used.postgres as f64 * TICK_MICROS / moves,
            side.used.logged as f64 / moves,
            side.used.stored as f64 / moves,
        );
    }
}

impl<'a> Side<'a> {
    async fn open(name: &'a str, fleet: &'a Fleet, balancing: Balancing) -> Self {
        let mut places = Vec::new();
        for nth in 0..fleet.len() {
            places.push(Place::named(&fleet.url(nth)).await.unwrap());
        }
        let mut tables = Vec::new();
        for number in 0..number("CARDROOM_REPLICAS_TABLES", 50) {
            let mut server = Connection::open(&places[number % places.len()]).await.unwrap();
            let mut table = Table::open(&mut server, Game::Holdem).await.unwrap();
            play_ahead(&mut table, &mut server, number).await.unwrap();
            tables.push(table);
        }
        Self { name, balancing, places, tables, tally: Tally::default(), fleet, used: Used::default() }
    }
}

/// Plays a table as fast as it is answered, with a connection to each server, which would end one that rests between two turns.
async fn play_until(
    table: &mut Table,
    places: &[Place],
    (number, balancing): (usize, Balancing),
    until: Instant,
    tally: &Tally,
) {
    let count = places.len();
    let mut servers = Vec::new();
    for place in places {
        servers.push(Connection::open(place).await.unwrap());
    }
    let nth = || match balancing {
        Balancing::Hashed => number % count,
        Balancing::Random => below(count),
    };
    while Instant::now() < until {
        table.wait(&mut servers[nth()]).await.unwrap();
        step(table, &mut servers[nth()], "", false, None, tally).await.unwrap();
    }
}
