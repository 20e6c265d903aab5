//! The rules as a calculator: anybody may ask, and nothing is remembered.

use serde_json::json;

use crate::support::House;

#[tokio::test]
async fn a_hand_is_evaluated() {
    let house = House::open().await;
    let cards = json!({ "cards": ["7h", "As", "Kd", "Qs", "Ah", "2c", "Kc"] });
    let answer = house.stranger().post("/v1/holdem/evaluate", cards).await.ok();
    let best = json!({ "rank": 2468, "category": "two_pair", "cards": ["As", "Ah", "Kc", "Kd", "Qs"] });
    assert_eq!(answer, json!({ "best": best, "says": "two pair, aces and kings, queen kicker" }));
}

#[tokio::test]
async fn what_makes_no_hand_is_refused_with_the_reason() {
    let house = House::open().await;
    let evaluate =
        async |cards: &[&str]| house.stranger().post("/v1/holdem/evaluate", json!({ "cards": cards })).await;
    let refused = evaluate(&["As", "Ks", "Qs", "Js"]).await.refused(422, "holdem.card_count");
    assert_eq!(refused["cards"], 4);
    evaluate(&["As"; 8]).await.refused(422, "holdem.card_count");
    evaluate(&["As", "Ks", "Qs", "Js", "X2"]).await.refused(422, "holdem.joker");
    let refused = evaluate(&["As", "Ks", "Qs", "Js", "As"]).await.refused(422, "holdem.duplicate_card");
    assert_eq!(refused["card"], "As");
    let refused = evaluate(&["As", "Ks", "Qs", "Js", "10s"]).await.refused(400, "malformed_body");
    assert_eq!(refused["path"], "cards[4]");
}

#[tokio::test]
async fn hands_are_compared_and_pots_shared() {
    let house = House::open().await;
    let table = json!({
        "board": ["2c", "7d", "9h", "Jc", "Js"],
        "hands": [
            { "seat": 6, "cards": ["Kd", "Qh"] },
            { "seat": 0, "cards": ["Kh", "Qc"] },
            { "seat": 2, "cards": ["As", "Ah"] },
        ],
        "pots": [{ "amount": 90, "eligible": [0, 2, 6] }, { "amount": 25, "eligible": [0, 6] }],
    });
    let answer = house.stranger().post("/v1/holdem/showdown", table.clone()).await.ok();
    assert_eq!(answer["winners"], json!([2]));
    let pots = json!([
        { "amount": 90, "shares": [{ "seat": 2, "amount": 90 }] },
        { "amount": 25, "shares": [{ "seat": 6, "amount": 13 }, { "seat": 0, "amount": 12 }] },
    ]);
    assert_eq!(answer["pots"], pots);
    let places: Vec<_> = answer["hands"].as_array().unwrap().iter().map(|hand| &hand["place"]).collect();
    assert_eq!(places, [2, 2, 1]);

    let mut without_pots = table;
    without_pots.as_object_mut().unwrap().remove("pots");
    let answer = house.stranger().post("/v1/holdem/showdown", without_pots).await.ok();
    assert_eq!(answer["pots"], json!([]));
}

#[tokio::test]
async fn what_cannot_be_compared_is_refused_with_the_reason() {
    let house = House::open().await;
    let showdown = async |board: &[&str], other: &str, pots: serde_json::Value| {
        let hands = json!([{ "seat": 0, "cards": ["Kd", "Qh"] }, { "seat": 1, "cards": ["Kh", other] }]);
        let body = json!({ "board": board, "hands": hands, "pots": pots });
        house.stranger().post("/v1/holdem/showdown", body).await
    };
    let flop = ["2c", "7d", "9h"];
    let refused = showdown(&flop[..2], "Qc", json!([])).await.refused(422, "holdem.board_size");
    assert_eq!(refused["cards"], 2);
    showdown(&flop, "9h", json!([])).await.refused(422, "holdem.duplicate_card");
    let stranger = json!([{ "amount": 1, "eligible": [0] }, { "amount": 1, "eligible": [5] }]);
    let refused = showdown(&flop, "Qc", stranger).await.refused(422, "holdem.unknown_seat");
    assert_eq!((&refused["pot"], &refused["seat"]), (&json!(1), &json!(5)));
    let too_much = json!([{ "amount": 1u64 << 53, "eligible": [0] }]);
    showdown(&flop, "Qc", too_much).await.refused(422, "holdem.too_many_chips");
    for amount in [json!(-1), json!(0.5), json!("5"), json!(1e30)] {
        let pots = json!([{ "amount": amount, "eligible": [0] }]);
        showdown(&flop, "Qc", pots).await.refused(400, "malformed_body");
    }
}
