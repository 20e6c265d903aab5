//! Finding a table: by game, by name, and in which order.

use serde_json::{Value, json};

use crate::bots::{open, seat_bot, sit};
use crate::server::{Client, TestServer};

async fn names(client: &Client, query: &str) -> Vec<String> {
    let page = client.get(&format!("/v1/tables?{query}")).await.ok();
    let name = |table: &Value| table["options"]["name"].as_str().unwrap().to_owned();
    page["tables"].as_array().unwrap().iter().map(name).collect()
}

fn holdem(betting: &str, big_blind: u64) -> Value {
    json!({"holdem": {"betting": betting, "small_blind": 1, "big_blind": big_blind}})
}

#[tokio::test]
async fn tables_are_found_and_sorted() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    server.clock.advance(1);
    open(&ann, json!({ "name": "Garden", "seats": 2, "game": holdem("no_limit", 20) })).await;
    server.clock.advance(1);
    let kitchen =
        open(&ann, json!({ "name": "Kitchen", "game": holdem("pot_limit", 10), "decision_seconds": 5 }))
            .await;
    server.clock.advance(1);
    open(&ann, json!({ "name": "kitchen 2", "game": holdem("no_limit", 40) })).await;
    sit(&bob, &kitchen).await;
    seat_bot(&ann, &kitchen, "novice").await;

    assert_eq!(names(&bob, "").await, ["kitchen 2", "Kitchen", "Garden"]);
    assert_eq!(names(&bob, "sort=stake").await, ["Kitchen", "Garden", "kitchen 2"]);
    assert_eq!(names(&bob, "sort=players").await, ["Kitchen", "kitchen 2", "Garden"]);
    assert_eq!(names(&bob, "name=KITCH").await, ["kitchen 2", "Kitchen"]);
    assert_eq!(names(&bob, "name=%25").await, [""; 0], "a sign is a sign");
    assert_eq!(names(&bob, "word=pot_limit").await, ["Kitchen"]);
    assert_eq!(names(&bob, "max_decision_seconds=10").await, ["Kitchen"]);
    bob.get("/v1/tables?word=%22").await.refused(400, "malformed_query");
    bob.get("/v1/tables?sort=luck").await.refused(400, "malformed_query");
    bob.get("/v1/tables?name=").await.refused(400, "malformed_query");
    let long = "x".repeat(61);
    bob.get(&format!("/v1/tables?name={long}")).await.refused(400, "malformed_query");

    let listed = bob.get("/v1/tables?word=pot_limit").await.ok()["tables"][0].take();
    assert_eq!(listed["seated"][0]["name"], "Bob");
    assert_eq!(listed["seated"][1]["computer"]["level"], "novice");
    assert_eq!(listed["watching"], 0);
}

#[tokio::test]
async fn every_order_is_read_page_by_page() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    for (number, blind) in [4, 2, 4, 6, 2].into_iter().enumerate() {
        server.clock.advance(1);
        open(&ann, json!({ "name": number.to_string(), "game": holdem("no_limit", blind) })).await;
    }
    for (sort, all) in [("newest", "43210"), ("stake", "41203"), ("players", "43210")] {
        let (mut read, mut after) = (String::new(), String::new());
        loop {
            let page = ann.get(&format!("/v1/tables?sort={sort}&limit=2{after}")).await.ok();
            for table in page["tables"].as_array().unwrap() {
                read += table["options"]["name"].as_str().unwrap();
            }
            let Some(next) = page["next"].as_str() else { break };
            after = format!("&after={next}");
        }
        assert_eq!(read, all, "{sort}");
    }
}

#[tokio::test]
async fn tables_of_a_player_are_limited() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    for _ in 0..16 {
        let path = open(&ann, json!({})).await;
        bob.post(&format!("{path}/seats"), json!({ "buy_in": 100 })).await.ok();
    }
    let path = open(&ann, json!({})).await;
    let one_more = bob.post(&format!("{path}/seats"), json!({ "buy_in": 100 })).await;
    assert_eq!(one_more.refused(409, "too_many_seats")["most"], 16);
    bob.post("/v1/quick-seat", json!({ "game": "shengji" })).await.refused(409, "too_many_seats");
    let seated = bob.get("/v1/me/tables").await.ok();
    let first = seated["tables"][0]["table"]["id"].as_str().unwrap();
    bob.delete(&format!("/v1/tables/{first}/seats/me")).await.ok();
    bob.post(&format!("{path}/seats"), json!({ "buy_in": 100 })).await.ok();
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn computer_players_of_a_host_are_limited() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let nine = json!({ "seats": 10 });
    let mut seated = 0;
    while seated < 60 {
        let path = open(&ann, nine.clone()).await;
        for _ in 0..10.min(60 - seated) {
            seat_bot(&ann, &path, "novice").await;
            seated += 1;
        }
    }
    let path = open(&ann, json!({})).await;
    let one_more = ann.post(&format!("{path}/bots"), json!({ "level": "novice" })).await;
    assert_eq!(one_more.refused(409, "too_many_bots")["most"], 60);
    let other = open(&bob, json!({})).await;
    seat_bot(&bob, &other, "novice").await;
}
