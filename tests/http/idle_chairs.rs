//! Idle chairs: at a public table a player who sits and does not play gives up the chair if others want it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bots::{open, sit, until};
use crate::server::{Client, TestServer};

const REST: &str = "seats/me/sit-out";

/// Three at a table of Dou Dizhu, with these options besides.
async fn three(server: &TestServer, besides: Value) -> (String, [Client; 3]) {
    let clients = [server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await];
    let mut options =
        json!({"game": {"doudizhu": {"card_millis": 0, "showing_seconds": 1}}, "decision_seconds": 1});
    options["time_bank_seconds"] = json!(0);
    // No client is connected: this is not about absent players.
    options["absent"] = json!("wait");
    options.as_object_mut().unwrap().extend(besides.as_object().unwrap().clone());
    (open(&clients[0], options).await, clients)
}

fn seated(table: &Value) -> Vec<&Value> {
    table["chairs"].as_array().unwrap().iter().map(|chair| &chair["name"]).collect()
}

/// The table after a while without any request.
async fn after(server: &TestServer, caller: &Client, path: &str, seconds: i64) -> Value {
    let before = caller.get(path).await.ok();
    server.clock.advance(seconds);
    for _ in 0..50 {
        tokio::time::sleep(Duration::from_millis(2)).await;
        let table = caller.get(path).await.ok();
        assert_eq!(table["chairs"], before["chairs"], "{table}");
    }
    before
}

/// A player who wants a chair waits for it; a player who plays keeps theirs.
#[tokio::test]
async fn a_player_who_sits_out_loses_the_chair_to_a_waiting_one() {
    let server = TestServer::open().await;
    let (path, [ann, bob, cid]) = three(
        &server,
        json!({"seats": 2, "dealing": {"type": "by_hand"}, "game": crate::bots::games()[0].1}),
    )
    .await;
    sit(&ann, &path).await;
    sit(&bob, &path).await;
    // A hand is played, so that Bob has been dealt one.
    let dealt = ann.post(&format!("{path}/hands"), json!({})).await.ok()["table"].take();
    let turn = &dealt["hand"]["decisions"][0]["seat"];
    let first = if *turn == 0 { &ann } else { &bob };
    let fold = json!({"at": dealt["version"], "action": {"holdem": {"type": "fold"}}});
    first.post(&format!("{path}/actions"), fold).await.ok();
    cid.post(&format!("{path}/waiting"), json!({})).await.ok();
    bob.post(&format!("{path}/{REST}"), json!({})).await.ok();
    after(&server, &ann, &path, 299).await;
    server.clock.advance(1);
    let table = until(&server, &ann, &path, |table| seated(table).len() == 1).await;
    assert_eq!(seated(&table), ["Ann"]);
    assert!(table["waiting"][0]["called_until"].is_string(), "{table}");
    sit(&cid, &path).await;
    server.assert_every_chip_is_accounted_for().await;
}

/// Two idle chairs of three keep no one from playing; coming back for a moment does not keep them.
#[tokio::test]
async fn a_player_who_was_never_dealt_in_loses_the_chair_to_a_waiting_one() {
    let server = TestServer::open().await;
    let (path, [ann, bob, cid]) = three(&server, json!({})).await;
    for resting in [&bob, &cid] {
        sit(resting, &path).await;
        resting.post(&format!("{path}/{REST}"), json!({})).await.ok();
    }
    // There are no other players, so they may keep their chairs.
    after(&server, &ann, &path, 3_000).await;
    sit(&ann, &path).await;
    let table = until(&server, &ann, &path, |table| seated(table).len() == 1).await;
    assert_eq!(seated(&table), ["Ann"]);
    for resting in [&bob, &cid] {
        assert_eq!(resting.get("/v1/me").await.ok()["chips"], 10_000);
    }
    // A hand is dealt as soon as they want to play.
    sit(&bob, &path).await;
    sit(&cid, &path).await;
    let dealt = until(&server, &ann, &path, |table| table["hand"].is_object()).await;
    assert_eq!(seated(&dealt).len(), 3);
    // No player acts: the clock plays for all of them, and no player who wants to play has to wait.
    let is_away = |table: &Value| {
        let chairs = table["chairs"].as_array().unwrap();
        table["hand"].is_null() && chairs.iter().all(|chair| chair["entry"] == "out")
    };
    until(&server, &ann, &path, is_away).await;
    ann.post(&format!("{path}/seats/me/return"), json!({"entry": "post"})).await.ok();
    until(&server, &ann, &path, |table| seated(table).len() < 3).await;
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn idle_chairs_are_kept_at_private_tables() {
    let server = TestServer::open().await;
    let (path, [ann, bob, cid]) = three(&server, json!({"access": "invite"})).await;
    let code = ann.get(&path).await.ok()["you"]["invite_code"].clone();
    for player in [&ann, &bob, &cid] {
        let seat = json!({"buy_in": 1_000, "entry": "post", "invite_code": code});
        player.post(&format!("{path}/seats"), seat).await.ok();
        if player.me != ann.me {
            player.post(&format!("{path}/{REST}"), json!({})).await.ok();
        }
    }
    after(&server, &ann, &path, 3_000).await;
}

/// A quick seat leads neither to a table with too many idle chairs, nor to one whose host removes people.
#[tokio::test]
async fn a_quick_seat_leads_to_a_table_that_plays() {
    let server = TestServer::open().await;
    let mut guests = Vec::new();
    for number in 0..4 {
        guests.push(server.guest(&format!("Guest {number}")).await);
    }
    let quick = async |guest: &Client| {
        let seated = guest.post("/v1/quick-seat", json!({"game": "doudizhu"})).await.ok();
        format!("/v1/tables/{}", seated["table"]["id"].as_str().unwrap())
    };
    let first = quick(&guests[0]).await;
    guests[0].post(&format!("{first}/{REST}"), json!({})).await.ok();
    let second = quick(&guests[1]).await;
    assert_ne!(first, second);
    assert_eq!(quick(&guests[2]).await, second);
    let removal = format!("{second}/players/{}", guests[2].me["id"].as_str().unwrap());
    guests[1].delete(&removal).await.ok();
    let third = quick(&guests[2]).await;
    assert!(third != first && third != second);
    // A table that someone comes back to may be chosen again.
    guests[0].post(&format!("{first}/seats/me/return"), json!({"entry": "post"})).await.ok();
    let fourth = quick(&guests[3]).await;
    assert!(fourth == first || fourth == third);
}
