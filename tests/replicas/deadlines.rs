//! Players who let their time pass at many tables, while servers are killed: the clock plays for each of them, once, and not too soon.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::fleet::{Fleet, key, millis};
use crate::postgres::database;
use crate::storm::number;
use crate::{checks, log, rooms};

#[tokio::test(flavor = "multi_thread")]
async fn each_deadline_fires_once_while_servers_are_killed() {
    let wanted = number("CARDROOM_REPLICAS_DEADLINES", 100);
    let Some((postgres, database)) = database().await else { return };
    let url = postgres.url(&database);
    let fleet = Fleet::start(postgres, &database, 3);
    let mut tables = Vec::new();
    for _ in 0..(wanted / 50).clamp(20, 100) {
        tables.push(rooms::open(&fleet, "holdem", 2, 2).await);
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let mut idlers = JoinSet::new();
    for room in &tables {
        for token in &room.tokens {
            idlers.spawn(idle(Arc::clone(&fleet), Arc::clone(&is_over), room.id.clone(), token.clone()));
        }
    }
    let (began, mut kills) = (Instant::now(), 0);
    let logs = loop {
        sleep(millis(1_000, 4_000)).await;
        let (fleet, nth) = (Arc::clone(&fleet), kills % 3);
        let restart = move || {
            fleet.kill(nth);
            fleet.start_one(nth);
        };
        tokio::task::spawn_blocking(restart).await.unwrap();
        kills += 1;
        let logs = log::read(&url, &tables).await;
        if logs.fired >= wanted {
            break logs;
        }
        assert!(began.elapsed() < Duration::from_secs(60 + wanted as u64), "{logs:?}");
    };
    is_over.store(true, Ordering::Relaxed);
    idlers.join_all().await;
    checks::audits(&fleet).await;
    let hands = log::replay(&url, &tables).await;
    println!(
        "{} deadlines at {} tables in {} s, {kills} kills, {hands} hands replayed; {logs:?}",
        logs.fired,
        tables.len(),
        began.elapsed().as_secs()
    );
    assert_eq!(logs.early, 0, "{logs:?}");
    assert!(logs.latest < 9_000 && logs.overdue < 9_000, "{logs:?}");
}

/// Never decides, and comes back to the table each time that the clock has played too often.
async fn idle(fleet: Arc<Fleet>, is_over: Arc<AtomicBool>, table: String, token: String) {
    while !is_over.load(Ordering::Relaxed) {
        sleep(millis(700, 1_300)).await;
        let view = fleet.get(&token, &format!("/v1/tables/{table}")).await;
        let own =
            view["chairs"].as_array().unwrap().iter().find(|chair| chair["seat"] == view["you"]["seat"]);
        if own.is_some_and(|own| own["entry"] == "out") {
            let path = format!("/v1/tables/{table}/seats/me/return");
            let (status, answer) = fleet.ask(&token, &path, Some((&json!({"entry": "post"}), &key()))).await;
            assert!(status.is_success() || status.is_client_error(), "{answer}");
        }
    }
}
