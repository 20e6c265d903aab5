//! Bad requests of a hostile or broken client: each gets a problem as its answer, and changes nothing.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time;

use crate::server::{GRANT, TestServer};

/// What the server answers to these exact bytes, on a connection of their own.
async fn speak(server: &TestServer, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    // The server may close the connection before it has read everything.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_late_body_is_awaited_for_a_while() {
    let server = TestServer::open().await;
    let head =
        b"POST /v1/guests HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n\
        content-length: 2\r\n\r\n";
    let mut late = TcpStream::connect(server.address).await.unwrap();
    let never = speak(&server, head);
    let comes = async {
        for chunk in [&head[..], b"{", b"}"] {
            late.write_all(chunk).await.unwrap();
            time::sleep(Duration::from_millis(100)).await;
        }
        let mut answer = String::new();
        late.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let (never, comes) = tokio::join!(never, comes);
    assert!(comes.starts_with("HTTP/1.1 201 "), "{comes}");
    assert!(never.starts_with("HTTP/1.1 408 ") && never.contains("\"slow_body\""), "{never}");
}

#[tokio::test]
async fn unknown_paths_and_wrong_methods_are_problems() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous();
    anonymous.get("/nothing").await.refused(404, "no_such_route");
    anonymous.get("/v1/guests/../../etc/passwd").await.refused(404, "no_such_route");
    anonymous.get("/v1/nothing?secret=1").await.refused(404, "no_such_route");
    for (method, path, allowed) in
        [(Method::GET, "/v1/guests", "POST"), (Method::PUT, "/v1/me", "GET,HEAD,PATCH,DELETE")]
    {
        let reply = anonymous.send(anonymous.request(method, path)).await;
        assert_eq!(reply.header("allow"), Some(allowed));
        reply.refused(405, "method_not_allowed");
    }
}

#[tokio::test]
async fn a_body_that_is_not_json_is_a_problem() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous();
    let send = async |kind: Option<&str>, body: &'static str| {
        let request = anonymous.request(Method::POST, "/v1/guests").body(body);
        let request = match kind {
            Some(kind) => request.header("content-type", kind),
            None => request,
        };
        anonymous.send(request).await
    };
    send(None, "{}").await.refused(415, "unsupported_media_type");
    send(Some("text/plain"), "{}").await.refused(415, "unsupported_media_type");
    send(Some("application/x-www-form-urlencoded"), "name=Ada").await.refused(415, "unsupported_media_type");
    for body in
        ["", "{", "[]", "null", "\"x\"", "{} {}", "{\"name\":}", "{\"name\":\"a\",\"name\":\"b\"}", "\u{0}"]
    {
        send(Some("application/json"), body).await.refused(400, "malformed_body");
    }
    send(Some("Application/JSON; charset=utf-8"), "{}").await.created();
    let deep = anonymous.request(Method::POST, "/v1/guests").header("content-type", "application/json");
    anonymous.send(deep.body("[".repeat(60_000))).await.refused(400, "malformed_body");
}

