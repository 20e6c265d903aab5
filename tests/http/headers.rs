//! Headers, origins, health, and the admin routes.

use std::sync::Arc;
use std::time::Duration;

use cardroom::http::limit_settings::LimitSettings;
use cardroom::http::settings::Settings;
use cardroom::service::ports::store::DATA_RELEASE;
use cardroom::store::sqlite::Sqlite;
use cardroom_rules::games::game::RULES_RELEASE;
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::manual::ManualClock;
use crate::server::{TestServer, settings};
use crate::watched::{CallOutcome, Watched};

#[tokio::test]
async fn health_and_version_are_answered() {
    let server = TestServer::open().await;
    assert_eq!(server.anonymous().get("/healthz").await.ok(), json!({"status": "ok"}));
    assert_eq!(server.anonymous().get("/readyz").await.ok(), json!({"status": "ok"}));
    let version = server.anonymous().get("/v1/version").await.ok();
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&version["rules"], &version["data"]), (&json!(RULES_RELEASE), &json!(DATA_RELEASE)));
}

#[tokio::test]
async fn every_answer_has_its_requests_id() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous();
    let with_id = |id: &str| anonymous.request(Method::GET, "/healthz").header("x-request-id", id.to_owned());
    let reply = anonymous.send(with_id("my-request.1")).await;
    assert_eq!(reply.header("x-request-id"), Some("my-request.1"));
    for id in ["two words", &"x".repeat(65)] {
        let reply = anonymous.send(with_id(id)).await;
        assert!(uuid::Uuid::try_parse(reply.header("x-request-id").unwrap()).is_ok());
    }
    let refused = anonymous.get("/v1/nothing").await;
    assert!(refused.header("x-request-id").is_some());
}

