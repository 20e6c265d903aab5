//! How misbehaving clients affect the others: fifty tables are offered moves at a steady pace, each timed from the
//! moment when it was due, and at the same time other clients misbehave.

use std::rc::Rc;
use std::time::Duration;

use cardroom_load::connection::{Connection, Place, Request};
use cardroom_load::table::{Game, Table};
use cardroom_load::tally::Tally;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::{JoinSet, LocalSet};
use tokio::time::{interval, sleep};

use crate::machine::{Cores, Usage};
use crate::play::{Part, Way};
use crate::servers::{Kind, Server};

/// The offered moves a second.
const RATE: f64 = 1_000.0;

/// How long the misbehaviour lasts before the measurement: until its connections are open.
const BEFORE: Duration = Duration::from_secs(3);

const PART: Part = Part {
    name: "wrong",
    kind: Kind::Cardroom,
    game: Game::Holdem,
    tables: 50,
    way: Way::Offered { rate: RATE },
};

/// The kinds of misbehaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    /// None.
    Calm,
    /// 100 clients follow a table in play, or read it again and again, and never read the answers.
    Unread,
    /// 1,000 clients send half a request.
    Half,
    /// 10,000 connections are open and idle.
    Connections,
    /// 64 clients send the same move of one table, 2,000 times a second together.
    Conflicts,
}

/// The latency at the tables, without and with each misbehaviour, for this time each.
pub async fn measure(cores: Cores, time: Duration) {
    let server = Server::start(PART.kind, cores, "");
    let place = server.place.clone();
    let tables = PART.open_tables(&place, "").await;
    let watched = tables[0].path().to_owned();
    let (tally, process) = (Rc::new(Tally::default()), server.process.id());
    println!("beside           moves/s   p50 ms   p99 ms p99.9 ms  server's processor");
    let all = [Wrong::Calm, Wrong::Unread, Wrong::Half, Wrong::Connections, Wrong::Conflicts];
    LocalSet::new()
        .run_until(async {
            PART.spawn(&place, tables, &tally).await;
            let mut calm = f64::NAN;
            for wrong in all {
                let done = wrong.begin(&place, &watched).await;
                sleep(BEFORE).await;
                tally.take().unwrap();
                let before = Usage::now(process);
                sleep(time).await;
                let used = Usage::now(process).since(&before);
                let counts = tally.take().unwrap();
                assert_eq!(counts.refusal, None);
                drop(done);
                let waits = counts.waits().expect("answers");
                let rate = counts.micros.len() as f64 / used.seconds;
                println!(
                    "{:15} {rate:>8.0} {:>8.2} {:>8.2} {:>8.2} {:>8.2}",
                    format!("{wrong:?}").to_lowercase(),
                    waits.p50_ms,
                    waits.p99_ms,
                    waits.p999_ms,
                    used.server / used.seconds
                );
                if wrong == Wrong::Calm {
                    calm = waits.p99_ms;
                    println!("figure p99_calm_ms {calm:.3}");
                } else {
                    let name = format!("{wrong:?}").to_lowercase();
                    println!("figure p99_{name}_ms {:.3}", waits.p99_ms);
                    println!("figure p99_{name}_ratio {:.3}", waits.p99_ms / calm);
                }
            }
        })
        .await;
    server.stop();
}

impl Wrong {
    /// Starts it. It ends when the returned value is dropped.
    async fn begin(self, place: &Place, watched: &str) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        match self {
            Self::Calm => {}
            Self::Unread => {
                for number in 0..100 {
                    tasks.spawn_local(unread(place.clone(), watched.to_owned(), number % 2 == 0));
                }
            }
            Self::Half => {
                for _ in 0..1_000 {
                    tasks.spawn_local(half(place.clone()));
                }
            }
            Self::Connections => {
                for _ in 0..10_000 {
                    let connection = TcpStream::connect(place.address).await.unwrap();
                    tasks.spawn_local(hold(connection));
                }
            }
            Self::Conflicts => {
                let mut server = Connection::open(place).await.unwrap();
                let table = Table::open(&mut server, Game::Holdem).await.unwrap();
                let table = Rc::new(std::cell::RefCell::new(table));
                for number in 0..64 {
                    let server = Connection::open(place).await.unwrap();
                    tasks.spawn_local(conflict(server, Rc::clone(&table), number));
                }
            }
        }
        tasks
    }
}

/// Never reads its answers, with a window that is soon full: of a stream, or of answers to many requests.
async fn unread(place: Place, watched: String, follows: bool) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(place.address).await.unwrap();
    let path = if follows { format!("{watched}/events") } else { watched };
    let accept = if follows { "text/event-stream" } else { "application/json" };
    let request = format!("GET {path} HTTP/1.1\r\nhost: wrong\r\naccept: {accept}\r\n\r\n");
    loop {
        // If the server refuses the connection, or closes it, this ends, or waits for ever.
        if stream.write_all(request.as_bytes()).await.is_err() {
            stream = TcpStream::connect(place.address).await.unwrap();
        }
        let pause = if follows { Duration::from_hours(1) } else { Duration::from_millis(20) };
        sleep(pause).await;
    }
}

/// Sends half a request, again after each refusal.
async fn half(place: Place) {
    loop {
        let mut stream = TcpStream::connect(place.address).await.unwrap();
        let head = "POST /v1/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 6000\r\n\r\n{";
        let _ = stream.write_all(head.as_bytes()).await;
        let _ = stream.read_to_end(&mut Vec::new()).await;
        sleep(Duration::from_millis(100)).await;
    }
}

/// Keeps an idle connection.
async fn hold(mut connection: TcpStream) {
    let _ = connection.read_to_end(&mut Vec::new()).await;
    std::future::pending::<()>().await;
}

/// Sends the move that the table awaits, which other clients send as well: it is done once.
async fn conflict(mut server: Connection, table: Rc<std::cell::RefCell<Table>>, number: u64) {
    let mut moments = interval(Duration::from_millis(32));
    sleep(Duration::from_micros(500 * number)).await;
    loop {
        moments.tick().await;
        let request = table
            .borrow_mut()
            .request("")
            .map(|request| (request.path.to_owned(), request.token.to_owned(), request.body.to_owned()));
        let Some((path, token, body)) = request else {
            // The first one prepares the next move for all.
            if number == 0 {
                let mut fresh = table.replace(Table::of("", Vec::new()));
                fresh.wait(&mut server).await.unwrap();
                table.replace(fresh);
            }
            continue;
        };
        let request = Request { method: "POST", path: &path, token: &token, header: "", body: &body };
        let answer = server.ask(request).await.unwrap();
        if answer.status == 200 {
            table.borrow_mut().learn(answer.body).unwrap();
        } else {
            assert!((400..500).contains(&answer.status), "{}", answer.status);
        }
    }
}
