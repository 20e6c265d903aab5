//! The limits of an address for work that the server does by itself: computer players, their moves, names, replays,
//! and a day's changes.

use std::net::Ipv4Addr;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use cardroom::http::limit_settings::{LimitSettings, a_day, a_second};
use cardroom::http::settings::Settings;
use cardroom::service::ports::clock::Clock;
use cardroom::service::ports::store::Store;
use cardroom::service::room::limits::RoomLimits;
use cardroom::store::sqlite::Sqlite;
use futures::FutureExt;
use serde_json::{Value, json};
use tokio::task::block_in_place;
use tokio::time::{Instant, sleep, timeout};

use crate::bots::person::play;
use crate::bots::{bots, games, open, seat_bot, sit, until};
use crate::events::Events;
use crate::manual::ManualClock;
use crate::server::{Client, LOCALHOST, TestServer, answer, routes, settings};
use crate::socket::Socket;
use crate::watched::{CallOutcome, Watched};

const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// So long that each request that would be answered is answered.
const A_WHILE: Duration = Duration::from_secs(1);
/// More than the fifteen seconds that a request may take.
const LONGER_THAN_A_REQUEST: Duration = Duration::from_secs(25);

async fn limited(limits: LimitSettings) -> TestServer {
    TestServer::set(Settings { limits, ..settings() }).await
}

#[tokio::test]
async fn computer_players_of_an_address_are_limited() {
    let limits = RoomLimits { bots_of_address: 3, ..RoomLimits::default() };
    let server = TestServer::within(settings(), limits).await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let wide = || json!({"seats": 6});
    let (first, second) = (open(&ann, wide()).await, open(&bob, wide()).await);
    seat_bot(&ann, &first, "novice").await;
    seat_bot(&ann, &first, "novice").await;
    seat_bot(&bob, &second, "novice").await;
    let full = async |client: &Client, path: &str| {
        let one_more = client.post(&format!("{path}/bots"), json!({"level": "novice"})).await;
        assert_eq!(one_more.refused(409, "too_many_bots")["most"], 3);
    };
    full(&bob, &second).await;
    full(&ann, &first).await;
    // Other addresses have a quota of their own, also at a table that was handed over to them.
    let cid = server.guest_from("Cid", ELSEWHERE).await;
    let third = open(&cid, wide()).await;
    seat_bot(&cid, &third, "novice").await;
    sit(&cid, &first).await;
    ann.put(&format!("{first}/host"), json!({"player": cid.me["id"]})).await.ok();
    full(&cid, &first).await;
    // A player who leaves releases a permit, and so does a table that closes.
    cid.delete(&format!("{first}/bots/1")).await.ok();
    seat_bot(&bob, &second, "novice").await;
    full(&bob, &second).await;
    bob.delete(&second).await.ok();
    let fourth = open(&bob, wide()).await;
    seat_bot(&bob, &fourth, "novice").await;
    seat_bot(&bob, &fourth, "novice").await;
    full(&bob, &fourth).await;
}

#[tokio::test]
async fn open_tables_of_an_address_are_limited() {
    let limits = RoomLimits { tables_of_address: 2, ..RoomLimits::default() };
    let server = TestServer::within(settings(), limits).await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let first = open(&ann, json!({})).await;
    let quick = bob.post("/v1/quick-seat", json!({"game": "holdem"})).await.ok();
    let full = async |client: &Client| {
        let one_more = client.post("/v1/quick-seat", json!({"game": "doudizhu"})).await;
        assert_eq!(one_more.refused(409, "too_many_tables")["most"], 2);
    };
    full(&ann).await;
    full(&bob).await;
    // A seat at an existing table takes no permit, and other addresses can open tables.
    ann.post("/v1/quick-seat", json!({"game": "holdem"})).await.ok();
    open(&server.guest_from("Cid", ELSEWHERE).await, json!({})).await;
    ann.delete(&first).await.ok();
    open(&ann, json!({})).await;
    full(&bob).await;
    server.clock.advance(1);
    for player in [&ann, &bob] {
        let seat = format!("/v1/tables/{}/seats/me", quick["table"]["id"].as_str().unwrap());
        player.delete(&seat).await.ok();
    }
    server.assert_every_chip_is_accounted_for().await;
}

