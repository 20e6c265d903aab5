//! Preferences at a table: who may set them, who sees them, and which are refused.

use serde_json::{Value, json};

use crate::server::{Client, TestServer};

/// A table of Hold'em, dealt by hand, with its host on seat 0 and another player on seat 1.
async fn table(server: &TestServer) -> (Client, Client, String) {
    let (host, other) = (server.guest("Host").await, server.guest("Other").await);
    let options = json!({
        "name": "A table", "seats": 4, "min_buy_in": 100, "max_buy_in": 1000, "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let opened = host.post("/v1/tables", options).await.created();
    let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
    for client in [&host, &other] {
        client.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    }
    (host, other, path)
}

fn unsaid() -> Value {
    json!({"pace": "normal", "auto_top_up": false, "sit_out_next_big_blind": false, "showdown": "ask"})
}

#[tokio::test]
async fn preferences_replace_earlier_ones_and_are_private() {
    let server = TestServer::open().await;
    let (host, other, path) = table(&server).await;
    let mine = format!("{path}/seats/me/preferences");
    assert_eq!(host.get(&path).await.ok()["you"]["preferences"], unsaid());
    let all =
        json!({"pace": "at_once", "auto_top_up": true, "sit_out_next_big_blind": true, "showdown": "muck"});
    let said = host.put(&mine, all.clone()).await.ok();
    assert_eq!((&said["table"]["you"]["preferences"], &said["change"]["events"]), (&all, &json!([])));
    let theirs = other.get(&path).await;
    assert!(!theirs.text.contains("at_once"), "{}", theirs.text);
    assert_eq!(theirs.ok()["you"]["preferences"], unsaid());
    host.put(&mine, json!({"pace": "quick"})).await.ok();
    let mut quick = unsaid();
    quick["pace"] = json!("quick");
    assert_eq!(host.get(&path).await.ok()["you"]["preferences"], quick);
}

#[tokio::test]
async fn only_seated_players_have_preferences_and_invalid_ones_are_problems() {
    let server = TestServer::open().await;
    let (host, _, path) = table(&server).await;
    let mine = format!("{path}/seats/me/preferences");
    let passer_by = server.guest("Passer-by").await;
    passer_by.put(&mine, json!({})).await.refused(409, "not_seated");
    server.anonymous().put(&mine, json!({})).await.refused(401, "token_missing");
    for body in [json!({"pace": "fast"}), json!({"speed": "quick"}), json!({"auto_top_up": 1}), json!([])] {
        host.put(&mine, body).await.refused(400, "malformed_body");
    }
    assert_eq!(host.get(&path).await.ok()["you"]["preferences"], unsaid());
}

#[tokio::test]
async fn a_new_table_reveals_remaining_cards_and_pauses_for_eight_seconds() {
    let server = TestServer::open().await;
    let host = server.guest("Host").await;
    let opened = |rules: Value| {
        let options = json!({
            "name": "A table", "seats": 3, "min_buy_in": 100, "max_buy_in": 1000, "game": {"doudizhu": rules},
        });
        async { host.post("/v1/tables", options).await.created()["table"].take() }
    };
    let table = opened(json!({})).await;
    assert_eq!(table["options"]["game"]["doudizhu"]["reveal"], true);
    assert_eq!(table["options"]["dealing"], json!({"type": "automatic", "pause_seconds": 8}));
    let hidden = opened(json!({"reveal": false})).await;
    assert_eq!(hidden["options"]["game"]["doudizhu"]["reveal"], false);
    // A field that a change leaves out keeps its value.
    let path = format!("/v1/tables/{}", hidden["id"].as_str().unwrap());
    let changed = host.patch(&path, json!({"game": {"doudizhu": {"stake": 7}}})).await.ok();
    assert_eq!(changed["table"]["options"]["game"]["doudizhu"]["reveal"], false);
    let offers = host.get("/v1/presets").await.ok();
    for preset in offers["presets"].as_array().unwrap() {
        assert_eq!(preset["dealing"]["pause_seconds"], 8);
        let rules = &preset["game"]["doudizhu"];
        assert!(rules.is_null() || rules["reveal"] == true, "{preset}");
    }
}