#[tokio::test]
async fn answers_with_tokens_are_not_cached() {
    let server = TestServer::open().await;
    let welcome = server.anonymous().post("/v1/guests", json!({})).await;
    assert_eq!(welcome.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn only_listed_origins_may_call() {
    let mut listed = settings();
    listed.cors_origins = vec!["https://play.example".parse().unwrap()];
    let (open, shut) = (TestServer::set(listed).await, TestServer::open().await);
    let preflight = async |server: &TestServer, origin: &str| {
        let anonymous = server.anonymous();
        let request = anonymous.request(Method::OPTIONS, "/v1/me").header("origin", origin.to_owned());
        let request = request
            .header("access-control-request-method", "GET")
            .header("access-control-request-headers", "authorization");
        anonymous.send(request).await
    };
    let allowed = preflight(&open, "https://play.example").await;
    assert_eq!(allowed.header("access-control-allow-origin"), Some("https://play.example"));
    let headers = allowed.header("access-control-allow-headers").unwrap();
    assert!(["authorization", "invite-code"].iter().all(|header| headers.contains(header)), "{headers}");
    let other = preflight(&open, "https://elsewhere.example").await;
    assert_eq!(other.header("access-control-allow-origin"), None);
    let none = preflight(&shut, "https://play.example").await;
    assert_eq!(none.header("access-control-allow-origin"), None);
}

/// A browser sends a preflight request before a page's request. Other requests that look like one count as reads.
#[tokio::test]
async fn preflight_requests_are_free_up_to_a_rate_and_only_for_pages() {
    let cors_origins = vec!["https://play.example".parse().unwrap()];
    let limits = LimitSettings { free_of_address: 1, reads_of_address: 1, ..LimitSettings::NONE };
    let server = TestServer::set(Settings { cors_origins, limits, ..settings() }).await;
    let anonymous = server.anonymous();
    let asks = || anonymous.request(Method::OPTIONS, "/v1/me");
    let page =
        || asks().header("origin", "https://play.example").header("access-control-request-method", "GET");
    // Thirty are free, and thirty are read.
    for _ in 0..60 {
        let allowed = anonymous.send(page()).await;
        assert_eq!(
            (allowed.status.as_u16(), allowed.header("access-control-allow-methods").is_some()),
            (200, true)
        );
    }
    assert_eq!(anonymous.send(page()).await.status, 429);
    server.clock.advance(30);
    for request in [asks(), asks().header("origin", "https://play.example")].iter().cycle().take(30) {
        assert_ne!(anonymous.send(request.try_clone().unwrap()).await.status, 429);
    }
    assert_eq!(anonymous.send(asks()).await.status, 429);
    // A page may still send a preflight request.
    assert_eq!(anonymous.send(page()).await.status, 200);
}

/// A preflight request is complete with its head, so the server does not wait for a body.
#[tokio::test]
async fn a_preflight_request_needs_no_body() {
    let mut listed = settings();
    listed.cors_origins = vec!["https://play.example".parse().unwrap()];
    let server = TestServer::set(listed).await;
    let head = "OPTIONS /v1/me HTTP/1.1\r\nhost: x\r\norigin: https://play.example\r\n\
        access-control-request-method: GET\r\ncontent-length: 60000\r\n\r\n";
    let mut slow = TcpStream::connect(server.address).await.unwrap();
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    timeout(Duration::from_secs(5), slow.read_exact(&mut answer)).await.expect("an answer at once").unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
}

#[tokio::test]
async fn admin_routes_need_the_admin_token() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    assert_eq!(server.admin().get("/v1/admin/audit").await.ok()["holds"], true);
    server.anonymous().get("/v1/admin/audit").await.refused(401, "token_missing");
    ada.get("/v1/admin/audit").await.refused(403, "not_admin");

    let mut without = settings();
    without.admin_token = None;
    let server = TestServer::set(without).await;
    server.admin().get("/v1/admin/audit").await.refused(404, "no_admin");
}

#[tokio::test]
async fn a_table_that_has_not_changed_is_not_sent_again() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let options = json!({
        "name": "Main", "seats": 2, "min_buy_in": 100, "max_buy_in": 1000, "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let opened = ada.post("/v1/tables", options).await;
    let path = opened.header("location").unwrap().to_owned();
    let first = ada.get(&path).await;
    assert_eq!(first.header("cache-control"), Some("private, no-cache"));
    assert_eq!(first.header("vary"), Some("authorization, invite-code"));
    let tag = first.header("etag").unwrap().to_owned();
    let known = ada.send(ada.request(Method::GET, &path).header("if-none-match", &tag)).await;
    assert_eq!((known.header("etag"), known.text.as_str()), (Some(tag.as_str()), ""));
    known.expect(304);
    let other = bob.send(bob.request(Method::GET, &path).header("if-none-match", &tag)).await;
    assert_ne!(other.header("etag"), Some(tag.as_str()));
    other.ok();
    bob.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    ada.send(ada.request(Method::GET, &path).header("if-none-match", &tag)).await.ok();
}

#[tokio::test]
async fn a_player_who_may_not_see_a_table_does_not_learn_whether_it_changed() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let options = json!({
        "name": "Ours", "seats": 2, "min_buy_in": 100, "max_buy_in": 1000, "access": "invite",
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let opened = ada.post("/v1/tables", options).await;
    let path = opened.header("location").unwrap().to_owned();
    let tag = ada.get(&path).await.header("etag").unwrap().to_owned();
    for tag in [tag.as_str(), "*"] {
        let known = bob.send(bob.request(Method::GET, &path).header("if-none-match", tag)).await;
        known.refused(403, "invite_needed");
        let unknown = format!("/v1/tables/{}", uuid::Uuid::nil());
        let known = bob.send(bob.request(Method::GET, &unknown).header("if-none-match", tag)).await;
        known.refused(404, "no_such_table");
    }
    // The invite code is enough for this too. With a tag of another player's view, or without one, the full table is
    // sent.
    let code = opened.body["table"]["you"]["invite_code"].as_str().unwrap();
    let holding = || bob.request(Method::GET, &path).header("invite-code", code);
    let seen = bob.send(holding()).await.header("etag").unwrap().to_owned();
    assert_ne!(seen, tag);
    let again = holding().header("if-none-match", format!("\"x\", {seen}"));
    bob.send(again).await.expect(304);
    bob.send(holding().header("if-none-match", tag)).await.ok();
    // Each change, by any player, makes another tag; nothing else does.
    ada.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    let later = bob.send(holding().header("if-none-match", &seen)).await;
    assert_ne!(later.header("etag"), Some(seen.as_str()));
    later.ok();
}

#[tokio::test]
async fn a_server_whose_writer_died_is_not_ready_and_ends_with_an_error() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let server = TestServer::over(store.clone(), ManualClock::start(), settings()).await;
    let ada = server.guest("Ada").await;
    ada.get("/readyz").await.ok();
    store.plan(|name, _| if name == "commit" { CallOutcome::Panics } else { CallOutcome::Goes });
    let options = json!({
        "name": "Main", "seats": 2, "min_buy_in": 100, "max_buy_in": 1000,
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let unwritten = ada.post("/v1/tables", options).await;
    assert_eq!(unwritten.header("retry-after"), Some("1"));
    unwritten.refused(503, "unavailable");
    ada.get("/readyz").await.refused(503, "unavailable");
    ada.get("/healthz").await.ok();
    // It answers so for two seconds, and no longer.
    server.clock.advance(1);
    ada.get("/readyz").await.refused(503, "unavailable");
    let (clock, anonymous) = (Arc::clone(&server.clock), server.anonymous());
    clock.advance(1);
    assert_eq!(server.died().await.to_string(), "the writer has died");
    let gone = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = anonymous.request(Method::GET, "/readyz").build().unwrap().url().clone();
    assert!(gone.get(url).send().await.unwrap_err().is_connect(), "nothing listens any more");
}

/// Requests for tables that do not exist remove no table from memory.
#[tokio::test]
async fn thousands_of_tables_that_do_not_exist_leave_the_others_in_memory() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let server = TestServer::over(store.clone(), ManualClock::start(), settings()).await;
    let ada = server.guest("Ada").await;
    let options = json!({
        "name": "Main", "seats": 2, "min_buy_in": 100, "max_buy_in": 1000,
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let opened = ada.post("/v1/tables", options).await;
    let path = opened.header("location").unwrap().to_owned();
    let anonymous = server.anonymous();
    anonymous.get(&path).await.ok();
    for number in 0..4_200 {
        let unknown = format!("/v1/tables/{}", uuid::Uuid::from_u128(number));
        anonymous.get(&unknown).await.refused(404, "no_such_table");
    }
    store.calls();
    anonymous.get(&path).await.ok();
    let calls = store.calls();
    assert!(calls.is_empty(), "it was asked of the database: {calls:?}");
}
