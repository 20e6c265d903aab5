//! A database that cannot be written: each request is answered so, none is half done, and the server goes on by
//! itself once it can write.

use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use jiff::Timestamp;
use reqwest::{Client as Http, Method, StatusCode};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, SqliteConnection};
use tempfile::TempDir;
use tokio::join;
use tokio::time::{Instant, sleep, timeout};

use crate::process::Server;
use crate::server::{Client, TestServer};
use crate::unbounded::UNBOUNDED;

/// Two players, each at a table of their own: their simultaneous requests are one batch.
struct Scene {
    server: TestServer,
    players: [(Client, String); 2],
    behind: SqliteConnection,
    _folder: TempDir,
}

fn options() -> Value {
    json!({
        "name": "A table", "seats": 4, "min_buy_in": 100, "max_buy_in": 1000,
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
        "dealing": {"type": "by_hand"},
    })
}

impl Scene {
    async fn set() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cardroom.db");
        let server = TestServer::at(&file, Timestamp::from_second(1_000_000_000).unwrap()).await;
        let players = [seated(&server, "Ada").await, seated(&server, "Bob").await];
        let behind = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
        Self { server, players, behind, _folder: folder }
    }

    async fn behind(&mut self, statement: &str) {
        self.behind.execute(AssertSqlSafe(statement)).await.unwrap();
    }

    /// Both get the answer that the server cannot write, and still see their tables as they were.
    async fn no_one_moves(&self) {
        let before = self.versions().await;
        let [(ada, at_ada), (bob, at_bob)] = &self.players;
        let (one, other) = join!(sit_out(ada, at_ada), sit_out(bob, at_bob));
        one.refused(503, "unavailable");
        other.refused(503, "unavailable");
        assert_eq!(self.versions().await, before);
    }

    async fn versions(&self) -> [u64; 2] {
        let [(ada, at_ada), (bob, at_bob)] = &self.players;
        let (one, other) = join!(ada.get(at_ada), bob.get(at_bob));
        [one.ok(), other.ok()].map(|table| table["version"].as_u64().unwrap())
    }

    async fn all_move(&self) {
        let before = self.versions().await;
        for (player, table) in &self.players {
            sit_out(player, table).await.ok();
        }
        assert_eq!(self.versions().await, before.map(|version| version + 1));
        self.server.assert_every_chip_is_accounted_for().await;
    }
}

async fn seated(server: &TestServer, name: &str) -> (Client, String) {
    let player = server.guest(name).await;
    let opened = player.post("/v1/tables", options()).await.created();
    let table = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
    player.post(&format!("{table}/seats"), json!({"buy_in": 500})).await.ok();
    (player, table)
}

async fn sit_out(player: &Client, table: &str) -> crate::server::Reply {
    player.post(&format!("{table}/seats/me/sit-out"), json!({})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_during_a_foreign_write_fails_and_succeeds_after_it() {
    let mut scene = Scene::set().await;
    scene.behind("begin immediate").await;
    scene.no_one_moves().await;
    scene.behind("rollback").await;
    scene.all_move().await;
}

/// As SQLite does of itself on a full disk (`rollback`), and as it refuses a row (`abort`, `fail`).
#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_ends_by_itself_is_not_the_last() {
    for how in ["rollback", "abort", "fail"] {
        let mut scene = Scene::set().await;
        let refuses = format!("begin select raise({how}, 'full'); end");
        scene.behind(&format!("create trigger full before insert on changes {refuses}")).await;
        scene.no_one_moves().await;
        scene.behind("drop trigger full").await;
        scene.all_move().await;
    }
}

/// One that refuses a row refuses one, and not all that are in its batch.
#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_is_refused_fails_alone() {
    let mut scene = Scene::set().await;
    let table = scene.players[0].1.trim_start_matches("/v1/tables/");
    let refuses = format!(
        "when new.head = (select number from heads where table_id = '{table}') begin select raise(abort, 'not this one'); end"
    );
    scene.behind(&format!("create trigger refused before insert on changes {refuses}")).await;
    let [(ada, at_ada), (bob, at_bob)] = &scene.players;
    let (one, other) = join!(sit_out(ada, at_ada), sit_out(bob, at_bob));
    one.refused(503, "unavailable");
    other.ok();
    // The unwritten change of the table is not taken for a written one.
    sit_out(ada, at_ada).await.refused(503, "unavailable");
}

