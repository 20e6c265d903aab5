//! Connections: which are closed when the server has no permit left, and which are closed because too many refused
//! ones wait.

use std::net::Ipv4Addr;
use std::time::Duration;

use cardroom::http::limit_settings::LimitSettings;
use cardroom::http::settings::Settings;
use futures::future::join_all;
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};

use crate::events::Events;
use crate::server::{TestServer, settings};
use crate::socket::Socket;

/// A test that waits in vain fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a connection must be idle before it is closed for another of its address, and a little longer.
const RESTED: Duration = Duration::from_millis(1_200);

async fn limited(limits: LimitSettings) -> TestServer {
    TestServer::set(Settings { limits, ..settings() }).await
}

fn address(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 0, last)
}

async fn connect(server: &TestServer, last: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((address(last), 0).into()).unwrap();
    socket.connect(server.address).await.unwrap()
}

/// Sends a health check, and reads the answer.
async fn is_well(stream: &mut TcpStream) {
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut got = vec![0; 1_024];
    let read = stream.read(&mut got).await.unwrap();
    assert!(got[..read].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&got[..read]));
}

/// Whether a connection is closed.
async fn has_ended(stream: &mut TcpStream) -> bool {
    matches!(timeout(Duration::from_millis(200), stream.read_u8()).await, Ok(Err(_)))
}

/// A client that holds all connections idle keeps no one out.
#[tokio::test]
async fn a_full_server_closes_idle_connections() {
    let server =
        limited(LimitSettings { connections: 10, connections_of_address: 5, ..LimitSettings::NONE }).await;
    // Two addresses hold all permits: one connection has sent a request, another has sent nothing yet.
    let ada = server.guest_from("Ada", address(2)).await;
    let mut stream = Events::open(&ada, "/v1/me/events", None).await;
    stream.next().await.unwrap();
    let mut held = Vec::new();
    for number in 0..8_u8 {
        let mut connection = connect(&server, 2 + number % 2).await;
        if number < 7 {
            is_well(&mut connection).await;
        }
        held.push(connection);
    }
    let mut newcomers = Vec::new();
    for last in 10..14 {
        let asked = Instant::now();
        let mut newcomer = connect(&server, last).await;
        timeout(PATIENCE, is_well(&mut newcomer)).await.expect("a newcomer is never served");
        assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
        newcomers.push(newcomer);
    }
    // The address with the most connections lost some, and addresses with a single one did not.
    for newcomer in &mut newcomers {
        is_well(newcomer).await;
    }
    let mut ended = 0;
    for connection in &mut held {
        ended += usize::from(has_ended(connection).await);
    }
    assert!((3..=5).contains(&ended), "{ended} were closed");
    // A stream is an unfinished request as long as it is open.
    ada.patch("/v1/me", json!({"name": "Ava"})).await.ok();
    let opened = ada.post("/v1/quick-seat", json!({"game": "holdem"})).await.ok();
    assert!(opened["table"]["id"].is_string());
    timeout(PATIENCE, stream.next()).await.expect("the stream goes on").unwrap();
}

/// A socket counts as a connection as long as it is open.
#[tokio::test]
async fn a_socket_is_not_closed_for_others() {
    let server = limited(LimitSettings { connections_of_address: 2, ..LimitSettings::NONE }).await;
    let ada = server.guest_from("Ada", address(3)).await;
    let _socket = Socket::open(&ada, "", u64::MAX).await.ok().unwrap();
    // Nor is a stream closed for others of its address.
    let (here, asks) = (server.anonymous(), "/v1/lobby/events");
    let _stream = Events::open(&here, asks, None).await;
    sleep(RESTED).await;
    let mut refused = connect(&server, 1).await;
    let mut got = [0; 12];
    timeout(PATIENCE, refused.read_exact(&mut got)).await.expect("an answer for one too many").unwrap();
    assert_eq!(&got, b"HTTP/1.1 429");
}

