//! The binary under load from one address: the address has its quota, and others are served meanwhile.

use std::fs::File;
use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use futures::future::join_all;
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::process::Server;
use crate::storm::Storm;

/// Longer than anything takes: a test that waits in vain fails.
const PATIENCE: Duration = Duration::from_mins(1);
/// So long that each request that would be answered is answered.
const A_WHILE: Duration = Duration::from_secs(2);

/// Longer than a refused client waits for its answer.
const SENT_AWAY_WITHIN: Duration = Duration::from_secs(12);

/// How long a newcomer waits at most, whatever the load.
const SERVED_WITHIN: Duration = Duration::from_secs(1);

const BESIEGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 9);

fn client(from: Ipv4Addr) -> Client {
    let client = Client::builder().no_proxy().local_address(IpAddr::V4(from)).timeout(PATIENCE);
    client.pool_max_idle_per_host(0).build().unwrap()
}

async fn connect(address: SocketAddr, from: Ipv4Addr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(address).await.unwrap()
}

/// The answer to a health check on a connection; `None` if there is none for a while.
async fn answer(stream: &mut TcpStream) -> Option<String> {
    answer_to(stream, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await
}

async fn answer_to(stream: &mut TcpStream, request: &str) -> Option<String> {
    // The connection of a refused client may be closed already.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut got = vec![0; 1_024];
    let read = timeout(A_WHILE, stream.read(&mut got)).await.ok()?.unwrap_or(0);
    Some(String::from_utf8_lossy(&got[..read]).into_owned())
}

async fn is_served(address: SocketAddr, from: Ipv4Addr) -> bool {
    let mut stream = connect(address, from).await;
    answer(&mut stream).await.is_some_and(|got| got.starts_with("HTTP/1.1 200 "))
}

/// Whether the answer says that the address has all connections that it may.
async fn is_sent_away(stream: &mut TcpStream) -> bool {
    let mut got = [0; 12];
    let read = timeout(SENT_AWAY_WITHIN, stream.read_exact(&mut got)).await;
    matches!(read, Ok(Ok(_))) && got == *b"HTTP/1.1 429"
}

/// Returns once this address has all connections that it may, each with an unfinished request, or one a moment ago;
/// of many more at once, some are refused.
async fn is_besieged(address: SocketAddr) {
    let is_one_too_many = async || is_sent_away(&mut connect(address, BESIEGER).await).await;
    let full = async { while !join_all((0..64).map(|_| is_one_too_many())).await.contains(&true) {} };
    timeout(PATIENCE, full).await.expect("the storm never has all the connections that its address may");
}

/// The answer to this request.
async fn ask(request: RequestBuilder, status: u16) -> Value {
    let answer = request.send().await.unwrap();
    let (is, got) = (answer.status(), answer.text().await.unwrap());
    assert_eq!(is, StatusCode::from_u16(status).unwrap(), "{got}");
    serde_json::from_str(&got).unwrap_or_default()
}

/// The token of a new guest.
async fn signs_in(http: &Client, url: &str) -> String {
    let guest = ask(http.post(format!("{url}/v1/guests")).json(&json!({})), 201).await;
    guest["tokens"]["access_token"].as_str().unwrap().to_owned()
}

/// A new guest signs in, and reads a table.
async fn signs_in_and_reads(url: &str, path: &str, from: Ipv4Addr) {
    let http = client(from);
    let token = signs_in(&http, url).await;
    let table = ask(http.get(path).bearer_auth(&token), 200).await;
    assert!(path.ends_with(table["id"].as_str().unwrap()), "{table}");
}

/// A new guest signs in, opens a table, sits down among computers, and is dealt a hand. Returns the table's path.
async fn signs_in_and_plays(url: &str, from: Ipv4Addr) -> String {
    let http = client(from);
    let token = signs_in(&http, url).await;
    let seat = json!({"game": "holdem", "bots": "novice"});
    let seated = ask(http.post(format!("{url}/v1/quick-seat")).bearer_auth(&token).json(&seat), 200).await;
    let path = format!("{url}/v1/tables/{}", seated["table"]["id"].as_str().unwrap());
    let mut version = seated["table"]["version"].clone();
    loop {
        let next = format!("{path}/events?after={version}&wait=20");
        let got = ask(http.get(next).bearer_auth(&token), 200).await;
        if got["table"]["hand"].is_object() {
            return path;
        }
        version = got["table"]["version"].clone();
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newcomer_is_served_while_one_address_tries_everything() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &[]);
    let storm = Storm::begin(server.address());
    // The address has all connections that it may, and tries to open more.
    is_besieged(server.address()).await;
    let path = signs_in_and_plays(&server.url, Ipv4Addr::new(127, 0, 0, 20)).await;
    for last in 21..26 {
        let signs_in = signs_in_and_reads(&server.url, &path, Ipv4Addr::new(127, 0, 0, last));
        timeout(SERVED_WITHIN, signs_in).await.expect("a newcomer waits too long");
    }
    signs_in_and_plays(&server.url, Ipv4Addr::new(127, 0, 0, 26)).await;
    is_besieged(server.address()).await;
    drop(storm);
    assert_eq!(server.audit().await["holds"], true);
}

/// A client that reads only the heads of its answers can hold this many of them.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_reads_no_answers_holds_only_its_quota() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &[]);
    let url = format!("{}/openapi.yaml", server.url);
    let mut held = Vec::new();
    let (mut busy, mut clients) = (0, Vec::new());
    for _ in 0..6 {
        let http = Client::builder().no_proxy().local_address(IpAddr::V4(BESIEGER)).timeout(PATIENCE);
        let http = http.http2_prior_knowledge().http2_initial_stream_window_size(0).build().unwrap();
        // As many as one connection may have at once.
        for answer in join_all((0..60).map(|_| http.get(&url).send())).await {
            let answer = answer.unwrap();
            match answer.status().as_u16() {
                200 => held.push(answer),
                429 => busy += 1,
                other => panic!("{other}"),
            }
        }
        clients.push(http);
    }
    assert_eq!((held.len(), busy), (256, 104));
    signs_in_and_plays(&server.url, Ipv4Addr::new(127, 0, 0, 8)).await;
    // Until all of their permits are released.
    let more = client(BESIEGER).get(&url).send().await.unwrap();
    assert_eq!(more.status(), 429);
    drop((held, clients));
    let free = async { while client(BESIEGER).get(&url).send().await.unwrap().status() == 429 {} };
    timeout(PATIENCE, free).await.expect("released permits are never free");
}