/// Guests cost nothing, so a hundred of them must not take every public chair.
#[tokio::test]
async fn chairs_of_an_address_at_others_tables_are_limited() {
    let limits = RoomLimits { chairs_of_address: 2, ..RoomLimits::default() };
    let server = TestServer::within(settings(), limits).await;
    let (host, third) = (server.guest_from("Host", ELSEWHERE).await, Ipv4Addr::new(127, 0, 0, 3));
    let mut guests = Vec::new();
    for number in 0..3 {
        guests.push(server.guest(&format!("Guest {number}")).await);
    }
    let wide = |besides: Value| {
        let mut options = json!({"seats": 6, "dealing": {"type": "by_hand"}});
        options.as_object_mut().unwrap().extend(besides.as_object().unwrap().clone());
        options
    };
    let path = open(&host, wide(json!({}))).await;
    let comes = async |player: &Client, path: &str| {
        player.post(&format!("{path}/seats"), json!({"buy_in": 1_000})).await
    };
    comes(&guests[0], &path).await.ok();
    comes(&guests[1], &path).await.ok();
    assert_eq!(comes(&guests[2], &path).await.refused(409, "too_many_from_address")["most"], 2);
    comes(&server.guest_from("Cid", third).await, &path).await.ok();
    comes(&host, &path).await.ok();
    guests[0].delete(&format!("{path}/seats/me")).await.ok();
    comes(&guests[2], &path).await.ok();
    // A chair is left to others in any case.
    let narrow = open(&host, json!({"seats": 2, "dealing": {"type": "by_hand"}})).await;
    comes(&guests[0], &narrow).await.ok();
    assert_eq!(comes(&guests[1], &narrow).await.refused(409, "too_many_from_address")["most"], 1);
    // At a table of their own, and by invitation, any number may sit.
    let own = open(&guests[0], wide(json!({}))).await;
    let invited = open(&host, wide(json!({"access": "invite"}))).await;
    let code = host.get(&invited).await.ok()["you"]["invite_code"].clone();
    for guest in &guests {
        comes(guest, &own).await.ok();
        let seat = json!({"buy_in": 1_000, "invite_code": code});
        guest.post(&format!("{invited}/seats"), seat).await.ok();
    }
    // A quick seat finds a table with a free permit.
    let quick = async |player: &Client| {
        let seated = player.post("/v1/quick-seat", json!({"game": "holdem"})).await.ok();
        seated["table"]["id"].as_str().unwrap().to_owned()
    };
    let first = quick(&host).await;
    let mut led = Vec::new();
    for guest in &guests {
        led.push(quick(guest).await);
    }
    assert!(led[0] == first && led[1] == first && led[2] != first, "{first} {led:?}");
    server.assert_every_chip_is_accounted_for().await;
}

/// A player who is called and does not come has the chair for a minute: others are called in between.
#[tokio::test]
async fn waiting_players_of_an_address_are_limited() {
    let limits = RoomLimits { waiting_of_address: 2, ..RoomLimits::default() };
    let server = TestServer::within(settings(), limits).await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({"seats": 2, "dealing": {"type": "by_hand"}})).await;
    sit(&ann, &path).await;
    sit(&bob, &path).await;
    let waiting = format!("{path}/waiting");
    let wait = async |client: &Client| client.post(&waiting, json!({})).await;
    let mut guests = Vec::new();
    for number in 0..3 {
        guests.push(server.guest(&format!("Guest {number}")).await);
    }
    wait(&guests[0]).await.ok();
    wait(&guests[1]).await.ok();
    assert_eq!(wait(&guests[2]).await.refused(409, "too_many_waiting")["most"], 2);
    let elsewhere = server.guest_from("Cid", ELSEWHERE).await;
    wait(&elsewhere).await.ok();
    // A change of address changes nothing; a player who stops waiting releases the permit, and so does a table that
    // closes.
    let roams = server.anonymous_from(ELSEWHERE).with_token(guests[0].token.as_deref().unwrap());
    roams.get("/v1/me").await.ok();
    wait(&guests[2]).await.refused(409, "too_many_waiting");
    guests[1].delete(&format!("{waiting}/me")).await.ok();
    wait(&guests[2]).await.ok();
    wait(&guests[1]).await.refused(409, "too_many_waiting");
    bob.delete(&format!("{path}/seats/me")).await.ok();
    sit(&roams, &path).await;
    wait(&guests[1]).await.ok();
    ann.delete(&path).await.ok();
    let other = open(&ann, json!({"seats": 2, "dealing": {"type": "by_hand"}})).await;
    sit(&ann, &other).await;
    sit(&bob, &other).await;
    guests[1].post(&format!("{other}/waiting"), json!({})).await.ok();
}

