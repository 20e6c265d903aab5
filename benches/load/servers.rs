//! The compared servers, each in its own process: Cardroom, a bare handler with the same JSON, and one that stores a
//! row for each request.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};

use axum::extract::{Json, State};
use axum::routing::post;
use axum::{Router, response::IntoResponse};
use rustix::process::{Pid, Signal, kill_process};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};

use crate::machine::Cores;
use cardroom_load::connection::Place;

use crate::postgres::{PostgresServer, Syncing};
use crate::postgres_reference;
use crate::sqlite_reference;
use crate::unbounded::UNBOUNDED;

/// The servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Cardroom,
    /// A handler of the framework that only reads and writes the same JSON.
    Bare,
    /// The same, with a row in SQLite for each request, durable before it is answered, many in one transaction.
    Reference,
    /// Cardroom on PostgreSQL.
    Postgres,
    /// As the reference, with its rows on PostgreSQL.
    PostgresReference,
}

impl Kind {
    pub fn is_cardroom(self) -> bool {
        matches!(self, Self::Cardroom | Self::Postgres)
    }

    pub fn is_on_postgres(self) -> bool {
        matches!(self, Self::Postgres | Self::PostgresReference)
    }
}

/// The server of PostgreSQL, on the servers' processor; `None` if it is not installed. It is as durable as it usually is.
pub fn postgres(cores: Cores) -> Option<&'static PostgresServer> {
    static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
    let server = SERVER.get_or_init(|| {
        cores.use_the_servers();
        let server = PostgresServer::start(Syncing::On);
        cores.use_the_clients();
        server
    });
    server.as_ref()
}

/// The URL of a new database.
fn new_database(cores: Cores) -> String {
    let server = postgres(cores).expect("PostgreSQL is installed");
    let make = || tokio::runtime::Runtime::new().unwrap().block_on(server.make_database());
    // This thread drives the clients.
    server.url(&std::thread::scope(|scope| scope.spawn(make).join().unwrap()))
}

/// A server, with its own port and data folder.
pub struct Server {
    pub place: Place,
    pub process: Child,
    pub folder: TempDir,
}

impl Server {
    /// Starts it on the server's processor. Those that are not Cardroom always give this answer.
    pub fn start(kind: Kind, cores: Cores, answer: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if !kind.is_cardroom() {
            fs::write(folder.path().join(ANSWER), answer).unwrap();
        }
        if kind.is_on_postgres() {
            fs::write(folder.path().join(DATABASE), new_database(cores)).unwrap();
        }
        Self::on(folder, kind, cores)
    }

    /// Stops a Cardroom, and starts it again on its data: its final counts begin anew.
    pub fn again(mut self, cores: Cores) -> Self {
        self.end();
        let is_on_postgres = self.folder.path().join(DATABASE).exists();
        let kind = if is_on_postgres { Kind::Postgres } else { Kind::Cardroom };
        Self::on(self.folder, kind, cores)
    }

    fn on(folder: TempDir, kind: Kind, cores: Cores) -> Self {
        let mut command = match kind {
            Kind::Cardroom => cardroom(folder.path()),
            Kind::Postgres => {
                let mut command = cardroom(folder.path());
                let url = fs::read_to_string(folder.path().join(DATABASE)).unwrap();
                command.env("CARDROOM_DATABASE_URL", url);
                command
            }
            Kind::Bare | Kind::Reference | Kind::PostgresReference => {
                let mut command = Command::new(env::current_exe().unwrap());
                let name = match kind {
                    Kind::Bare => BARE,
                    Kind::PostgresReference => POSTGRES_REFERENCE,
                    _ => REFERENCE,
                };
                command.arg(name).arg(folder.path());
                command
            }
        };
        cores.use_the_servers();
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        cores.use_the_clients();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut addresses = lines.filter_map(|line| -> Option<SocketAddr> {
            let (_, rest) = line.split_once("http://")?;
            rest.split(['/', ' ']).next()?.parse().ok()
        });
        let address = addresses.next().expect("the server says where it listens");
        Self { place: Place::at(address), process, folder }
    }

    /// Stops it, and returns how many changes it wrote in each transaction, if it logs that.
    pub fn stop(mut self) -> Option<f64> {
        let said = self.end();
        let figure = |line: &str, name: &str| {
            let (_, rest) = line.split_once(&format!("{name}="))?;
            rest.split_whitespace().next()?.parse::<f64>().ok()
        };
        said.iter().rev().find_map(|line| Some(figure(line, "commits")? / figure(line, "batches")?))
    }

