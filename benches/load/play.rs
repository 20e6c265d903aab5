//! The load on a server, and its results.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use cardroom_load::connection::{Connection, Place, Request};
use cardroom_load::play::{Manner, play, play_ahead, step, watch};
use cardroom_load::table::{Game, Table};
use cardroom_load::tally::{Counts, Tally};
use tokio::task::spawn_local;
use tokio::time::{Instant, sleep};

use crate::machine::{Cores, Used};
use crate::servers::{Kind, Server};

/// One measurement.
#[derive(Clone, Copy)]
pub struct Part {
    pub name: &'static str,
    pub kind: Kind,
    pub game: Game,
    pub tables: usize,
    pub way: Way,
}

/// The kinds of load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Every table is played as fast as it is answered.
    Moves,
    /// The same, with an `Idempotency-Key` on each move.
    Keyed,
    /// The same, with a stream open for each seat.
    Watched,
    /// The same, but the options are read before each move.
    Asked,
    /// This many moves a second over 256 connections. The time of each starts when it was due.
    Offered { rate: f64 },
    /// Tables are read by clients that have them already, with `If-None-Match`.
    Reads,
}

/// The number of connections for offered moves.
const CONNECTIONS: usize = 256;

/// The result.
#[derive(Clone, Debug)]
pub struct Measured {
    pub per_second: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub p999_ms: f64,
    /// The server's processor time for each of them, in microseconds.
    pub cpu_us: f64,
    pub bytes: f64,
    pub memory_kib: f64,
    /// Messages of streams for each move.
    pub deliveries: f64,
    pub per_commit: f64,
    pub others: f64,
}

impl Part {
    /// Starts the server, and opens the tables that are played on it.
    pub async fn open(&self, cores: Cores, answer: &str) -> (Server, Vec<Table>) {
        let server = Server::start(self.kind, cores, answer);
        let mut tables = self.open_tables(&server.place, answer).await;
        if !self.kind.is_cardroom() {
            return (server, tables);
        }
        let server = server.again(cores);
        // All are in memory, as before.
        let mut connection = Connection::open(&server.place).await.unwrap();
        for table in &mut tables {
            table.forget();
            table.wait(&mut connection).await.unwrap();
        }
        (server, tables)
    }

    pub async fn open_tables(&self, place: &Place, answer: &str) -> Vec<Table> {
        if !self.kind.is_cardroom() {
            return (0..self.tables).map(|number| imagined(number, answer)).collect();
        }
        let mut server = Connection::open(place).await.unwrap();
        let mut tables = Vec::new();
        for number in 0..self.tables {
            let mut table = Table::open(&mut server, self.game).await.unwrap();
            play_ahead(&mut table, &mut server, number).await.unwrap();
            tables.push(table);
        }
        tables
    }

    /// Starts the load. It ends with the set of tasks.
    pub async fn spawn(&self, place: &Place, tables: Vec<Table>, tally: &Rc<Tally>) {
        if let Way::Offered { rate } = self.way {
            let queue = Rc::new(RefCell::new(VecDeque::from(tables)));
            let plan = Plan { start: Instant::now(), rate, sent: Cell::new(0), idle: RefCell::default() };
            let plan = Rc::new(plan);
            for _ in 0..CONNECTIONS {
                let connection = Connection::open(place).await.unwrap();
                let (queue, plan, tally) = (Rc::clone(&queue), Rc::clone(&plan), Rc::clone(tally));
                spawn_local(offer(place.clone(), connection, queue, plan, tally));
            }
            return;
        }
        for (number, table) in (0..).zip(tables) {
            if self.way == Way::Watched {
                for token in table.tokens() {
                    let stream = Connection::open(place).await.unwrap();
                    spawn_local(watch(stream, table.path().to_owned(), token.clone(), Rc::clone(tally)));
                }
            }
            let tally = Rc::clone(tally);
            if self.way == Way::Reads {
                let connection = Connection::open(place).await.unwrap();
                spawn_local(read(table, connection, tally));
            } else {
                let keys = (self.way == Way::Keyed).then_some(number);
                spawn_local(play(place.clone(), table, Manner { asks: self.way == Way::Asked, keys }, tally));
            }
        }
    }
}

