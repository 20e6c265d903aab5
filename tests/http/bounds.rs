//! How much anybody may ask for, and that nobody else goes short of it.

use std::net::Ipv4Addr;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

use cardroom::http::bounds::Bounds;
use cardroom::http::settings::Settings;

use crate::bots::open;
use crate::events::Events;
use crate::server::{Client, Reply, TestServer, settings};

async fn bounded(bounds: Bounds) -> TestServer {
    TestServer::set(Settings { bounds, ..settings() }).await
}

/// Refused by a bound, and told which, how much it allows, and when to come back.
#[track_caller]
fn spent(reply: &Reply, bound: &str, most: u64, seconds: u64) {
    assert_eq!(reply.status, 429, "{}", reply.text);
    let told = &reply.body;
    assert_eq!((&told["code"], &told["bound"]), (&json!("too_many_requests"), &json!(bound)));
    assert_eq!((&told["most"], &told["seconds"]), (&json!(most), &json!(seconds)));
    let policy = reply.header("ratelimit-policy").unwrap();
    assert!(policy.split(", ").any(|one| one == format!("\"{bound}\";q={most};w={seconds}")), "{policy}");
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let wait = reply.header("retry-after").unwrap();
    let left = reply.header("ratelimit").unwrap();
    assert!(left.split(", ").any(|one| one == format!("\"{bound}\";r=0;t={wait}")), "{left}");
}

#[tokio::test]
async fn a_player_writes_so_often_and_is_told_what_is_left() {
    let server = bounded(Bounds { writes_of_player: 1, ..Bounds::NONE }).await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let rename = async || ada.patch("/v1/me", json!({"name": "Ava"})).await;
    for left in (0..30).rev() {
        let reply = rename().await;
        assert_eq!(reply.header("ratelimit-policy"), Some("\"player-writes\";q=30;w=30"));
        assert_eq!(reply.header("ratelimit"), Some(&*format!("\"player-writes\";r={left}")));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        reply.ok();
    }
    spent(&rename().await, "player-writes", 30, 30);
    // Reading and others are not concerned, and after a second there is one more.
    ada.get("/v1/me").await.ok();
    bob.patch("/v1/me", json!({"name": "Bo"})).await.ok();
    server.clock.advance(1);
    rename().await.ok();
    spent(&rename().await, "player-writes", 30, 30);
}

#[tokio::test]
async fn a_player_reads_so_often_and_judging_is_reading() {
    let bounds = Bounds { reads_of_player: 1, writes_of_player: 1, ..Bounds::NONE };
    let server = bounded(bounds).await;
    let ada = server.guest("Ada").await;
    let path = open(&ada, json!({})).await;
    let judge = json!({"at": 1, "action": {"holdem": {"type": "fold"}}, "dry_run": true});
    for _ in 0..30 {
        let reply = ada.post(&format!("{path}/actions"), judge.clone()).await;
        assert_eq!(reply.status, 409, "{}", reply.text);
        assert!(reply.header("ratelimit").unwrap().starts_with("\"player-reads\""));
    }
    spent(&ada.post(&format!("{path}/actions"), judge).await, "player-reads", 30, 30);
    spent(&ada.get("/v1/me").await, "player-reads", 30, 30);
    let act = json!({"at": 1, "action": {"holdem": {"type": "fold"}}});
    server.clock.advance(1);
    let reply = ada.post(&format!("{path}/actions"), act).await;
    assert!(reply.header("ratelimit").unwrap().contains("\"player-writes\""), "{reply:?}");
    reply.refused(409, "no_hand");
    // A body that makes no sense costs as much.
    spent(&ada.post(&format!("{path}/actions"), json!([])).await, "player-reads", 30, 30);
}

#[tokio::test]
async fn wishes_and_openings_have_bounds_of_their_own() {
    let server = bounded(Bounds { wishes_of_player: 1, openings_of_player: 2, ..Bounds::NONE }).await;
    let ada = server.guest("Ada").await;
    let path = open(&ada, json!({})).await;
    ada.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    for number in 0..30 {
        let wishes = json!({"holdem": {"straddle": number % 2 == 0}});
        let reply = ada.put(&format!("{path}/seats/me/wishes"), wishes).await;
        assert_ne!(reply.status, 429, "{number}");
    }
    let wishes = json!({"holdem": {"straddle": true}});
    spent(&ada.put(&format!("{path}/seats/me/wishes"), wishes).await, "player-wishes", 30, 30);
    ada.patch("/v1/me", json!({"name": "Ava"})).await.ok();
    open(&ada, json!({})).await;
    let seat = ada.post("/v1/quick-seat", json!({"game": "holdem"})).await;
    spent(&seat, "player-openings", 2, 3_600);
}

