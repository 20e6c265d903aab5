//! A flood of requests from one address: everything at once, and much that is invalid.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures::SinkExt;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Its address: one of this machine that nothing else uses.
const FROM: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 9));

/// How many connections it tries to hold.
const CONNECTIONS: usize = 2_000;

/// A flood that goes on until it is dropped.
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
        for _ in 0..4 {
            tasks.spawn(take_heads(address));
            tasks.spawn(talk(address));
        }
        // More than the number of refusals that may wait.
        for _ in 0..10 {
            tasks.spawn(be_refused(address));
        }
        tasks.spawn(crowd(address));
        Self(tasks)
    }
}

fn builder() -> reqwest::ClientBuilder {
    Client::builder().no_proxy().local_address(FROM).timeout(Duration::from_secs(40))
}

fn client() -> Client {
    builder().build().unwrap()
}

/// The token of a new guest; it may take a while until the address may have one.
async fn guest(client: &Client, address: SocketAddr) -> String {
    loop {
        let guest = client.post(format!("http://{address}/v1/guests")).json(&json!({})).send().await;
        let guest: Value = match guest {
            Ok(guest) => guest.json().await.unwrap_or_default(),
            Err(_) => Value::Null,
        };
        if let Some(token) = guest["tokens"]["access_token"].as_str() {
            return token.to_owned();
        }
        sleep(Duration::from_millis(20)).await;
    }
}

async fn connect(address: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind((FROM, 0).into()).ok()?;
    socket.connect(address).await.ok()
}

/// Holds an idle connection; tries again if it is closed. Connections with requests come first: if all connections
/// are held idle, none sends requests.
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

/// Reads the heads of large answers over HTTP/2, compressed and not, and opens no window for the rest.
async fn take_heads(address: SocketAddr) {
    loop {
        let http = builder().http2_prior_knowledge().http2_initial_stream_window_size(0).build().unwrap();
        let ask = |number: usize| {
            let packed = ["identity", "gzip"][number % 2];
            http.get(format!("http://{address}/openapi.yaml")).header("accept-encoding", packed).send()
        };
        let heads = futures::future::join_all((0..60).map(ask)).await;
        sleep(Duration::from_secs(5)).await;
        drop(heads);
    }
}

/// Sends far more requests over HTTP/2 than it may, so that all of them are refused; and again at once.
async fn be_refused(address: SocketAddr) {
    loop {
        let http = builder().http2_prior_knowledge().build().unwrap();
        let ask = || http.get(format!("http://{address}/v1/version")).send();
        while futures::future::join_all((0..60).map(|_| ask())).await.iter().any(Result::is_ok) {}
        sleep(Duration::from_millis(100)).await;
    }
}

/// Opens a socket, and sends valid and invalid frames as fast as it may; reads nothing.
async fn talk(address: SocketAddr) {
    let token = guest(&client(), address).await;
    let nowhere = "01a200b7-9cae-77a1-982f-a16198937991";
    let act = json!({"table": nowhere, "at": 1, "dry_run": true, "action": {"holdem": {"type": "fold"}}});
    loop {
        if let Some(stream) = connect(address).await {
            let mut request = format!("ws://{address}/v1/socket").into_client_request().unwrap();
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
            if let Ok((mut wire, _)) = client_async(request, stream).await {
                for number in 0_usize.. {
                    let frame = match number % 4 {
                        0 => Message::text(json!({"id": "1", "act": act}).to_string()),
                        1 => Message::text(json!({"id": "2", "watch": nowhere}).to_string()),
                        2 => Message::text("x".repeat(60_000)),
                        _ => Message::Ping("x".into()),
                    };
                    if wire.send(frame).await.is_err() {
                        break;
                    }
                }
            }
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// A table of its own, at which many come and go as fast as they may, with two hundred followers, half of them
/// compressed.
async fn crowd(address: SocketAddr) {
    let http = client();
    let url = |path: &str| format!("http://{address}{path}");
    let mut players = Vec::new();
    for _ in 0..9 {
        players.push(guest(&http, address).await);
    }
    let path = crowded(&http, address, &players[0]).await;
    let mut tasks = JoinSet::new();
    for number in 0..200 {
        let (http, url) = (http.clone(), url(&format!("{path}/events")));
        tasks.spawn(async move {
            loop {
                let packed = ["identity", "gzip"][number % 2];
                let request = http.get(&url).header("accept", "text/event-stream");
                if let Ok(mut stream) = request.header("accept-encoding", packed).send().await {
                    while let Ok(Some(_)) = stream.chunk().await {}
                }
                sleep(Duration::from_millis(200)).await;
            }
        });
    }
    for token in players {
        let (http, seats) = (http.clone(), url(&format!("{path}/seats")));
        tasks.spawn(async move {
            let _ = http.post(&seats).bearer_auth(&token).json(&json!({"buy_in": 100})).send().await;
            for (what, body) in [("sit-out", json!({})), ("return", json!({"entry": "wait"}))].iter().cycle()
            {
                let asked = http.post(format!("{seats}/me/{what}")).bearer_auth(&token).json(body);
                let _ = asked.send().await;
                sleep(Duration::from_millis(5)).await;
            }
        });
    }
    // Its log, read from the beginning again and again.
    for _ in 0..64 {
        let (http, url) = (http.clone(), url(&format!("{path}/events?after=0&limit=100")));
        tasks.spawn(async move {
            loop {
                let page = http.get(&url).send().await;
                if let Ok(page) = page.and_then(reqwest::Response::error_for_status) {
                    drop(page.bytes().await);
                } else {
                    // The machine that storms is the one that serves.
                    sleep(Duration::from_millis(100)).await;
                }
            }
        });
    }
    while tasks.join_next().await.is_some() {}
}

/// Opens that table.
async fn crowded(http: &Client, address: SocketAddr, host: &str) -> String {
    let options = json!({
        "name": "StreamsOf", "seats": 9, "min_buy_in": 100, "max_buy_in": 1_000, "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    loop {
        let opened =
            http.post(format!("http://{address}/v1/tables")).bearer_auth(host).json(&options).send().await;
        let opened: Value = match opened {
            Ok(opened) => opened.json().await.unwrap_or_default(),
            Err(_) => Value::Null,
        };
        if let Some(id) = opened["table"]["id"].as_str() {
            return format!("/v1/tables/{id}");
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

/// Sends the next request as soon as one is answered: for guests, passwords, rules, tables that do not exist, and its
/// own data.
async fn ask(address: SocketAddr, number: usize) {
    let client = client();
    let url = |path: &str| format!("http://{address}{path}");
    let token = guest(&client, address).await;
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
        (Method::OPTIONS, "/v1/me", Value::Null),
        (Method::GET, "/healthz", Value::Null),
        (Method::GET, "/readyz", Value::Null),
        // One file by many names.
        (Method::GET, "/docs/%73wagger-ui-bundle.js", Value::Null),
        (Method::GET, "/docs/s%77agger-ui-bundle.js", Value::Null),
        (Method::GET, "//assets/nothing.js", Value::Null),
        (Method::GET, "/nothing", Value::Null),
    ];
    for (method, path, body) in requests.iter().cycle().skip(number) {
        let request = client.request(method.clone(), url(path)).bearer_auth(&token);
        let request = request.header("accept-encoding", "gzip").header("origin", "https://play.example");
        let request = request.header("access-control-request-method", "GET");
        let request = if body.is_null() { request } else { request.json(body) };
        if request.send().await.is_err() {
            sleep(Duration::from_millis(10)).await;
        }
    }
}