    /// Stops it with a signal (`SIGSTOP`).
    pub fn halt(&self) {
        self.signal(Signal::STOP);
    }

    /// Continues it.
    pub fn go_on(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.process), signal).unwrap();
    }

    /// Ends its process, and returns its output.
    fn end(&mut self) -> Vec<String> {
        self.signal(Signal::TERM);
        // A stopped process ends only after it is continued.
        self.go_on();
        let said = BufReader::new(self.process.stderr.take().unwrap()).lines().map(Result::unwrap).collect();
        self.process.wait().unwrap();
        said
    }
}

/// `CARDROOM_SERVER` names another build of the program, to compare with.
fn cardroom(folder: &Path) -> Command {
    let program = env::var("CARDROOM_SERVER").unwrap_or_else(|_| env!("CARGO_BIN_EXE_cardroom").to_owned());
    let mut command = Command::new(program);
    command
        .env("CARDROOM_GRANTS_GUEST_CHIPS", "1000000000")
        .args(["serve", "--listen", "127.0.0.1:0"])
        .args(["--log", "warn,cardroom::service::room::writer=info"])
        .env("NO_COLOR", "1")
        .args(UNBOUNDED)
        .arg("--data")
        .arg(folder);
    command
}

const BARE: &str = "bare";
const REFERENCE: &str = "reference";
const POSTGRES_REFERENCE: &str = "postgres_reference";
const ANSWER: &str = "answer.json";
/// The file with the URL of a database on PostgreSQL.
const DATABASE: &str = "database";

/// An action as clients send it.
#[derive(Deserialize)]
struct Act {
    at: i64,
    #[allow(dead_code, reason = "it is read, as it is anywhere")]
    action: Value,
}

/// Serves if this process was started as one of the compared servers; otherwise returns.
pub fn serve_where_asked() -> bool {
    let mut arguments = env::args().skip(1);
    let (Some(kind), Some(folder)) = (arguments.next(), arguments.next()) else { return false };
    if ![BARE, REFERENCE, POSTGRES_REFERENCE].contains(&kind.as_str()) {
        return false;
    }
    let folder = Path::new(&folder);
    let answer = fs::read_to_string(folder.join(ANSWER)).unwrap();
    let answer: Arc<RawValue> = RawValue::from_string(answer).unwrap().into();
    if kind == BARE {
        serve(bare(answer));
        return true;
    }
    let (rows, queue) = mpsc::unbounded_channel();
    let whole: Value = serde_json::from_str(answer.get()).unwrap();
    let change = whole["change"].to_string();
    if kind == REFERENCE {
        let file = folder.join("reference.sqlite");
        std::thread::spawn(move || sqlite_reference::write_rows(&file, queue, &change));
    } else {
        let url = fs::read_to_string(folder.join(DATABASE)).unwrap();
        std::thread::spawn(move || postgres_reference::write_rows(&url, queue, &change));
    }
    serve(reference(answer, rows));
    true
}

#[tokio::main]
async fn serve(routes: Router) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("http://{}", listener.local_addr().unwrap());
    axum::serve(listener, routes).await.unwrap();
}

fn bare(answer: Arc<RawValue>) -> Router {
    let act = async |State(answer): State<Arc<RawValue>>, Json(act): Json<Act>| {
        assert!(act.at > 0);
        Json(answer)
    };
    Router::new().route("/v1/tables/{id}/actions", post(act)).with_state(answer)
}

/// A row to be written, and the channel for its answer.
pub struct Row {
    pub table: String,
    pub version: i64,
    pub done: oneshot::Sender<()>,
}

/// How many rows a transaction has at most.
pub const BATCH: usize = 256;

#[derive(Clone)]
struct Referred {
    answer: Arc<RawValue>,
    rows: mpsc::UnboundedSender<Row>,
}

fn reference(answer: Arc<RawValue>, rows: mpsc::UnboundedSender<Row>) -> Router {
    let act = async |axum::extract::Path(table): axum::extract::Path<String>,
                     State(Referred { answer, rows }): State<Referred>,
                     Json(act): Json<Act>| {
        let (done, written) = oneshot::channel();
        rows.send(Row { table, version: act.at, done }).unwrap();
        written.await.unwrap();
        Json(answer).into_response()
    };
    Router::new().route("/v1/tables/{id}/actions", post(act)).with_state(Referred { answer, rows })
}