/// Chairs for computers stay free, and the players who are there play.
#[tokio::test]
async fn computers_fill_a_table_up_to_the_quota_of_its_address() {
    let limits = RoomLimits { bots_of_address: 1, ..RoomLimits::default() };
    let server = TestServer::within(settings(), limits).await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({"fill_with_bots": {"level": "novice", "after_seconds": 0}})).await;
    sit(&ann, &path).await;
    sit(&bob, &path).await;
    let (elsewhere, other) = (server.guest_from("Cid", ELSEWHERE).await, json!({"level": "novice"}));
    until(&server, &ann, &path, |table| table["hand"].is_object()).await;
    let theirs = open(&elsewhere, json!({})).await;
    elsewhere.post(&format!("{theirs}/bots"), other.clone()).await.ok();
    let late = open(&bob, json!({"fill_with_bots": {"level": "novice", "after_seconds": 0}})).await;
    sit(&bob, &late).await;
    sit(&ann, &late).await;
    let dealt = until(&server, &bob, &late, |table| table["hand"].is_object()).await;
    assert!(bots(&dealt).is_empty(), "{dealt}");
}

/// A table of one person and as many computers as it has chairs for, which think for no time; hands are dealt by
/// request.
async fn hurried(server: &TestServer) -> (Client, String) {
    let ann = server.guest("Ann").await;
    let [(_, game), ..] = games();
    let path = open(&ann, json!({"seats": 10, "game": game, "dealing": {"type": "by_hand"}})).await;
    sit(&ann, &path).await;
    for _ in 1..10 {
        seat_bot(&ann, &path, "novice").await;
    }
    (ann, path)
}

/// The table once nothing happens there any more, although its computers had time to think.
async fn at_rest(server: &TestServer, person: &Client, path: &str) -> Value {
    let mut table = person.get(path).await.ok();
    for _ in 0..100 {
        let mut same = 0;
        server.clock.think();
        while same < 20 {
            sleep(Duration::from_millis(10)).await;
            let now = person.get(path).await.ok();
            if now["version"] == table["version"] {
                same += 1;
            } else {
                same = 0;
                server.clock.think();
            }
            table = now;
        }
        let asked = table["hand"]["decisions"].as_array().into_iter().flatten();
        let is_asked = asked.into_iter().any(|decision| decision["seat"] == table["you"]["seat"]);
        if !is_asked {
            break;
        }
        let fold = json!({"at": table["version"], "action": {"holdem": {"type": "fold"}}});
        person.post(&format!("{path}/actions"), fold).await;
    }
    table
}

/// Deals and folds until the table has to wait. Returns how many changes there were.
async fn folds(server: &TestServer, ann: &Client, path: &str) -> u64 {
    let before = ann.get(path).await.ok()["version"].as_u64().unwrap();
    let mut own = 0;
    for _ in 0..12 {
        ann.post(&format!("{path}/hands"), Value::Null).await.ok();
        own += 2;
        let table = at_rest(server, ann, path).await;
        if table["hand"].is_object() {
            return table["version"].as_u64().unwrap() - before - own;
        }
    }
    panic!("nothing holds them back");
}