fn starts(limit: &str, folder: &Path) -> (Server, String) {
    let mut command = Command::new("sh");
    let script = format!("ulimit {limit} && exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_cardroom")]);
    let log = folder.join("log");
    command.stderr(File::create(&log).unwrap());
    let server = Server::start_by(command, folder, &[]);
    let mut said = String::new();
    File::open(log).unwrap().read_to_string(&mut said).unwrap();
    (server, said)
}

/// With a low limit on open files there are fewer connections, which is logged, and a quarter of them for one
/// address.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_low_limit_on_open_files_lowers_connections() {
    let folder = tempfile::tempdir().unwrap();
    let (server, said) = starts("-n 200", folder.path());
    assert!(said.contains("allows fewer connections") && said.contains("connections=72"), "{said}");
    let from = |last: usize| Ipv4Addr::new(127, 0, 0, u8::try_from(10 + last).unwrap());
    let mut held = Vec::new();
    for connection in 0..72 {
        // The last ones are kept for addresses that have none.
        let from = from(if connection < 68 { connection / 18 } else { connection });
        let mut stream = connect(server.address(), from).await;
        // The connections of the first address are not closed for its next: each has an unfinished request.
        let request = if connection < 18 { "GET /v1/lobby/events" } else { "GET /healthz" };
        let request = format!("{request} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n");
        let got = answer_to(&mut stream, &request).await;
        assert!(got.is_some_and(|got| got.starts_with("HTTP/1.1 200 ")), "{connection}");
        held.push(stream);
        if connection == 17 {
            let mut more = connect(server.address(), from).await;
            assert!(is_sent_away(&mut more).await, "a quarter for one address");
        }
    }
    // All of them are taken: an idle one is closed for the next.
    let mut next = connect(server.address(), from(99)).await;
    assert!(answer(&mut next).await.is_some_and(|got| got.starts_with("HTTP/1.1 200 ")));
    drop(next);
    held.clear();
    signs_in_and_plays(&server.url, from(0)).await;
}

