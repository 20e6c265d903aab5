//! Mutes between players.

use serde_json::{Value, json};

use crate::bots::{open, sit};
use crate::server::{Client, TestServer};

/// The emotes of others that a caller gets, in the log of a table and in the stream of its events.
async fn hears(client: &Client, path: &str) -> usize {
    let log = client.get(&format!("{path}/events?after=0")).await.ok();
    let is_emote = |event: &&Value| event["table"]["type"] == "emoted";
    let changes = log["changes"].as_array().unwrap();
    changes.iter().flat_map(|change| change["events"].as_array().unwrap()).filter(is_emote).count()
}

#[tokio::test]
async fn muted_and_blocked_players_are_not_heard() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({ "dealing": {"type": "by_hand"} })).await;
    sit(&ann, &path).await;
    sit(&bob, &path).await;
    bob.post(&format!("{path}/emotes"), json!({ "emote": "wow" })).await.ok();
    let [ann_id, bob_id] = [&ann, &bob].map(|client| client.me["id"].as_str().unwrap().to_owned());
    let (mute, watcher) = (format!("/v1/me/mutes/{bob_id}"), server.anonymous());
    assert_eq!([hears(&ann, &path).await, hears(&bob, &path).await, hears(&watcher, &path).await], [1, 1, 1]);

    ann.put(&mute, json!({})).await.expect(204);
    ann.put(&mute, json!({})).await.expect(204);
    assert_eq!([hears(&ann, &path).await, hears(&bob, &path).await, hears(&watcher, &path).await], [0, 1, 1]);
    let muted = ann.get("/v1/me/mutes").await.ok();
    assert_eq!((&muted["mutes"][0]["name"], &muted["next"]), (&json!("Bob"), &Value::Null));
    assert_eq!(bob.get("/v1/me/mutes").await.ok()["mutes"], json!([]), "a muted player does not learn it");
    // No version is missing all the same.
    let log = ann.get(&format!("{path}/events?after=0")).await.ok();
    let versions: Vec<u64> =
        log["changes"].as_array().unwrap().iter().map(|change| change["version"].as_u64().unwrap()).collect();
    assert!(versions.iter().copied().eq(1..=versions.len() as u64));

    // Nor is it in the hand in which it was shown.
    ann.post(&format!("{path}/hands"), json!({})).await.ok();
    bob.post(&format!("{path}/emotes"), json!({ "emote": "wow" })).await.ok();
    let hand = ann.get(&path).await.ok()["hand"]["id"].as_str().unwrap().to_owned();
    let got = |caller: Client| {
        let hand = format!("/v1/hands/{hand}");
        async move { caller.get(&hand).await.text.contains("emoted") }
    };
    assert_eq!([got(ann.clone()).await, got(bob.clone()).await], [false, true]);

    ann.delete(&mute).await.expect(204);
    assert_eq!(hears(&ann, &path).await, 2);
    bob.put(&format!("/v1/me/blocks/{ann_id}"), json!({})).await.expect(204);
    assert_eq!([hears(&ann, &path).await, hears(&bob, &path).await], [0, 2]);
}

#[tokio::test]
async fn muting_oneself_or_an_unknown_player_is_refused() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let me = ann.me["id"].as_str().unwrap();
    ann.put(&format!("/v1/me/mutes/{me}"), json!({})).await.refused(422, "yourself");
    ann.put(&format!("/v1/me/mutes/{}", uuid::Uuid::nil()), json!({})).await.refused(404, "no_such_player");
    ann.put("/v1/me/mutes/x", json!({})).await.refused(400, "malformed_path");
    server.anonymous().get("/v1/me/mutes").await.refused(401, "token_missing");
}