/// One fold may lead to twenty computer moves; the moves of computers and of the clock at the tables of an address
/// are limited.
#[tokio::test]
async fn automatic_moves_at_the_tables_of_an_address_have_a_quota() {
    let limits = RoomLimits { moves_of_address: a_second(1), ..RoomLimits::default() };
    let server = TestServer::within(settings(), limits).await;
    let (ann, path) = hurried(&server).await;
    let began = server.clock.now();
    // The quota refills by one move a second.
    let seconds = || server.clock.now().duration_since(began).as_secs().unsigned_abs();
    let moved = folds(&server, &ann, &path).await;
    assert!((28..=31 + seconds()).contains(&moved), "{moved} moves in {} seconds", seconds());
    // They wait, and nothing is lost.
    let version = async || at_rest(&server, &ann, &path).await["version"].as_u64().unwrap();
    let (before, at) = (version().await, seconds());
    server.clock.advance(1);
    let (after, more) = (version().await, seconds() - at);
    assert!((1..=2 + more).contains(&(after - before)), "{} moves in {more} seconds", after - before);
    play(&server, &ann, &path).await;
    server.assert_every_chip_is_accounted_for().await;
    // Tables of other addresses are not delayed.
    let bob = server.guest_from("Bob", ELSEWHERE).await;
    let theirs = open(&bob, json!({})).await;
    sit(&bob, &theirs).await;
    seat_bot(&bob, &theirs, "novice").await;
    until(&server, &bob, &theirs, |table| table["hand"].is_object()).await;
}

#[tokio::test]
async fn changes_of_an_address_have_a_daily_quota() {
    let server = limited(LimitSettings { writes_of_address_a_day: 3, ..LimitSettings::NONE }).await;
    let ada = server.guest("Ada").await;
    let path = open(&ada, json!({})).await;
    sit(&ada, &path).await;
    let refused = ada.post(&format!("{path}/seats/me/sit-out"), json!({})).await;
    assert_eq!(refused.header("retry-after"), Some("28800"), "{}", refused.text);
    let got = refused.refused(429, "too_many_requests");
    assert_eq!((&got["bound"], &got["most"]), (&json!("address-writes-a-day"), &json!(3)));
    assert_eq!(got["seconds"], 86_400);
    ada.get(&path).await.ok();
    server.guest_from("Bob", ELSEWHERE).await;
    server.clock.advance(28_800);
    // The sign-in has ended by then; a newcomer is let in again.
    server.guest("Cid").await;

    let limits = RoomLimits { moves_of_address_a_day: a_day(30), ..RoomLimits::default() };
    let server = TestServer::within(settings(), limits).await;
    let (ann, path) = hurried(&server).await;
    let moved = folds(&server, &ann, &path).await;
    assert!((28..=30).contains(&moved), "{moved} moves");
}

#[tokio::test]
async fn changes_of_a_name_have_an_hourly_quota() {
    let server =
        limited(LimitSettings { renames_of_player: 2, renames_of_address: 3, ..LimitSettings::NONE }).await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let rename = async |player: &Client| player.patch("/v1/me", json!({"name": "Ava"})).await;
    rename(&ada).await.ok();
    rename(&ada).await.ok();
    let got = rename(&ada).await.refused(429, "too_many_requests");
    assert_eq!((&got["bound"], &got["most"]), (&json!("player-renames"), &json!(2)));
    // A request that was refused for the player counts for the address.
    let got = rename(&bob).await.refused(429, "too_many_requests");
    assert_eq!((&got["bound"], &got["seconds"]), (&json!("address-renames"), &json!(3_600)));
    let other = server.guest_from("Cid", ELSEWHERE).await;
    rename(&other).await.ok();
    server.clock.advance(1_800);
    rename(&ada).await.ok();
}

#[tokio::test]
async fn friend_requests_of_an_address_to_a_player_have_a_quota() {
    let server = limited(LimitSettings { friend_requests_of_address: 2, ..LimitSettings::NONE }).await;
    let (ada, eve) = (server.guest("Ada").await, server.guest("Eve").await);
    let ask = async |from: &Client, whom: &Client| {
        from.put(&format!("/v1/me/friends/{}", whom.me["id"].as_str().unwrap()), Value::Null).await
    };
    let mut guests = Vec::new();
    for number in 0..3 {
        guests.push(server.guest(&format!("Guest {number}")).await);
    }
    ask(&guests[0], &ada).await.ok();
    ask(&guests[1], &ada).await.ok();
    let got = ask(&guests[2], &ada).await;
    assert_eq!(got.header("retry-after"), Some("43200"), "{}", got.text);
    let got = got.refused(429, "too_many_requests");
    assert_eq!((&got["bound"], &got["most"]), (&json!("address-friend-requests"), &json!(2)));
    // This player may ask others, and others may ask this player.
    ask(&guests[2], &eve).await.ok();
    ask(&server.guest_from("Cid", ELSEWHERE).await, &ada).await.ok();
}

