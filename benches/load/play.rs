//! What is asked of a server for some seconds, and what came of it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::task::{LocalSet, spawn_local};
use tokio::time::sleep;

use crate::client::{Connection, Request};
use crate::machine::{Cores, Usage, Used, memory};
use crate::servers::{Kind, Server};
use crate::table::{Game, Table};

/// One measurement.
#[derive(Clone, Copy)]
pub struct Part {
    pub name: &'static str,
    pub kind: Kind,
    pub game: Game,
    pub tables: usize,
    pub way: Way,
}

/// How a server is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Every table is played as fast as it is answered.
    Moves,
    /// The same, with an `Idempotency-Key` on each move.
    Keyed,
    /// The same, with a stream open for each seat.
    Watched,
    /// The same, where each move is preceded by asking what may be done.
    Asked,
    /// So many moves a second over 256 connections, each counted from the moment at which it was to be sent.
    Offered { rate: f64 },
    /// Tables are looked at by who has them already, by `If-None-Match`.
    Reads,
}

/// How many connections offer moves.
const CONNECTIONS: usize = 256;

/// What came of it.
#[derive(Clone, Debug)]
pub struct Measured {
    pub per_second: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub p999_ms: f64,
    /// The server's processor for each of them, in microseconds.
    pub cpu_us: f64,
    pub bytes: f64,
    pub memory_kib: f64,
    /// Messages of streams for each move.
    pub deliveries: f64,
    pub per_commit: f64,
    pub others: f64,
}

#[derive(Default)]
struct Tally {
    micros: RefCell<Vec<u32>>,
    deliveries: Cell<u64>,
}

impl Tally {
    fn note(&self, since: Instant) {
        self.micros.borrow_mut().push(u32::try_from(since.elapsed().as_micros()).unwrap());
    }
}

impl Part {
    /// Starts the server, plays for a second that does not count, and then for so long.
    pub async fn measure(&self, cores: Cores, answer: &str, time: Duration) -> Measured {
        let server = Server::start(self.kind, cores, answer);
        let tables = self.open_tables(server.address, answer).await;
        let tally = Rc::new(Tally::default());
        let process = server.process.id();
        let used = LocalSet::new()
            .run_until(async {
                self.spawn(server.address, tables, &tally).await;
                sleep(Duration::from_secs(1)).await;
                tally.micros.take();
                tally.deliveries.take();
                let before = Usage::now(process);
                sleep(time).await;
                Usage::now(process).since(&before)
            })
            .await;
        let memory_kib = memory(process);
        let per_commit = server.stop().unwrap_or(f64::NAN);
        Measured { memory_kib, per_commit, ..Measured::of(&tally, used) }
    }

    async fn open_tables(&self, address: SocketAddr, answer: &str) -> Vec<Table> {
        if self.kind != Kind::Cardroom {
            return (0..self.tables).map(|number| Table::imagined(number, answer)).collect();
        }
        let mut server = Connection::open(address).await;
        let mut tables = Vec::new();
        for _ in 0..self.tables {
            tables.push(Table::open(&mut server, self.game).await);
        }
        tables
    }

    /// Begins to ask; all of it ends with the set of tasks.
    async fn spawn(&self, address: SocketAddr, tables: Vec<Table>, tally: &Rc<Tally>) {
        if let Way::Offered { rate } = self.way {
            let queue = Rc::new(RefCell::new(VecDeque::from(tables)));
            let plan = Rc::new(Plan { start: Instant::now(), rate, sent: Cell::new(0) });
            for _ in 0..CONNECTIONS {
                let connection = Connection::open(address).await;
                spawn_local(offer(connection, Rc::clone(&queue), Rc::clone(&plan), Rc::clone(tally)));
            }
            return;
        }
        for (number, table) in tables.into_iter().enumerate() {
            if self.way == Way::Watched {
                for token in &table.tokens {
                    let stream = Connection::open(address).await;
                    spawn_local(watch(stream, table.path.clone(), token.clone(), Rc::clone(tally)));
                }
            }
            let mut seats = Vec::new();
            for _ in &table.tokens {
                seats.push(Connection::open(address).await);
            }
            let tally = Rc::clone(tally);
            match self.way {
                Way::Reads => drop(spawn_local(read(table, seats, tally))),
                Way::Asked => drop(spawn_local(ask_and_play(table, seats, tally))),
                Way::Keyed => drop(spawn_local(play(table, seats, tally, Some(number)))),
                Way::Moves | Way::Watched | Way::Offered { .. } => {
                    drop(spawn_local(play(table, seats, tally, None)));
                }
            }
        }
    }
}

