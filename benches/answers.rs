//! Whether the time of an answer reveals hidden cards. One seat of a Dou Dizhu table thinks, with wild ranks: on one
//! server over a hand with many plays, on another over one with few. A watcher sends both the same requests. Ends with
//! `figure` lines for other programs to read: how often the server with more work answers later. It is 0.5 if the time
//! reveals nothing. The thinking seat is measured too, and its own time may depend on its hand. `CARDROOM_ROUNDS` sets
//! the number of requests.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_precision_loss,
    reason = "a bench measures and prints"
)]

#[path = "../tests/support/deals/mod.rs"]
mod deals;
#[path = "../tests/support/manual.rs"]
mod manual;
#[path = "../tests/support/postgres.rs"]
mod postgres;
#[path = "../tests/support/schema.rs"]
mod schema;
#[path = "../tests/support/server.rs"]
mod server;
#[path = "../tests/support/thinking.rs"]
mod thinking;

use std::env;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::server::Client;
use crate::thinking::{LITTLE, MUCH, Thinking};

/// The requests, and their senders.
#[derive(Clone, Copy)]
enum Question {
    Wish,
    Table,
    Tables,
    OwnTable,
}

impl Question {
    /// Sends the request. Returns how long the answer took, read to its end.
    async fn ask(self, server: &Thinking, round: usize) -> Duration {
        let (caller, method, path, body) = match self {
            Self::Wish => {
                let wish = json!({"doudizhu": {"auto_pass": round.is_multiple_of(2)}});
                (&server.looker, Method::PUT, format!("{}/seats/me/wishes", server.table), wish)
            }
            Self::Table => (&server.looker, Method::GET, server.table.clone(), Value::Null),
            Self::Tables => (&server.looker, Method::GET, "/v1/me/tables".to_owned(), Value::Null),
            Self::OwnTable => (&server.leader, Method::GET, server.table.clone(), Value::Null),
        };
        timed(caller, method, &path, &body).await
    }
}

async fn timed(caller: &Client, method: Method, path: &str, body: &Value) -> Duration {
    let request = caller.request(method, path).json(body);
    let start = Instant::now();
    let answer = request.send().await.unwrap();
    assert!(answer.status().is_success(), "{path}");
    answer.bytes().await.unwrap();
    start.elapsed()
}

/// How often the first took longer than the second, each compared with each; ties count as half.
fn later(first: &[Duration], second: &mut [Duration]) -> f64 {
    second.sort_unstable();
    let sum: usize = first
        .iter()
        .map(|time| {
            second.partition_point(|other| other < time) + second.partition_point(|other| other <= time)
        })
        .sum();
    sum as f64 / 2.0 / (first.len() * second.len()) as f64
}

#[tokio::main]
async fn main() {
    let rounds = env::var("CARDROOM_ROUNDS").map_or(2_000, |text| text.parse().unwrap());
    let much = Thinking::begin(MUCH, LITTLE).await;
    let little = Thinking::begin(LITTLE, MUCH).await;
    // A random result is within this distance of a half, 19 times of 20.
    let margin = 1.96 * (((2 * rounds + 1) as f64) / (12 * rounds * rounds) as f64).sqrt();
    println!("{rounds} rounds; 0.5 \u{b1} {margin:.3} if the time reveals nothing");
    for (name, question) in [
        ("wish", Question::Wish),
        ("table", Question::Table),
        ("tables", Question::Tables),
        ("own_table", Question::OwnTable),
    ] {
        let (mut of_much, mut of_little) = (Vec::new(), Vec::new());
        for round in 0..rounds + rounds / 10 {
            // The order alternates.
            if round % 4 < 2 {
                of_much.push(question.ask(&much, round).await);
                of_little.push(question.ask(&little, round).await);
            } else {
                of_little.push(question.ask(&little, round).await);
                of_much.push(question.ask(&much, round).await);
            }
        }
        // The first answers have cold caches.
        of_much.drain(..rounds / 10);
        of_little.drain(..rounds / 10);
        println!("figure later_{name} {:.3}", later(&of_much, &mut of_little));
    }
}