/// A server whose system lets it write no file any more, as on a disk that is full or read-only.
struct Limited {
    server: Server,
    http: Http,
}

impl Limited {
    /// `None` if the system has no program for it.
    fn start(folder: &Path) -> Option<Self> {
        let can_limit = Command::new("prlimit").arg("--version").output().is_ok();
        if !can_limit {
            println!("skipped: there is no `prlimit` (util-linux) here");
            return None;
        }
        // Its log goes to a file, so that it cannot be written either. A process that ignores the signal gets an
        // error from the write.
        let log = File::create(folder.join("log")).unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cardroom")]).stderr(log);
        Some(Self { server: Server::start_by(command, folder, &UNBOUNDED), http: Http::new() })
    }

    /// From now on no file grows beyond this many bytes.
    fn limit(&self, bytes: &str) {
        let process = self.server.process().to_string();
        let limit = Command::new("prlimit").args(["--pid", &process, &format!("--fsize={bytes}")]).status();
        assert!(limit.unwrap().success());
    }

    async fn ask(&self, method: Method, path: &str, token: &str, body: Value) -> (StatusCode, Value) {
        let request = self.http.request(method, format!("{}{path}", self.server.url)).bearer_auth(token);
        let answer = request.json(&body).send().await.unwrap();
        (answer.status(), answer.json().await.unwrap())
    }

    async fn is_ready(&self) -> bool {
        let answer = self.http.get(format!("{}/readyz", self.server.url)).send().await.unwrap();
        answer.status().is_success()
    }

    /// Returns once it is, or is not.
    async fn until_ready(&self, ready: bool) {
        let until = Instant::now() + Duration::from_mins(1);
        while self.is_ready().await != ready {
            assert!(Instant::now() < until, "ready is not {ready} for a minute");
            sleep(Duration::from_millis(100)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_cannot_be_written_is_reported_and_moves_go_on_once_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let Some(limited) = Limited::start(folder.path()) else { return };
    let ask = async |path: &str, token: &str, body: Value| limited.ask(Method::POST, path, token, body).await;
    let (_, guest) = ask("/v1/guests", "", json!({})).await;
    let token = guest["tokens"]["access_token"].as_str().unwrap();
    let (_, opened) = ask("/v1/tables", token, options()).await;
    let table = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
    let (sat, got) = ask(&format!("{table}/seats"), token, json!({"buy_in": 500})).await;
    assert_eq!(sat, StatusCode::OK);
    let version = got["table"]["version"].as_u64().unwrap();

    for round in 0..3 {
        limited.limit("0:unlimited");
        for path in [format!("{table}/seats/me/sit-out"), "/v1/guests".to_owned()] {
            let refused = timeout(Duration::from_mins(1), ask(&path, token, json!({}))).await;
            let (status, got) = refused.expect("an answer");
            assert_eq!((status.as_u16(), &got["code"]), (503, &json!("unavailable")), "{got}");
        }
        let (seen, view) = limited.ask(Method::GET, &table, token, json!({})).await;
        assert_eq!((seen, &view["version"]), (StatusCode::OK, &json!(version + 2 * round)));
        limited.until_ready(false).await;

        limited.limit("unlimited:unlimited");
        for path in ["sit-out", "return"] {
            let (done, got) = ask(&format!("{table}/seats/me/{path}"), token, json!({})).await;
            assert_eq!(done, StatusCode::OK, "{got}");
        }
        limited.until_ready(true).await;
    }
    assert_eq!(limited.server.audit().await["holds"], true);
}