/// A low soft limit is raised, and nothing is logged.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_soft_limit_on_open_files_is_raised() {
    let folder = tempfile::tempdir().unwrap();
    let (server, said) = starts("-S -n 200", folder.path());
    assert!(!said.contains("open files"), "{said}");
    let mut held = Vec::new();
    for _ in 0..250 {
        held.push(connect(server.address(), BESIEGER).await);
    }
    assert!(is_served(server.address(), BESIEGER).await);
}

/// A wrong admin token is logged as such, without the token: it may be nearly the right one.
#[tokio::test]
async fn a_wrong_admin_token_is_logged_without_the_token() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.stderr(File::create(&log).unwrap());
    let server = Server::start_by(command, folder.path(), &["--admin-requests-per-hour=3"]);
    let guess = "an-admin-token-for-guests";
    let url = format!("{}/v1/admin/audit", server.url);
    let mut got = Vec::new();
    for _ in 0..4 {
        let answer = client(BESIEGER).get(&url).bearer_auth(guess).send().await.unwrap();
        got.push(answer.status().as_u16());
    }
    assert_eq!(got, [403, 403, 403, 429]);
    drop(server);
    let mut said = String::new();
    File::open(log).unwrap().read_to_string(&mut said).unwrap();
    let lines: Vec<&str> = said.lines().filter(|line| line.contains("a wrong admin token")).collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines.iter().all(|line| line.contains("WARN") && line.contains("127.0.0.9")), "{said}");
    assert!(!said.contains("an-admin-token"), "{said}");
}

/// The log line of a request has its path and its name once, and no more than a bounded part of what a client
/// chooses.
#[tokio::test]
async fn a_request_is_logged_in_one_short_line() {
    let id = "x".repeat(64);
    // The longest line has the longest route, both its identifiers at full length, and a player.
    let longest_id = uuid::Uuid::nil().urn().to_string();
    let ban = format!("/v1/tables/{longest_id}/bans/{longest_id}");
    for (format, most) in [("text", 460), ("json", 560)] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.stderr(File::create(&log).unwrap()).env("CARDROOM_LOG", "info");
        let server = Server::start_by(command, folder.path(), &["--log-format", format]);
        let token = signs_in(&client(BESIEGER), &server.url).await;
        let made_up = format!("/{}", "y".repeat(400));
        for (method, path) in
            [(Method::GET, "/v1/version"), (Method::GET, &*made_up), (Method::DELETE, &*ban)]
        {
            let asked = client(BESIEGER).request(method, format!("{}{path}", server.url)).bearer_auth(&token);
            asked.header("x-request-id", &id).send().await.unwrap();
        }
        drop(server);
        let mut said = String::new();
        File::open(log).unwrap().read_to_string(&mut said).unwrap();
        let lines: Vec<&str> = said.lines().filter(|line| line.contains(&id)).collect();
        assert_eq!(lines.len(), 3, "{said}");
        assert!(lines[2].contains(&ban) && lines[2].contains("player"), "{said}");
        for line in lines {
            assert!(line.matches(&id).count() == 1 && line.len() <= most, "{}: {line}", line.len());
        }
    }
}

/// A free request can be sent as fast as the network allows, so it must leave nothing behind.
#[tokio::test]
async fn health_checks_do_not_fill_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.stderr(File::create(&log).unwrap()).env("CARDROOM_LOG", "info");
    let server = Server::start_by(command, folder.path(), &["--cors-origins=https://play.example"]);
    for (path, method) in [
        ("/healthz", Method::GET),
        ("/readyz", Method::GET),
        ("/v1/presets", Method::OPTIONS),
        ("/v1/version", Method::GET),
    ] {
        for _ in 0..20 {
            let asked = client(BESIEGER).request(method.clone(), format!("{}{path}", server.url));
            let asked =
                asked.header("origin", "https://play.example").header("access-control-request-method", "GET");
            assert_eq!(asked.send().await.unwrap().status(), 200);
        }
    }
    drop(server);
    let mut said = String::new();
    File::open(log).unwrap().read_to_string(&mut said).unwrap();
    let lines = |path: &str| said.lines().filter(|line| line.contains(path)).count();
    let free = ["/healthz", "/readyz", "/v1/presets"].map(lines);
    assert_eq!((free, lines("/v1/version")), ([0; 3], 20), "{said}");
}
