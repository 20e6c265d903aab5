//! A tournament of people and computers on three servers that are killed meanwhile: every chip is there, nobody sits twice, and nothing is
//! done twice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cardroom_load::choice::choice;
use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, sleep};

use crate::fleet::{Fleet, below, key, millis};
use crate::players::{Done, Game};
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

/// Enters at any server under one key, until there is an answer.
async fn enter(fleet: &Fleet, path: &str, token: &str) {
    let (began, key) = (Instant::now(), key());
    while began.elapsed() < Duration::from_mins(1) {
        let request = fleet.http().put(format!("{}{path}/registration", fleet.any()));
        let request = request.bearer_auth(token).header("idempotency-key", &key);
        if let Ok(answer) = request.timeout(Duration::from_secs(5)).send().await
            && !answer.status().is_server_error()
        {
            let (status, body) = (answer.status(), answer.text().await.unwrap_or_default());
            assert_eq!(status, StatusCode::OK, "{body}");
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("nobody answers to an entry");
}

/// Plays at the table where the tournament seats this player, until it is over; returns what was done.
async fn play(fleet: Arc<Fleet>, game: Arc<Game>, path: String, token: String) -> Vec<Done> {
    let (mut done, mut seen) = (Vec::new(), BTreeMap::new());
    while !game.is_over.load(Ordering::Relaxed) {
        let tournament = fleet.get(&token, &path).await;
        let Some(table) = tournament["you"]["table"].as_str() else {
            sleep(Duration::from_millis(200)).await;
            continue;
        };
        let view = fleet.get(&token, &format!("/v1/tables/{table}")).await;
        let version = view["version"].as_u64().unwrap();
        let before = seen.insert(table.to_owned(), version).unwrap_or(0);
        assert!(version >= before, "time ran backwards: {version} after {before}");
        let you = &view["you"];
        let decisions = view["hand"]["decisions"].as_array().cloned().unwrap_or_default();
        let is_mine = |decision: &&Value| decision["seat"] == you["seat"] && decision["clock"].is_object();
        let Some(action) = decisions.iter().find(is_mine).and_then(|_| choice(&you["options"])) else {
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        let action = json!({"at": version, "action": action});
        let acts = format!("/v1/tables/{table}/actions");
        let (status, answer) = fleet.ask(&token, &acts, Some((&action, &key()))).await;
        if status.is_success() {
            let change = answer["change"].clone();
            let version = change["version"].as_u64().unwrap();
            done.push(Done { table: table.to_owned(), version, change, token: token.clone() });
        } else {
            assert!(status.is_client_error(), "{answer}");
        }
    }
    done
}

/// The tournament and its entries, of one version.
async fn look(fleet: &Fleet, path: &str) -> (Value, Vec<Value>) {
    loop {
        let tournament = fleet.get("", path).await;
        let entries = fleet.get("", &format!("{path}/entries?limit=100")).await;
        if fleet.get("", path).await["version"] == tournament["version"] {
            return (tournament, entries["entries"].as_array().unwrap().clone());
        }
    }
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
    let (status, announced) = fleet.ask(&tokens[0], "/v1/tournaments", Some((&options(), &key()))).await;
    assert!(status.is_success(), "{announced}");
    let path = format!("/v1/tournaments/{}", announced["id"].as_str().unwrap());
    // All at once, each at another server: they come before each other, and all enter.
    join_all(tokens.iter().map(|token| enter(&fleet, &path, token))).await;
    assert!(fleet.get("", &path).await["entered"].as_u64() >= Some(PEOPLE as u64));
    let (game, mut players) = (Arc::<Game>::default(), JoinSet::new());
    for token in &tokens {
        players.spawn(play(Arc::clone(&fleet), Arc::clone(&game), path.clone(), token.clone()));
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
    game.is_over.store(true, Ordering::Relaxed);
    let done: Vec<Done> = players.join_all().await.into_iter().flatten().collect();
    println!("{killed} kills in {:?}, {} requests done", began.elapsed(), done.len());
    checks::acknowledged(&fleet, &done).await;
    checks::audits(&fleet).await;
    let paid: u64 = entries.iter().map(|entry| entry["prize"].as_u64().unwrap()).sum();
    assert_eq!(paid, PRICE * PLAYERS, "{ended}");
    let places: BTreeSet<u64> = entries.iter().filter_map(|entry| entry["place"].as_u64()).collect();
    assert!(places.contains(&1) && entries.iter().all(|entry| entry["place"].is_u64()), "{entries:?}");
    assert_eq!(fleet.audit(0).await["figures"]["tournaments"], 0);
    nothing_happened_twice(&fleet, &path).await;
}

/// In the history each version comes once, and each entry comes, goes out and is paid for its place once.
async fn nothing_happened_twice(fleet: &Fleet, path: &str) {
    let (mut once, mut after) = (BTreeSet::new(), json!(0));
    while !after.is_null() {
        let page = fleet.get("", &format!("{path}/history?limit=100&after={after}")).await;
        for change in page["changes"].as_array().unwrap() {
            assert!(once.insert(format!("version {}", change["version"])), "{change}");
            for happened in change["happened"].as_array().unwrap() {
                let kind = happened["type"].as_str().unwrap();
                if ["entered", "started", "finished", "prizes_fixed", "prize_paid", "table_opened"]
                    .contains(&kind)
                {
                    let what = format!("{kind} {} {}", happened["entry"], happened["number"]);
                    assert!(once.insert(what), "{happened}");
                }
            }
        }
        after = page["next"].clone();
    }
    assert!(once.contains("started null null"), "{once:?}");
}
