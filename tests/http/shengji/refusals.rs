//! Wrong input over HTTP: each has its own code, says what was demanded, and changes nothing.

use serde_json::{Value, json};

use super::seats::{begin, bury, declare, list, open, pass, play};
use crate::deals::shengji::Deal;
use crate::table::Table;

/// Seat 0 holds the high hearts, seat 1 five low ones, seat 2 two, seat 3 two pairs.
fn hearts() -> Deal {
    let hands = [
        "2s 2s 9h 9h Th Th Ah Ah Kh Kh 4h 5h 6h 7h 8h 2d Kc Kc Qc Qc Jc Jc",
        "2h 2h 3h 3h 4h 5h 6h 3c 3c 4c 4c",
        "7h 8h X1 X1",
        "Jh Qh Jh Qh 2d",
    ];
    Deal::of(hands, "3d 3d 4d 4d 5d 5d 6d 6d")
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_of_the_rules_say_what_was_demanded() {
    let mut table = open(json!({}), 0).await;
    let deal = hearts();
    begin(&mut table, &deal, 0).await;
    let before = table.watched().await;
    table.refused(0, play(list("Ah")), "shengji.deal_running").await;
    table.refused(0, bury(list("Ah")), "shengji.deal_running").await;
    let refused = table.refused(0, declare("3d", false), "shengji.no_declaration").await;
    assert_eq!(refused["level"], "2");
    table.refused(0, declare("X1", false), "shengji.no_declaration").await;
    assert_eq!(table.refused(1, declare("2s", false), "shengji.not_held").await["card"], "2s");
    assert_eq!(table.refused(3, declare("2d", true), "shengji.not_held").await["card"], "2d");
    assert_eq!(table.watched().await, before, "refusals change nothing");

    table.act(1, declare("2h", true)).await;
    let standing = json!({"seat": 1, "card": "2h", "pair": true});
    let refused = table.refused(0, declare("2s", true), "shengji.declaration_too_weak").await;
    assert_eq!(refused["standing"], standing);
    assert_eq!(refused["options"]["shengji"]["choices"], json!([]));
    let refused = table.refused(1, declare("2h", true), "shengji.own_declaration_stands").await;
    assert_eq!(refused["standing"], standing);
    table.act(2, declare("X1", true)).await;
    table.act(0, pass()).await;
    table.refused(0, pass(), "shengji.has_passed").await;
    for seat in [1, 3] {
        table.act(seat, pass()).await;
    }
    table.knows(2, &deal.kitty);
    table.act(2, pass()).await;
    kitty(&mut table).await;
    tricks(&mut table).await;
    table.look_around().await;
}

/// Seat 2 has declared no-trump with a pair of small jokers, and buries.
async fn kitty(table: &mut Table) {
    table.refused(2, pass(), "shengji.declaring_closed").await;
    table.refused(2, play(list("7h")), "shengji.kitty_not_buried").await;
    assert_eq!(table.refused(0, bury(list("")), "not_your_turn").await["awaited"], json!([2]));
    let seven = table.refused(2, bury(list("3d 3d 4d 4d 5d 5d 6d")), "shengji.wrong_number").await;
    assert_eq!((&seven["demanded"], &seven["given"]), (&json!(8), &json!(7)));
    assert_eq!(seven["options"]["shengji"]["count"], 8);
    let not_held = table.refused(2, bury(list("3d 3d 3d 4d 5d 5d 6d 6d")), "shengji.not_held").await;
    assert_eq!(not_held["card"], "3d");
    table.refused(2, bury(list("3d 3d 4d 4d 5d 5d 6d Ah")), "shengji.not_held").await;
    table.act(2, bury(list("3d 3d 4d 4d 5d 5d 6d 6d"))).await;
    table.refused(2, bury(list("X1 X1")), "shengji.nothing_to_bury").await;
}

/// Seat 2 leads, then seat 0, which wins the second trick with the ace of hearts.
async fn tricks(table: &mut Table) {
    let mixed = table.refused(2, play(list("7h X1")), "shengji.mixed_groups").await;
    assert_eq!(mixed["groups"], json!(["hearts", "trump"]));
    assert_eq!(table.refused(2, play(list("Ah")), "shengji.not_held").await["card"], "Ah");
    table.refused(2, play(json!([])), "shengji.no_cards").await;
    table.act(2, play(list("7h"))).await;
    table.act(3, play(list("Jh"))).await;
    let suit = table.refused(0, play(list("Kc")), "shengji.must_follow").await;
    assert_eq!((&suit["group"], &suit["demanded"], &suit["given"]), (&json!("hearts"), &json!(1), &json!(0)));
    table.act(0, play(list("Ah"))).await;
    table.act(1, play(list("3h"))).await;

    table.act(0, play(list("9h 9h"))).await;
    let number = table.refused(1, play(list("3h")), "shengji.wrong_number").await;
    assert_eq!((&number["demanded"], &number["given"]), (&json!(2), &json!(1)));
    assert_eq!(number["options"]["shengji"]["owed"]["says"], "2 hearts");
    table.act(1, play(list("3h 4h"))).await;
    table.act(2, play(list("8h X1"))).await;
    let shape = table.refused(3, play(list("Jh Qh")), "shengji.must_serve").await;
    assert_eq!((&shape["demanded"], &shape["given"]), (&json!([1]), &json!([])));
    assert_eq!(shape["options"]["shengji"]["owed"]["shape"], json!([1]));
    table.refused(3, pass(), "shengji.declaring_closed").await;
    table.act(3, play(list("Qh Qh"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_action_is_refused_before_the_rules() {
    let mut table = open(json!({}), 0).await;
    begin(&mut table, &hearts(), 0).await;
    let act = format!("{}/actions", table.path);
    let post = async |action: Value| {
        let action = json!({"at": table.version, "action": {"shengji": action}});
        table.seats[0].post(&act, action).await.refused(400, "malformed_body")
    };
    assert_eq!(post(play(list("Ah 1h"))).await["path"], "action.shengji");
    post(json!({"type": "play", "cards": "Ah"})).await;
    post(json!({"type": "throw", "cards": ["Ah"]})).await;
    post(json!({"type": "pass", "cards": []})).await;
    post(json!({"type": "declare", "card": "2s"})).await;
    table.refused(0, play(Value::from(vec!["Ah"; 4_000])), "shengji.deal_running").await;
    let none = json!({"at": table.version, "action": {"shengji": pass()}});
    table.server.anonymous().post(&act, none.clone()).await.refused(401, "token_missing");
    table.server.guest("Eve").await.post(&act, none).await.refused(409, "not_in_hand");
}
