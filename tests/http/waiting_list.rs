//! Waiting for a seat at a full table.

use serde_json::{Value, json};

use crate::bots::{open, sit};
use crate::server::{Client, TestServer};

/// A table of two chairs, both taken, and two players who come later.
async fn full(server: &TestServer) -> (String, [Client; 4]) {
    let mut clients = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dee"] {
        clients.push(server.guest(name).await);
    }
    let clients: [Client; 4] = clients.try_into().ok().unwrap();
    let path = open(&clients[0], json!({ "seats": 2, "dealing": {"type": "by_hand"} })).await;
    sit(&clients[0], &path).await;
    sit(&clients[1], &path).await;
    (path, clients)
}

async fn wait(client: &Client, path: &str) -> Value {
    client.post(&format!("{path}/waiting"), json!({})).await.ok()
}

fn of_waiting(answer: &Value) -> Vec<Value> {
    let events = answer["change"]["events"].as_array().unwrap();
    events.iter().map(|event| event["table"]["type"].clone()).collect()
}

#[tokio::test]
async fn a_waiting_player_is_called_in_their_stream_and_has_a_minute() {
    let server = TestServer::open().await;
    let (path, [ann, bob, cid, dee]) = full(&server).await;
    assert_eq!(wait(&cid, &path).await["table"]["waiting"][0]["name"], "Cid");
    wait(&dee, &path).await;
    let before = cid.get("/v1/me/events").await.ok();
    assert!(
        before["messages"].as_array().unwrap().iter().any(|message| message["me"]["waiting"][0].is_string())
    );

    let left = bob.delete(&format!("{path}/seats/me")).await.ok();
    assert_eq!(of_waiting(&left), ["left", "called"]);
    assert_eq!(left["change"]["events"][1]["table"]["player"], cid.me["id"]);
    let cursor = before["cursor"].as_str().unwrap();
    let after = cid.get(&format!("/v1/me/events?after={cursor}")).await.ok();
    assert!(after["messages"].to_string().contains(r#""type":"called""#), "{after}");

    // The chair is kept: neither the player who stood up nor a later one gets it.
    let seat = json!({ "buy_in": 500 });
    bob.post(&format!("{path}/seats"), seat.clone()).await.refused(409, "table_full");
    dee.post(&format!("{path}/seats"), seat.clone()).await.refused(409, "table_full");
    let computer = ann.post(&format!("{path}/bots"), json!({"level": "novice"})).await;
    computer.refused(409, "table_full");
    assert_eq!(ann.get("/v1/tables").await.ok()["tables"][0]["free_seats"], 0);
    let sat = cid.post(&format!("{path}/seats"), seat).await.ok();
    assert_eq!(sat["table"]["waiting"].as_array().unwrap().len(), 1);
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn after_a_minute_the_next_waiting_player_is_called() {
    let server = TestServer::open().await;
    let (path, [ann, bob, cid, dee]) = full(&server).await;
    wait(&cid, &path).await;
    wait(&dee, &path).await;
    bob.delete(&format!("{path}/seats/me")).await.ok();
    server.clock.advance(60);
    let mut table = Value::Null;
    for _ in 0..1_000 {
        table = ann.get(&path).await.ok();
        if table["waiting"].as_array().unwrap().len() == 1 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    assert_eq!(table["waiting"][0]["player"], dee.me["id"]);
    assert!(table["waiting"][0]["called_until"].is_string());
    cid.delete(&format!("{path}/waiting/me")).await.refused(409, "not_waiting");
    // A called player who no longer wants the seat gives it back at once.
    assert_eq!(of_waiting(&dee.delete(&format!("{path}/waiting/me")).await.ok()), ["not_waiting"]);
    cid.post(&format!("{path}/seats"), json!({ "buy_in": 500 })).await.ok();
}

#[tokio::test]
async fn waiting_is_refused_at_free_seats_twice_and_where_one_sits() {
    let server = TestServer::open().await;
    let (path, [ann, bob, cid, _]) = full(&server).await;
    let waiting = format!("{path}/waiting");
    ann.post(&waiting, json!({})).await.refused(409, "already_seated");
    wait(&cid, &path).await;
    cid.post(&waiting, json!({})).await.refused(409, "already_so");
    ann.put(&format!("{path}/bans/{}", cid.me["id"].as_str().unwrap()), json!({})).await.ok();
    assert_eq!(ann.get(&path).await.ok()["waiting"], json!([]));
    cid.post(&waiting, json!({})).await.refused(403, "banned");
    bob.delete(&format!("{path}/seats/me")).await.ok();
    bob.post(&waiting, json!({})).await.refused(409, "seat_free");
    server.anonymous().post(&waiting, json!({})).await.refused(401, "token_missing");
}

#[tokio::test]
async fn waiting_players_are_limited_and_released_when_the_table_closes() {
    let server = TestServer::open().await;
    let (path, [ann, _, cid, _]) = full(&server).await;
    for number in 0..20 {
        wait(&server.guest(&format!("Guest {number}")).await, &path).await;
    }
    let one_more = cid.post(&format!("{path}/waiting"), json!({})).await;
    assert_eq!(one_more.refused(409, "too_many_waiting")["most"], 20);
    assert_eq!(ann.delete(&path).await.ok()["table"]["waiting"], json!([]));
    let page = cid.get("/v1/me/events").await.ok();
    assert_eq!(page["messages"][0]["me"]["waiting"], json!([]));
}
