//! Wishes of a seat for the coming hands: who may set them, under which key, and which are refused.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::server::{Client, Reply, TestServer};

/// A table of Hold'em at which each seat may straddle, dealt by request, with its host on seat 0 and another player
/// on seat 1.
struct Scene {
    server: TestServer,
    path: String,
    host: Client,
    other: Client,
}

impl Scene {
    async fn open() -> Self {
        let server = TestServer::open().await;
        let (host, other) = (server.guest("Host").await, server.guest("Other").await);
        let rules =
            json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10, "straddle": "voluntary"});
        let options = json!({
            "name": "A table", "seats": 4, "min_buy_in": 100, "max_buy_in": 1000, "game": {"holdem": rules},
            "dealing": {"type": "by_hand"},
        });
        let opened = host.post("/v1/tables", options).await.created();
        let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
        for client in [&host, &other] {
            client.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
        }
        Self { server, path, host, other }
    }

    async fn wish(&self, client: &Client, wishes: Value) -> Reply {
        client.put(&format!("{}/seats/me/wishes", self.path), wishes).await
    }

    /// The same, under an idempotency key.
    async fn wish_once(&self, client: &Client, wishes: Value, key: &str) -> Reply {
        let request = client.request(Method::PUT, &format!("{}/seats/me/wishes", self.path)).json(&wishes);
        client.send(request.header("idempotency-key", key)).await
    }

    /// The wishes on the host's chair, and the table's version.
    async fn wished(&self) -> (Value, Value) {
        let mut view = self.host.get(&self.path).await.ok();
        (view["chairs"][0]["wishes"].take(), view["version"].take())
    }
}

fn straddle(on: bool) -> Value {
    json!({"holdem": {"straddle": on}})
}

#[tokio::test]
async fn a_wish_under_a_key_is_set_once() {
    let scene = Scene::open().await;
    let first = scene.wish_once(&scene.host, straddle(true), "one").await.ok();
    let got = json!({"table": {"type": "wished", "seat": 0, "wishes": straddle(true)}});
    assert_eq!(first["change"]["events"], json!([got]));
    let again = scene.wish_once(&scene.host, straddle(true), "one").await.ok();
    assert_eq!(again, first, "the whole answer, as nothing else has happened");

    // If it is sent again after another wish, the answer is as before, and the later wish stands.
    let later = scene.wish_once(&scene.host, straddle(false), "two").await.ok();
    let again = scene.wish_once(&scene.host, straddle(true), "one").await.ok();
    assert_eq!(again["change"], first["change"]);
    assert_eq!(scene.wished().await, (straddle(false), later["change"]["version"].clone()));

    for other in [straddle(false), json!({"holdem": {}}), json!({"doudizhu": {"auto_pass": true}})] {
        scene.wish_once(&scene.host, other, "one").await.refused(422, "key_reused");
    }
    let sit_out = scene.host.request(Method::POST, &format!("{}/seats/me/sit-out", scene.path));
    scene.host.send(sit_out.header("idempotency-key", "one")).await.refused(422, "key_reused");
    // A key belongs to its player, and a request that was refused under it was not done.
    scene.wish_once(&scene.other, straddle(true), "one").await.ok();
    scene.wish_once(&scene.host, json!({"shengji": {}}), "three").await.refused(422, "other_game");
    scene.wish_once(&scene.host, straddle(true), "three").await.ok();
    scene.wish_once(&scene.host, straddle(true), &"k".repeat(65)).await.refused(400, "malformed_header");
    assert_eq!(scene.wished().await.0, straddle(true));
}

#[tokio::test]
async fn wishes_replace_all_earlier_ones() {
    let scene = Scene::open().await;
    assert_eq!(scene.wished().await.0, Value::Null);
    scene.wish(&scene.host, straddle(true)).await.ok();
    scene.wish(&scene.host, json!({"holdem": {}})).await.ok();
    assert_eq!(scene.wished().await.0, straddle(false), "what is left out is not wished for");
}

