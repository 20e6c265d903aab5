//! One address that asks for everything at once, and sends what nobody should.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// Whence it comes: an address of this machine that nobody else uses.
const FROM: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 9));

/// How many connections it tries to hold.
const CONNECTIONS: usize = 2_000;

/// A storm that goes on until it is dropped.
pub struct Storm(#[allow(dead_code, reason = "its tasks end with it")] JoinSet<()>);

impl Storm {
    /// Begins to ask for everything at this address.
    pub fn begin(address: SocketAddr) -> Self {
        let mut tasks = JoinSet::new();
        for number in 0..8_usize {
            tasks.spawn(ask(address, number));
        }
        for _ in 0..CONNECTIONS {
            tasks.spawn(hold(address));
        }
        for _ in 0..64 {
            tasks.spawn(wait(address));
        }
        for _ in 0..16 {
            tasks.spawn(half(address));
        }
        Self(tasks)
    }
}

fn client() -> Client {
    Client::builder().no_proxy().local_address(FROM).timeout(Duration::from_secs(40)).build().unwrap()
}

async fn connect(address: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind((FROM, 0).into()).ok()?;
    socket.connect(address).await.ok()
}

/// Holds a connection and says nothing; tries again where it is sent away. Those who ask come first: where all connections are
/// held, nobody asks.
async fn hold(address: SocketAddr) {
    sleep(Duration::from_secs(2)).await;
    loop {
        if let Some(mut stream) = connect(address).await {
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
        sleep(Duration::from_millis(500)).await;
    }
}

/// Sends half a request, and never the rest.
async fn half(address: SocketAddr) {
    loop {
        if let Some(mut stream) = connect(address).await {
            let head = "POST /v1/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{";
            let _ = stream.write_all(head.as_bytes()).await;
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// Follows the lobby, and reads nothing of it.
async fn wait(address: SocketAddr) {
    let client = client();
    loop {
        let request = client.get(format!("http://{address}/v1/lobby/events"));
        if let Ok(stream) = request.header("accept", "text/event-stream").send().await {
            sleep(Duration::from_secs(5)).await;
            drop(stream);
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// Asks as fast as it is answered: for guests, passwords, rules, tables that do not exist, and for what they have.
async fn ask(address: SocketAddr, number: usize) {
    let client = client();
    let url = |path: &str| format!("http://{address}{path}");
    let token = loop {
        let guest = client.post(url("/v1/guests")).json(&json!({})).send().await;
        let guest: Value = match guest {
            Ok(guest) => guest.json().await.unwrap_or_default(),
            Err(_) => Value::Null,
        };
        if let Some(token) = guest["tokens"]["access_token"].as_str() {
            break token.to_owned();
        }
        sleep(Duration::from_millis(20)).await;
    };
    let hand = json!([
        "3s", "3h", "3c", "4s", "4h", "4c", "5s", "5h", "5c", "6s", "6h", "6c", "7s", "7h", "7c", "8s", "8h",
        "9s", "Ts", "Js",
    ]);
    let requests = [
        (Method::POST, "/v1/guests", json!({})),
        (Method::POST, "/v1/sessions", json!({"login": "nobody", "password": "wrong horse"})),
        (Method::POST, "/v1/doudizhu/moves", json!({"hand": hand, "limit": 1000})),
        (Method::POST, "/v1/holdem/equity", json!({"players": ["random", "random", "random"]})),
        (Method::POST, "/v1/quick-seat", json!({"game": "holdem"})),
        (Method::GET, "/v1/tables?limit=100", Value::Null),
        (Method::GET, "/v1/tables/01a200b7-9cae-77a1-982f-a16198937991", Value::Null),
        (Method::PATCH, "/v1/me", json!({"name": "Storm"})),
        (Method::GET, "/openapi.yaml", Value::Null),
        (Method::POST, "/v1/guests", json!("x".repeat(100_000))),
        (Method::GET, "/v1/admin/audit", Value::Null),
    ];
    for (method, path, body) in requests.iter().cycle().skip(number) {
        let request = client.request(method.clone(), url(path)).bearer_auth(&token);
        let request = if body.is_null() { request } else { request.json(body) };
        if request.send().await.is_err() {
            sleep(Duration::from_millis(10)).await;
        }
    }
}
