//! Deletion of a player: the name goes, the identifier stays.

use reqwest::Method;
use serde_json::{Value, json};

use super::{PASSWORD, id, named};
use crate::events::Events;
use crate::server::{Client, Reply, TestServer};
use crate::streams::{deal, fold, heads_up};

async fn delete(client: &Client, body: Value) -> Reply {
    client.send(client.request(Method::DELETE, "/v1/me").json(&body)).await
}

#[tokio::test]
async fn an_account_is_deleted_with_its_password() {
    let server = TestServer::open().await;
    let ada = named(&server, "Ada").await;
    let refresh =
        server.anonymous().post("/v1/sessions", json!({"login": "ada", "password": PASSWORD})).await;
    let refresh = refresh.created()["tokens"]["refresh_token"].take();
    let code = ada.post("/v1/me/device-codes", Value::Null).await.created()["code"].take();
    delete(&ada, json!({})).await.refused(422, "password_needed");
    delete(&ada, json!({"password": "wrong horse"})).await.refused(403, "wrong_password");
    delete(&ada, json!({"password": null})).await.refused(422, "password_needed");
    delete(&ada, json!({"sure": true})).await.refused(400, "malformed_body");
    ada.get("/v1/me").await.ok();
    let mut stream = Events::open(&ada, "/v1/me/events", None).await;
    assert_eq!(stream.next().await.unwrap().kind, "me");

    delete(&ada, json!({"password": PASSWORD})).await.expect(204);
    assert_eq!(stream.next().await.unwrap().data["reason"], "signed_out");
    ada.get("/v1/me").await.refused(401, "token_invalid");
    let refresh = json!({ "refresh_token": refresh });
    server.anonymous().post("/v1/sessions/refresh", refresh).await.refused(401, "token_invalid");
    let code = json!({ "code": code });
    server.anonymous().post("/v1/sessions/device-code", code).await.refused(403, "wrong_code");
    let sign_in = json!({"login": "ada", "password": PASSWORD});
    server.anonymous().post("/v1/sessions", sign_in).await.refused(403, "wrong_password");
    // The login is free again.
    named(&server, "Ada").await;
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_seated_player_stands_up_before_deletion_and_no_log_keeps_the_name() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    deal(&ann, &path).await;
    let hand = ann.get(&path).await.ok()["hand"]["id"].as_str().unwrap().to_owned();
    delete(&bob, json!({})).await.refused(409, "still_seated");
    fold(&path, &[&ann, &bob]).await;
    delete(&bob, json!({})).await.refused(409, "still_seated");
    bob.delete(&format!("{path}/seats/me")).await.ok();
    let everything = [
        path.clone(),
        format!("{path}/events?after=0"),
        format!("{path}/hands"),
        format!("/v1/hands/{hand}"),
        format!("/v1/hands/{hand}/phh"),
    ];
    for path in &everything {
        let got = ann.get(path).await;
        assert!(got.text.contains("Bob"), "{path}: {}", got.text);
    }
    delete(&bob, json!({})).await.expect(204);
    for path in &everything {
        let got = ann.get(path).await;
        assert!(!got.text.contains("Bob") && got.text.contains("Deleted player"), "{path}: {}", got.text);
        assert!(got.text.contains("Ann"), "{path}: {}", got.text);
    }
    let history = ann.get(&everything[3]).await.ok();
    let players = history["players"].as_array().unwrap();
    assert!(players.iter().any(|player| player["player"] == bob.me["id"]), "the identifier stays");
    ann.get(&format!("/v1/players/{}", id(&bob))).await.refused(404, "no_such_player");
    server.assert_every_chip_is_accounted_for().await;
    ann.delete(&path).await.ok();
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn friends_and_blocks_are_deleted_too() {
    let server = TestServer::open().await;
    let (ada, bob, cat) = (server.guest("Ada").await, server.guest("Bob").await, server.guest("Cat").await);
    ada.put(&format!("/v1/me/friends/{}", id(&bob)), Value::Null).await.ok();
    bob.put(&format!("/v1/me/friends/{}", id(&ada)), Value::Null).await.ok();
    cat.put(&format!("/v1/me/blocks/{}", id(&ada)), Value::Null).await.expect(204);
    let mut stream = Events::open(&bob, "/v1/me/events", None).await;
    assert_eq!(stream.next().await.unwrap().data["friends"], 1);
    delete(&ada, json!({})).await.expect(204);
    assert_eq!(stream.next().await.unwrap().data["friends"], 0);
    assert_eq!(bob.get("/v1/me/friends").await.ok()["friends"], json!([]));
    assert_eq!(cat.get("/v1/me/blocks").await.ok()["blocks"], json!([]));
    bob.put(&format!("/v1/me/friends/{}", id(&ada)), Value::Null).await.refused(404, "no_such_player");
}

#[tokio::test]
async fn of_deletion_and_sitting_down_at_once_one_is_done() {
    let server = TestServer::open().await;
    for _ in 0..5 {
        let host = server.guest("Host").await;
        let path = crate::streams::open(&host, json!({})).await;
        let eve = server.guest("Eve").await;
        let seats = format!("{path}/seats");
        let (sat, deleted) = tokio::join!(eve.post(&seats, json!({"buy_in": 500})), delete(&eve, json!({})));
        let chairs = host.get(&path).await.ok()["chairs"].as_array().unwrap().len();
        assert_eq!(chairs == 1, deleted.status.as_u16() == 409, "{} {}", sat.text, deleted.text);
        assert_eq!(chairs == 1, sat.status.as_u16() == 200, "{} {}", sat.text, deleted.text);
    }
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_waiting_player_stops_before_deletion() {
    let server = TestServer::open().await;
    let (ann, bob, eve) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    let path = crate::streams::open(&ann, json!({"seats": 2})).await;
    for client in [&ann, &bob] {
        client.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    }
    eve.post(&format!("{path}/waiting"), json!({})).await.ok();
    let log = format!("{path}/events?after=0");
    for got in [&path, &log] {
        assert!(ann.get(got).await.text.contains("Eve"), "{got}");
    }
    let refused = delete(&eve, json!({})).await.refused(409, "still_seated");
    assert!(refused["detail"].as_str().unwrap().contains("wait"), "{refused}");
    // Nor while a chair is kept for them.
    bob.delete(&format!("{path}/seats/me")).await.ok();
    assert!(ann.get(&path).await.ok()["waiting"][0]["called_until"].is_string());
    delete(&eve, json!({})).await.refused(409, "still_seated");
    eve.delete(&format!("{path}/waiting/me")).await.ok();
    delete(&eve, json!({})).await.expect(204);
    for got in [&path, &log] {
        let got = ann.get(got).await;
        assert!(!got.text.contains("Eve"), "{}", got.text);
    }
    assert!(ann.get(&log).await.text.contains("Deleted player"));
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn of_deletion_and_queueing_at_once_one_is_done() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = crate::streams::open(&ann, json!({"seats": 2})).await;
    for client in [&ann, &bob] {
        client.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    }
    let mut waiting = 0;
    for _ in 0..5 {
        let eve = server.guest("Eve").await;
        let line = format!("{path}/waiting");
        let (waits, deleted) = tokio::join!(eve.post(&line, json!({})), delete(&eve, json!({})));
        let is_waiting = waits.status.as_u16() == 200;
        assert_eq!(is_waiting, deleted.status.as_u16() == 409, "{} {}", waits.text, deleted.text);
        waiting += usize::from(is_waiting);
        assert_eq!(ann.get(&path).await.ok()["waiting"].as_array().unwrap().len(), waiting);
    }
}

/// The table plays on without a host, and no longer shows the host's name.
#[tokio::test]
async fn tables_of_a_deleted_player_go_on_without_a_host() {
    let server = TestServer::open().await;
    let (host, ann, bob) =
        (server.guest("Hosting").await, server.guest("Ann").await, server.guest("Bob").await);
    let path = crate::streams::open(&host, json!({"seats": 3})).await;
    for client in [&ann, &bob] {
        client.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    }
    deal(&ann, &path).await;
    delete(&host, json!({})).await.expect(204);
    fold(&path, &[&ann, &bob]).await;
    let table = ann.get(&path).await;
    assert!(!table.text.contains("Hosting"), "{}", table.text);
    assert_eq!(table.ok()["chairs"].as_array().unwrap().len(), 2);
    deal(&ann, &path).await;
    fold(&path, &[&ann, &bob]).await;
    ann.delete(&path).await.refused(403, "not_host");
    host.delete(&path).await.refused(401, "token_invalid");
    for client in [&ann, &bob] {
        client.delete(&format!("{path}/seats/me")).await.ok();
    }
    server.assert_every_chip_is_accounted_for().await;
}
