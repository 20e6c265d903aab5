//! The rules of Dou Dizhu as a calculator.

use serde_json::{Value, json};

use crate::server::TestServer;

/// Cards as JSON has them.
fn list(cards: &str) -> Value {
    cards.split_whitespace().collect()
}

#[tokio::test]
async fn cards_are_read_under_a_preset() {
    let server = TestServer::open().await;
    let caller = server.anonymous();
    let quads = list("Ks Kh Kc Kd Qs Qh Qc Qd");
    let read = async |preset: &str| {
        let asked = json!({"cards": quads, "under": {"wings": {"preset": preset}}});
        caller.post("/v1/doudizhu/readings", asked).await.ok()["readings"].clone()
    };
    let kinds = |readings: Value| -> Vec<(Value, Value)> {
        let each = readings.as_array().unwrap().iter();
        each.map(|reading| (reading["kind"].clone(), reading["main"].clone())).collect()
    };
    let expected = [("quad_pairs", "K"), ("quad_pairs", "Q"), ("airplane_singles", "Q")];
    assert_eq!(kinds(read("liberal").await), expected.map(|(kind, main)| (json!(kind), json!(main))));
    assert_eq!(read("pagat").await, json!([]));
    let twice = caller.post("/v1/doudizhu/readings", json!({"cards": ["3s", "3s"]})).await;
    assert_eq!(twice.refused(422, "doudizhu.card_twice")["card"], "3s");
    caller.post("/v1/doudizhu/readings", json!({"cards": []})).await.refused(422, "doudizhu.number_of_cards");
    let joker = json!({"cards": ["3s"], "under": {"wild": ["B"]}});
    caller.post("/v1/doudizhu/readings", joker).await.refused(422, "doudizhu.not_wild");
    caller.post("/v1/doudizhu/readings", json!({"cards": ["1s"]})).await.refused(400, "malformed_body");
}

#[tokio::test]
async fn plays_are_compared_with_the_reason() {
    let server = TestServer::open().await;
    let compare = async |table: &str, answer: &str| {
        let asked = json!({"table": {"cards": list(table)}, "answer": {"cards": list(answer)}});
        server.anonymous().post("/v1/doudizhu/beats", asked).await
    };
    assert_eq!(compare("3s 3h 3c 9d", "4s 4h 4c 5d").await.ok()["beats"], true);
    let not = async |table: &str, answer: &str| compare(table, answer).await.ok()["why"]["code"].clone();
    assert_eq!(not("4s 4h 4c 5d", "3s 3h 3c 9d").await, "not_higher");
    assert_eq!(not("4s", "5s 5h").await, "other_kind");
    assert_eq!(not("3s 4s 5s 6s 7s", "4h 5h 6h 7h 8h 9h").await, "other_length");
    assert_eq!(not("X1 X2", "3s 3h 3c 3d").await, "not_higher");
    assert_eq!(not("4s", "5s 6s").await, "no_play");
    compare("3s 4s", "5s").await.refused(422, "doudizhu.no_play_on_table");
}

#[tokio::test]
async fn pages_of_moves_form_the_whole_list() {
    let server = TestServer::open().await;
    let caller = server.anonymous();
    let hand = list("3s 3h 3c 4s 4h 4c 5s 5h 5c 6s 6h 6c 7s 7h 7c 8s 9h Ts Js X1");
    let page = async |after: u64| {
        let asked =
            json!({"hand": hand, "limit": 100, "after": after, "under": {"wings": {"preset": "liberal"}}});
        caller.post("/v1/doudizhu/moves", asked).await.ok()
    };
    let (mut after, mut got, mut pages) = (0, Vec::new(), 0);
    let total = page(0).await["total"].as_u64().unwrap();
    loop {
        let answer = page(after).await;
        got.extend(answer["plays"].as_array().unwrap().iter().map(Value::to_string));
        pages += 1;
        match answer["next"].as_u64() {
            Some(next) => after = next,
            None => break,
        }
    }
    assert_eq!((got.len() as u64, pages), (total, total.div_ceil(100)));
    got.sort();
    got.dedup();
    assert_eq!(got.len() as u64, total, "no play twice");
    for limit in [0, 1001] {
        let asked = json!({"hand": hand, "limit": limit});
        caller.post("/v1/doudizhu/moves", asked).await.refused(422, "doudizhu.too_many_plays");
    }
}
