//! Blocks between players.

use serde_json::{Value, json};

use super::{id, named};
use crate::server::{Client, Reply, TestServer};
use crate::streams::open;

async fn block(client: &Client, other: &Client) -> Reply {
    client.put(&format!("/v1/me/blocks/{}", id(other)), Value::Null).await
}

async fn unblock(client: &Client, other: &Client) {
    client.delete(&format!("/v1/me/blocks/{}", id(other))).await.expect(204);
}

async fn ask(client: &Client, other: &Client) -> Reply {
    client.put(&format!("/v1/me/friends/{}", id(other)), Value::Null).await
}

async fn sit(client: &Client, path: &str) -> Reply {
    client.post(&format!("{path}/seats"), json!({"buy_in": 500})).await
}

#[tokio::test]
async fn a_block_looks_like_an_unanswered_request() {
    let server = TestServer::open().await;
    let (ada, bob, eve) = (server.guest("Ada").await, server.guest("Bob").await, server.guest("Eve").await);
    block(&ada, &eve).await.expect(204);
    block(&ada, &eve).await.expect(204);
    assert_eq!(ada.get("/v1/me/blocks").await.ok()["blocks"][0]["name"], "Eve");
    let (blocked, unanswered) = (ask(&eve, &ada).await.ok(), ask(&eve, &bob).await.ok());
    assert_eq!(blocked, unanswered);
    let seen = async |other: &Client| {
        let mut player = eve.get(&format!("/v1/players/{}", id(other))).await.ok();
        let known = player.as_object_mut().unwrap();
        known.retain(|name, _| name == "friendship" || name == "table");
        player
    };
    assert_eq!(seen(&ada).await, seen(&bob).await);
    let asked = eve.get("/v1/me/friends").await.ok();
    assert!(asked["friends"].as_array().unwrap().iter().all(|friend| friend["friendship"] == "asked"));
    assert_eq!(ada.get("/v1/me/friends").await.ok()["friends"], json!([]), "Ada is not bothered");
    let got = ada.get("/v1/me/events").await.ok();
    assert_eq!(got["messages"][0]["me"]["asking"], 0);
    ask(&ada, &eve).await.refused(409, "blocked");
    assert_eq!(eve.get("/v1/me/blocks").await.ok()["blocks"], json!([]));
    unblock(&ada, &eve).await;
    assert_eq!(ada.get("/v1/me/friends").await.ok()["friends"][0]["friendship"], "asking");
}

#[tokio::test]
async fn a_block_ends_a_friendship() {
    let server = TestServer::open().await;
    let (ada, eve) = (server.guest("Ada").await, server.guest("Eve").await);
    ask(&ada, &eve).await.ok();
    ask(&eve, &ada).await.ok();
    block(&ada, &eve).await.expect(204);
    for client in [&ada, &eve] {
        assert_eq!(client.get("/v1/me/friends").await.ok()["friends"], json!([]));
    }
}

#[tokio::test]
async fn blocked_players_do_not_share_a_table_opened_later() {
    let server = TestServer::open().await;
    let (ada, eve, host) =
        (named(&server, "Ada").await, server.guest("Eve").await, server.guest("Host").await);
    let before = open(&host, json!({})).await;
    server.clock.advance(1);
    block(&ada, &eve).await.expect(204);
    server.clock.advance(1);
    let since = open(&host, json!({})).await;
    sit(&ada, &before).await.ok();
    sit(&eve, &before).await.ok();
    sit(&eve, &since).await.ok();
    sit(&ada, &since).await.refused(409, "kept_apart");
    eve.delete(&format!("{since}/seats/me")).await.ok();
    sit(&ada, &since).await.ok();
    sit(&eve, &since).await.refused(409, "kept_apart");
    eve.post(&format!("{since}/waiting"), json!({})).await.refused(409, "kept_apart");
    sit(&host, &since).await.ok();
    // A player who needs an invitation does not learn who sits there.
    let hidden = open(&host, json!({"access": "invite"})).await;
    let code = host.get(&hidden).await.ok()["you"]["invite_code"].clone();
    ada.post(&format!("{hidden}/seats"), json!({"buy_in": 500, "invite_code": code})).await.ok();
    sit(&eve, &hidden).await.refused(403, "invite_needed");
    unblock(&ada, &eve).await;
    sit(&eve, &since).await.ok();
}

/// Guests cost nothing: guests who block a player and sit down first must not keep the player from all tables.
#[tokio::test]
async fn a_guests_block_keeps_only_the_guest_from_a_table() {
    let server = TestServer::open().await;
    let (guest, eve, host) =
        (server.guest("Guest").await, server.guest("Eve").await, server.guest("Host").await);
    block(&guest, &eve).await.expect(204);
    server.clock.advance(1);
    let (first, second) = (open(&host, json!({})).await, open(&host, json!({})).await);
    sit(&guest, &first).await.ok();
    sit(&eve, &first).await.ok();
    sit(&eve, &second).await.ok();
    sit(&guest, &second).await.refused(409, "kept_apart");
}

#[tokio::test]
async fn a_quick_seat_skips_tables_of_blocked_players() {
    let server = TestServer::open().await;
    let (ada, eve) = (named(&server, "Ada").await, server.guest("Eve").await);
    block(&ada, &eve).await.expect(204);
    let wanted = json!({"game": "doudizhu"});
    let mine = ada.post("/v1/quick-seat", wanted.clone()).await.ok();
    let theirs = eve.post("/v1/quick-seat", wanted.clone()).await.ok();
    assert_ne!(mine["table"]["id"], theirs["table"]["id"]);
    let bob = server.guest("Bob").await;
    let other = bob.post("/v1/quick-seat", wanted).await.ok();
    assert!([&mine, &theirs].iter().any(|table| table["table"]["id"] == other["table"]["id"]));
}

#[tokio::test]
async fn blocks_have_limits_and_errors() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    block(&ada, &ada).await.refused(422, "yourself");
    let unknown = format!("/v1/me/blocks/{}", uuid::Uuid::nil());
    ada.put(&unknown, Value::Null).await.refused(404, "no_such_player");
    ada.delete(&unknown).await.expect(204);
    ada.put("/v1/me/blocks/x", Value::Null).await.refused(400, "malformed_path");
    ada.get("/v1/me/blocks?limit=0").await.refused(400, "malformed_query");
    server.anonymous().get("/v1/me/blocks").await.refused(401, "token_missing");
    for number in 0..500 {
        let other = server.guest(&format!("Other {number}")).await;
        block(&ada, &other).await.expect(204);
    }
    let other = server.guest("One more").await;
    let refused = block(&ada, &other).await.refused(409, "too_many_blocked");
    assert_eq!(refused["most"], 500);
    let page = ada.get("/v1/me/blocks?limit=2").await.ok();
    assert_eq!(page["blocks"].as_array().unwrap().len(), 2);
    let rest = ada.get(&format!("/v1/me/blocks?limit=100&after={}", page["next"].as_str().unwrap())).await;
    assert_eq!(rest.ok()["blocks"].as_array().unwrap().len(), 100);
}
