//! Refills, for players who have lost their chips.

use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{Client, Reply, TestServer, settings};
use crate::streams::open;

async fn refill(client: &Client, key: Option<&str>) -> Reply {
    let request = client.request(Method::POST, "/v1/me/refill");
    client.send(key.iter().fold(request, |request, key| request.header("idempotency-key", *key))).await
}

/// A server whose guests begin with few chips.
async fn poor(chips: u64) -> TestServer {
    let mut settings = settings();
    settings.first_grant = chips;
    TestServer::set(settings).await
}

#[tokio::test]
async fn a_broke_player_gets_a_refill_once_a_day() {
    let server = poor(499).await;
    let ada = server.guest("Ada").await;
    assert_eq!(ada.me["refill"], json!({"chips": 2_000, "below": 500, "next_at": null}));
    let given = refill(&ada, Some("again")).await.ok();
    assert_eq!(given["chips"], 2_499);
    let next = given["refill"]["next_at"].as_str().unwrap().to_owned();
    assert_eq!(ada.get("/v1/me").await.ok(), given);
    assert_eq!(refill(&ada, Some("again")).await.ok(), given, "the same request is done once");
    let refused = refill(&ada, Some("other")).await.refused(409, "refill_too_soon");
    assert_eq!(refused["until"], json!(next));
    let ledger = ada.get("/v1/me/ledger").await.ok();
    let last = &ledger["movements"][0];
    assert_eq!((&last["reason"], &last["amount"]), (&json!("refill"), &json!(2_000)));
    assert_eq!((&last["from"], &last["to"]), (&json!("mint"), &json!("wallet")));
    server.clock.advance(24 * 3_600 - 1);
    // By then the tokens of the first day are old.
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn chips_at_tables_count() {
    let server = poor(1_000).await;
    let ada = server.guest("Ada").await;
    let refused = refill(&ada, None).await.refused(409, "has_chips");
    assert_eq!((&refused["chips"], &refused["below"]), (&json!(1_000), &json!(500)));
    let path = open(&ada, json!({})).await;
    ada.post(&format!("{path}/seats"), json!({"buy_in": 600})).await.ok();
    let refused = refill(&ada, None).await.refused(409, "has_chips");
    assert_eq!(refused["chips"], 1_000);
    let header = ada.request(Method::POST, "/v1/me/refill").header("idempotency-key", "a b");
    ada.send(header).await.refused(400, "malformed_header");
    server.anonymous().post("/v1/me/refill", Value::Null).await.refused(401, "token_missing");
}

#[tokio::test]
async fn of_many_refill_requests_at_once_one_succeeds() {
    let server = poor(0).await;
    let ada = server.guest("Ada").await;
    let answers = futures::future::join_all((0..8).map(|_| refill(&ada, None))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status.as_u16() == 200).count(), 1);
    assert_eq!(ada.get("/v1/me").await.ok()["chips"], 2_000);
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_player_who_is_broke_again_gets_a_refill_a_day_later() {
    let mut settings = settings();
    settings.first_grant = 0;
    settings.refill = settings.refill.map(|terms| cardroom::service::people::refill::RefillTerms {
        chips: 100,
        every: jiff::SignedDuration::from_mins(30),
        ..terms
    });
    let server = TestServer::set(settings).await;
    let ada = server.guest("Ada").await;
    refill(&ada, Some("first")).await.ok();
    server.clock.advance(30 * 60 - 1);
    refill(&ada, Some("second")).await.refused(409, "refill_too_soon");
    server.clock.advance(1);
    assert_eq!(refill(&ada, Some("second")).await.ok()["chips"], 200);
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_server_may_give_no_refills() {
    let mut settings = settings();
    settings.refill = None;
    let server = TestServer::set(settings).await;
    let ada = server.guest("Ada").await;
    assert_eq!(ada.me["refill"], Value::Null);
    refill(&ada, None).await.refused(409, "no_refill");
}
