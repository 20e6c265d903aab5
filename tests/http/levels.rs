//! Blinds that rise at a table among friends: what is refused, and what clients get.

use serde_json::{Value, json};

use crate::events::Events;
use crate::server::TestServer;

fn level(small: u64, length: &Value) -> Value {
    json!({"small_blind": small, "big_blind": 2 * small, "length": length})
}

/// A table with an invite code and these levels.
fn table(levels: &Value) -> Value {
    let game = json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0});
    json!({
        "name": "Friends", "game": {"holdem": game}, "seats": 2, "min_buy_in": 100, "max_buy_in": 2000,
        "dealing": {"type": "by_hand"}, "access": "invite", "levels": levels,
    })
}

#[tokio::test]
async fn levels_that_no_table_can_have_are_refused() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let minutes = json!({"seconds": 600});
    let rising = json!([level(5, &minutes), level(10, &minutes)]);
    let levels = [
        // It falls, never rises, or is too short.
        (json!([level(5, &minutes), level(10, &minutes), level(8, &minutes)]), "falls from 20 to 16"),
        (json!([level(5, &minutes), level(5, &minutes)]), "above the first"),
        (json!([level(5, &minutes)]), "above the first"),
        (json!([level(5, &json!({"seconds": 0})), level(10, &minutes)]), "lasts 1 to 86400"),
        (json!([level(5, &json!({"hands": 1001})), level(10, &minutes)]), "lasts 1 to 1000"),
    ];
    let many = (json!(vec![level(5, &minutes); 101]), "at most 100 levels");
    for (levels, why) in levels.into_iter().chain([many]) {
        let refused = ann.post("/v1/tables", table(&levels)).await.refused(422, "bad_option");
        assert_eq!(refused["option"], "levels", "{refused}");
        assert!(refused["must"].as_str().unwrap().contains(why), "{refused}");
    }
    let breaks = json!([level(5, &minutes), {"type": "break", "seconds": 60}, level(10, &minutes)]);
    ann.post("/v1/tables", table(&breaks)).await.refused(400, "malformed_body");

    let mut open = table(&rising);
    open["access"] = json!("public");
    let refused = ann.post("/v1/tables", open).await.refused(422, "bad_option");
    assert_eq!(
        (&refused["option"], &refused["must"]),
        (&json!("levels"), &json!("absent at a public table"))
    );
    let mut other = table(&rising);
    other["game"] = json!({"doudizhu": {}});
    other["seats"] = json!(3);
    assert_eq!(ann.post("/v1/tables", other).await.refused(422, "bad_option")["option"], "levels");
}

#[tokio::test]
async fn clients_get_the_level_and_its_rise() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let hands = json!({"hands": 1});
    // The game has the blinds of the level.
    let opened = ann.post("/v1/tables", table(&json!([level(1, &hands), level(2, &hands)]))).await.created();
    assert_eq!(opened["table"]["options"]["game"]["holdem"]["big_blind"], 2);
    let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
    let level = &opened["table"]["level"];
    assert_eq!((&level["number"], &level["left_hands"]), (&json!(1), &json!(1)));
    assert_eq!((&level["next"]["big_blind"], &level["ends_at"]), (&json!(4), &Value::Null));
    let code = ann.get(&path).await.ok()["you"]["invite_code"].clone();
    ann.post(&format!("{path}/seats"), json!({"buy_in": 200})).await.ok();
    bob.post(&format!("{path}/seats"), json!({"buy_in": 200, "invite_code": code})).await.ok();
    let mut stream = Events::open(&bob, &format!("{path}/events"), None).await;
    stream.next_of("table").await;
    for number in [1, 2] {
        let dealt = ann.post(&format!("{path}/hands"), json!({})).await.ok();
        assert_eq!(dealt["table"]["level"]["number"], number);
        let events = dealt["change"]["events"].as_array().unwrap();
        let rose = events.iter().find(|event| event["table"]["type"] == "level_began");
        assert_eq!(rose.map(|event| &event["table"]["number"]), (number == 2).then_some(&json!(2)));
        let seen = stream.next_of("table").await.data;
        assert_eq!(seen["table"]["level"], dealt["table"]["level"]);
        let turn = dealt["table"]["hand"]["decisions"][0]["seat"].clone();
        let acts = if turn == 0 { &ann } else { &bob };
        let fold = json!({"at": dealt["table"]["version"], "action": {"holdem": {"type": "fold"}}});
        acts.post(&format!("{path}/actions"), fold).await.ok();
        stream.next_of("table").await;
    }
    let last = ann.get(&path).await.ok();
    assert_eq!((&last["level"]["number"], &last["level"]["next"]), (&json!(2), &Value::Null));
    assert_eq!(last["options"]["game"]["holdem"]["big_blind"], 4);
    // The host takes them away.
    let removed = ann.patch(&path, json!({"levels": []})).await.ok();
    assert!(removed["table"]["level"].is_null() && removed["table"]["options"]["levels"] == json!([]));
    bob.patch(&path, json!({"levels": []})).await.refused(403, "not_host");
}
