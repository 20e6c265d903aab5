//! Automatic passes: of a seat that wants them, and of a seat that is away.

use serde_json::{Value, json};

use crate::deals::doudizhu::Deal;
use crate::table::Table;

/// Seat 0 holds cards that seat 1 cannot beat.
fn deal() -> Deal {
    Deal::of(["X1 X2 2s 2h 2c 2d As Ah Ac 3s 3h", "3c 3d 4s 4h 4c", "Ad Ks Kh"], "Kc Kd Qs")
}

async fn begun() -> Table {
    let mut table = Table::open("doudizhu", json!({}), &["Lan", "Ming", "Fei"], 0).await;
    let deal = deal();
    table.deal(&deal.deck(), &deal.hands).await;
    table.see(deal.bottom.iter().map(String::as_str));
    table.act(0, json!({"type": "bid", "points": 3})).await;
    table
}

/// The kinds of the hand's events in a change.
fn kinds(answer: &Value) -> Vec<String> {
    let events = answer["change"]["events"].as_array().unwrap().iter();
    let of_hand = events.filter_map(|event| event["hand"]["doudizhu"]["type"].as_str());
    of_hand.map(str::to_owned).collect()
}

async fn wish(table: &mut Table, seat: usize, on: bool) -> Value {
    let path = format!("{}/seats/me/wishes", table.path);
    let reply = table.seats[seat].put(&path, json!({"doudizhu": {"auto_pass": on}})).await;
    table.search(&reply, Some(seat));
    let answer = reply.ok();
    table.version = answer["table"]["version"].as_u64().unwrap();
    answer
}

/// The kinds of the events in the change that the clock makes right after the last one.
async fn clock(table: &mut Table) -> Vec<String> {
    let events = format!("{}/events?after={}&wait=20&limit=1", table.path, table.version);
    let page = table.seats[0].get(&events).await;
    table.open_revealed(&page.body["changes"][0]);
    table.search(&page, Some(0));
    let page = page.ok();
    let change = &page["changes"][0];
    table.version = change["version"].as_u64().unwrap();
    kinds(&json!({"change": change}))
}

fn play(cards: &[&str]) -> Value {
    json!({"type": "play", "cards": cards})
}

#[tokio::test]
async fn an_automatic_pass_needs_the_wish_and_no_play_that_beats_the_table() {
    let mut table = begun().await;
    let played = table.act(0, play(&["As", "Ah", "Ac"])).await;
    assert_eq!(kinds(&played), ["played"], "no seat passes automatically without the wish");
    assert_eq!(table.options(1).await["count"], 0);

    let wished = wish(&mut table, 1, true).await;
    let got = json!({"type": "wished", "seat": 1, "wishes": {"doudizhu": {"auto_pass": true}}});
    assert_eq!(wished["change"]["events"], json!([{"table": got}]));
    assert_eq!(wished["table"]["chairs"][1]["wishes"], json!({"doudizhu": {"auto_pass": true}}));
    assert_eq!(table.state().await["awaited"], json!([1]), "it counts from the next decision on");
    table.act(1, json!({"type": "pass"})).await;
    table.act(2, json!({"type": "pass"})).await;

    let played = table.act(0, play(&["X1"])).await;
    assert_eq!(kinds(&played), ["played"], "another seat's play reveals nothing of seat 1's hand");
    assert_eq!(clock(&mut table).await, ["passed"], "the pass is a change of its own");
    table.act(2, json!({"type": "pass"})).await;
    let played = table.act(0, play(&["3s"])).await;
    assert_eq!(kinds(&played), ["played"]);
    assert_eq!(table.state().await["awaited"], json!([1]), "it can beat this");
    table.act(1, json!({"type": "pass"})).await;
    table.act(2, json!({"type": "pass"})).await;

    // Taken back, it counts no more.
    wish(&mut table, 1, false).await;
    let played = table.act(0, play(&["X2"])).await;
    assert_eq!(kinds(&played), ["played"]);
    assert_eq!(table.state().await["awaited"], json!([1]));
    table.look_around().await;
}

#[tokio::test]
async fn the_clock_plays_for_an_absent_seat() {
    let mut table = begun().await;
    // The landlord leaves, and leads the cheapest play from now on.
    let left = table.seats[0].delete(&format!("{}/seats/me", table.path)).await.ok();
    assert_eq!(
        kinds(&left),
        Vec::<String>::new(),
        "the clock plays for a leaving seat in a change of its own"
    );
    table.version = left["table"]["version"].as_u64().unwrap();
    assert_eq!(clock(&mut table).await[0], "played");
    for _ in 0..100 {
        let view = table.watched().await;
        table.version = view["version"].as_u64().unwrap();
        let Some(seat) = view["hand"]["state"]["doudizhu"]["awaited"][0].as_u64() else { break };
        if seat == 0 {
            clock(&mut table).await;
            continue;
        }
        let seat = usize::try_from(seat).unwrap();
        let options = table.options(seat).await;
        let action = match &options["suggested"][0] {
            Value::Null => json!({"type": "pass"}),
            play => json!({"type": "play", "cards": play["cards"]}),
        };
        let cards = action["cards"].as_array().into_iter().flatten().filter_map(Value::as_str);
        table.see(cards.map(str::to_owned).collect::<Vec<_>>());
        table.ask(seat, table.version, action, &[]).await.ok();
    }
    assert_eq!(table.state().await, Value::Null, "the hand is over");
    table.server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn after_three_void_deals_the_lot_makes_the_landlord() {
    let mut table =
        Table::open("doudizhu", json!({"force_landlord": true}), &["Lan", "Ming", "Fei"], 0).await;
    let mut deal = deal();
    let deck = deal.deck();
    for void_deals in 0..3 {
        let begun = table.deal(&deck, &deal.hands).await;
        assert_eq!(begun["void_deals"], void_deals);
        for seat in 0..3 {
            table.act(seat, json!({"type": "pass"})).await;
        }
        assert_eq!(table.state().await, Value::Null, "the deal is void");
    }
    // The lots of a stacked deck are 0, and so is the landlord.
    let bottom = deal.bottom.clone();
    deal.hands[0].extend(bottom.clone());
    let begun = table.deal(&deck, &deal.hands).await;
    assert_eq!((&begun["landlord"], &begun["bottom"]), (&json!(0), &json!(["Qs", "Kc", "Kd"])));
    assert_eq!((&begun["multiplier"]["base"], &begun["calls"]), (&json!(1), &json!([])));
    table.see(bottom);
    assert_eq!(table.options(0).await["type"], "play");
    table.look_around().await;
    table.server.assert_every_chip_is_accounted_for().await;
}