#[tokio::test]
async fn an_address_is_one_client_however_many_players_it_has() {
    let server = bounded(Bounds { reads_of_address: 1, writes_of_address: 1, ..Bounds::NONE }).await;
    let players = [server.guest("Ada").await, server.guest("Bob").await];
    for number in 0..28 {
        players[number % 2].patch("/v1/me", json!({"name": "Ava"})).await.ok();
    }
    let asked = Instant::now();
    spent(&players[0].patch("/v1/me", json!({"name": "Ava"})).await, "address-writes", 30, 30);
    assert!(asked.elapsed() >= Duration::from_millis(100), "who is refused at once asks again at once");
    let stranger = server.stranger();
    // The rules as a calculator keep nothing, so they count as reading.
    for _ in 0..15 {
        let cards = json!({"cards": ["As", "Ah", "Kd", "Kc", "Qs"]});
        stranger.post("/v1/holdem/evaluate", cards).await.ok();
        stranger.get("/v1/version").await.ok();
    }
    spent(&stranger.get("/v1/version").await, "address-reads", 30, 30);
    spent(&stranger.get("/nothing").await, "address-reads", 30, 30);
    assert_eq!(stranger.request(Method::GET, "/").send().await.unwrap().status(), 429);
    // Whoever watches over the server is always answered.
    for _ in 0..100 {
        stranger.get("/healthz").await.ok();
        stranger.get("/readyz").await.ok();
    }
    server.clock.advance(1);
    stranger.get("/v1/version").await.ok();
}

#[tokio::test]
async fn an_address_has_so_many_streams_and_waits() {
    let server = bounded(Bounds { streams_of_address: 3, ..Bounds::NONE }).await;
    let (ada, stranger) = (server.guest("Ada").await, server.stranger());
    let path = open(&ada, json!({})).await;
    let first = Events::open(&ada, "/v1/me/events", None).await;
    let lobby = Events::open(&stranger, "/v1/lobby/events", None).await;
    let waiting = {
        let (stranger, path) = (stranger.clone(), format!("{path}/events?after=1&wait=30"));
        tokio::spawn(async move { stranger.get(&path).await })
    };
    let full = async || loop {
        let reply = Events::ask(&stranger, &format!("{path}/events"), None).await;
        if reply.status() == 429 {
            return reply.json::<Value>().await.unwrap();
        }
    };
    let refused = full().await;
    assert_eq!((&refused["code"], &refused["of"]), (&json!("too_many_streams"), &json!("address")));
    assert_eq!(refused["most"], 3);
    ada.get("/v1/me").await.ok();
    drop((first, lobby));
    // The server sees that they are gone when it next writes to them.
    ada.patch("/v1/me", json!({"name": "Ava"})).await.ok();
    ada.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    waiting.await.unwrap().ok();
    Events::open(&ada, "/v1/me/events", None).await;
}

#[tokio::test]
async fn an_address_has_so_many_connections() {
    let server = bounded(Bounds { connections_of_address: 3, ..Bounds::NONE }).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(TcpStream::connect(server.address).await.unwrap());
    }
    let mut refused = TcpStream::connect(server.address).await.unwrap();
    let mut answer = String::new();
    refused.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 429 ") && answer.contains("\r\nretry-after: 1\r\n"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let problem: Value = serde_json::from_str(body).unwrap();
    assert_eq!((&problem["code"], &problem["status"]), (&json!("too_many_connections"), &json!(429)));
    assert!(answer.contains(&format!("\r\ncontent-length: {}\r\n", body.len())), "{answer}");
    held.clear();
    // A connection that was closed gives its place back.
    for _ in 0..100 {
        let mut next = TcpStream::connect(server.address).await.unwrap();
        // Whoever is refused is told so after a second.
        let waited = tokio::time::timeout(std::time::Duration::from_secs(3), next.read_u8()).await;
        if waited.is_err() {
            return;
        }
    }
    panic!("no place is free");
}