#[tokio::test]
async fn only_a_seated_player_who_stays_may_wish() {
    let scene = Scene::open().await;
    let passer_by = scene.server.guest("Passer-by").await;
    scene.wish(&passer_by, straddle(true)).await.refused(409, "not_seated");
    scene.wish(&passer_by, json!({"doudizhu": {}})).await.refused(409, "not_seated");
    scene.wish(&scene.server.anonymous(), straddle(true)).await.refused(401, "token_missing");
    let nowhere = format!("/v1/tables/{}/seats/me/wishes", uuid::Uuid::nil());
    scene.host.put(&nowhere, straddle(true)).await.refused(404, "no_such_table");
    scene.host.put("/v1/tables/here/seats/me/wishes", straddle(true)).await.refused(400, "malformed_path");

    // A player who returns has no wishes yet.
    let seats = format!("{}/seats", scene.path);
    scene.wish(&scene.host, straddle(true)).await.ok();
    scene.host.delete(&format!("{seats}/me")).await.ok();
    scene.wish(&scene.host, straddle(true)).await.refused(409, "not_seated");
    scene.host.post(&seats, json!({"seat": 0, "buy_in": 100})).await.ok();
    assert_eq!(scene.wished().await.0, Value::Null);

    // A seat that left in the middle of the hand has no hands to come.
    scene.wish(&scene.host, straddle(true)).await.ok();
    scene.host.post(&format!("{}/hands", scene.path), Value::Null).await.ok();
    scene.host.delete(&format!("{seats}/me")).await.ok();
    let (_, version) = scene.wished().await;
    for wishes in [straddle(false), straddle(true), json!({"shengji": {}})] {
        scene.wish(&scene.host, wishes).await.refused(409, "leaving");
    }
    assert_eq!(scene.wished().await.1, version);
}

#[tokio::test]
async fn an_invalid_wish_is_a_problem_with_its_path() {
    let scene = Scene::open().await;
    let before = scene.wished().await;
    let long = "x".repeat(50_000);
    for (body, path) in [
        ("null", None),
        ("true", None),
        ("7", None),
        ("[]", None),
        ("{}", None),
        ("\"holdem\"", None),
        ("[{\"holdem\": {}}]", None),
        ("{\"straddle\": true}", None),
        ("{\"snap\": {}}", None),
        ("{\"Holdem\": {}}", None),
        ("{\"holdem\": {}, \"doudizhu\": {}}", None),
        ("{\"holdem\": {\"straddle\": true}, \"holdem\": {}}", None),
        ("{\"holdem\": {\"straddle\": true, \"straddle\": false}}", Some("holdem")),
        ("{\"holdem\": null}", Some("holdem")),
        ("{\"holdem\": true}", Some("holdem")),
        ("{\"holdem\": []}", Some("holdem")),
        ("{\"holdem\": [true]}", Some("holdem")),
        ("{\"holdem\": {\"straddle\": null}}", Some("holdem.straddle")),
        ("{\"holdem\": {\"straddle\": 1}}", Some("holdem.straddle")),
        ("{\"holdem\": {\"straddle\": \"true\"}}", Some("holdem.straddle")),
        ("{\"holdem\": {\"straddle\": [true]}}", Some("holdem.straddle")),
        ("{\"holdem\": {\"straddle\": {\"on\": true}}}", Some("holdem.straddle")),
        ("{\"holdem\": {\"straddles\": true}}", Some("holdem.straddles")),
        ("{\"holdem\": {\"straddle\": true, \"auto_pass\": true}}", Some("holdem.auto_pass")),
        ("{\"holdem\": {\"straddle\": true", None),
        ("", None),
        (&format!("{{\"{long}\": {{}}}}"), None),
        (&format!("{{\"holdem\": {{\"straddle\": \"{long}\"}}}}"), Some("holdem.straddle")),
        (&format!("{{\"holdem\": {}", "[".repeat(50_000)), None),
    ] {
        let reply = send(&scene, "application/json", body.to_owned()).await;
        let shown = &body[..body.len().min(80)];
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{shown}: {}", reply.text);
        let problem = reply.refused(400, "malformed_body");
        if let Some(path) = path {
            assert_eq!(problem["path"], path, "{shown}");
        }
        assert!(!problem["detail"].as_str().unwrap().is_empty());
    }
    let huge = format!("{{\"holdem\": {{\"straddle\": true}}}}{}", " ".repeat(70_000));
    send(&scene, "application/json", huge).await.refused(413, "body_too_large");
    send(&scene, "text/plain", straddle(true).to_string()).await.refused(415, "unsupported_media_type");
    assert_eq!(scene.wished().await, before, "nothing has changed");
    for method in [Method::GET, Method::POST, Method::PATCH, Method::DELETE] {
        let request = scene.host.request(method, &format!("{}/seats/me/wishes", scene.path));
        scene.host.send(request).await.refused(405, "method_not_allowed");
    }
}

async fn send(scene: &Scene, kind: &str, body: String) -> Reply {
    let request = scene.host.request(Method::PUT, &format!("{}/seats/me/wishes", scene.path));
    scene.host.send(request.header("content-type", kind).body(body)).await
}
