//! A tournament of people and computers on three servers that are killed meanwhile: every chip is there, nobody sits twice, and nothing is
//! done twice.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use serde_json::{Value, json};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, sleep};

use crate::entrants::{announce, enter, look, play};
use crate::fleet::{Fleet, below, millis};
use crate::players::Done;
use crate::postgres::database;
use crate::storm::number;
use crate::{checks, rooms};

const PEOPLE: usize = 4;
const PLAYERS: u64 = 9;
const CHIPS: u64 = 200;
const PRICE: u64 = 110;

/// The longest time until it is over.
const LONGEST: Duration = Duration::from_mins(15);

fn options() -> Value {
    let level =
        |big: u64| json!({"type": "level", "small_blind": big / 2, "big_blind": big, "length": {"hands": 3}});
    json!({
        "name": "Everywhere", "max_entrants": PLAYERS, "prize": 100, "decision_seconds": 2, "time_bank_seconds": 0,
        "game": {"holdem": {
            "seats": 4, "starting_chips": CHIPS, "structure": [level(20), level(40)], "bounty": 10,
            "bounties": "progressive",
        }},
        "bot_pace": "none", "fill_with_bots": {"level": "novice", "after_seconds": 20},
    })
}

/// Panics unless every chip is there and nobody is lost or doubled.
fn assert_whole(tournament: &Value, entries: &[Value]) {
    let players: BTreeSet<String> = entries.iter().map(|entry| entry["player"].to_string()).collect();
    assert_eq!(players.len(), entries.len(), "nobody enters twice");
    if tournament["phase"] != "playing" {
        return;
    }
    let chips: u64 = entries.iter().map(|entry| entry["chips"].as_u64().unwrap()).sum();
    assert_eq!((entries.len() as u64, chips), (PLAYERS, CHIPS * PLAYERS), "{tournament}");
    let left: Vec<&Value> = entries.iter().filter(|entry| entry["place"].is_null()).collect();
    let seats: BTreeSet<String> =
        left.iter().map(|entry| format!("{} {}", entry["table"], entry["seat"])).collect();
    assert_eq!(seats.len(), left.len(), "each seat is one player's");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_played_to_its_end_while_servers_are_killed() {
    let Some((postgres, database)) = database().await else { return };
    let fleet = Fleet::start(postgres, &database, 3);
    let kills = number("CARDROOM_REPLICAS_KILLS", 5);
    let tokens = join_all((0..PEOPLE).map(|_| rooms::guest(&fleet))).await;
    let path = announce(&fleet, &tokens[0], &options()).await;
    // All at once, each at another server: they come before each other, and all enter.
    join_all(tokens.iter().map(|token| enter(&fleet, &path, token))).await;
    assert!(fleet.get("", &path).await["entered"].as_u64() >= Some(PEOPLE as u64));
    let mut players = JoinSet::new();
    for token in &tokens {
        players.spawn(play(Arc::clone(&fleet), path.clone(), token.clone(), None));
    }
    let (began, mut killed) = (Instant::now(), 0);
    let (ended, entries) = loop {
        let (tournament, entries) = look(&fleet, &path).await;
        assert_whole(&tournament, &entries);
        if tournament["phase"] == "finished" {
            break (tournament, entries);
        }
        assert!(began.elapsed() < LONGEST, "it does not end: {tournament}");
        if killed < kills && tournament["phase"] == "playing" {
            let (fleet, nth) = (Arc::clone(&fleet), below(3));
            let restart = move || {
                fleet.kill(nth);
                fleet.start_one(nth);
            };
            spawn_blocking(restart).await.unwrap();
            killed += 1;
        }
        sleep(millis(500, 3_000)).await;
    };
    let done: Vec<Done> = players.join_all().await.into_iter().flat_map(|part| part.done).collect();
    println!("{killed} kills in {:?}, {} requests done", began.elapsed(), done.len());
    checks::acknowledged(&fleet, &done).await;
    checks::audits(&fleet).await;
    let paid: u64 = entries.iter().map(|entry| entry["prize"].as_u64().unwrap()).sum();
    assert_eq!(paid, PRICE * PLAYERS, "{ended}");
    let places: BTreeSet<u64> = entries.iter().filter_map(|entry| entry["place"].as_u64()).collect();
    assert!(places.contains(&1) && entries.iter().all(|entry| entry["place"].is_u64()), "{entries:?}");
    assert_eq!(fleet.audit(0).await["figures"]["tournaments"], 0);
    let happened = checks::happened_once(&fleet, &path).await;
    assert!(happened.iter().any(|happened| happened["type"] == "started"), "{happened:?}");
}
