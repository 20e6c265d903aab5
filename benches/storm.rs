//! How much one address with a flood of requests affects players: fifty tables are played from their own addresses, at
//! the pace of people, without the flood and during it. A real server with its default limits, on a real port and disk.
//! Ends with `figure` lines for other programs to read. `CARDROOM_SECONDS` sets the length of each part.
//!
//! The flood comes from its own process, with a lower priority (`nice`) than the players': it uses the server's time,
//! not theirs.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a bench measures and prints"
)]

#[path = "../tests/support/choice.rs"]
mod choice;
#[path = "../tests/support/process.rs"]
mod process;
#[path = "../tests/support/storm.rs"]
mod storm;
#[path = "../tests/support/unbounded.rs"]
mod unbounded;

use std::env;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::choice::choice;
use crate::process::Server;
use crate::storm::Storm;

/// The number of tables.
const TABLES: u8 = 50;

/// How long each player thinks.
const THINKS: Duration = Duration::from_millis(250);

/// The server that this process is to flood; without it, the process is the bench.
const STORMS: &str = "CARDROOM_STORMS_AT";

type Times = Arc<Mutex<Vec<Duration>>>;

/// A player at a table of two.
struct Player {
    http: Client,
    url: String,
    token: String,
}

impl Player {
    /// A guest from their own address.
    async fn join(address: SocketAddr, table: u8, seat: u8) -> Self {
        let from = IpAddr::V4(Ipv4Addr::new(127, 0, 1 + seat, 1 + table));
        let http = Client::builder().no_proxy().local_address(from).build().unwrap();
        let url = format!("http://{address}");
        let guest = http.post(format!("{url}/v1/guests")).json(&json!({})).send().await.unwrap();
        let guest: Value = guest.json().await.unwrap();
        let token = guest["tokens"]["access_token"].as_str().unwrap().to_owned();
        Self { http, url, token }
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let request = self.http.post(format!("{}{path}", self.url)).bearer_auth(&self.token).json(&body);
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    async fn get(&self, path: &str) -> Value {
        let request = self.http.get(format!("{}{path}", self.url)).bearer_auth(&self.token);
        request.send().await.unwrap().json().await.unwrap_or_default()
    }

    /// Plays until the end of the bench, at the pace of people, and records the time of each move.
    async fn play(self, path: String, times: Times) {
        let mut view = self.get(&path).await;
        loop {
            let options = &view["you"]["options"];
            if options.is_null() {
                let version = &view["version"];
                let message = self.get(&format!("{path}/events?after={version}&wait=20")).await;
                view = if message["table"].is_object() {
                    message["table"].clone()
                } else {
                    self.get(&path).await
                };
                continue;
            }
            sleep(THINKS).await;
            let act = json!({"at": view["version"], "action": choice(options)});
            let asked = Instant::now();
            let (status, answer) = self.post(&format!("{path}/actions"), act).await;
            if status == 200 {
                times.lock().unwrap().push(asked.elapsed());
                view = answer["table"].clone();
            } else {
                assert_ne!(status, 429, "a player is refused: {answer}");
                view = self.get(&path).await;
            }
        }
    }
}

/// The median and the 99th percentile, in milliseconds.
fn quantiles(times: &Times) -> (usize, f64, f64) {
    let mut times = std::mem::take(&mut *times.lock().unwrap());
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1_000.0;
    (times.len(), at(0.5), at(0.99))
}

/// A process that floods the server until it is dropped.
struct Besieger(Child);

impl Besieger {
    fn begin(address: SocketAddr) -> Self {
        let mut command = Command::new("nice");
        command.arg("-n").arg("19").arg(env::current_exe().unwrap()).env(STORMS, address.to_string());
        Self(command.spawn().unwrap())
    }
}

impl Drop for Besieger {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[tokio::main]
async fn main() {
    if let Ok(address) = env::var(STORMS) {
        let _storm = Storm::begin(address.parse().unwrap());
        return std::future::pending().await;
    }
    let seconds = env::var("CARDROOM_SECONDS").map_or(60, |text| text.parse().expect("a number of seconds"));
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &[]);
    let address = server.address();
    let times = Times::default();
    let mut players = JoinSet::new();
    for table in 0..TABLES {
        let host = Player::join(address, table, 0).await;
        let rules = json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0});
        let options = json!({
            "name": "In the storm", "game": {"holdem": rules}, "seats": 2, "min_buy_in": 1_000,
            "max_buy_in": 1_000_000, "dealing": {"type": "automatic", "pause_seconds": 0},
        });
        let (status, opened) = host.post("/v1/tables", options).await;
        assert_eq!(status, 201, "{opened}");
        let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
        let other = Player::join(address, table, 1).await;
        for player in [host, other] {
            let (status, seated) = player.post(&format!("{path}/seats"), json!({"buy_in": 1_000_000})).await;
            assert_eq!(status, 200, "{seated}");
            players.spawn(player.play(path.clone(), Arc::clone(&times)));
        }
    }
    let part = Duration::from_secs(seconds);
    sleep(Duration::from_secs(2)).await;
    quantiles(&times);
    sleep(part).await;
    let (calm_moves, calm_half, calm) = quantiles(&times);
    println!(
        "calm:   {calm_moves} moves, half of them within {calm_half:.1} ms, 99 of 100 within {calm:.1} ms"
    );
    let storm = Besieger::begin(address);
    sleep(Duration::from_secs(2)).await;
    quantiles(&times);
    let newcomers = tokio::spawn(newcomers(address, part));
    sleep(part).await;
    let (moves, half, stormy) = quantiles(&times);
    println!("storm:  {moves} moves, half of them within {half:.1} ms, 99 of 100 within {stormy:.1} ms");
    let slowest = newcomers.await.unwrap();
    println!("a newcomer was admitted within {slowest:.0} ms at most");
    drop(storm);
    assert!(players.try_join_next().is_none(), "a player went away");
    println!("figure p99_calm_ms {calm:.2}");
    println!("figure p99_storm_ms {stormy:.2}");
    println!("figure p99_storm_ratio {:.2}", stormy / calm);
    println!("figure newcomer_ms {slowest:.0}");
}

/// A new guest signs in every second. Returns the longest time, in milliseconds.
async fn newcomers(address: SocketAddr, part: Duration) -> f64 {
    let (end, mut slowest, mut number) = (Instant::now() + part, 0.0_f64, 0);
    while Instant::now() < end {
        let asked = Instant::now();
        Player::join(address, number % 200, 2).await;
        slowest = slowest.max(asked.elapsed().as_secs_f64() * 1_000.0);
        number += 1;
        sleep(Duration::from_secs(1)).await;
    }
    // The port still answers.
    drop(TcpStream::connect(address).unwrap());
    slowest
}