/// A server in which each address has one permit at a time, over a store that the test controls.
async fn with_one_permit() -> (Arc<Watched>, TestServer) {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let limits = LimitSettings { turns_of_address: 1, ..LimitSettings::NONE };
    let server =
        TestServer::over(store.clone(), ManualClock::start(), Settings { limits, ..settings() }).await;
    (store, server)
}

/// Blocks the store at this method. Returns a signal of the first call, and a guard that unblocks it when it is
/// dropped.
#[allow(clippy::disallowed_methods, reason = "it is to stall a worker, and no other")]
fn hold_up(store: &Watched, asked: &'static str) -> (mpsc::Receiver<()>, mpsc::Sender<()>) {
    let ((begin, begun), (end, ended)) = (mpsc::channel(), mpsc::channel::<()>());
    store.plan(move |name, _| {
        if name == asked {
            begin.send(()).ok();
            block_in_place(|| ended.recv()).ok();
        }
        CallOutcome::Goes
    });
    (begun, end)
}

/// While the store is blocked, requests from the same address wait, and others do not.
async fn others_of_the_address_wait(
    server: &TestServer,
    (begun, end): (mpsc::Receiver<()>, mpsc::Sender<()>),
) {
    tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
    let here = server.anonymous();
    let mut mine = std::pin::pin!(here.get("/v1/version"));
    assert!(timeout(A_WHILE, &mut mine).await.is_err(), "it was answered before its turn");
    server.anonymous_from(ELSEWHERE).get("/v1/version").await.ok();
    drop(end);
    mine.await.ok();
}

/// A slow request of one address delays its own requests only.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_requests_of_an_address_wait_for_each_other() {
    let (store, server) = with_one_permit().await;
    let (ann, here) = (server.guest("Ann").await, server.anonymous());
    let path = open(&ann, json!({})).await;
    // A request that waits for a change holds no permit.
    let waiting = {
        let (here, wait) = (here.clone(), format!("{path}/events?after=1&wait=30"));
        tokio::spawn(async move { here.get(&wait).await })
    };
    let stream = Events::open(&ann, "/v1/me/events", None).await;
    here.get("/v1/version").await.ok();
    let held_up = hold_up(&store, "commit");
    let sitting = tokio::spawn(async move { sit(&ann, &path).await });
    others_of_the_address_wait(&server, held_up).await;
    sitting.await.unwrap();
    waiting.await.unwrap().ok();
    drop(stream);
}

/// Reading old changes of a log, by request or in a stream, takes a permit of the address.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn reading_a_log_takes_a_permit() {
    let (store, server) = with_one_permit().await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({})).await;
    sit(&ann, &path).await;
    let before = ann.get("/v1/me/events").await.ok()["cursor"].as_str().unwrap().to_owned();
    // More than stay in memory.
    for _ in 0..5 {
        ann.post(&format!("{path}/seats/me/sit-out"), json!({})).await.ok();
        ann.post(&format!("{path}/seats/me/return"), json!({"entry": "wait"})).await.ok();
    }
    let table = (format!("{path}/events"), "0".to_owned());
    let mine = ("/v1/me/events".to_owned(), before);
    // The changes that a player's own stream reads from the log take permits too.
    for (path, is_stream, asked) in [
        (&table, false, "changes"),
        (&table, true, "changes"),
        (&mine, false, "changes"),
        (&mine, true, "changes"),
        (&mine, false, "count_friends"),
        (&mine, true, "count_friends"),
    ] {
        let held_up = hold_up(&store, asked);
        let (ann, (log, after)) = (ann.clone(), path.clone());
        let reading = tokio::spawn(async move {
            if is_stream {
                Events::open(&ann, &log, Some(&after)).await.next_of("table").await;
            } else {
                ann.get(&format!("{log}?after={after}")).await.ok();
            }
        });
        others_of_the_address_wait(&server, held_up).await;
        reading.await.unwrap();
    }
}

