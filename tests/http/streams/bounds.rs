//! The limits of streams, each met: a client that reads too slowly, one that opens too many, and a server that stops
//! with many open.

use std::time::Duration;

use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::Instant;

use super::{deal, heads_up, versions};
use crate::events::{Event, Events};
use crate::server::{Client, TestServer};
use crate::socket::Socket;

/// The number of changes after which a client that reads none of them is too far behind.
async fn much_happens(path: &str, ann: &Client) -> u64 {
    let mut version = 0;
    for round in 0..600 {
        let way = if round % 2 == 0 { "sit-out" } else { "return" };
        let done = ann.post(&format!("{path}/seats/me/{way}"), json!({})).await.ok();
        version = done["table"]["version"].as_u64().unwrap();
    }
    version
}

/// Reads nothing of a stream while much happens, then everything: the stream ends because it is too far behind, and a
/// client that resumes misses nothing.
async fn read_too_slowly(events: fn(&str) -> String) {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let events = events(&path);
    // Over HTTP/2 the server may send only this much ahead, whatever the kernels would buffer.
    let mut slow = Events::open(&bob.over_http_2(), &events, None).await;
    let mut position = slow.next_of("table").await.id;
    let version = much_happens(&path, &ann).await;
    let mut known = 3;
    let mut take = |got: &Event| {
        for next in versions(got) {
            assert_eq!(next, known + 1);
            known = next;
        }
        known
    };
    let reason = loop {
        let got = slow.next().await.expect("an end");
        match got.kind.as_str() {
            "table" => take(&got),
            "end" => break got.data["reason"].clone(),
            _ => continue,
        };
        position = got.id.or(position);
    };
    assert_eq!(reason, "too_slow");
    let mut resumed = Events::open(&bob, &events, position.as_deref()).await;
    while take(&resumed.next_of("table").await) < version {}
}

/// Hundreds of watchers at a busy table would take time from its players.
#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_gets_five_messages_a_second_and_misses_nothing() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let events = format!("{path}/events");
    let mut watcher = Events::open(&server.anonymous(), &events, None).await;
    let mut player = Events::open(&bob, &events, None).await;
    for stream in [&mut watcher, &mut player] {
        assert_eq!(stream.next_of("table").await.id.as_deref(), Some("3"));
    }
    let began = Instant::now();
    let last = much_happens(&path, &ann).await;
    let (mut messages, mut known) = (0, 3);
    while known < last {
        for version in versions(&watcher.next_of("table").await) {
            assert_eq!(version, known + 1);
            known = version;
        }
        messages += 1;
    }
    // One for each fifth of a second that it took, and the one that it began with.
    assert!(messages <= 1 + began.elapsed().as_millis() / 200, "{messages} in {:?}", began.elapsed());
    assert_eq!(versions(&player.next_of("table").await)[0], 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_of_a_tables_stream_learns_why_it_ends_and_resumes() {
    read_too_slowly(|path| format!("{path}/events")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_of_their_own_stream_learns_why_it_ends_and_resumes() {
    read_too_slowly(|_| "/v1/me/events".to_owned()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_thousand_streams_of_one_player_sixteen_open() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let http_2 = ann.over_http_2();
    let events = format!("{path}/events");
    let paths = ["/v1/me/events", events.as_str()];
    let asked = (0..1_000).map(|number| Events::ask(&http_2, paths[number % 2], None));
    let answers = join_all(asked).await;
    let (open, refused): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status() == StatusCode::OK);
    assert_eq!((open.len(), refused.len()), (16, 984));
    for answer in refused {
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
        let problem: Value = answer.json().await.unwrap();
        assert_eq!((&problem["code"], &problem["most"]), (&json!("too_many_streams"), &json!(16)));
    }
    assert_eq!(Socket::open(&ann, "", u64::MAX).await.err(), Some(Some(429)), "a socket is a stream as well");
    // The open streams go on, and streams of other players do not count.
    Events::open(&bob, &events, None).await.next_of("table").await;
    deal(&bob, &path).await;
    for mut stream in open {
        let mut got = String::new();
        while !got.contains("\"version\":4") {
            let chunk = tokio::time::timeout(Duration::from_secs(20), stream.chunk()).await.unwrap();
            got.push_str(&String::from_utf8_lossy(&chunk.unwrap().expect("more")));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_server_ends_hundreds_of_streams_with_a_reason() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let events = format!("{path}/events");
    let mut streams = Vec::new();
    for _ in 0..4 {
        let http_2 = server.anonymous().over_http_2();
        for _ in 0..60 {
            streams.push(Events::open(&http_2, &events, None).await);
        }
    }
    let anonymous = server.anonymous();
    for _ in 0..150 {
        streams.push(Events::open(&anonymous, &events, None).await);
    }
    let mut sockets = Vec::new();
    for client in [&ann, &bob] {
        for _ in 0..8 {
            streams.push(Events::open(client, "/v1/me/events", None).await);
            sockets.push(Socket::open(client, "", u64::MAX).await.unwrap());
        }
    }
    for stream in &mut streams {
        stream.next().await.unwrap();
    }
    let ends = join_all(streams.iter_mut().map(Events::end));
    let closes = join_all(sockets.iter_mut().map(async |socket| {
        let mut reason = Value::Null;
        while let Some(frame) = socket.next().await {
            reason = frame["message"]["message"]["end"]["reason"].clone();
        }
        reason
    }));
    let closed = tokio::time::timeout(Duration::from_secs(40), server.close());
    let (ends, closes, closed) = tokio::join!(ends, closes, closed);
    closed.expect("the server ends");
    assert_eq!((ends.len(), closes.len()), (406, 16));
    assert!(ends.iter().all(|reason| reason == "draining"), "{ends:?}");
    assert!(closes.iter().all(|reason| reason == "draining"), "{closes:?}");
}

/// Browsers open connections before they need them.
#[tokio::test(flavor = "multi_thread")]
async fn a_silent_connection_does_not_delay_a_stopping_server() {
    let server = TestServer::open().await;
    let silent = TcpStream::connect(server.address).await.unwrap();
    // Connections are accepted in their order: this one comes after it.
    server.guest("Ann").await;
    let closed = tokio::time::timeout(Duration::from_secs(15), server.close()).await;
    closed.expect("the server ends, and waits for no head of a request");
    drop(silent);
}
