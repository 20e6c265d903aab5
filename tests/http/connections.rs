//! Connections: who gives way where no place is left, and which end because too many wait to be refused on them.

use std::net::Ipv4Addr;
use std::time::Duration;

use cardroom::http::bounds::Bounds;
use cardroom::http::settings::Settings;
use futures::future::join_all;
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};

use crate::events::Events;
use crate::house::{House, settings};
use crate::socket::Socket;

/// A test that waits in vain fails.
const PATIENCE: Duration = Duration::from_secs(30);

async fn bounded(bounds: Bounds) -> House {
    House::set(Settings { bounds, ..settings() }).await
}

fn address(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 0, last)
}

async fn connect(house: &House, last: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((address(last), 0).into()).unwrap();
    socket.connect(house.address).await.unwrap()
}

/// Asks whether the house is well, and takes the answer.
async fn is_well(stream: &mut TcpStream) {
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut told = vec![0; 1_024];
    let read = stream.read(&mut told).await.unwrap();
    assert!(told[..read].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&told[..read]));
}

/// Whether a connection has ended.
async fn has_ended(stream: &mut TcpStream) -> bool {
    matches!(timeout(Duration::from_millis(200), stream.read_u8()).await, Ok(Err(_)))
}

/// Whoever holds all connections and asks nothing keeps nobody out.
#[tokio::test]
async fn where_no_place_is_left_idle_connections_give_way() {
    let house = bounded(Bounds { connections: 10, connections_of_address: 5, ..Bounds::NONE }).await;
    // Two addresses hold all there are: on one connection something is asked, on another nothing was asked yet.
    let ada = house.guest_from("Ada", address(2)).await;
    let mut stream = Events::open(&ada, "/v1/me/events", None).await;
    stream.next().await.unwrap();
    let mut held = Vec::new();
    for number in 0..8_u8 {
        let mut connection = connect(&house, 2 + number % 2).await;
        if number < 7 {
            is_well(&mut connection).await;
        }
        held.push(connection);
    }
    let mut newcomers = Vec::new();
    for last in 10..14 {
        let asked = Instant::now();
        let mut newcomer = connect(&house, last).await;
        timeout(PATIENCE, is_well(&mut newcomer)).await.expect("a newcomer is never served");
        assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
        newcomers.push(newcomer);
    }
    // Those who have most gave way, and not who came one by one.
    for newcomer in &mut newcomers {
        is_well(newcomer).await;
    }
    let mut ended = 0;
    for connection in &mut held {
        ended += usize::from(has_ended(connection).await);
    }
    assert!((3..=5).contains(&ended), "{ended} gave way");
    // On the stream something is asked for as long as it lasts.
    ada.patch("/v1/me", json!({"name": "Ava"})).await.ok();
    let opened = ada.post("/v1/quick-seat", json!({"game": "holdem"})).await.ok();
    assert!(opened["table"]["id"].is_string());
    timeout(PATIENCE, stream.next()).await.expect("the stream goes on").unwrap();
}

/// A socket is a connection, for as long as it is open.
#[tokio::test]
async fn a_socket_keeps_its_place() {
    let house = bounded(Bounds { connections_of_address: 2, ..Bounds::NONE }).await;
    let ada = house.guest_from("Ada", address(3)).await;
    let _socket = Socket::open(&ada, "", u64::MAX).await.ok().unwrap();
    let mut other = connect(&house, 1).await;
    is_well(&mut other).await;
    let mut refused = connect(&house, 1).await;
    let mut told = [0; 12];
    timeout(PATIENCE, refused.read_exact(&mut told)).await.expect("one too many is told so").unwrap();
    assert_eq!(&told, b"HTTP/1.1 429");
}