/// Who is refused at once comes again at once, and takes the time of others with it.
#[tokio::test]
async fn connections_that_are_refused_wait_for_it_and_not_all_do() {
    let server = bounded(Bounds { connections: 8, connections_of_address: 1, ..Bounds::NONE }).await;
    let _held = TcpStream::connect(server.address).await.unwrap();
    let began = Instant::now();
    let refused = async || {
        let mut refused = TcpStream::connect(server.address).await.unwrap();
        let mut answer = String::new();
        refused.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 429 "), "{answer}");
        began.elapsed()
    };
    // Two have a spare place, in which they ask nothing, and a quarter of all connections may wait so; the others are told before them.
    let mut told = <[_; 5]>::from(tokio::join!(refused(), refused(), refused(), refused(), refused()));
    told.sort();
    let [first, second, .., last] = told;
    assert!(second * 2 > first + last, "{told:?}");
}

#[tokio::test]
async fn a_trusted_proxy_stands_for_many() {
    let bounds = Bounds { connections_of_address: 1, reads_of_address: 1, ..Bounds::NONE };
    let trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let server = TestServer::set(Settings { bounds, trusted_proxies, ..settings() }).await;
    let (one, other) = (server.stranger(), server.stranger());
    let _held = TcpStream::connect(server.address).await.unwrap();
    let from = async |client: &Client, address: &str| {
        let request = client.request(Method::GET, "/v1/version");
        client.send(request.header("x-forwarded-for", address)).await
    };
    for _ in 0..30 {
        from(&one, "203.0.113.1").await.ok();
    }
    spent(&from(&one, "203.0.113.1").await, "address-reads", 30, 30);
    from(&other, "203.0.113.2").await.ok();
    // A household has as many IPv6 addresses as it likes.
    for last in 0..30 {
        from(&other, &format!("2001:db8::{last:x}")).await.ok();
    }
    spent(&from(&one, "2001:db8::ffff").await, "address-reads", 30, 30);
}

#[tokio::test]
async fn wrong_admin_tokens_are_slowed() {
    let server = bounded(Bounds { admin_requests_per_hour: 3, ..Bounds::NONE }).await;
    let guess = server.stranger().with_token("not-the-admins-token");
    for _ in 0..3 {
        guess.get("/v1/admin/audit").await.refused(403, "not_admin");
    }
    spent(&guess.get("/v1/admin/audit").await, "address-admin", 3, 3_600);
    // Not even the right one is let in then: whoever guesses is not told.
    spent(&server.admin().get("/v1/admin/audit").await, "address-admin", 3, 3_600);
    server.clock.advance(1_200);
    server.admin().get("/v1/admin/audit").await.ok();
}

/// Where a request is under way while its body is awaited, and while its answer is not read.
#[tokio::test]
async fn an_address_has_so_many_requests_under_way() {
    let server = bounded(Bounds { requests_of_address: 2, ..Bounds::NONE }).await;
    let ada = server.guest("Ada").await;
    // Streams are counted apart.
    let streams =
        [Events::open(&ada, "/v1/me/events", None).await, Events::open(&ada, "/v1/me/events", None).await];
    ada.get("/v1/me").await.ok();
    let mut slow = TcpStream::connect(server.address).await.unwrap();
    slow.write_all(b"POST /v1/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n").await.unwrap();
    // Over HTTP/2 a client says how much of an answer it takes: of the second it takes the head.
    let unread = ada.over_http_2().request(Method::GET, "/openapi.yaml").send().await.unwrap();
    loop {
        let reply = ada.get("/v1/me").await;
        if reply.status == 429 {
            assert_eq!((&reply.body["code"], reply.header("retry-after")), (&json!("busy"), Some("1")));
            break;
        }
    }
    server.stranger().get("/healthz").await.ok();
    drop((slow, unread, streams));
    while ada.get("/v1/me").await.status == 429 {}
}

#[tokio::test]
async fn only_asking_whether_it_is_well_is_free() {
    let server = bounded(Bounds { writes_of_address: 1, ..Bounds::NONE }).await;
    for _ in 0..30 {
        assert_eq!(server.stranger().post("/healthz", json!({})).await.status, 405);
    }
    spent(&server.stranger().post("/healthz", json!({})).await, "address-writes", 30, 30);
}