/// Two hundred people behind one address have more connections than it may: the idle ones are closed.
#[tokio::test]
async fn an_address_at_its_limit_loses_idle_connections_to_its_next() {
    let server = limited(LimitSettings { connections_of_address: 4, ..LimitSettings::NONE }).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        let mut connection = connect(&server, 1).await;
        is_well(&mut connection).await;
        held.push(connection);
    }
    sleep(RESTED).await;
    for _ in 0..3 {
        let mut next = connect(&server, 1).await;
        timeout(PATIENCE, is_well(&mut next)).await.expect("the next one is never served");
        held.push(next);
    }
    // The last idle connection now has an unfinished request, so none is left to close.
    is_well(&mut held[3]).await;
    let mut refused = connect(&server, 1).await;
    let mut got = [0; 12];
    timeout(PATIENCE, refused.read_exact(&mut got)).await.expect("an answer for one too many").unwrap();
    assert_eq!(&got, b"HTTP/1.1 429");
    // The longest idle went first.
    for connection in &mut held[..3] {
        assert!(has_ended(connection).await);
    }
    for connection in &mut held[3..] {
        is_well(connection).await;
    }
}

/// A monitor sends each health check on a new connection, and kills a server that does not answer.
#[tokio::test]
async fn a_full_server_answers_health_checks() {
    let server = limited(LimitSettings { connections: 4, ..LimitSettings::NONE }).await;
    let mut streams = Vec::new();
    for _ in 0..4 {
        streams.push(Events::open(&server.anonymous(), "/v1/lobby/events", None).await);
    }
    // More often than there are spare permits: each is released after its answer.
    for number in 0..20 {
        let path = ["/healthz", "/readyz"][number % 2];
        let mut monitor = connect(&server, 1).await;
        monitor.write_all(format!("GET {path} HTTP/1.0\r\nhost: x\r\n\r\n").as_bytes()).await.unwrap();
        let mut got = String::new();
        timeout(PATIENCE, monitor.read_to_string(&mut got)).await.expect("an answer in time").unwrap();
        assert!(got.starts_with("HTTP/1.0 200 "), "{got}");
    }
    let mut newcomer = connect(&server, 9).await;
    newcomer.write_all(b"GET /v1/version HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut got = String::new();
    timeout(PATIENCE, newcomer.read_to_string(&mut got)).await.expect("an answer in time").unwrap();
    assert!(got.starts_with("HTTP/1.1 503 ") && got.contains("\r\nretry-after: 1\r\n"), "{got}");
    drop(streams);
    let served = async {
        loop {
            let mut newcomer = connect(&server, 9).await;
            newcomer.write_all(b"GET /v1/version HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
            let mut status = [0; 12];
            newcomer.read_exact(&mut status).await.unwrap();
            if status == *b"HTTP/1.1 200" {
                return;
            }
        }
    };
    timeout(PATIENCE, served).await.expect("a place is free again");
}

/// A monitor may share its address with others, as in a container behind a proxy that is not trusted.
#[tokio::test]
async fn a_monitor_is_answered_at_the_connection_limit_of_its_address() {
    let server = limited(LimitSettings { connections_of_address: 2, ..LimitSettings::NONE }).await;
    let mut streams = Vec::new();
    for _ in 0..2 {
        streams.push(Events::open(&server.anonymous(), "/v1/lobby/events", None).await);
    }
    let ask = async |path: &str| {
        let mut stream = connect(&server, 1).await;
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.unwrap();
        let mut got = String::new();
        timeout(PATIENCE, stream.read_to_string(&mut got)).await.expect("an answer in time").unwrap();
        got
    };
    // More often than there are spare permits: each is released after its answer.
    for number in 0..20 {
        let got = ask(["/healthz", "/readyz"][number % 2]).await;
        assert!(got.starts_with("HTTP/1.1 200 "), "{got}");
    }
    let got = ask("/v1/version").await;
    assert!(got.starts_with("HTTP/1.1 429 ") && got.contains("\"too_many_connections\""), "{got}");
    assert!(got.contains("\r\nretry-after: 1\r\n"), "{got}");
}

/// If few permits are left, an address may have few connections, and keeps those that it has.
#[tokio::test]
async fn a_nearly_full_server_closes_connections_of_an_address_for_its_next() {
    let server =
        limited(LimitSettings { connections: 16, connections_of_address: 6, ..LimitSettings::NONE }).await;
    let mut held = Vec::new();
    for number in 0..15_u8 {
        let mut connection = connect(&server, 1 + number % 3).await;
        is_well(&mut connection).await;
        held.push(connection);
    }
    sleep(RESTED).await;
    let mut next = connect(&server, 1).await;
    timeout(PATIENCE, is_well(&mut next)).await.expect("the next one is never served");
    // It is an ordinary connection, which takes more requests.
    is_well(&mut next).await;
    let mut ended = Vec::new();
    for (number, connection) in held.iter_mut().enumerate() {
        if has_ended(connection).await {
            ended.push(number);
        }
    }
    assert_eq!(ended, [0], "the longest idle one of its address");
}

/// A socket is never idle, so it is not closed for others.
#[tokio::test]
async fn open_sockets_keep_no_one_out() {
    let server = limited(LimitSettings { connections: 6, ..LimitSettings::NONE }).await;
    let ada = server.guest_from("Ada", address(3)).await;
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(Socket::open(&ada, "", u64::MAX).await.ok().unwrap());
    }
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut connection = connect(&server, 2).await;
        is_well(&mut connection).await;
        held.push(connection);
    }
    for last in 10..13 {
        let mut newcomer = connect(&server, last).await;
        timeout(PATIENCE, is_well(&mut newcomer)).await.expect("a newcomer is never served");
    }
}

