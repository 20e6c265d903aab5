//! The limits of players and addresses, and that no client can take from others what is theirs.

use std::net::Ipv4Addr;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

use cardroom::http::limit_settings::LimitSettings;
use cardroom::http::settings::Settings;

use crate::bots::open;
use crate::events::Events;
use crate::server::{Client, Reply, TestServer, settings};

async fn limited(limits: LimitSettings) -> TestServer {
    TestServer::set(Settings { limits, ..settings() }).await
}

/// The request is refused, and the answer names the limit, how much it allows, and when to try again.
#[track_caller]
fn spent(reply: &Reply, limit: &str, most: u64, seconds: u64) {
    assert_eq!(reply.status, 429, "{}", reply.text);
    let got = &reply.body;
    assert_eq!((&got["code"], &got["bound"]), (&json!("too_many_requests"), &json!(limit)));
    assert_eq!((&got["most"], &got["seconds"]), (&json!(most), &json!(seconds)));
    let policy = reply.header("ratelimit-policy").unwrap();
    assert!(policy.split(", ").any(|one| one == format!("\"{limit}\";q={most};w={seconds}")), "{policy}");
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let wait = reply.header("retry-after").unwrap();
    let left = reply.header("ratelimit").unwrap();
    assert!(left.split(", ").any(|one| one == format!("\"{limit}\";r=0;t={wait}")), "{left}");
}