/// Whoever watches over the server asks as often as they need, and reads beyond that.
#[tokio::test]
async fn what_is_free_is_free_so_often() {
    let server = bounded(Bounds { free_of_address: 1, reads_of_address: 1, ..Bounds::NONE }).await;
    let stranger = server.stranger();
    for number in 0..60 {
        stranger.get(["/healthz", "/readyz"][number % 2]).await.ok();
    }
    spent(&stranger.get("/healthz").await, "address-reads", 30, 30);
    spent(&stranger.get("/readyz").await, "address-reads", 30, 30);
    server.stranger_from(Ipv4Addr::new(127, 0, 0, 8)).get("/healthz").await.ok();
    server.clock.advance(1);
    stranger.get("/healthz").await.ok();
    // That was free, so there is something left to read.
    stranger.get("/v1/version").await.ok();
    spent(&stranger.get("/v1/version").await, "address-reads", 30, 30);
}

/// A friends' night: forty players behind one address open the page and sit down, and nobody is sent away.
#[tokio::test]
async fn forty_players_behind_one_address_come_in_at_once() {
    let server = bounded(Bounds::PRIVATE).await;
    let index = async |client: &Client| client.request(Method::GET, "/").send().await.unwrap();
    let page = index(&server.stranger()).await.text().await.unwrap();
    let files: Vec<String> =
        page.split('"').filter(|text| text.starts_with("/assets/")).map(str::to_owned).collect();
    assert!(files.len() > 3, "{page}");
    let come = async |number: usize| {
        let stranger = server.stranger();
        assert_eq!(index(&stranger).await.status(), 200);
        // A page loads some thirty files.
        for file in files.iter().cycle().take(30) {
            assert_eq!(stranger.request(Method::GET, file).send().await.unwrap().status(), 200);
        }
        let welcome =
            stranger.post("/v1/guests", json!({"name": format!("Player {number}")})).await.created();
        let player = stranger.signed_in(&welcome);
        for path in ["/v1/me", "/v1/presets", "/v1/tables", "/v1/me/tables"] {
            player.get(path).await.ok();
        }
        let stream = Events::open(&player, "/v1/me/events", None).await;
        player.post("/v1/quick-seat", json!({"game": "shengji"})).await.ok();
        (player, stream)
    };
    let came = futures::future::join_all((0..40).map(come)).await;
    assert_eq!(came.len(), 40);
    server.assert_every_chip_is_accounted_for().await;
}

/// A player at three tables answers as fast as a person can, a hundred times at each in two minutes.
#[tokio::test]
async fn a_player_at_three_tables_is_not_slowed() {
    let server = bounded(Bounds::PRIVATE).await;
    let ada = server.guest("Ada").await;
    let paths = [open(&ada, json!({})).await, open(&ada, json!({})).await, open(&ada, json!({})).await];
    for _ in 0..100 {
        for path in &paths {
            let act = json!({"at": 1, "action": {"holdem": {"type": "fold"}}});
            ada.post(&format!("{path}/actions"), act.clone()).await.refused(409, "no_hand");
            let judged = json!({"at": 1, "action": {"holdem": {"type": "fold"}}, "dry_run": true});
            for _ in 0..3 {
                ada.post(&format!("{path}/actions"), judged.clone()).await.refused(409, "no_hand");
            }
            ada.get(path).await.ok();
        }
        server.clock.advance(1);
    }
}

/// A database that takes nothing, as on a full disk, is no server to send players to.
#[tokio::test]
async fn a_server_that_cannot_write_is_not_ready() {
    use sqlx::{Connection, Executor, SqliteConnection};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cardroom.db");
    let server = TestServer::at(&file, jiff::Timestamp::from_second(1_000_000_000).unwrap()).await;
    let stranger = server.stranger();
    stranger.get("/readyz").await.ok();
    let mut behind = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    for table in ["pulse", "players"] {
        let trigger = format!(
            "create trigger full_{table} before insert on {table} begin select raise(rollback, 'full'); end"
        );
        behind.execute(sqlx::AssertSqlSafe(trigger)).await.unwrap();
    }
    stranger.post("/v1/guests", json!({})).await.refused(503, "unavailable");
    // It was written a moment ago, and that is known for a moment.
    stranger.get("/readyz").await.ok();
    server.clock.advance(5);
    stranger.get("/readyz").await.refused(503, "unavailable");
    stranger.get("/healthz").await.ok();
    for table in ["pulse", "players"] {
        behind.execute(sqlx::AssertSqlSafe(format!("drop trigger full_{table}"))).await.unwrap();
    }
    // Whoever asks all the time does not try all the time.
    stranger.get("/readyz").await.refused(503, "unavailable");
    server.clock.advance(1);
    stranger.get("/readyz").await.ok();
    stranger.post("/v1/guests", json!({})).await.created();
}
