//! A table without people rests.

use serde_json::json;

use super::{bots, open, seat_bot, until};
use crate::events::Events;
use crate::server::{TestServer, settings};

#[tokio::test]
async fn computers_alone_play_while_a_client_watches() {
    let server = TestServer::open().await;
    let host = server.guest("Host").await;
    let path = open(&host, json!({})).await;
    for _ in 0..3 {
        seat_bot(&host, &path, "novice").await;
    }
    for _ in 0..50 {
        server.clock.advance(1);
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    let resting = host.get(&path).await.ok();
    assert!(resting["hand"].is_null() && resting["last_hand"].is_null(), "{resting}");
    assert!(resting["closes_at"].is_string(), "{resting}");

    let watcher = server.anonymous();
    let mut stream = Events::open(&watcher, &format!("{path}/events"), None).await;
    let first = stream.next().await.unwrap();
    assert!(first.data["table"]["chairs"].is_array());
    until(&server, &host, &path, |table| table["last_hand"].is_string()).await;
    drop(stream);

    // The hand is played to its end, and no other is dealt.
    server.clock.advance(20);
    let rested =
        until(&server, &host, &path, |table| table["hand"].is_null() && table["closes_at"].is_string()).await;
    for _ in 0..50 {
        server.clock.advance(1);
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    assert_eq!(host.get(&path).await.ok()["version"], rested["version"]);
    server.clock.advance(25 * 3_600);
    until(&server, &watcher, &path, |table| table["closed_at"].is_string()).await;
    server.assert_every_chip_is_accounted_for().await;
}

/// Computer players do not stay at tables that their host has left, if others want them.
#[tokio::test]
async fn computers_leave_an_empty_table_once_others_want_them() {
    let server = TestServer::with_bots(settings(), 3, 0).await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let left = open(&ann, json!({})).await;
    let kept = open(&bob, json!({})).await;
    let wanted = open(&cid, json!({})).await;
    seat_bot(&ann, &left, "novice").await;
    seat_bot(&ann, &left, "novice").await;
    seat_bot(&bob, &kept, "novice").await;
    let _watches = Events::open(&bob, &format!("{kept}/events"), None).await;
    let anonymous = server.anonymous();
    let at = async |path: &str| bots(&anonymous.get(path).await.ok()).len();
    let want = async || {
        let status = cid.post(&format!("{wanted}/bots"), json!({"level": "novice"})).await.status.as_u16();
        server.clock.advance(1);
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        status
    };
    // A player who is disconnected for a moment keeps them.
    for _ in 0..50 {
        assert_eq!(want().await, 409);
    }
    assert_eq!((at(&left).await, at(&kept).await), (2, 1));
    let mut tries = 0;
    while want().await != 200 {
        tries += 1;
        assert!(tries < 500, "no computer leaves");
    }
    assert_eq!((at(&left).await, at(&kept).await, at(&wanted).await), (0, 1, 1));
    server.assert_every_chip_is_accounted_for().await;
}