/// A socket is no connection that could give way, and keeps no other from it.
#[tokio::test]
async fn open_sockets_keep_nobody_out() {
    let house = bounded(Bounds { connections: 6, ..Bounds::NONE }).await;
    let ada = house.guest_from("Ada", address(3)).await;
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(Socket::open(&ada, "", u64::MAX).await.ok().unwrap());
    }
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut connection = connect(&house, 2).await;
        is_well(&mut connection).await;
        held.push(connection);
    }
    for last in 10..13 {
        let mut newcomer = connect(&house, last).await;
        timeout(PATIENCE, is_well(&mut newcomer)).await.expect("a newcomer is never served");
    }
}

/// Over HTTP/2 one connection carries many who are refused: they wait the longer the more of them there are.
#[tokio::test]
async fn who_is_refused_waits_the_longer_the_more_of_their_address_wait() {
    let house = bounded(Bounds { reads_of_address: 1, ..Bounds::NONE }).await;
    let stranger = house.stranger().over_http_2();
    let ask = async || stranger.request(Method::GET, "/v1/version").send().await.unwrap().status().as_u16();
    for _ in 0..30 {
        assert_eq!(ask().await, 200);
    }
    let began = Instant::now();
    let told = join_all((0..60).map(|_| ask())).await;
    assert!(told.iter().all(|&status| status == 429), "{told:?}");
    let many = began.elapsed();
    assert!(many >= Duration::from_millis(100 + 59 * 10), "{many:?}");
    let began = Instant::now();
    assert_eq!(ask().await, 429);
    assert!(began.elapsed() < many / 2, "{:?}", began.elapsed());
}

/// Beyond a bound nobody is told anything: the connection ends, and counts on for as long as one that says nothing.
#[tokio::test]
async fn a_connection_ends_where_too_many_of_its_address_wait_to_be_refused() {
    let bounds = Bounds { reads_of_address: 1, connections_of_address: 12, ..Bounds::NONE };
    let house = bounded(bounds).await;
    let elsewhere = house.stranger_from(address(5));
    let strangers: Vec<_> = (0..12).map(|_| house.stranger().over_http_2()).collect();
    let ask = async |number: usize| {
        let asked = strangers[number % 12].request(Method::GET, "/v1/version").send().await;
        asked.ok().map(|answer| answer.status().as_u16())
    };
    for number in 0..30 {
        assert_eq!(ask(number).await, Some(200));
    }
    let told = timeout(PATIENCE, join_all((0..12 * 60).map(ask))).await.unwrap();
    let count = |wanted: Option<u16>| told.iter().filter(|told| **told == wanted).count();
    assert_eq!(count(None) + count(Some(429)), told.len(), "{told:?}");
    // Some connections have ended, with all that was asked on them.
    assert!(count(None) >= 60 && count(Some(429)) >= 100, "{} of {}", count(None), told.len());
    // Their places are not free yet; others are not concerned.
    let mut refused = connect(&house, 1).await;
    let mut status = [0; 12];
    timeout(PATIENCE, refused.read_exact(&mut status)).await.expect("one too many is told so").unwrap();
    assert_eq!(&status, b"HTTP/1.1 429");
    elsewhere.get("/v1/version").await.ok();
    // Nor does a house that stops wait for them.
    timeout(PATIENCE / 2, house.close()).await.expect("nothing is asked any more");
}

/// Whoever waits to be refused takes no place from others of their address.
#[tokio::test]
async fn who_waits_to_be_refused_is_under_way_no_more() {
    let bounds = Bounds { reads_of_player: 1, requests_of_address: 8, ..Bounds::NONE };
    let house = bounded(bounds).await;
    let (ann, bob) = (house.guest("Ann").await.over_http_2(), house.guest("Bob").await);
    let ask = async || ann.request(Method::GET, "/v1/me").send().await.unwrap().status().as_u16();
    while ask().await == 200 {}
    let asks_on = async {
        let told = join_all((0..40).map(|_| ask())).await;
        assert!(told.iter().all(|&status| status == 429), "{told:?}");
    };
    let asks_once = async {
        sleep(Duration::from_millis(60)).await;
        bob.get("/v1/me").await.ok();
    };
    tokio::join!(asks_on, asks_once);
}