/// A request through a socket needs a permit and has a timeout, like any other.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_action_through_a_socket_takes_a_permit_and_times_out() {
    let (store, server) = with_one_permit().await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({"dealing": {"type": "by_hand"}})).await;
    sit(&ann, &path).await;
    seat_bot(&ann, &path, "novice").await;
    ann.post(&format!("{path}/hands"), Value::Null).await.ok();
    let view = until(&server, &ann, &path, |table| table["you"]["options"].is_object()).await;
    let fold = json!({"table": path.rsplit('/').next(), "at": view["version"], "action": {"holdem": {"type": "fold"}}});
    let mut socket = Socket::open(&ann, "", u64::MAX).await.ok().unwrap();
    let held_up = hold_up(&store, "commit");
    let acting = tokio::spawn(async move { socket.ask(&json!({"id": "1", "act": fold})).await });
    let (begun, end) = held_up;
    tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
    let here = server.anonymous();
    assert!(timeout(A_WHILE, here.get("/v1/version")).await.is_err(), "it was answered before its turn");
    server.anonymous_from(ELSEWHERE).get("/v1/version").await.ok();
    // In the end it gets that answer, and the permit is released.
    let reply = acting.await.unwrap();
    assert_eq!((&reply["id"], &reply["problem"]["code"]), (&json!("1"), &json!("timed_out")));
    here.get("/v1/version").await.ok();
    drop(end);
}

/// A request that waits for a permit does not block its socket.
#[tokio::test]
async fn a_socket_sends_messages_while_its_request_waits_for_a_permit() {
    let (store, server) = with_one_permit().await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({"dealing": {"type": "by_hand"}})).await;
    sit(&ann, &path).await;
    let bob = server.guest_from("Bob", ELSEWHERE).await;
    let mut socket = Socket::open(&ann, "", u64::MAX).await.ok().unwrap();
    while !socket.next().await.unwrap()["message"]["message"]["table"].is_object() {}
    store.hold(Some("audit"));
    let admin = server.admin();
    let auditing = tokio::spawn(async move { admin.get("/v1/admin/audit").await });
    while !store.calls().contains_key("audit") {
        sleep(Duration::from_millis(1)).await;
    }
    let sits = async {
        sleep(A_WHILE).await;
        sit(&bob, &path).await;
    };
    let watch = json!({"id": "1", "watch": uuid::Uuid::nil()});
    let (reply, ()) = tokio::join!(socket.ask(&watch), sits);
    assert_eq!((&reply["id"], &reply["problem"]["code"]), (&json!("1"), &json!("timed_out")));
    let got = socket.text.lines().filter(|line| line.contains("\"Bob\"")).count();
    assert!(got > 0, "there was no message before the reply: {}", socket.text);
    store.hold(None);
    auditing.await.unwrap().ok();
}

/// An audit may hold a permit for minutes: a request that waits for it gets a timeout.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn waiting_for_a_permit_times_out() {
    let (store, server) = with_one_permit().await;
    let (begun, end) = hold_up(&store, "audit");
    let admin = server.admin();
    let auditing = tokio::spawn(async move { admin.get("/v1/admin/audit").await });
    tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
    let here = server.anonymous();
    let waited = timeout(LONGER_THAN_A_REQUEST, here.get("/v1/version")).await.expect("an answer in time");
    waited.refused(503, "timed_out");
    drop(end);
    auditing.await.unwrap().ok();
}

/// The streams of one address at a table, or of the lobby, leave some for newcomers; so do those of a few addresses.
#[tokio::test]
async fn streams_are_reserved_for_new_addresses() {
    let limits = RoomLimits { streams_of_table: 64, ..RoomLimits::default() };
    let server = TestServer::within(settings(), limits).await;
    let path = open(&server.guest("Ann").await, json!({})).await;
    for path in ["/v1/lobby/events".to_owned(), format!("{path}/events")] {
        let (mut held, mut counts) = (Vec::new(), Vec::new());
        for last in 11..15 {
            let anonymous = server.anonymous_from(Ipv4Addr::new(127, 0, 0, last));
            let mut count = 0;
            loop {
                let stream = Events::ask(&anonymous, &path, None).await;
                if stream.status() == 429 {
                    break;
                }
                held.push(stream);
                count += 1;
            }
            counts.push(count);
        }
        // One part in sixteen is reserved for addresses that have none.
        assert_eq!(counts, [60, 1, 1, 1], "{path}");
        let newcomer = Events::ask(&server.anonymous_from(Ipv4Addr::new(127, 0, 0, 20)), &path, None).await;
        assert_eq!(newcomer.status(), 200, "{path}");
    }
}