#[tokio::test]
async fn writes_have_a_quota_and_answers_say_what_is_left() {
    let server = limited(LimitSettings { writes_of_player: 1, ..LimitSettings::NONE }).await;
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
async fn reads_have_a_quota_and_judging_counts_as_a_read() {
    let limits = LimitSettings { reads_of_player: 1, writes_of_player: 1, ..LimitSettings::NONE };
    let server = limited(limits).await;
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
async fn wishes_and_openings_have_quotas_of_their_own() {
    let server =
        limited(LimitSettings { wishes_of_player: 1, openings_of_player: 2, ..LimitSettings::NONE }).await;
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
    let tournament = json!({"name": "Tonight", "game": {"holdem": {}}, "max_entrants": 6});
    spent(&ada.post("/v1/tournaments", tournament).await, "player-openings", 2, 3_600);
    let seat = ada.post("/v1/quick-seat", json!({"game": "holdem"})).await;
    spent(&seat, "player-openings", 2, 3_600);
}

#[tokio::test]
async fn players_of_one_address_share_its_quota() {
    let server =
        limited(LimitSettings { reads_of_address: 1, writes_of_address: 1, ..LimitSettings::NONE }).await;
    let players = [server.guest("Ada").await, server.guest("Bob").await];
    for number in 0..28 {
        players[number % 2].patch("/v1/me", json!({"name": "Ava"})).await.ok();
    }
    let asked = Instant::now();
    spent(&players[0].patch("/v1/me", json!({"name": "Ava"})).await, "address-writes", 30, 30);
    assert!(asked.elapsed() >= Duration::from_millis(100), "refusals are delayed");
    let anonymous = server.anonymous();
    // The rule tools read nothing, but count as reads.
    for _ in 0..15 {
        let cards = json!({"cards": ["As", "Ah", "Kd", "Kc", "Qs"]});
        anonymous.post("/v1/holdem/evaluate", cards).await.ok();
        anonymous.get("/v1/version").await.ok();
    }
    spent(&anonymous.get("/v1/version").await, "address-reads", 30, 30);
    spent(&anonymous.get("/nothing").await, "address-reads", 30, 30);
    assert_eq!(anonymous.request(Method::GET, "/").send().await.unwrap().status(), 429);
    // A health check is always answered.
    for _ in 0..100 {
        anonymous.get("/healthz").await.ok();
        anonymous.get("/readyz").await.ok();
    }
    server.clock.advance(1);
    anonymous.get("/v1/version").await.ok();
}

#[tokio::test]
async fn streams_and_waits_of_an_address_are_limited() {
    let server = limited(LimitSettings { streams_of_address: 3, ..LimitSettings::NONE }).await;
    let (ada, anonymous) = (server.guest("Ada").await, server.anonymous());
    let path = open(&ada, json!({})).await;
    let first = Events::open(&ada, "/v1/me/events", None).await;
    let lobby = Events::open(&anonymous, "/v1/lobby/events", None).await;
    let waiting = {
        let (anonymous, path) = (anonymous.clone(), format!("{path}/events?after=1&wait=30"));
        tokio::spawn(async move { anonymous.get(&path).await })
    };
    let full = async || loop {
        let reply = Events::ask(&anonymous, &format!("{path}/events"), None).await;
        if reply.status() == 429 {
            return reply.json::<Value>().await.unwrap();
        }
    };
    let refused = full().await;
    assert_eq!((&refused["code"], &refused["of"]), (&json!("too_many_streams"), &json!("address")));
    assert_eq!(refused["most"], 3);
    ada.get("/v1/me").await.ok();
    drop((first, lobby));
    // The server notices a closed connection at its next write.
    ada.patch("/v1/me", json!({"name": "Ava"})).await.ok();
    ada.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    waiting.await.unwrap().ok();
    Events::open(&ada, "/v1/me/events", None).await;
}

#[tokio::test]
async fn connections_of_an_address_are_limited() {
    let server = limited(LimitSettings { connections_of_address: 3, ..LimitSettings::NONE }).await;
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
    // A closed connection releases its permit.
    for _ in 0..100 {
        let mut next = TcpStream::connect(server.address).await.unwrap();
        // A refusal is delayed by one second.
        let waited = tokio::time::timeout(std::time::Duration::from_secs(3), next.read_u8()).await;
        if waited.is_err() {
            return;
        }
    }
    panic!("no place is free");
}

/// A client that is refused at once would try again at once, and take time from others.
#[tokio::test]
async fn refusals_of_connections_are_delayed_up_to_a_number() {
    let server =
        limited(LimitSettings { connections: 8, connections_of_address: 1, ..LimitSettings::NONE }).await;
    let _held = TcpStream::connect(server.address).await.unwrap();
    let began = Instant::now();
    let refused = async || {
        let mut refused = TcpStream::connect(server.address).await.unwrap();
        let mut answer = String::new();
        refused.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 429 "), "{answer}");
        began.elapsed()
    };
    // Two connections use spare permits, on which they send nothing, and a quarter of all connections may wait; the
    // rest are refused at once.
    let mut got = <[_; 5]>::from(tokio::join!(refused(), refused(), refused(), refused(), refused()));
    got.sort();
    let [first, second, .., last] = got;
    assert!(second * 2 > first + last, "{got:?}");
}

#[tokio::test]
async fn addresses_behind_a_trusted_proxy_have_quotas_of_their_own() {
    let limits = LimitSettings { connections_of_address: 1, reads_of_address: 1, ..LimitSettings::NONE };
    let trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let server = TestServer::set(Settings { limits, trusted_proxies, ..settings() }).await;
    let (one, other) = (server.anonymous(), server.anonymous());
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
async fn wrong_admin_tokens_have_a_quota() {
    let server = limited(LimitSettings { admin_requests_per_hour: 3, ..LimitSettings::NONE }).await;
    let guess = server.anonymous().with_token("not-the-admins-token");
    for _ in 0..3 {
        guess.get("/v1/admin/audit").await.refused(403, "not_admin");
    }
    spent(&guess.get("/v1/admin/audit").await, "address-admin", 3, 3_600);
    // Even the right token is refused then, so a guesser learns nothing.
    spent(&server.admin().get("/v1/admin/audit").await, "address-admin", 3, 3_600);
    server.clock.advance(1_200);
    server.admin().get("/v1/admin/audit").await.ok();
}

/// A request is unfinished while the server waits for its body, and while the client does not read the answer.
#[tokio::test]
async fn unfinished_requests_of_an_address_are_limited() {
    let server = limited(LimitSettings { requests_of_address: 2, ..LimitSettings::NONE }).await;
    let ada = server.guest("Ada").await;
    // Streams are counted apart.
    let streams =
        [Events::open(&ada, "/v1/me/events", None).await, Events::open(&ada, "/v1/me/events", None).await];
    ada.get("/v1/me").await.ok();
    let mut slow = TcpStream::connect(server.address).await.unwrap();
    slow.write_all(b"POST /v1/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n").await.unwrap();
    // Over HTTP/2 a client controls how much of an answer is sent: of the second answer it takes only the head.
    let unread = ada.over_http_2().request(Method::GET, "/openapi.yaml").send().await.unwrap();
    loop {
        let reply = ada.get("/v1/me").await;
        if reply.status == 429 {
            assert_eq!((&reply.body["code"], reply.header("retry-after")), (&json!("busy"), Some("1")));
            break;
        }
    }
    server.anonymous().get("/healthz").await.ok();
    drop((slow, unread, streams));
    while ada.get("/v1/me").await.status == 429 {}
}

#[tokio::test]
async fn only_health_checks_are_free() {
    let server = limited(LimitSettings { writes_of_address: 1, ..LimitSettings::NONE }).await;
    for _ in 0..30 {
        assert_eq!(server.anonymous().post("/healthz", json!({})).await.status, 405);
    }
    spent(&server.anonymous().post("/healthz", json!({})).await, "address-writes", 30, 30);
}

/// Health checks are free up to a rate, and count as reads beyond it.
#[tokio::test]
async fn free_requests_count_as_reads_beyond_a_rate() {
    let server =
        limited(LimitSettings { free_of_address: 1, reads_of_address: 1, ..LimitSettings::NONE }).await;
    let anonymous = server.anonymous();
    for number in 0..60 {
        anonymous.get(["/healthz", "/readyz"][number % 2]).await.ok();
    }
    spent(&anonymous.get("/healthz").await, "address-reads", 30, 30);
    spent(&anonymous.get("/readyz").await, "address-reads", 30, 30);
    server.anonymous_from(Ipv4Addr::new(127, 0, 0, 8)).get("/healthz").await.ok();
    server.clock.advance(1);
    anonymous.get("/healthz").await.ok();
    // That was free, so there is something left to read.
    anonymous.get("/v1/version").await.ok();
    spent(&anonymous.get("/v1/version").await, "address-reads", 30, 30);
}

/// A friends' night: forty players behind one address open the page and sit down, and none is refused.
#[tokio::test]
async fn forty_players_behind_one_address_join_at_once() {
    let server = limited(LimitSettings::PRIVATE).await;
    let index = async |client: &Client| client.request(Method::GET, "/").send().await.unwrap();
    let page = index(&server.anonymous()).await.text().await.unwrap();
    let files: Vec<String> =
        page.split('"').filter(|text| text.starts_with("/assets/")).map(str::to_owned).collect();
    assert!(files.len() > 3, "{page}");
    let come = async |number: usize| {
        let anonymous = server.anonymous();
        assert_eq!(index(&anonymous).await.status(), 200);
        // A page loads some thirty files.
        for file in files.iter().cycle().take(30) {
            assert_eq!(anonymous.request(Method::GET, file).send().await.unwrap().status(), 200);
        }
        let welcome =
            anonymous.post("/v1/guests", json!({"name": format!("Player {number}")})).await.created();
        let player = anonymous.signed_in(&welcome);
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
async fn a_player_at_three_tables_meets_no_limit() {
    let server = limited(LimitSettings::PRIVATE).await;
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

/// A server whose database cannot be written, as on a full disk, is not ready.
#[tokio::test]
async fn a_server_that_cannot_write_is_not_ready() {
    use sqlx::{Connection, Executor, SqliteConnection};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cardroom.db");
    let server = TestServer::at(&file, jiff::Timestamp::from_second(1_000_000_000).unwrap()).await;
    let anonymous = server.anonymous();
    anonymous.get("/readyz").await.ok();
    let mut behind = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    for table in ["pulse", "players"] {
        let trigger = format!(
            "create trigger full_{table} before insert on {table} begin select raise(rollback, 'full'); end"
        );
        behind.execute(sqlx::AssertSqlSafe(trigger)).await.unwrap();
    }
    anonymous.post("/v1/guests", json!({})).await.refused(503, "unavailable");
    // It was written a moment ago, and that is known for a moment.
    anonymous.get("/readyz").await.ok();
    server.clock.advance(5);
    anonymous.get("/readyz").await.refused(503, "unavailable");
    anonymous.get("/healthz").await.ok();
    for table in ["pulse", "players"] {
        behind.execute(sqlx::AssertSqlSafe(format!("drop trigger full_{table}"))).await.unwrap();
    }
    // A client that asks all the time does not make the server write all the time.
    anonymous.get("/readyz").await.refused(503, "unavailable");
    server.clock.advance(1);
    anonymous.get("/readyz").await.ok();
    anonymous.post("/v1/guests", json!({})).await.created();
}
