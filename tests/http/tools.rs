//! The rule tools: any client may use them, and they store nothing.

use cardroom_rules::cards::card::Card;
use serde_json::{Value, json};

use crate::server::TestServer;

#[tokio::test]
async fn a_hand_is_evaluated() {
    let server = TestServer::open().await;
    let cards = json!({ "cards": ["7h", "As", "Kd", "Qs", "Ah", "2c", "Kc"] });
    let answer = server.anonymous().post("/v1/holdem/evaluate", cards).await.ok();
    let best = json!({ "rank": 2468, "category": "two_pair", "cards": ["As", "Ah", "Kc", "Kd", "Qs"] });
    assert_eq!(answer, json!({ "best": best, "says": "two pair, aces and kings, queen kicker" }));
}

#[tokio::test]
async fn cards_that_form_no_hand_are_refused_with_the_reason() {
    let server = TestServer::open().await;
    let evaluate = async |cards: &[&str]| {
        server.anonymous().post("/v1/holdem/evaluate", json!({ "cards": cards })).await
    };
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
    let server = TestServer::open().await;
    let table = json!({
        "board": ["2c", "7d", "9h", "Jc", "Js"],
        "hands": [
            { "seat": 6, "cards": ["Kd", "Qh"] },
            { "seat": 0, "cards": ["Kh", "Qc"] },
            { "seat": 2, "cards": ["As", "Ah"] },
        ],
        "pots": [{ "amount": 90, "eligible": [0, 2, 6] }, { "amount": 25, "eligible": [0, 6] }],
    });
    let answer = server.anonymous().post("/v1/holdem/showdown", table.clone()).await.ok();
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
    let answer = server.anonymous().post("/v1/holdem/showdown", without_pots).await.ok();
    assert_eq!(answer["pots"], json!([]));
}

#[tokio::test]
async fn hands_that_cannot_be_compared_are_refused_with_the_reason() {
    let server = TestServer::open().await;
    let showdown = async |board: &[&str], other: &str, pots: serde_json::Value| {
        let hands = json!([{ "seat": 0, "cards": ["Kd", "Qh"] }, { "seat": 1, "cards": ["Kh", other] }]);
        let body = json!({ "board": board, "hands": hands, "pots": pots });
        server.anonymous().post("/v1/holdem/showdown", body).await
    };
    let flop = ["2c", "7d", "9h"];
    let refused = showdown(&flop[..2], "Qc", json!([])).await.refused(422, "holdem.board_size");
    assert_eq!(refused["cards"], 2);
    showdown(&flop, "9h", json!([])).await.refused(422, "holdem.duplicate_card");
    let anonymous = json!([{ "amount": 1, "eligible": [0] }, { "amount": 1, "eligible": [5] }]);
    let refused = showdown(&flop, "Qc", anonymous).await.refused(422, "holdem.unknown_seat");
    assert_eq!((&refused["pot"], &refused["seat"]), (&json!(1), &json!(5)));
    let too_much = json!([{ "amount": 1u64 << 53, "eligible": [0] }]);
    showdown(&flop, "Qc", too_much).await.refused(422, "holdem.too_many_chips");
    for amount in [json!(-1), json!(0.5), json!("5"), json!(1e30)] {
        let pots = json!([{ "amount": amount, "eligible": [0] }]);
        showdown(&flop, "Qc", pots).await.refused(400, "malformed_body");
    }
}