/// Over HTTP/2 one connection carries many refused requests. The more there are, the longer each waits.
#[tokio::test]
async fn refusals_take_longer_the_more_of_an_address_are_waiting() {
    let server = limited(LimitSettings { reads_of_address: 1, ..LimitSettings::NONE }).await;
    let anonymous = server.anonymous().over_http_2();
    let ask = async || anonymous.request(Method::GET, "/v1/version").send().await.unwrap().status().as_u16();
    for _ in 0..30 {
        assert_eq!(ask().await, 200);
    }
    let began = Instant::now();
    let got = join_all((0..60).map(|_| ask())).await;
    assert!(got.iter().all(|&status| status == 429), "{got:?}");
    let many = began.elapsed();
    assert!(many >= Duration::from_millis(100 + 59 * 10), "{many:?}");
    let began = Instant::now();
    assert_eq!(ask().await, 429);
    assert!(began.elapsed() < many / 2, "{:?}", began.elapsed());
}

/// Beyond a limit there is no answer at all: the connection is closed, and counts as long as an idle one would.
#[tokio::test]
async fn a_connection_is_closed_if_too_many_refusals_of_its_address_are_waiting() {
    let limits = LimitSettings { reads_of_address: 1, connections_of_address: 12, ..LimitSettings::NONE };
    let server = limited(limits).await;
    let elsewhere = server.anonymous_from(address(5));
    let clients: Vec<_> = (0..12).map(|_| server.anonymous().over_http_2()).collect();
    let ask = async |number: usize| {
        let asked = clients[number % 12].request(Method::GET, "/v1/version").send().await;
        asked.ok().map(|answer| answer.status().as_u16())
    };
    for number in 0..30 {
        assert_eq!(ask(number).await, Some(200));
    }
    let got = timeout(PATIENCE, join_all((0..12 * 60).map(ask))).await.unwrap();
    let count = |wanted: Option<u16>| got.iter().filter(|got| **got == wanted).count();
    assert_eq!(count(None) + count(Some(429)), got.len(), "{got:?}");
    // Some connections are closed, with all requests on them.
    assert!(count(None) >= 60 && count(Some(429)) >= 100, "{} of {}", count(None), got.len());
    // Their permits are not released yet; other addresses are not affected.
    let mut next = Vec::new();
    for _ in 0..12 {
        next.push(connect(&server, 1).await);
    }
    let is_refused = async |mut stream: TcpStream| {
        let mut status = [0; 12];
        timeout(PATIENCE / 3, stream.read_exact(&mut status)).await.is_ok() && status == *b"HTTP/1.1 429"
    };
    assert!(join_all(next.into_iter().map(is_refused)).await.contains(&true), "all places are free");
    elsewhere.get("/v1/version").await.ok();
    // Nor does a server that stops wait for them.
    timeout(PATIENCE / 2, server.close()).await.expect("nothing is asked any more");
}

/// A refused request releases its permit at once, so it does not block other requests from the same address.
#[tokio::test]
async fn a_refused_request_holds_no_permit_while_it_waits() {
    let limits = LimitSettings { reads_of_player: 1, requests_of_address: 8, ..LimitSettings::NONE };
    let server = limited(limits).await;
    let (ann, bob) = (server.guest("Ann").await.over_http_2(), server.guest("Bob").await);
    let ask = async || ann.request(Method::GET, "/v1/me").send().await.unwrap().status().as_u16();
    while ask().await == 200 {}
    let asks_on = async {
        let got = join_all((0..40).map(|_| ask())).await;
        assert!(got.iter().all(|&status| status == 429), "{got:?}");
    };
    let asks_once = async {
        sleep(Duration::from_millis(60)).await;
        bob.get("/v1/me").await.ok();
    };
    tokio::join!(asks_on, asks_once);
}
