//! Invite codes.

use std::net::Ipv4Addr;

use reqwest::Method;
use serde_json::json;

use crate::bots::open;
use crate::server::{Client, Reply, TestServer, settings};

async fn look_up(client: &Client, code: &str) -> Reply {
    client.send(client.request(Method::GET, "/v1/invites").header("Invite-Code", code)).await
}

async fn code_of(host: &Client, path: &str) -> String {
    host.get(path).await.ok()["you"]["invite_code"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_code_leads_to_its_table_and_to_a_seat() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({ "access": "invite", "name": "Kitchen" })).await;
    let code = code_of(&ann, &path).await;
    // Also before one has signed in.
    let found = look_up(&server.anonymous(), &code).await.ok();
    assert_eq!(
        (&found["options"]["name"], path.ends_with(found["id"].as_str().unwrap())),
        (&json!("Kitchen"), true)
    );
    let seat = bob.request(Method::POST, "/v1/invites/seats").header("Invite-Code", &code);
    let sat = bob.send(seat.json(&json!({ "buy_in": 500 }))).await.ok();
    assert_eq!(sat["table"]["you"]["seat"], 0);
    let found = look_up(&server.anonymous(), &code).await.ok();
    assert_eq!(found["seated"][0]["name"], "Bob");
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_lost_answer_is_repeated_even_if_the_code_was_replaced() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({ "access": "invite" })).await;
    let code = code_of(&ann, &path).await;
    let accept = async |key: &str| {
        let seat = bob.request(Method::POST, "/v1/invites/seats").header("Invite-Code", &code);
        bob.send(seat.header("Idempotency-Key", key).json(&json!({ "buy_in": 500 }))).await
    };
    let sat = accept("1").await.ok();
    ann.put(&format!("{path}/invite-code"), json!({})).await.ok();
    assert_eq!(accept("1").await.ok()["change"], sat["change"]);
    accept("2").await.refused(404, "no_such_invite");
}

#[tokio::test]
async fn a_code_that_was_replaced_or_whose_table_is_closed_leads_nowhere() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({ "access": "invite" })).await;
    let first = code_of(&ann, &path).await;
    // A player watches by the code, and stops at once.
    let events = format!("{path}/events?after=1&wait=30");
    let watching = bob.send(bob.request(Method::GET, &events).header("Invite-Code", &first));
    let replacing = async {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        ann.put(&format!("{path}/invite-code"), json!({})).await.ok()
    };
    let (watched, replaced) = tokio::join!(watching, replacing);
    watched.refused(403, "invite_needed");
    assert_eq!(
        replaced["change"]["events"],
        json!([{"table": {"type": "invite_replaced"}}]),
        "and has no code"
    );
    let second = code_of(&ann, &path).await;
    assert_ne!(first, second);
    look_up(&bob, &first).await.refused(404, "no_such_invite");
    bob.post(&format!("{path}/seats"), json!({ "buy_in": 500, "invite_code": first }))
        .await
        .refused(403, "invite_needed");
    look_up(&bob, &second).await.ok();
    ann.delete(&path).await.ok();
    look_up(&bob, &second).await.refused(404, "no_such_invite");
    look_up(&bob, "").await.refused(404, "no_such_invite");
    bob.get("/v1/invites").await.refused(400, "malformed_header");
    let open = open(&ann, json!({})).await;
    ann.put(&format!("{open}/invite-code"), json!({})).await.refused(409, "no_invites");
}

#[tokio::test]
async fn looking_up_codes_has_a_quota() {
    let mut settings = settings();
    settings.limits.invites_per_hour = 3;
    let server = TestServer::set(settings).await;
    let bob = server.guest("Bob").await;
    for _ in 0..3 {
        look_up(&bob, "AAAAAAAA").await.refused(404, "no_such_invite");
    }
    look_up(&bob, "AAAAAAAA").await.refused(429, "too_many_requests");
}

/// Guessing is slow, whichever route it uses.
#[tokio::test]
async fn wrong_codes_count_on_every_route() {
    let mut settings = settings();
    settings.limits.invites_per_hour = 6;
    let server = TestServer::set(settings).await;
    let elsewhere = server.guest_from("Eve", Ipv4Addr::new(127, 0, 0, 2)).await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({ "access": "invite" })).await;
    let code = code_of(&ann, &path).await;
    let read = async |client: &Client, below: &str, code: &str| {
        let asked = client.request(Method::GET, &format!("{path}{below}")).header("Invite-Code", code);
        client.send(asked).await
    };
    let sit = async |code: &str| {
        bob.post(&format!("{path}/seats"), json!({ "buy_in": 500, "invite_code": code })).await
    };
    let wrong = "AAAAAAAA";
    read(&bob, "", wrong).await.refused(403, "invite_needed");
    read(&bob, "/hands", wrong).await.refused(403, "invite_needed");
    read(&bob, "/events", wrong).await.refused(403, "invite_needed");
    sit(wrong).await.refused(403, "invite_needed");
    let wait = async |code: &str| bob.post(&format!("{path}/waiting"), json!({ "invite_code": code })).await;
    wait(wrong).await.refused(403, "invite_needed");
    // In the head and in the body it is one guess.
    let twice = bob.request(Method::POST, &format!("{path}/seats")).header("Invite-Code", wrong);
    let twice = twice.json(&json!({ "buy_in": 500, "invite_code": wrong }));
    bob.send(twice).await.refused(403, "invite_needed");
    // A right code costs nothing, and a missing code is not a guess.
    for _ in 0..8 {
        read(&bob, "", &code).await.ok();
        bob.get(&path).await.refused(403, "invite_needed");
    }
    let got = sit(wrong).await.refused(429, "too_many_requests");
    assert_eq!((&got["bound"], &got["most"]), (&json!("address-invites"), &json!(6)));
    // Even the right code is refused then, so a guesser learns nothing.
    sit(&code).await.refused(429, "too_many_requests");
    read(&bob, "", &code).await.refused(429, "too_many_requests");
    look_up(&bob, &code).await.refused(429, "too_many_requests");
    wait(wrong).await.refused(429, "too_many_requests");
    ann.get(&path).await.ok();
    read(&elsewhere, "", &code).await.ok();
    server.clock.advance(900);
    sit(&code).await.ok();
}

#[tokio::test]
async fn a_table_can_be_opened_with_its_host_seated() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let mut table = json!({
        "name": "Main", "seats": 2, "min_buy_in": 100, "max_buy_in": 20_000, "sit": {"buy_in": 1_000},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let opened = ann.post("/v1/tables", table.clone()).await.created();
    assert_eq!(opened["table"]["chairs"][0]["chips"], 1_000);
    table["sit"]["buy_in"] = 10_000.into();
    ann.post("/v1/tables", table.clone()).await.refused(422, "not_enough_chips");
    table["sit"] = json!({ "buy_in": 1_000, "seat": 1 });
    ann.post("/v1/tables", table.clone()).await.refused(400, "malformed_body");
    table["sit"] = json!(1_000);
    ann.post("/v1/tables", table).await.refused(400, "malformed_body");
    assert_eq!(
        ann.get("/v1/tables").await.ok()["tables"].as_array().unwrap().len(),
        1,
        "or there is no table"
    );
    server.assert_every_chip_is_accounted_for().await;
}