#[tokio::test]
async fn unknown_fields_and_wrong_types_are_named_by_path() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let path_of = async |path: &str, body: Value| {
        ada.post(path, body).await.refused(400, "malformed_body")["path"].as_str().unwrap_or("").to_owned()
    };
    assert_eq!(path_of("/v1/guests", json!({"name": "A", "chips": 1})).await, "chips");
    assert_eq!(path_of("/v1/guests", json!({"name": 7})).await, "name");
    let table = |key: &str, value: Value| {
        let mut options = json!({
            "name": "Main", "seats": 2, "min_buy_in": 100, "max_buy_in": 1000,
            "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
        });
        options[key] = value;
        options
    };
    for value in [json!(-1), json!(1.5), json!(256), json!("2"), json!(1e300), Value::Null] {
        assert_eq!(path_of("/v1/tables", table("seats", value)).await, "seats");
    }
    for value in [json!(-1), json!(18_446_744_073_709_551_616.0), json!("100")] {
        assert_eq!(path_of("/v1/tables", table("min_buy_in", value)).await, "min_buy_in");
    }
    assert_eq!(path_of("/v1/tables", table("secret", json!(1))).await, "secret");
    let rules = json!({"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10, "big": 1}});
    assert_eq!(path_of("/v1/tables", table("game", rules)).await, "game.holdem.big");
    assert_eq!(ada.get("/v1/tables").await.ok()["tables"], json!([]));
}

#[tokio::test]
async fn amounts_out_of_range_are_refused() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let options = json!({
        "name": "Main", "seats": 2, "min_buy_in": 100, "max_buy_in": 1000, "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let opened = ada.post("/v1/tables", options).await;
    let seats = format!("{}/seats", opened.header("location").unwrap());
    for buy_in in [0_u64, 99, 1_001, u64::MAX] {
        let refused = ada.post(&seats, json!({"buy_in": buy_in})).await.refused(422, "buy_in_out_of_bounds");
        assert_eq!((&refused["min"], &refused["max"]), (&json!(100), &json!(1000)));
    }
    ada.post(&seats, json!({"buy_in": -100})).await.refused(400, "malformed_body");
    ada.post(&seats, json!({"buy_in": 100, "seat": 9})).await.refused(422, "no_such_seat");
    assert_eq!(ada.get("/v1/me").await.ok()["chips"], GRANT);
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn invalid_options_are_named() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let options = json!({
        "name": "Main", "seats": 11, "min_buy_in": 100, "max_buy_in": 1000,
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    assert_eq!(ada.post("/v1/tables", options).await.refused(422, "bad_option")["option"], "seats");
}

#[tokio::test]
async fn a_too_large_body_gets_its_answer() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let large = json!({"name": "x".repeat(10_000_000)});
    assert_eq!(ada.post("/v1/guests", large.clone()).await.refused(413, "body_too_large")["max"], 65_536);
    ada.post("/v1/nothing", large.clone()).await.refused(413, "body_too_large");
    server.anonymous().patch("/v1/me", large).await.refused(413, "body_too_large");
    ada.get("/v1/me").await.ok();
}

#[tokio::test]
async fn malformed_identifiers_and_cursors_are_problems() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    ada.get("/v1/tables/not-an-id").await.refused(400, "malformed_path");
    ada.get("/v1/hands/0").await.refused(400, "malformed_path");
    let unknown = uuid::Uuid::nil();
    ada.get(&format!("/v1/tables/{unknown}")).await.refused(404, "no_such_table");
    ada.get(&format!("/v1/hands/{unknown}")).await.refused(404, "no_such_hand");
    ada.delete(&format!("/v1/tables/{unknown}")).await.refused(404, "no_such_table");
    for query in ["after=x", "limit=0", "limit=101", "game=chess", "min_stake=-1", "colour=red"] {
        ada.get(&format!("/v1/tables?{query}")).await.refused(400, "malformed_query");
    }
    for query in ["after=-1", "wait=31", "wait=99999999999", "wait=x"] {
        ada.get(&format!("/v1/tables/{unknown}/events?{query}")).await.refused(400, "malformed_query");
    }
}

#[tokio::test]
async fn an_idempotency_key_is_short_visible_and_sent_once() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let path = format!("/v1/tables/{}/hands", uuid::Uuid::nil());
    let long = "x".repeat(65);
    for keys in [vec!["two words"], vec![""], vec![long.as_str()], vec!["a", "b"]] {
        let request = keys.iter().fold(ada.request(Method::POST, &path), |request, key| {
            request.header("idempotency-key", (*key).to_owned())
        });
        let refused = ada.send(request).await.refused(400, "malformed_header");
        assert_eq!(refused["header"], "idempotency-key");
    }
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let server = TestServer::open().await;
    let start = "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n";
    assert!(speak(&server, format!("{start}\r\n").as_bytes()).await.starts_with("HTTP/1.1 200"));
    let large = format!("{start}x-large: {}\r\n\r\n", "x".repeat(20_000));
    assert!(speak(&server, large.as_bytes()).await.starts_with("HTTP/1.1 431"));
    // Two are there.
    for (more, status) in [(98, "HTTP/1.1 200"), (99, "HTTP/1.1 431")] {
        let many = "x-many: 1\r\n".repeat(more);
        assert!(speak(&server, format!("{start}{many}\r\n").as_bytes()).await.starts_with(status), "{more}");
    }
}

#[tokio::test]
async fn a_connection_without_http_is_closed() {
    let server = TestServer::open().await;
    for bytes in [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"] {
        let answer = speak(&server, bytes).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
    }
    // Two lengths in one head are how one request is smuggled behind another.
    let smuggled = b"POST /v1/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}";
    assert!(speak(&server, smuggled).await.starts_with("HTTP/1.1 400"));
    server.anonymous().get("/healthz").await.ok();
}