#[tokio::test]
async fn equities_are_counted_from_any_street() {
    let server = TestServer::open().await;
    let equity = async |question: Value| server.anonymous().post("/v1/holdem/equity", question).await;
    let answer = equity(json!({ "players": ["AhKh", "QdQs"], "exact": true })).await.ok();
    assert_eq!((&answer["exact"], &answer["total"]), (&json!(true), &json!(1_712_304)));
    let ahead = &answer["players"][0];
    assert_eq!(
        (&ahead["win"], &ahead["tie"], &ahead["lose"]),
        (&json!(787_966), &json!([6_732]), &json!(917_606))
    );
    assert!(ahead["standard_error"].is_null());
    assert!((ahead["equity"].as_f64().unwrap() - 0.462_145).abs() < 1e-6);

    let any = equity(json!({ "players": vec!["random"; 2], "board": ["2h", "7h", "Tc"], "exact": true }))
        .await
        .ok();
    assert_eq!(any["total"], 1_176 * 1_081 * 990, "every deal, every board");

    let flop =
        json!({ "players": ["AhKh", "QQ+, A5s-A2s@50", "40%"], "board": ["2h", "7h", "Tc"], "dead": ["Qs"] });
    let answer = equity(flop).await.ok();
    assert_eq!(answer["exact"], true);
    let sum: f64 =
        answer["players"].as_array().unwrap().iter().map(|each| each["equity"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);

    let answer = equity(json!({ "players": vec!["random"; 4] })).await.ok();
    assert_eq!(answer["exact"], false);
    assert!(answer["players"][3]["standard_error"].as_f64().unwrap() > 0.0);
    equity(json!({ "players": vec!["random"; 10], "exact": true })).await.refused(422, "holdem.too_large");
}

#[tokio::test]
async fn a_wrong_question_gets_the_path_of_its_error() {
    let server = TestServer::open().await;
    let equity = async |question: Value| server.anonymous().post("/v1/holdem/equity", question).await;
    let refused = equity(json!({ "players": ["AA", "QQ, K3x+"] })).await.refused(422, "holdem.range");
    let got = ["path", "from", "to", "text"].map(|member| refused[member].clone());
    assert_eq!(got, [json!("players[1]"), json!(4), json!(8), json!("K3x+")]);
    let of = |board: &[&str], dead: &[&str]| json!({ "players": ["AA", "KK"], "board": board, "dead": dead });
    for (question, code, path) in [
        (json!({ "players": ["AA", ""] }), "holdem.range", json!("players[1]")),
        (json!({ "players": ["AA"] }), "holdem.player_count", json!("players")),
        (json!({ "players": vec!["AA"; 11] }), "holdem.player_count", json!("players")),
        (json!({ "players": vec![""; 20_000] }), "holdem.player_count", json!("players")),
        (json!({ "players": ["AA", "KK,".repeat(20_000)] }), "holdem.range", json!("players[1]")),
        (json!({ "players": ["AA", "KK@0"] }), "holdem.range", json!("players[1]")),
        (json!({ "players": ["AhAh", "KK"] }), "holdem.range", json!("players[0]")),
        (of(&["2c", "3c"], &[]), "holdem.board_size", json!("board")),
        (of(&["2c", "3c", "4c", "5c", "6c", "7c"], &[]), "holdem.board_size", json!("board")),
        (of(&["2c", "3c", "2c"], &[]), "holdem.duplicate_card", json!("board[2]")),
        (of(&["2c", "3c", "4c"], &["5c", "3c"]), "holdem.duplicate_card", json!("dead[1]")),
        (of(&["2c", "3c", "X1"], &[]), "holdem.joker", json!("board[2]")),
        (of(&["Kc", "Kd", "Kh"], &[]), "holdem.no_hand_left", json!("players[1]")),
        (json!({ "players": ["AhKh", "AhQh"] }), "holdem.conflict", json!("players[1]")),
        (json!({ "players": ["QQ", "AA", "AA", "AA"] }), "holdem.conflict", json!("players[3]")),
    ] {
        assert_eq!(equity(question.clone()).await.refused(422, code)["path"], path, "{question}");
    }
    let refused = equity(of(&["2c", "3c", "1c"], &[])).await.refused(400, "malformed_body");
    assert_eq!(refused["path"], "board[2]");
    let most = Card::french().skip(5).map(|card| card.to_string()).collect::<Vec<_>>();
    let crowded = json!({ "players": vec!["random"; 4], "dead": most });
    equity(crowded).await.refused(422, "holdem.too_few_cards");
    equity(json!({ "players": vec!["AA"; 1_000_000] })).await.refused(413, "body_too_large");
}

#[tokio::test]
async fn stacks_of_a_tournament_are_valued() {
    let server = TestServer::open().await;
    let icm = async |stacks: Value, prizes: Value| {
        server.anonymous().post("/v1/holdem/icm", json!({ "stacks": stacks, "prizes": prizes })).await
    };
    let answer = icm(json!([5_000, 3_000, 2_000]), json!([500, 300, 200])).await.ok();
    let amounts: Vec<_> = answer["stacks"].as_array().unwrap().iter().map(|stack| &stack["amount"]).collect();
    assert_eq!((&answer["pool"], amounts), (&json!(1_000), vec![&json!(384), &json!(327), &json!(289)]));
    assert!((answer["stacks"][0]["equity"].as_f64().unwrap() - 383.928_571_428).abs() < 1e-8);

    let most = icm(json!(vec![1_000_000; 1_000]), json!(vec![7; 1_000])).await.ok();
    assert_eq!(most["stacks"][999]["amount"], json!(7));
    for (stacks, prizes, code) in [
        (json!([1]), json!([1]), "holdem.stack_count"),
        (json!(vec![1; 1_001]), json!([1]), "holdem.stack_count"),
        (json!([1, 2]), json!([3, 2, 1]), "holdem.prize_count"),
        (json!([1, 0]), json!([1]), "holdem.empty_stack"),
        (json!([1, 2]), json!([1, 2]), "holdem.prize_rises"),
        (json!([1u64 << 53, 2]), json!([1]), "holdem.sum_too_large"),
    ] {
        icm(stacks, prizes).await.refused(422, code);
    }
    for wrong in [json!([-1, 2]), json!([0.5, 2]), json!(["5", 2]), json!(5)] {
        icm(wrong, json!([1])).await.refused(400, "malformed_body");
    }
}

#[tokio::test]
async fn every_class_is_compared_with_every_other_at_once() {
    let server = TestServer::open().await;
    let chart = server.anonymous().get("/v1/holdem/preflop").await.ok();
    assert_eq!((&chart["hands"][0], &chart["hands"][168]), (&json!("AA"), &json!("32o")));
    assert_eq!(chart["equity"].as_array().unwrap().len(), 169);
}
