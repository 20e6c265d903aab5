//! The deal, card by card, and declaring in its course, over HTTP.

use serde_json::{Value, json};

use super::seats::{begin, bury, declare, list, open, pass, play};
use crate::deals::shengji::Deal;
use crate::table::Table;

/// Seat 0 draws the two of hearts first, seat 1 a pair of twos of spades, seats 2 and 3 pairs of jokers.
fn twos() -> Deal {
    Deal::of(["2h 3h 3h", "2s 2s 4h", "X1 X1 5h", "X2 X2 6h"], "Qd Qd Kd Kd Ad Ad")
}

/// Deals the next card; every player reads the table.
async fn next_card(table: &mut Table) {
    table.server.clock.advance(1);
    let events = format!("{}/events?after={}&wait=20", table.path, table.version);
    let page = table.seats[0].get(&events).await.ok();
    assert_eq!(page["changes"].as_array().unwrap().len(), 1, "{page}");
    table.version += 1;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_dealt_at_a_pace_and_every_seat_may_declare() {
    let mut table = open(json!({}), 1_000).await;
    let dealt = begin(&mut table, &twos(), 0).await;
    assert_eq!((&dealt["stage"], &dealt["players"][0]["cards"]), (&json!("dealing"), &json!(0)));
    let start = table.version;
    next_card(&mut table).await;
    table.look_around().await;
    let drawn = |seat: u8, card: Value| vec![json!({"type": "drawn", "seat": seat, "card": card})];
    assert_eq!(table.events(Some(0), start).await, drawn(0, json!("2h")));
    assert_eq!(table.events(Some(1), start).await, drawn(0, Value::Null));

    // A card that is not dealt yet cannot be declared.
    next_card(&mut table).await;
    let refused = table.refused(1, declare("2s", true), "shengji.not_held").await;
    assert_eq!(refused["card"], "2s");
    table.act(0, declare("2h", false)).await;
    let seen = table.version;
    for _ in 0..4 {
        next_card(&mut table).await;
        table.look_around().await;
    }
    // Drawn cards do not make an action stale, even if a seat declares out of turn.
    table.ask(1, seen, declare("2s", true), &["2s".to_owned()]).await.ok();
    let standing = table.state().await["declarations"][1].clone();
    assert_eq!(standing, json!({"seat": 1, "card": "2s", "pair": true}));
    let stale = json!({"at": seen, "action": {"shengji": declare("X1", true)}});
    let stale = table.seats[2].post(&format!("{}/actions", table.path), stale).await;
    assert_eq!(stale.refused(409, "stale")["options"]["shengji"]["standing"], standing);

    for _ in 6..100 {
        next_card(&mut table).await;
    }
    assert_eq!(table.state().await["stage"], "declaring");
    table.act(2, declare("X1", true)).await;
    table.act(3, declare("X2", true)).await;
    table.look_around().await;

    // The grace runs out, and the winner of a first hand takes the kitty.
    table.server.clock.advance(5);
    let events = format!("{}/events?after={}&wait=20", table.path, table.version);
    table.seats[0].get(&events).await.ok();
    table.version += 1;
    table.knows(3, &twos().kitty);
    table.look_around().await;
    let state = table.state().await;
    assert_eq!((&state["stage"], &state["declarer"]), (&json!("burying"), &json!(3)));
    assert_eq!(state["trump"], json!({"suit": null, "level": "2"}));
    assert_eq!(state["kitty"], json!({"count": 0, "taken_by": 3, "flipped": [], "cards": null}));
    table.act(3, bury(list("Qd Qd Kd Kd Ad Ad 6h X2"))).await;
    table.look_around().await;
    assert_eq!(table.state().await["players"][0]["void_in"], Value::Null, "players remember voids");
    assert_eq!(table.refused(0, play(list("3h")), "not_your_turn").await["awaited"], json!([3]));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_declaration_the_kitty_is_turned_up_and_may_be_stolen() {
    let mut table = open(json!({"reveal_kitty": true, "steal": true}), 0).await;
    let deal = Deal::of(["2h 2h", "2c 2c", "", "X2 X2"], "9d 2d 9d Jd Qd Qd Ad Ad");
    begin(&mut table, &deal, 0).await;
    for seat in 0..4 {
        table.look_around().await;
        if seat == 3 {
            // The seat that passes last sees the cards that are turned up.
            table.see(["9d", "2d"]);
        }
        table.act(seat, pass()).await;
    }
    // Turned-up cards have a pause of their own, which is 0 here.
    let flipped = table.state().await["kitty"]["flipped"].clone();
    assert_eq!(flipped, json!(["9d", "2d"]));
    table.knows(0, &deal.kitty);
    table.look_around().await;
    table.act(0, bury(list("9d 9d Jd Qd Qd Ad Ad 2d"))).await;

    // Every seat but the burier is asked; a pair of twos beats a kitty without declaration.
    assert_eq!(table.state().await["awaited"], json!([1, 2, 3]));
    table.look_around().await;
    table.act(2, pass()).await;
    table.knows(1, &deal.kitty);
    table.act(1, declare("2c", true)).await;
    table.look_around().await;
    let state = table.state().await;
    assert_eq!((&state["kitty"]["taken_by"], &state["declarer"]), (&json!(1), &json!(0)));
    assert_eq!(state["trump"]["suit"], "clubs");
    let weak = table.refused(0, declare("2h", true), "shengji.declaring_closed").await;
    assert_eq!(weak["options"], Value::Null);
    table.act(1, bury(list("9d 9d Jd Qd Qd Ad Ad 2d"))).await;
    let weak = table.refused(0, declare("2h", true), "shengji.declaration_too_weak").await;
    assert_eq!(weak["standing"], json!({"seat": 1, "card": "2c", "pair": true}));
    for seat in [0, 2, 3] {
        table.act(seat, pass()).await;
        table.look_around().await;
    }
    assert_eq!(table.state().await["awaited"], json!([0]), "the declarer still leads");
    let view = table.seats[1].get(&table.path).await.ok();
    assert_eq!(view["hand"]["state"]["shengji"]["kitty"]["cards"].as_array().unwrap().len(), 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_away_player_who_acts_is_back_and_dealt_in() {
    let mut table = open(json!({}), 1_000).await;
    begin(&mut table, &twos(), 0).await;
    next_card(&mut table).await;
    let gone = table.seats[0].post(&format!("{}/seats/me/away", table.path), Value::Null).await.ok();
    assert_eq!(
        (&gone["table"]["chairs"][0]["away"], &gone["table"]["chairs"][0]["entry"]),
        (&json!(true), &json!("out"))
    );
    table.version += 1;
    let acted = table.act(0, declare("2h", false)).await;
    let chair = &acted["table"]["chairs"][0];
    assert_eq!((&chair["away"], &chair["entry"]), (&json!(false), &json!("out")), "{chair}");
    let back = format!("{}/seats/me/return", table.path);
    let back = table.seats[0].post(&back, json!({"entry": "post"})).await.ok();
    assert_eq!(back["table"]["chairs"][0]["entry"], "post");
}