/// Plays a table by what everybody sees; with a number, under keys that no two moves share.
async fn play(mut table: Table, mut seats: Vec<Connection>, tally: Rc<Tally>, keys: Option<usize>) {
    let mut moves = 0_u64;
    loop {
        table.wait(&mut seats[0]).await;
        moves += 1;
        let key = keys.map(|keys| format!("idempotency-key: {}\r\n", key(keys as u64, moves)));
        step(&mut table, &mut seats, key.as_deref().unwrap_or_default(), Instant::now(), &tally).await;
    }
}

/// One move of a table, whose time began then.
async fn step(table: &mut Table, seats: &mut [Connection], header: &str, began: Instant, tally: &Tally) {
    let seat = table.seat() % seats.len();
    let request = table.request(header).expect("a move that everybody knows");
    let answer = seats[seat].ask(request).await;
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(answer.body));
    table.learn(answer.body);
    tally.note(began);
}

/// As random as a client's key: neighbours in time are none in the index.
fn key(table: u64, number: u64) -> String {
    let mut mixed = (table << 40 | number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    format!("{:016x}-{table}-{number}", mixed ^ (mixed >> 31))
}

/// Plays a table of any game: each move is asked for first.
async fn ask_and_play(mut table: Table, mut seats: Vec<Connection>, tally: Rc<Tally>) {
    loop {
        table.wait(&mut seats[0]).await;
        let began = Instant::now();
        let seat = table.seat();
        let request = table.choose(&mut seats[seat]).await.expect("somebody moves");
        let (actions, token, body) =
            (request.path.to_owned(), request.token.to_owned(), request.body.to_owned());
        let request = Request { path: &actions, token: &token, body: &body, ..request };
        let answer = seats[seat].ask(Request { header: "", ..request }).await;
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(answer.body));
        table.learn(answer.body);
        tally.note(began);
    }
}

/// When moves are to be sent.
struct Plan {
    start: Instant,
    rate: f64,
    sent: Cell<u64>,
}

/// Sends the next move that is planned, of the table that has waited longest.
async fn offer(
    connection: Connection,
    tables: Rc<RefCell<VecDeque<Table>>>,
    plan: Rc<Plan>,
    tally: Rc<Tally>,
) {
    let mut connection = [connection];
    loop {
        let number = plan.sent.get();
        plan.sent.set(number + 1);
        let planned = plan.start + Duration::from_secs_f64(number as f64 / plan.rate);
        tokio::time::sleep_until(planned.into()).await;
        let mut table = free(&tables).await;
        step(&mut table, &mut connection, "", planned, &tally).await;
        // The next hand is waited for by nobody whose time counts.
        let tables = Rc::clone(&tables);
        if table.waits() {
            spawn_local(deal(table, connection[0].address(), tables));
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

/// Waits for the next hand of a table, and puts it back among those that are played.
async fn deal(mut table: Table, address: SocketAddr, tables: Rc<RefCell<VecDeque<Table>>>) {
    let mut connection = Connection::open(address).await;
    table.wait(&mut connection).await;
    tables.borrow_mut().push_back(table);
}

/// Follows a table, and counts what it is told.
async fn watch(mut stream: Connection, path: String, token: String, tally: Rc<Tally>) {
    stream.follow(&format!("{path}/events"), &token).await;
    loop {
        let came = stream.stream().await;
        let events = came.windows(12).filter(|bytes| bytes == b"event: table").count();
        tally.deliveries.set(tally.deliveries.get() + events as u64);
    }
}

/// Looks at a table again and again.
async fn read(table: Table, mut seats: Vec<Connection>, tally: Rc<Tally>) {
    let view = Request { method: "GET", path: &table.path, token: &table.tokens[0], ..Request::default() };
    let first = seats[0].ask(view).await;
    let tag = first.header("etag: ").expect("a tag").to_owned();
    let header = format!("if-none-match: {tag}\r\n");
    loop {
        let began = Instant::now();
        assert_eq!(seats[0].ask(Request { header: &header, ..view }).await.status, 304);
        tally.note(began);
    }
}

impl Measured {
    fn of(tally: &Tally, used: Used) -> Self {
        let mut micros = tally.micros.take();
        micros.sort_unstable();
        let count = micros.len() as f64;
        let at = |share: f64| {
            let place = (count * share) as usize;
            micros.get(place.min(micros.len().saturating_sub(1))).map_or(f64::NAN, |&us| f64::from(us) / 1e3)
        };
        Self {
            per_second: count / used.seconds,
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            cpu_us: used.server * 1e6 / count,
            bytes: used.written / count,
            memory_kib: 0.0,
            deliveries: tally.deliveries.get() as f64 / count,
            per_commit: f64::NAN,
            others: used.others,
        }
    }
}
