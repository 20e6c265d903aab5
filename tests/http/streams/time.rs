//! Streams and time: messages of an idle stream, and a host whose clock was set back.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::{deal, heads_up, versions};
use crate::events::Events;
use crate::raw::Raw;
use crate::server::{Client, TestServer};
use crate::socket::Socket;

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_stream_sends_keep_alives() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let events = format!("{path}/events");
    let mut plain = Raw::open(&ann, &events, None, "identity").await;
    let mut compressed = Raw::open(&ann, &events, None, "gzip").await;
    let mut mine = Raw::open(&bob, "/v1/me/events", None, "identity").await;
    let mut socket = Socket::open(&bob, "", u64::MAX).await.unwrap();
    let pinged = async {
        // The first comes at once.
        socket.ping().await;
        socket.ping().await;
    };
    tokio::join!(plain.comment(), compressed.comment(), mine.comment(), pinged);
    deal(&ann, &path).await;
    for stream in [&mut plain, &mut compressed, &mut mine] {
        while stream.next().await.expect("the deal").data["table"]["version"] != 4 {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_set_back_while_the_server_is_closed_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cardroom.db");
    let noon = Timestamp::from_second(1_800_000_000).unwrap();
    let earlier = noon - SignedDuration::from_hours(2);
    let server = TestServer::at(&file, noon).await;
    let (path, ann, bob) = heads_up(&server).await;
    deal(&ann, &path).await;
    let mut positions = Vec::new();
    for events in [format!("{path}/events"), "/v1/me/events".to_owned()] {
        let mut stream = Events::open(&bob, &events, None).await;
        positions.push((events, stream.next_of("table").await.id.unwrap()));
    }
    server.close().await;

    let server = TestServer::at(&file, earlier).await;
    let moved = |client: &Client| server.anonymous().with_token(client.token.as_ref().unwrap());
    let (ann, bob) = (moved(&ann), moved(&bob));
    let view = ann.get(&path).await.ok();
    assert_eq!(view["version"], 4, "the sign-in is still worth something, and the hand goes on");
    let decision = &view["hand"]["decisions"][0];
    let due: Timestamp = decision["clock"]["due"].as_str().unwrap().parse().unwrap();
    assert!(due > earlier && due <= earlier + SignedDuration::from_secs(60), "the wait is short: {due}");

    let mut streams = Vec::new();
    for (events, position) in &positions {
        streams.push(Events::open(&bob, events, Some(position)).await);
    }
    let late = usize::try_from(decision["seat"].as_u64().unwrap()).unwrap();
    let mut warned = Events::open([&ann, &bob][late], &format!("{path}/events"), None).await;
    warned.next_of("table").await;
    server.clock.advance_to(due - SignedDuration::from_secs(5));
    assert_eq!(warned.next_of("warning").await.data["due"], json!(decision["clock"]["due"]));
    server.clock.advance_to(due);
    for stream in &mut streams {
        let got = loop {
            let got = versions(&stream.next_of("table").await);
            if !got.is_empty() {
                break got;
            }
        };
        assert_eq!(got[0], 5, "the clock played, and nothing is missing");
    }
}
