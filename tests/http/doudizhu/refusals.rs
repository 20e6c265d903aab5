//! Wrong input over HTTP: each has its own code, lists what would be legal, and changes nothing.

use serde_json::{Value, json};

use crate::deals::doudizhu::Deal;
use crate::table::Table;

const NAMES: [&str; 3] = ["Lan", "Ming", "Fei"];

/// Seat 0 becomes landlord with a quad, a straight and both jokers.
fn deal() -> Deal {
    let hands = [
        "3s 3h 3c 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s X1 X2",
        "4c 4d 5c 5d 6h 6c 6d 7h 7c 7d 8h 8c 9h 9c Th Tc Jh",
        "Kh Kc Kd Ah",
    ];
    Deal::of(hands, "3d 4h 5h")
}

fn play(cards: &str) -> Value {
    json!({"type": "play", "cards": cards.split_whitespace().collect::<Value>()})
}

fn play_as(cards: &str, kind: &str, main: &str) -> Value {
    json!({"type": "play", "cards": cards.split_whitespace().collect::<Value>(), "as": {"kind": kind, "main": main}})
}

fn say(kind: &str) -> Value {
    json!({ "type": kind })
}

fn bid(points: u8) -> Value {
    json!({"type": "bid", "points": points})
}

async fn begun(rules: Value) -> Table {
    let mut table = Table::open("doudizhu", rules, &NAMES, 0).await;
    let deal = deal();
    table.deal(&deal.deck(), &deal.hands).await;
    table
}

#[tokio::test]
async fn in_the_auction_only_its_own_actions_are_legal() {
    let mut table = begun(json!({})).await;
    let before = table.watched().await;
    table.refused(0, play("3s"), "doudizhu.not_playing").await;
    table.refused(1, bid(1), "not_your_turn").await;
    table.refused(0, say("call"), "doudizhu.not_bidding").await;
    table.refused(0, say("double"), "doudizhu.not_doubling").await;
    table.refused(0, say("show"), "doudizhu.not_showing").await;
    assert_eq!(table.refused(0, bid(4), "doudizhu.bid_too_low").await["least"], 1);
    assert_eq!(table.watched().await, before, "refusals change nothing");
    table.act(0, bid(2)).await;
    let refused = table.refused(1, bid(2), "doudizhu.bid_too_low").await;
    assert_eq!((&refused["least"], &refused["options"]["doudizhu"]["points"]), (&json!(3), &json!([3])));

    let stale = table.ask(1, table.version - 1, bid(3), &[]).await;
    assert_eq!(stale.refused(409, "stale")["options"]["doudizhu"]["type"], "bid");
    let actions = format!("{}/actions", table.path);
    for wrong in
        [json!({"type": "shout"}), json!({"type": "bid"}), json!({"type": "bid", "points": -1}), Value::Null]
    {
        let body = json!({"at": table.version, "action": {"doudizhu": wrong}});
        table.seats[1].post(&actions, body).await.refused(400, "malformed_body");
    }
}

#[tokio::test]
async fn calls_and_robs_are_taken_in_turn() {
    let mut table = begun(json!({"bidding": "call_rob", "doubling": true})).await;
    table.refused(0, say("rob"), "doudizhu.not_bidding").await;
    table.refused(0, bid(1), "doudizhu.not_bidding").await;
    table.act(0, say("call")).await;
    assert_eq!(table.options(1).await, json!({"type": "rob", "base": 2}));
    table.refused(1, say("call"), "doudizhu.not_bidding").await;
    table.act(1, say("pass")).await;
    table.see(deal().bottom.iter().map(String::as_str));
    table.act(2, say("pass")).await;
    table.refused(0, play("3s"), "doudizhu.not_playing").await;
    assert_eq!(table.refused(1, say("double"), "not_your_turn").await["awaited"], json!([0]));
    table.act(0, say("double")).await;
    table.look_around().await;
}

#[tokio::test]
async fn a_hand_can_be_shown_once_and_early_enough() {
    let mut table = begun(json!({"open_hand": true})).await;
    assert_eq!(table.options(1).await, json!({"type": "show", "factor": 5}));
    table.see(deal().hands[1].iter().map(String::as_str));
    table.act(1, say("show")).await;
    table.refused(1, say("show"), "doudizhu.has_answered").await;
    table.act(0, say("pass")).await;
    table.refused(0, say("show"), "doudizhu.has_answered").await;
    let dealt = table.act(2, say("pass")).await;
    let shown = &dealt["table"]["hand"]["state"]["doudizhu"]["players"][1]["open"];
    assert_eq!(shown.as_array().unwrap().len(), 17);
    table.refused(0, say("show"), "doudizhu.not_showing").await;
    table.look_around().await;
}

