//! Streams that are refused, and streams that end: each with its reason.

use serde_json::{Value, json};

use super::{heads_up, open};
use crate::events::Events;
use crate::server::{Client, TestServer};

/// The status and code of a refusal.
async fn refused(client: &Client, path: &str, after: Option<&str>) -> (u16, String) {
    let response = Events::ask(client, path, after).await;
    let status = response.status().as_u16();
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let problem: Value = response.json().await.unwrap();
    (status, problem["code"].as_str().unwrap().to_owned())
}

fn code(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_impossible_stream_is_refused_before_it_begins() {
    let server = TestServer::open().await;
    let (path, ann, _) = heads_up(&server).await;
    let events = format!("{path}/events");
    assert_eq!(refused(&ann, &events, Some("999")).await, code(409, "ahead"));
    assert_eq!(refused(&ann, &format!("{events}?after=999"), None).await, code(409, "ahead"));
    for number in ["-1", "1.5", "x", "18446744073709551616", "1, 2"] {
        assert_eq!(refused(&ann, &events, Some(number)).await, code(400, "malformed_header"), "{number}");
    }
    let unknown = format!("/v1/tables/{}/events", uuid::Uuid::nil());
    assert_eq!(refused(&ann, &unknown, None).await, code(404, "no_such_table"));
    let private = open(&ann, json!({"access": "invite"})).await;
    let bob = server.guest("Bob").await;
    assert_eq!(refused(&bob, &format!("{private}/events"), None).await, code(403, "invite_needed"));
    assert_eq!(refused(&server.anonymous(), "/v1/me/events", None).await, code(401, "token_missing"));
    let wrong = server.anonymous().with_token("cra_wrong");
    assert_eq!(refused(&wrong, &events, None).await, code(401, "token_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_with_its_sign_in() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    for (events, client) in [(format!("{path}/events"), &ann), ("/v1/me/events".to_owned(), &bob)] {
        let mut stream = Events::open(client, &events, None).await;
        stream.next().await.unwrap();
        client.delete("/v1/sessions/current").await.expect(204);
        assert_eq!(stream.end().await, "signed_out");
    }
    let cid = server.guest("Cid").await;
    let mut stream = Events::open(&cid, &format!("{path}/events"), None).await;
    let mut other = Events::open(&server.guest("Dan").await, &format!("{path}/events"), None).await;
    cid.delete("/v1/sessions").await.expect(204);
    assert_eq!(stream.end().await, "signed_out");
    server.clock.advance(3_600);
    assert_eq!(other.end().await, "token_expired", "another's sign-out ends no stream");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_with_its_table_and_with_the_server() {
    let server = TestServer::open().await;
    let (path, ann, _) = heads_up(&server).await;
    let elsewhere = open(&ann, json!({})).await;
    let mut stream = Events::open(&server.anonymous(), &format!("{path}/events"), None).await;
    let mut another = Events::open(&server.anonymous(), &format!("{elsewhere}/events"), None).await;
    let mut mine = Events::open(&ann, "/v1/me/events", None).await;
    another.next().await.unwrap();
    // A stream that begins after the end of a table does not have it.
    mine.next_of("table").await;
    ann.delete(&path).await.ok();
    assert_eq!(stream.end().await, "table_closed");
    let ended = mine.next_of("end").await;
    let table = path.rsplit('/').next();
    assert_eq!(ended.data, json!({"table": table, "tournament": null, "reason": "table_closed"}));
    server.close().await;
    assert_eq!(another.end().await, "draining");
    assert_eq!(mine.end().await, "draining");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_once_its_player_may_not_see_the_table() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({"access": "invite"})).await;
    let code = ann.get(&path).await.ok()["you"]["invite_code"].clone();
    let bob = server.guest("Bob").await;
    bob.post(&format!("{path}/seats"), json!({"buy_in": 1_000, "invite_code": code})).await.ok();
    let mut stream = Events::open(&bob, &format!("{path}/events"), None).await;
    stream.next().await.unwrap();
    bob.delete(&format!("{path}/seats/me")).await.ok();
    assert_eq!(stream.end().await, "invite_needed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_opens_one_stream_once_and_soon() {
    let server = TestServer::open().await;
    let (path, ann, _) = heads_up(&server).await;
    let ticket = async || {
        let given = ann.post("/v1/me/tickets", Value::Null).await.created();
        given["ticket"].as_str().unwrap().to_owned()
    };
    let anonymous = server.anonymous();
    let events = |ticket: &str| format!("{path}/events?ticket={ticket}");
    let first = ticket().await;
    let mut stream = Events::open(&anonymous, &events(&first), None).await;
    assert_eq!(stream.next().await.unwrap().data["table"]["you"]["seat"], 0, "it is Ann's stream");
    assert_eq!(refused(&anonymous, &events(&first), None).await, code(401, "ticket_invalid"));
    assert_eq!(refused(&anonymous, &events("crt_00"), None).await, code(401, "ticket_invalid"));
    let late = ticket().await;
    server.clock.advance(30);
    assert_eq!(refused(&anonymous, &events(&late), None).await, code(401, "ticket_invalid"));
    let stolen = ticket().await;
    let mine = ticket().await;
    Events::open(&anonymous, &format!("/v1/me/events?ticket={mine}"), None).await.next().await.unwrap();
    ann.delete("/v1/sessions/current").await.expect(204);
    assert_eq!(stream.end().await, "signed_out");
    assert_eq!(refused(&anonymous, &events(&stolen), None).await, code(401, "token_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_tickets_the_oldest_are_invalid() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let mut tickets = Vec::new();
    let bobs = bob.post("/v1/me/tickets", Value::Null).await.created();
    for _ in 0..17 {
        tickets.push(ann.post("/v1/me/tickets", Value::Null).await.created());
    }
    let events = |given: &Value| format!("{path}/events?ticket={}", given["ticket"].as_str().unwrap());
    let anonymous = server.anonymous();
    assert_eq!(refused(&anonymous, &events(&tickets[0]), None).await, code(401, "ticket_invalid"));
    Events::open(&anonymous, &events(&tickets[1]), None).await;
    Events::open(&anonymous, &events(&bobs), None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_of_a_player_are_limited() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let mut streams = Vec::new();
    for number in 0..16 {
        let events = if number % 2 == 0 { "/v1/me/events".to_owned() } else { format!("{path}/events") };
        streams.push(Events::open(&ann, &events, None).await);
    }
    for events in ["/v1/me/events".to_owned(), format!("{path}/events")] {
        assert_eq!(refused(&ann, &events, None).await, code(429, "too_many_streams"));
        let poll = ann.get(&format!("{events}?wait=1")).await;
        assert_eq!(poll.refused(429, "too_many_streams")["most"], 16);
    }
    Events::open(&bob, &format!("{path}/events"), None).await.next().await.unwrap();
    streams.pop();
    // It takes a while until the server notices that a client is gone.
    while Events::ask(&ann, "/v1/me/events", None).await.status() != 200 {
        tokio::task::yield_now().await;
    }
}
