//! The stream of everything that concerns a player.

use serde_json::{Value, json};

use super::{deal, fold, heads_up, open, versions};
use crate::events::Events;
use crate::server::TestServer;

/// The id in a table's path.
fn id(path: &str) -> Value {
    json!(path.rsplit('/').next().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_players_stream_has_chips_seats_and_all_their_tables() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let mut stream = Events::open(&bob, "/v1/me/events", None).await;
    let me = stream.next().await.unwrap();
    assert_eq!(
        (me.kind.as_str(), &me.data["chips"], &me.data["seated"]),
        ("me", &json!(9_000), &json!([id(&path)]))
    );
    let table = stream.next().await.unwrap();
    assert_eq!((&table.data["id"], &table.data["table"]["version"]), (&id(&path), &json!(3)));
    deal(&ann, &path).await;
    assert_eq!(versions(&stream.next_of("table").await), [4]);

    // A seat at one more table joins the same stream. The newest table is the first, to the millisecond.
    server.clock.advance(1);
    let other = open(&ann, json!({})).await;
    bob.post(&format!("{other}/seats"), json!({"buy_in": 500})).await.ok();
    let me = stream.next_of("me").await;
    assert_eq!((&me.data["chips"], &me.data["seated"]), (&json!(8_500), &json!([id(&other), id(&path)])));
    let joined = loop {
        let got = stream.next_of("table").await;
        if got.data["id"] == id(&other) {
            break got.data;
        }
    };
    assert_eq!(joined["table"]["chairs"][0]["name"], "Bob");

    // And leaves it with the seat: the change that freed it is the last.
    bob.delete(&format!("{other}/seats/me")).await.ok();
    let (mut left, mut chips) = (false, false);
    while !(left && chips) {
        let got = stream.next().await.unwrap();
        match got.kind.as_str() {
            "me" => {
                assert_eq!(got.data["seated"], json!([id(&path)]));
                chips = got.data["chips"] == 9_000;
            }
            "table" => left = got.data["id"] == id(&other) && got.data["table"]["chairs"] == json!([]),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_players_stream_resumes_tables_without_a_gap_and_the_rest_as_current() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let other = open(&ann, json!({})).await;
    bob.post(&format!("{other}/seats"), json!({"buy_in": 500})).await.ok();
    let mut stream = Events::open(&bob, "/v1/me/events", None).await;
    let mut cursor = None;
    for _ in 0..3 {
        cursor = stream.next().await.unwrap().id.or(cursor);
    }
    drop(stream);
    deal(&ann, &path).await;
    let version = fold(&path, &[&ann, &bob]).await;
    bob.delete(&format!("{other}/seats/me")).await.ok();
    let mut resumed = Events::open(&bob, "/v1/me/events", cursor.as_deref()).await;
    assert_eq!(resumed.next().await.unwrap().data["seated"], json!([id(&path)]));
    let (mut here, mut there) = (Vec::new(), Vec::new());
    while here.last() != Some(&version) || there.is_empty() {
        let got = resumed.next_of("table").await;
        if got.data["id"] == id(&path) {
            here.extend(versions(&got));
        } else {
            there.extend(versions(&got));
        }
    }
    assert_eq!((here, there), ((4..=version).collect(), vec![3]), "also what was left meanwhile, to its end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_players_stream_can_watch_tables() {
    let server = TestServer::open().await;
    let (path, ann, _) = heads_up(&server).await;
    let cid = server.guest("Cid").await;
    let table = path.rsplit('/').next().unwrap();
    let mut stream = Events::open(&cid, &format!("/v1/me/events?tables={table}"), None).await;
    assert_eq!(stream.next_of("me").await.data["seated"], json!([]));
    assert_eq!(stream.next_of("table").await.data["table"]["you"], Value::Null);
    deal(&ann, &path).await;
    assert_eq!(versions(&stream.next_of("table").await), [4]);
    // A watcher who sits down becomes the other viewer in the same stream.
    cid.post(&format!("{path}/seats"), json!({"buy_in": 1_000})).await.ok();
    let got = stream.next_of("table").await;
    assert_eq!(got.data["table"]["you"]["seat"], 2);

    let many = [table; 3].join(",");
    Events::open(&cid, &format!("/v1/me/events?tables={many}"), None).await;
    cid.get("/v1/me/events?tables=x").await.refused(400, "malformed_query");
    let unknown: Vec<String> = (1..=17_u128).map(|id| uuid::Uuid::from_u128(id).to_string()).collect();
    let crowd = cid.get(&format!("/v1/me/events?tables={}", unknown.join(","))).await;
    assert_eq!(crowd.refused(422, "too_many_watched")["most"], 16);
    cid.get(&format!("/v1/me/events?tables={}", unknown[0])).await.refused(404, "no_such_table");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_players_stream_has_a_long_poll_and_a_private_cursor() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let page = bob.get("/v1/me/events").await.ok();
    let kinds: Vec<&String> =
        page["messages"].as_array().unwrap().iter().flat_map(|got| got.as_object().unwrap().keys()).collect();
    assert_eq!(kinds, ["me", "table"]);
    let cursor = page["cursor"].as_str().unwrap().to_owned();
    let after = format!("/v1/me/events?wait=1&after={cursor}");
    let again = bob.get(&after).await.ok();
    assert_eq!(again["messages"], json!([]), "nothing is new");
    deal(&ann, &path).await;
    let mut got = Vec::new();
    let mut cursor = again["cursor"].as_str().unwrap().to_owned();
    while got.is_empty() {
        let page = bob.get(&format!("/v1/me/events?wait=30&after={cursor}")).await.ok();
        let tables = page["messages"].as_array().unwrap().iter().filter_map(|message| message.get("table"));
        got.extend(tables.flat_map(|table| table["changes"].as_array().unwrap().clone()));
        cursor = page["cursor"].as_str().unwrap().to_owned();
    }
    assert_eq!(got[0]["version"], 4);
    ann.get(&after).await.refused(422, "others_cursor");
    for bad in ["x", "AQ", "%20", "====", &"A".repeat(4_000)] {
        ann.get(&format!("/v1/me/events?after={bad}")).await.refused(400, "malformed_query");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_stream_begins_with_the_current_table() {
    let server = TestServer::open().await;
    let (path, _, bob) = heads_up(&server).await;
    let mut stream = Events::open(&bob, &format!("{path}/events"), None).await;
    let now = stream.next_of("table").await;
    let mut resumed = Events::open(&bob, &format!("{path}/events"), now.id.as_deref()).await;
    let first = resumed.next_of("table").await;
    assert_eq!((&first.id, &first.data["changes"]), (&now.id, &json!([])));
    assert_eq!(first.data["table"]["version"], now.data["table"]["version"]);

    let mut mine = Events::open(&bob, "/v1/me/events", None).await;
    mine.next_of("me").await;
    let cursor = mine.next_of("table").await.id;
    let mut resumed = Events::open(&bob, "/v1/me/events", cursor.as_deref()).await;
    assert_eq!(resumed.next_of("me").await.data["chips"], 9_000);
    assert_eq!(resumed.next_of("table").await.data["changes"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_leaves_a_private_table_gets_nothing_after_that() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let options = json!({
        "name": "Home", "seats": 3, "min_buy_in": 100, "max_buy_in": 1_000, "access": "invite",
        "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let opened = ann.post("/v1/tables", options).await.created();
    let table = opened["table"]["id"].as_str().unwrap();
    let code = opened["table"]["you"]["invite_code"].as_str().unwrap();
    let path = format!("/v1/tables/{table}");
    bob.post(&format!("{path}/seats"), json!({"buy_in": 500, "invite_code": code})).await.ok();
    let mut stream = Events::open(&bob, "/v1/me/events", None).await;
    stream.next_of("table").await;
    bob.delete(&format!("{path}/seats/me")).await.ok();
    ann.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    let got = stream.next_of("table").await.data;
    let events: Vec<&Value> =
        got["changes"].as_array().unwrap().iter().flat_map(|c| c["events"].as_array().unwrap()).collect();
    assert_eq!(events.last().unwrap()["table"]["type"], "left", "{got}");
    assert_eq!(got["table"], Value::Null);
    let end = stream.next_of("end").await.data;
    assert_eq!((&end["table"], &end["reason"]), (&json!(table), &json!("invite_needed")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_ends_with_its_sign_in() {
    let server = TestServer::open().await;
    let (_, _, bob) = heads_up(&server).await;
    let page = bob.get("/v1/me/events").await.ok();
    let after = format!("/v1/me/events?wait=30&after={}", page["cursor"].as_str().unwrap());
    let (waited, ()) = tokio::join!(bob.get(&after), async {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        bob.delete("/v1/sessions/current").await;
    });
    waited.refused(401, "token_invalid");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_does_not_need_the_table_twice() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let dealt = deal(&ann, &path).await;
    let turn = dealt["table"]["hand"]["decisions"][0]["seat"].as_u64().unwrap();
    let player = if turn == 0 { &ann } else { &bob };
    let fold = json!({"at": dealt["table"]["version"], "action": {"holdem": {"type": "fold"}}});
    let request = player.request(reqwest::Method::POST, &format!("{path}/actions"));
    let reply = player.send(request.header("prefer", "respond-async, return=minimal").json(&fold)).await;
    assert_eq!(reply.header("preference-applied").unwrap(), "return=minimal");
    assert_eq!(reply.body["change"]["version"], 5, "{}", reply.text);
    assert_eq!(reply.body.get("table"), Some(&Value::Null));
}
