//! Dry runs: asking what an action would do. [`table`](crate::table) checks before each action of its tests that the
//! dry run is judged as the action itself.

use reqwest::Method;
use serde_json::{Value, json};

use crate::deals::{doudizhu, shengji};
use crate::server::{Client, Reply, TestServer};
use crate::table::Table;

fn dry(at: u64, action: Value) -> Value {
    json!({"at": at, "action": action, "dry_run": true})
}

async fn keyed(client: &Client, path: &str, key: &str, body: &Value) -> Reply {
    client.send(client.request(Method::POST, path).header("idempotency-key", key).json(body)).await
}

#[tokio::test]
async fn a_dry_run_changes_nothing_and_takes_no_key() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let options = json!({
        "name": "A table", "seats": 2, "min_buy_in": 100, "max_buy_in": 100, "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let opened = ann.post("/v1/tables", options).await.created();
    let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
    for client in [&ann, &bob] {
        client.post(&format!("{path}/seats"), json!({"buy_in": 100})).await.ok();
    }
    ann.post(&format!("{path}/hands"), Value::Null).await.ok();
    let actions = format!("{path}/actions");
    let call = json!({"holdem": {"type": "call"}});
    let before = bob.get(&path).await;
    let got = keyed(&bob, &actions, "one", &dry(4, call.clone())).await.ok();
    let cost = json!({"holdem": {"cost": 5, "to": 10, "all_in": false}});
    assert_eq!(got, json!({"accepted": true, "version": 4, "preview": cost}));
    let after = bob.get(&path).await;
    assert_eq!(before.header("etag"), after.header("etag"));
    assert_eq!(before.body["hand"], after.body["hand"]);

    // The key is free, and once it is taken it changes no dry run.
    let done = keyed(&bob, &actions, "one", &json!({"at": 4, "action": call})).await.ok();
    assert_eq!(done["change"]["version"], 5);
    let again = keyed(&bob, &actions, "one", &dry(5, call.clone())).await;
    again.refused(422, "not_your_turn");
    let anonymous = server.anonymous();
    anonymous.post(&actions, dry(5, call.clone())).await.refused(401, "token_missing");
    server.guest("Eve").await.post(&actions, dry(5, call.clone())).await.refused(409, "not_in_hand");
    let wrong = json!({"at": 5, "action": call, "dry_run": "yes"});
    assert_eq!(ann.post(&actions, wrong).await.refused(400, "malformed_body")["path"], "dry_run");
    assert_eq!(ann.get(&path).await.ok()["version"], 5);
}

#[tokio::test]
async fn a_dry_run_of_dou_dizhu_says_how_a_play_is_read() {
    let mut table = Table::open("doudizhu", json!({}), &["Lan", "Ming", "Fei"], 0).await;
    let hands = ["3s 3h 3c 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s X1 X2", "4c 4d", "Kh Kc"];
    let deal = doudizhu::Deal::of(hands, "3d 4h 5h");
    table.deal(&deal.deck(), &deal.hands).await;
    table.knows(0, &deal.bottom);
    table.see(deal.bottom.iter().map(String::as_str));
    table.act(0, json!({"type": "bid", "points": 3})).await;
    let actions = format!("{}/actions", table.path);
    let ask = async |cards: &str| {
        let play = json!({"type": "play", "cards": cards.split(' ').collect::<Value>()});
        table.seats[0].post(&actions, dry(table.version, json!({"doudizhu": play}))).await
    };
    let got = ask("4h 3d 3c 3s 3h 5h").await.ok();
    let reading = json!({"kind": "quad_singles", "main": "3", "length": 1, "purity": "natural"});
    let cards = json!(["3s", "3h", "3d", "3c", "4h", "5h"]);
    let mut play = got["preview"]["doudizhu"]["play"].clone();
    let mut laid: Vec<String> = serde_json::from_value(play["cards"].take()).unwrap();
    assert_eq!((&play["seat"], &play["reading"]), (&json!(0), &reading));
    assert_eq!(&laid[4..], ["4h", "5h"], "what it carries comes last");
    laid.sort();
    let mut sorted: Vec<String> = serde_json::from_value(cards).unwrap();
    sorted.sort();
    assert_eq!(laid, sorted);
    ask("3s 4s").await.refused(422, "doudizhu.no_play");
}

/// Seat 0 throws the ace and the nines of hearts. Returns the answer to the dry run, and whether the throw stands.
async fn thrown(others: [&str; 3]) -> (String, bool) {
    let own = "2s 2s Ah 9h 9h Ac Ac Kc Kc Qc Qc Jc Jc Tc Tc 9c 9c 8c 8c 7c 7c 6c 6c 5c 5c";
    let [west, south, east] = others;
    let deal = shengji::Deal::of([own, west, south, east], "3d 3d 4d 4d 5d 5d 6d 6d");
    let names = ["North", "West", "South", "East"];
    let mut table = Table::open("shengji", json!({}), &names, 0).await;
    table.deal(&deal.deck(0), &deal.hands).await;
    table.act(0, json!({"type": "declare", "card": "2s", "pair": true})).await;
    for seat in 1..4 {
        table.act(seat, json!({"type": "pass"})).await;
    }
    table.knows(0, &deal.kitty);
    table.act(0, json!({"type": "pass"})).await;
    table.act(0, json!({"type": "bury", "cards": deal.kitty})).await;
    let throw = json!({"type": "play", "cards": ["9h", "Ah", "9h"]});
    let asked = dry(table.version, json!({"shengji": throw.clone()}));
    let got = table.seats[0].post(&format!("{}/actions", table.path), asked).await;
    let answer = got.text.clone();
    let lead = got.ok()["preview"]["shengji"]["lead"].take();
    assert_eq!((&lead["group"], &lead["throw"]), (&json!("hearts"), &json!(true)));
    let parts = lead["components"].as_array().unwrap().iter().map(|part| part["cards"].clone());
    assert!(parts.eq([json!(["9h", "9h"]), json!(["Ah"])]));
    let done = table.act(0, throw).await;
    let events = done["change"]["events"].as_array().unwrap().iter();
    let mut judged =
        events.map(|event| &event["hand"]["shengji"]).filter(|event| event["type"] == "throw_judged");
    (answer, judged.next().unwrap()["stands"] == true)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_of_shengji_does_not_reveal_whether_a_throw_stands() {
    let (beaten, stands) = thrown(["Th Th", "3h", "4h"]).await;
    assert!(!stands);
    // The same cards above the nines, and none of them a pair in one hand.
    let (answer, stands) = thrown(["Th Jh Qh Kh", "Th Jh Qh Kh", "4h"]).await;
    assert!(stands);
    assert_eq!(answer, beaten, "byte for byte");
}
