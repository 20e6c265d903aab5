//! From nothing to a seat with a hand being dealt in two requests.

use reqwest::Method;
use serde_json::{Value, json};

use crate::house::{Client, House, settings};

async fn quick(client: &Client, wanted: Value) -> Value {
    client.post("/v1/quick-seat", wanted).await.ok()
}

fn seats(table: &Value) -> usize {
    table["chairs"].as_array().unwrap().len()
}

#[tokio::test]
async fn a_newcomer_plays_among_computers_in_two_requests() {
    let house = House::open().await;
    for game in ["holdem", "doudizhu", "shengji"] {
        let newcomer = house.guest("Newcomer").await;
        let seated = quick(&newcomer, json!({"game": game, "bots": "novice"})).await;
        let path = format!("/v1/tables/{}", seated["table"]["id"].as_str().unwrap());
        assert!(seated["table"]["you"]["seat"].is_number(), "{seated}");
        let dealt = crate::bots::until(&house, &newcomer, &path, |table| table["hand"].is_object()).await;
        assert_eq!(json!(seats(&dealt)), dealt["options"]["seats"], "{dealt}");
        // At Hold'em they act first: computers take their time.
        let asked = &dealt["hand"]["decisions"][0]["seat"];
        assert!(game != "holdem" || *asked == seated["table"]["you"]["seat"], "{dealt}");
        house.assert_every_chip_is_accounted_for().await;
    }
}

#[tokio::test]
async fn people_meet_at_one_table_until_it_is_full() {
    let house = House::open().await;
    let mut tables = Vec::new();
    for number in 0..4 {
        let player = house.guest(&format!("Player {number}")).await;
        let seated = quick(&player, json!({"game": "doudizhu", "stake": 10})).await;
        assert_eq!(seated["table"]["options"]["game"]["doudizhu"]["stake"], 10);
        tables.push(seated["table"]["id"].clone());
    }
    assert!(tables[0] == tables[1] && tables[1] == tables[2] && tables[2] != tables[3], "{tables:?}");
    // Whoever wants computers does not sit down among people who did not.
    let other = house.guest("Other").await;
    let seated = quick(&other, json!({"game": "doudizhu", "stake": 1, "bots": "advanced"})).await;
    assert!(!tables.contains(&seated["table"]["id"]));
    // Who sits there already gets another table.
    let again = quick(&other, json!({"game": "doudizhu", "stake": 1, "bots": "advanced"})).await;
    assert_ne!(again["table"]["id"], seated["table"]["id"]);
}

#[tokio::test]
async fn nobody_is_put_where_the_deal_is_paused() {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let anns = quick(&ann, json!({"game": "doudizhu"})).await["table"]["id"].clone();
    ann.put(&format!("/v1/tables/{}/pause", anns.as_str().unwrap()), json!({})).await.ok();
    assert_ne!(quick(&bob, json!({"game": "doudizhu"})).await["table"]["id"], anns);
}

#[tokio::test]
async fn who_wants_computers_is_not_put_where_nobody_is() {
    let house = House::open().await;
    let wanted = json!({"game": "doudizhu", "bots": "novice"});
    let (ann, bob, eve) = (house.guest("Ann").await, house.guest("Bob").await, house.guest("Eve").await);
    let anns = quick(&ann, wanted.clone()).await["table"]["id"].clone();
    let path = format!("/v1/tables/{}", anns.as_str().unwrap());
    assert_eq!(quick(&bob, wanted.clone()).await["table"]["id"], anns, "people meet");
    bob.delete(&format!("{path}/seats/me")).await;
    // Who asks for nothing is gone after a while.
    let is_there = |table: &Value| {
        let chairs = table["presence"]["chairs"].as_array().unwrap();
        table["chairs"]
            .as_array()
            .unwrap()
            .iter()
            .zip(chairs)
            .any(|(chair, presence)| chair["computer"].is_null() && presence["connected"] == true)
    };
    while is_there(&eve.get(&path).await.ok()) {
        house.clock.advance(1);
    }
    assert_ne!(quick(&eve, wanted).await["table"]["id"], anns);
}

#[tokio::test]
async fn one_request_seats_once() {
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    let ask = async |game: &str| {
        let request = ann.request(Method::POST, "/v1/quick-seat").json(&json!({ "game": game }));
        ann.send(request.header("idempotency-key", "one")).await
    };
    let first = ask("holdem").await.ok();
    let again = ask("holdem").await.ok();
    assert_eq!(first["change"], again["change"]);
    assert_eq!(ann.get("/v1/tables").await.ok()["tables"].as_array().unwrap().len(), 1);
    ask("shengji").await.refused(422, "key_reused");
}

#[tokio::test]
async fn what_the_house_does_not_offer_is_told() {
    let house = House::set(cardroom::http::settings::Settings { first_grant: 100, ..settings() }).await;
    let ann = house.guest("Ann").await;
    let offers = ann.get("/v1/presets").await.ok();
    assert_eq!(offers["presets"].as_array().unwrap().len(), 9, "{offers}");
    let refused = ann.post("/v1/quick-seat", json!({"game": "holdem", "stake": 7})).await;
    assert_eq!(refused.refused(422, "no_such_stake")["stakes"], json!([10, 50, 200]));
    ann.post("/v1/quick-seat", json!({"game": "holdem"})).await.refused(422, "not_enough_chips");
    quick(&ann, json!({"game": "shengji"})).await;
    ann.post("/v1/quick-seat", json!({"game": "snap"})).await.refused(400, "malformed_body");
    ann.post("/v1/quick-seat", json!({"game": "shengji", "bots": "god"}))
        .await
        .refused(400, "malformed_body");
    house.stranger().post("/v1/quick-seat", json!({"game": "shengji"})).await.refused(401, "token_missing");
}