/// Each word of news has a player's streams look again: a few times a second, and once for all of them.
#[tokio::test]
async fn the_streams_of_a_player_read_a_few_times_a_second() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let server = TestServer::over(store.clone(), ManualClock::start(), settings()).await;
    let (ada, bob, eve) = (server.guest("Ada").await, server.guest("Bob").await, server.guest("Eve").await);
    let ada_as_friend = format!("/v1/me/friends/{}", ada.me["id"].as_str().unwrap());
    let mut streams = Vec::new();
    for _ in 0..8 {
        let mut stream = Events::open(&ada, "/v1/me/events", None).await;
        assert_eq!(stream.next_of("me").await.data["asking"], 0);
        streams.push(stream);
    }
    store.calls();
    let began = Instant::now();
    for _ in 0..40 {
        bob.put(&ada_as_friend, Value::Null).await.ok();
        bob.delete(&ada_as_friend).await.expect(204);
    }
    bob.put(&ada_as_friend, Value::Null).await.ok();
    eve.put(&ada_as_friend, Value::Null).await.ok();
    // Each of them sends the newest state in the end.
    for stream in &mut streams {
        while stream.next_of("me").await.data["asking"] != 2 {}
    }
    let (looked, time) = (store.calls()["count_friends"], began.elapsed());
    assert!(looked as u128 <= 4 + time.as_millis() / 250, "{looked} times in {time:?}");
}

/// An address that has read for more than a second in a row waits before it reads on.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_pauses_after_long_reads() {
    let (store, server) = with_one_permit().await;
    let here = server.anonymous();
    let read = Duration::from_millis(1_300);
    store.plan(move |name, _| {
        if name == "lobby" {
            thread::sleep(read);
        }
        CallOutcome::Goes
    });
    let began = Instant::now();
    here.get("/v1/tables").await.ok();
    here.get("/v1/version").await.ok();
    let took = began.elapsed();
    assert!(took >= read + Duration::from_secs(1), "{took:?}");
}

/// A client that disconnects does not make the server read for free.
#[tokio::test]
async fn a_disconnected_request_counts_as_a_read() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let limits = LimitSettings { turns_of_address: 1, ..LimitSettings::NONE };
    let routes = routes(&store, Settings { limits, ..settings() }).await;
    let ask = |path: &str| {
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        answer(&routes, LOCALHOST, request).now_or_never()
    };
    assert!(ask("/v1/version").is_some());
    let rests = (0..1_000).any(|_| {
        assert!(ask("/v1/tables").is_none(), "it is not read at once");
        ask("/v1/version").is_none()
    });
    assert!(rests, "its turn never rests");
}

/// Views of a hand are computed with a permit of the pool, and not on the threads that serve requests.
#[tokio::test]
async fn views_of_a_hand_wait_for_a_permit() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({})).await;
    sit(&ann, &path).await;
    seat_bot(&ann, &path, "novice").await;
    let hand = play(&server, &ann, &path).await["last_hand"].as_str().unwrap().to_owned();
    let busy: Vec<_> = (0..4)
        .map(|_| {
            let anonymous = server.anonymous();
            let question = json!({"players": ["random", "random", "random", "random", "random", "random"]});
            tokio::spawn(async move {
                loop {
                    anonymous.post("/v1/holdem/equity", question.clone()).await;
                }
            })
        })
        .collect();
    let views = format!("/v1/hands/{hand}?views=true");
    let mut tries = 0;
    loop {
        let reply = ann.get(&views).await;
        if reply.status == 429 {
            assert_eq!(reply.header("retry-after"), Some("1"));
            reply.refused(429, "busy");
            break;
        }
        // It may not have had a permit in time.
        if reply.status == 503 {
            reply.refused(503, "timed_out");
        } else {
            reply.ok();
        }
        tries += 1;
        assert!(tries < 2_000, "views are made at once, however much waits");
    }
    // The hand itself, and requests from other addresses, are not affected.
    ann.get(&format!("/v1/hands/{hand}")).await.ok();
    server.anonymous_from(ELSEWHERE).get(&views).await.ok();
    for asking in busy {
        asking.abort();
    }
    loop {
        let reply = ann.get(&views).await;
        if reply.status != 429 {
            assert!(reply.ok()["views"]["states"].as_array().unwrap().len() > 2);
            return;
        }
    }
}