#[tokio::test]
async fn in_play_every_wrong_play_has_its_code() {
    let mut table = begun(json!({"wings": {"preset": "liberal"}})).await;
    table.see(deal().bottom.iter().map(String::as_str));
    table.act(0, bid(3)).await;
    let before = table.watched().await;

    let refused = table.refused(0, say("pass"), "doudizhu.must_lead").await;
    assert_eq!(refused["options"]["doudizhu"]["to_beat"], Value::Null);
    assert!(!refused["options"]["doudizhu"]["suggested"].as_array().unwrap().is_empty());
    assert_eq!(table.refused(0, play("3s Kh"), "doudizhu.not_held").await["card"], "Kh");
    assert_eq!(table.refused(0, play("3s 3s"), "doudizhu.card_twice").await["card"], "3s");
    table.refused(0, play(""), "doudizhu.no_cards").await;
    let refused = table.refused(0, play("3s 4s"), "doudizhu.no_play").await;
    assert_eq!(refused["flaw"], "unlike");
    let closest = json!({"kind": "single", "main": "3", "lower": ["4s"], "playable": true});
    assert_eq!(refused["closest"], closest);
    let refused = table.refused(0, play_as("3s 3h", "trio", "3"), "doudizhu.no_such_reading").await;
    assert_eq!(refused["readings"][0]["kind"], "pair");
    table.refused(0, play_as("3s 3h", "pair", "4"), "doudizhu.no_such_reading").await;
    table.refused(0, bid(3), "doudizhu.not_bidding").await;
    assert_eq!(table.refused(1, play("4c"), "not_your_turn").await["awaited"], json!([0]));
    let actions = format!("{}/actions", table.path);
    for named in
        [json!({"kind": "flush", "main": "3"}), json!({"kind": "pair", "main": "1"}), json!({"kind": "pair"})]
    {
        let action = json!({"type": "play", "cards": ["3s", "3h"], "as": named});
        let body = json!({"at": table.version, "action": {"doudizhu": action}});
        table.seats[0].post(&actions, body).await.refused(400, "malformed_body");
    }
    assert_eq!(table.watched().await, before, "refusals change nothing");

    table.act(0, play("5s 6s 7s 8s 9s")).await;
    let refused = table.refused(1, play("5c 6h 7h 8h 9h"), "doudizhu.not_higher").await;
    assert_eq!((&refused["table"]["main"], &refused["readings"][0]["main"]), (&json!("5"), &json!("5")));
    table.refused(1, play("4c 5c 6h 7h 8h 9h"), "doudizhu.other_length").await;
    let refused = table.refused(1, play("6h 6c 6d"), "doudizhu.other_kind").await;
    assert_eq!(refused["closest"], Value::Null, "no part of them is a straight");
    let refused = table.refused(1, play("5c 6h 7h 8h 9h Th"), "doudizhu.other_length").await;
    let closest = json!({"kind": "straight", "main": "6", "lower": ["5c"], "playable": true});
    assert_eq!(refused["closest"], closest);
    table.act(1, play("6h 7h 8h 9h Th")).await;
    table.act(2, say("pass")).await;
    // Four threes and two cards are no bomb.
    table.refused(0, play("3s 3h 3c 3d X1 X2"), "doudizhu.other_kind").await;
    table.act(0, play("X1 X2")).await;
    table.look_around().await;
}

#[tokio::test]
async fn a_play_with_a_wild_card_names_its_own_reading() {
    // The random numbers of a stacked deck are 0, so threes are wild.
    let mut table = begun(json!({"wild": "one"})).await;
    assert_eq!(table.state().await["wild"], json!(["3"]));
    table.see(deal().bottom.iter().map(String::as_str));
    table.act(0, bid(3)).await;
    let refused = table.refused(0, play("3s 4s"), "doudizhu.not_named").await;
    assert_eq!(
        refused["readings"][0],
        json!({"kind": "pair", "main": "4", "length": 1, "purity": "natural"})
    );
    table.refused(0, play_as("3s 4s", "pair", "3"), "doudizhu.no_such_reading").await;
    table.act(0, play_as("3s 4s", "pair", "4")).await;
    table.look_around().await;
}
