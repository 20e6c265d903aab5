//! A hand of Dou Dizhu with wild ranks, in which one seat thinks and another looks on.

#![allow(dead_code, reason = "each takes what it needs")]

use std::sync::Arc;

use cardroom::service::ports::store::Store;
use cardroom::store::sqlite::Sqlite;
use serde_json::json;

use crate::deals::doudizhu::Deal;
use crate::manual::ManualClock;
use crate::server::{Client, TestServer, settings};

/// A hand from which much can be led, and one from which little can.
pub const MUCH: &str = "3s 3h 3c 4s 4h 4c 5s 5h 5c 6s 6h 6c 7s 7h 7c 8s 8h";
pub const LITTLE: &str = "3d 5d 6d 8d 9d Td Qd Kd As Ah 2s 2h Js Jh 9s 9h Ks";

/// A table at which seat 0 leads, and seat 1 looks on.
pub struct Thinking {
    pub server: TestServer,
    pub store: Arc<dyn Store>,
    /// The table's path.
    pub table: String,
    pub leader: Client,
    pub looker: Client,
}

impl Thinking {
    /// The leader has these cards, and the seat after the looker has the others.
    pub async fn begin(leader: &str, other: &str) -> Self {
        let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
        let server = TestServer::over(Arc::clone(&store), ManualClock::start(), settings()).await;
        let mut players = Vec::new();
        for name in ["Lan", "Ming", "Fei"] {
            players.push(server.guest(name).await);
        }
        let options = json!({
            "name": "A table", "seats": 3, "min_buy_in": 1_000, "max_buy_in": 1_000, "dealing": {"type": "by_hand"},
            "game": {"doudizhu": {"card_millis": 0, "wild": "two"}}, "decision_seconds": 600,
        });
        let opened = players[0].post("/v1/tables", options).await;
        let path = opened.header("location").unwrap().to_owned();
        for player in &players {
            player.post(&format!("{path}/seats"), json!({"buy_in": 1_000})).await.ok();
        }
        server.dealer.stack(&Deal::of([leader, "", other], "4d 7d Ad").deck());
        players[0].post(&format!("{path}/hands"), json!({})).await.ok();
        // Seat 0 bids at its turn, the others pass.
        loop {
            let view = players[0].get(&path).await.ok();
            let Some(seat) = view["hand"]["decisions"][0]["seat"].as_u64() else { panic!("{view}") };
            let asked = &players[usize::try_from(seat).unwrap()];
            let view = asked.get(&path).await.ok();
            if view["you"]["options"]["doudizhu"]["type"] == "play" {
                assert_eq!(seat, 0);
                let [leader, looker] = [players[0].clone(), players[1].clone()];
                return Self { server, store, table: path, leader, looker };
            }
            let bid = json!({"type": "bid", "points": if seat == 0 { 3 } else { 0 }});
            let act = json!({"at": view["version"], "action": {"doudizhu": bid}});
            asked.post(&format!("{path}/actions"), act).await.ok();
        }
    }
}