/// A table of a server that always gives this answer.
fn imagined(number: usize, answer: &str) -> Table {
    let token = format!("cra_{number:064}");
    let mut table = Table::of(&format!("01a2045f-036a-75e1-a7c7-{number:012}"), vec![token.clone(), token]);
    table.learn(answer.as_bytes()).unwrap();
    table
}

/// When moves are due.
struct Plan {
    start: Instant,
    rate: f64,
    sent: Cell<u64>,
    /// Connections on which the next hands are waited for: a new one for each would be an additional load.
    idle: RefCell<Vec<Connection>>,
}

/// Sends the next due move, of the table that has waited longest.
async fn offer(
    place: Place,
    mut connection: Connection,
    tables: Rc<RefCell<VecDeque<Table>>>,
    plan: Rc<Plan>,
    tally: Rc<Tally>,
) {
    loop {
        let number = plan.sent.get();
        plan.sent.set(number + 1);
        let planned = plan.start + Duration::from_secs_f64(number as f64 / plan.rate);
        tokio::time::sleep_until(planned).await;
        let mut table = free(&tables).await;
        let done = step(&mut table, &mut connection, "", false, Some(planned), &tally).await;
        if done.is_err() {
            return tally.ended(done);
        }
        // Waiting for the next hand is not measured.
        let tables = Rc::clone(&tables);
        if table.waits() {
            spawn_local(deal(table, place.clone(), Rc::clone(&plan), tables));
        } else {
            tables.borrow_mut().push_back(table);
        }
    }
}

/// The table that has waited longest, once there is one.
async fn free(tables: &RefCell<VecDeque<Table>>) -> Table {
    loop {
        let table = tables.borrow_mut().pop_front();
        match table {
            Some(table) => return table,
            None => sleep(Duration::from_millis(1)).await,
        }
    }
}

/// Waits for the next hand of a table, and puts it back among the played ones.
async fn deal(mut table: Table, place: Place, plan: Rc<Plan>, tables: Rc<RefCell<VecDeque<Table>>>) {
    let idle = plan.idle.borrow_mut().pop();
    let mut connection = match idle {
        Some(connection) => connection,
        None => Connection::open(&place).await.unwrap(),
    };
    table.wait(&mut connection).await.unwrap();
    plan.idle.borrow_mut().push(connection);
    tables.borrow_mut().push_back(table);
}

/// Reads a table again and again.
async fn read(table: Table, mut server: Connection, tally: Rc<Tally>) {
    let view = Request { method: "GET", path: table.path(), token: &table.tokens()[0], ..Request::default() };
    let first = server.ask(view).await.unwrap();
    let tag = first.header("etag").expect("a tag").to_owned();
    let header = format!("if-none-match: {tag}\r\n");
    loop {
        let began = tally.now();
        assert_eq!(server.ask(Request { header: &header, ..view }).await.unwrap().status, 304);
        tally.answered(began);
    }
}

impl Measured {
    /// The counts of this time, in which the server used this much.
    pub fn of(counts: &Counts, time: Duration, used: Used) -> Self {
        let count = counts.micros.len() as f64;
        let waits = counts.waits().expect("answers");
        Self {
            per_second: count / time.as_secs_f64(),
            p50_ms: waits.p50_ms,
            p99_ms: waits.p99_ms,
            p999_ms: waits.p999_ms,
            cpu_us: used.server * 1e6 / count,
            bytes: used.written / count,
            memory_kib: 0.0,
            deliveries: counts.deliveries as f64 / count,
            per_commit: f64::NAN,
            others: used.others,
        }
    }
}
