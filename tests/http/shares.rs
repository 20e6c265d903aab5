//! What one address has of what the server does by itself: computer players, their moves, names, replays, and a day's changes.

use std::net::Ipv4Addr;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use cardroom::http::bounds::{Bounds, a_day, a_second};
use cardroom::http::settings::Settings;
use cardroom::service::ports::clock::Clock;
use cardroom::service::ports::store::Store;
use cardroom::service::room::bounds::RoomBounds;
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
use crate::watched::{Fate, Watched};

const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// Long enough that whoever would be answered is.
const A_WHILE: Duration = Duration::from_secs(1);
/// More than the fifteen seconds that a request may take.
const LONGER_THAN_A_REQUEST: Duration = Duration::from_secs(25);

async fn bounded(bounds: Bounds) -> TestServer {
    TestServer::set(Settings { bounds, ..settings() }).await
}

#[tokio::test]
async fn one_address_has_so_many_computer_players() {
    let bounds = RoomBounds { bots_of_address: 3, ..RoomBounds::default() };
    let server = TestServer::within(settings(), bounds).await;
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
    // Others have theirs, also at a table that they were handed.
    let cid = server.guest_from("Cid", ELSEWHERE).await;
    let third = open(&cid, wide()).await;
    seat_bot(&cid, &third, "novice").await;
    sit(&cid, &first).await;
    ann.put(&format!("{first}/host"), json!({"player": cid.me["id"]})).await.ok();
    full(&cid, &first).await;
    // Who leaves gives a place back, and so does a table that closes.
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
async fn one_address_has_so_many_open_tables() {
    let bounds = RoomBounds { tables_of_address: 2, ..RoomBounds::default() };
    let server = TestServer::within(settings(), bounds).await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let first = open(&ann, json!({})).await;
    let quick = bob.post("/v1/quick-seat", json!({"game": "holdem"})).await.ok();
    let full = async |client: &Client| {
        let one_more = client.post("/v1/quick-seat", json!({"game": "doudizhu"})).await;
        assert_eq!(one_more.refused(409, "too_many_tables")["most"], 2);
    };
    full(&ann).await;
    full(&bob).await;
    // A seat at a table that is there takes none, and others open theirs.
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

/// Guests cost nothing, and a hundred of them are not to sit on every public chair.
#[tokio::test]
async fn people_of_one_address_have_so_many_chairs_at_somebody_elses_table() {
    let bounds = RoomBounds { chairs_of_address: 2, ..RoomBounds::default() };
    let server = TestServer::within(settings(), bounds).await;
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
    // At a table of their own, and where they are invited, as many sit as like to.
    let own = open(&guests[0], wide(json!({}))).await;
    let invited = open(&host, wide(json!({"access": "invite"}))).await;
    let code = host.get(&invited).await.ok()["you"]["invite_code"].clone();
    for guest in &guests {
        comes(guest, &own).await.ok();
        let seat = json!({"buy_in": 1_000, "invite_code": code});
        guest.post(&format!("{invited}/seats"), seat).await.ok();
    }
    // A quick seat leads on to a table where there is one for them.
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

/// Who is called and does not come keeps a chair for a minute: others are called in between.
#[tokio::test]
async fn one_address_has_so_many_who_wait_at_a_table() {
    let bounds = RoomBounds { waiting_of_address: 2, ..RoomBounds::default() };
    let server = TestServer::within(settings(), bounds).await;
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
    // Where they ask from later changes nothing; who waits no longer gives the place back, and so does a table that closes.
    let roams = server.stranger_from(ELSEWHERE).with_token(guests[0].token.as_deref().unwrap());
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

/// Chairs that computers would fill stay free, and those who are there play.
#[tokio::test]
async fn a_table_is_not_filled_beyond_what_its_address_has() {
    let bounds = RoomBounds { bots_of_address: 1, ..RoomBounds::default() };
    let server = TestServer::within(settings(), bounds).await;
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

/// A table of one person and as many computers as it has chairs for, who take no time; the hands are dealt by hand.
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

/// The table once nothing happens there any more, though its computers have time to think.
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

/// Deals and folds for as long as nobody has to be waited for; how much happened.
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

/// One fold may have twenty computers' moves behind it; what they and the clock do at the tables of an address has a bound.
#[tokio::test]
async fn computers_and_the_clock_move_so_often_at_the_tables_of_an_address() {
    let bounds = RoomBounds { moves_of_address: a_second(1), ..RoomBounds::default() };
    let server = TestServer::within(settings(), bounds).await;
    let (ann, path) = hurried(&server).await;
    let began = server.clock.now();
    // Computers take their time, and each second of it brings one move more.
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
    // Elsewhere nobody is held back.
    let bob = server.guest_from("Bob", ELSEWHERE).await;
    let theirs = open(&bob, json!({})).await;
    sit(&bob, &theirs).await;
    seat_bot(&bob, &theirs, "novice").await;
    until(&server, &bob, &theirs, |table| table["hand"].is_object()).await;
}

#[tokio::test]
async fn a_day_brings_so_many_changes_of_an_address() {
    let server = bounded(Bounds { writes_of_address_a_day: 3, ..Bounds::NONE }).await;
    let ada = server.guest("Ada").await;
    let path = open(&ada, json!({})).await;
    sit(&ada, &path).await;
    let refused = ada.post(&format!("{path}/seats/me/sit-out"), json!({})).await;
    assert_eq!(refused.header("retry-after"), Some("28800"), "{}", refused.text);
    let told = refused.refused(429, "too_many_requests");
    assert_eq!((&told["bound"], &told["most"]), (&json!("address-writes-a-day"), &json!(3)));
    assert_eq!(told["seconds"], 86_400);
    ada.get(&path).await.ok();
    server.guest_from("Bob", ELSEWHERE).await;
    server.clock.advance(28_800);
    // The sign-in is over by then; a newcomer is let in again.
    server.guest("Cid").await;

    let bounds = RoomBounds { moves_of_address_a_day: a_day(30), ..RoomBounds::default() };
    let server = TestServer::within(settings(), bounds).await;
    let (ann, path) = hurried(&server).await;
    let moved = folds(&server, &ann, &path).await;
    assert!((28..=30).contains(&moved), "{moved} moves");
}

#[tokio::test]
async fn a_name_is_changed_so_often_in_an_hour() {
    let server = bounded(Bounds { renames_of_player: 2, renames_of_address: 3, ..Bounds::NONE }).await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let rename = async |player: &Client| player.patch("/v1/me", json!({"name": "Ava"})).await;
    rename(&ada).await.ok();
    rename(&ada).await.ok();
    let told = rename(&ada).await.refused(429, "too_many_requests");
    assert_eq!((&told["bound"], &told["most"]), (&json!("player-renames"), &json!(2)));
    // What was refused for the player has cost the address.
    let told = rename(&bob).await.refused(429, "too_many_requests");
    assert_eq!((&told["bound"], &told["seconds"]), (&json!("address-renames"), &json!(3_600)));
    let other = server.guest_from("Cid", ELSEWHERE).await;
    rename(&other).await.ok();
    server.clock.advance(1_800);
    rename(&ada).await.ok();
}

#[tokio::test]
async fn one_address_asks_one_player_so_often_to_be_a_friend() {
    let server = bounded(Bounds { friend_requests_of_address: 2, ..Bounds::NONE }).await;
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
    let told = ask(&guests[2], &ada).await;
    assert_eq!(told.header("retry-after"), Some("43200"), "{}", told.text);
    let told = told.refused(429, "too_many_requests");
    assert_eq!((&told["bound"], &told["most"]), (&json!("address-friend-requests"), &json!(2)));
    // Others may be asked, and others may ask.
    ask(&guests[2], &eve).await.ok();
    ask(&server.guest_from("Cid", ELSEWHERE).await, &ada).await.ok();
}

/// A server in which each address has one turn, over a store that does as it is told.
async fn with_one_turn() -> (Arc<Watched>, TestServer) {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let bounds = Bounds { turns_of_address: 1, ..Bounds::NONE };
    let server =
        TestServer::over(store.clone(), ManualClock::start(), Settings { bounds, ..settings() }).await;
    (store, server)
}

/// Holds the store up where it is asked for this; what is told so, and what lets it go on once it is dropped.
#[allow(clippy::disallowed_methods, reason = "it is to stall a worker, and no other")]
fn hold_up(store: &Watched, asked: &'static str) -> (mpsc::Receiver<()>, mpsc::Sender<()>) {
    let ((begin, begun), (end, ended)) = (mpsc::channel(), mpsc::channel::<()>());
    store.plan(move |name, _| {
        if name == asked {
            begin.send(()).ok();
            block_in_place(|| ended.recv()).ok();
        }
        Fate::Goes
    });
    (begun, end)
}

/// Once the store is held up, and until it goes on, whoever asks from the same address waits, and nobody else does.
async fn others_of_the_address_wait(
    server: &TestServer,
    (begun, end): (mpsc::Receiver<()>, mpsc::Sender<()>),
) {
    tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
    let here = server.stranger();
    let mut mine = std::pin::pin!(here.get("/v1/version"));
    assert!(timeout(A_WHILE, &mut mine).await.is_err(), "it was answered before its turn");
    server.stranger_from(ELSEWHERE).get("/v1/version").await.ok();
    drop(end);
    mine.await.ok();
}

/// Whatever one address asks for, and however long that takes, keeps its own requests waiting, and no others.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_requests_of_an_address_wait_for_each_other() {
    let (store, server) = with_one_turn().await;
    let (ann, here) = (server.guest("Ann").await, server.stranger());
    let path = open(&ann, json!({})).await;
    // Who waits for something to happen is not at work.
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

/// Whoever reads what lies behind in a log, by asking or in a stream, has the turns of their address for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn who_reads_a_log_waits_for_a_turn() {
    let (store, server) = with_one_turn().await;
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
    // What a player's own stream tells beside the log is read in turns as well.
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

/// What is asked through a socket has its turn and its time as a request has.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_action_through_a_socket_takes_a_turn_and_no_longer_than_a_request() {
    let (store, server) = with_one_turn().await;
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
    let here = server.stranger();
    assert!(timeout(A_WHILE, here.get("/v1/version")).await.is_err(), "it was answered before its turn");
    server.stranger_from(ELSEWHERE).get("/v1/version").await.ok();
    // In the end it is told so, and the turn is over.
    let reply = acting.await.unwrap();
    assert_eq!((&reply["id"], &reply["problem"]["code"]), (&json!("1"), &json!("timed_out")));
    here.get("/v1/version").await.ok();
    drop(end);
}

/// A request that waits for its turn keeps its socket from nothing else.
#[tokio::test]
async fn a_socket_tells_on_while_a_request_of_it_waits_for_a_turn() {
    let (store, server) = with_one_turn().await;
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
    let told = socket.text.lines().filter(|line| line.contains("\"Bob\"")).count();
    assert!(told > 0, "nothing was told before the reply: {}", socket.text);
    store.hold(None);
    auditing.await.unwrap().ok();
}

/// An audit may have a turn for minutes: whoever waits for it is told that it takes too long.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn who_waits_for_a_turn_waits_no_longer_than_a_request_may_take() {
    let (store, server) = with_one_turn().await;
    let (begun, end) = hold_up(&store, "audit");
    let admin = server.admin();
    let auditing = tokio::spawn(async move { admin.get("/v1/admin/audit").await });
    tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
    let here = server.stranger();
    let waited = timeout(LONGER_THAN_A_REQUEST, here.get("/v1/version")).await.expect("an answer in time");
    waited.refused(503, "timed_out");
    drop(end);
    auditing.await.unwrap().ok();
}

/// The streams of one address at a table, or of the lobby, leave some to newcomers; those of a few addresses do as well.
#[tokio::test]
async fn a_few_addresses_leave_streams_to_newcomers() {
    let bounds = RoomBounds { streams_of_table: 64, ..RoomBounds::default() };
    let server = TestServer::within(settings(), bounds).await;
    let path = open(&server.guest("Ann").await, json!({})).await;
    for path in ["/v1/lobby/events".to_owned(), format!("{path}/events")] {
        let (mut held, mut counts) = (Vec::new(), Vec::new());
        for last in 11..15 {
            let stranger = server.stranger_from(Ipv4Addr::new(127, 0, 0, last));
            let mut count = 0;
            loop {
                let stream = Events::ask(&stranger, &path, None).await;
                if stream.status() == 429 {
                    break;
                }
                held.push(stream);
                count += 1;
            }
            counts.push(count);
        }
        // One part in sixteen is kept for those who have none.
        assert_eq!(counts, [60, 1, 1, 1], "{path}");
        let newcomer = Events::ask(&server.stranger_from(Ipv4Addr::new(127, 0, 0, 20)), &path, None).await;
        assert_eq!(newcomer.status(), 200, "{path}");
    }
}

/// Each word of news has a player's streams look again: a few times a second, and once for all of them.
#[tokio::test]
async fn the_streams_of_a_player_look_again_a_few_times_a_second() {
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
    // Each of them tells what is so in the end.
    for stream in &mut streams {
        while stream.next_of("me").await.data["asking"] != 2 {}
    }
    let (looked, time) = (store.calls()["count_friends"], began.elapsed());
    assert!(looked as u128 <= 4 + time.as_millis() / 250, "{looked} times in {time:?}");
}

/// Whoever has read for more than a second at once waits before they read on.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_rests_after_reading() {
    let (store, server) = with_one_turn().await;
    let here = server.stranger();
    let read = Duration::from_millis(1_300);
    store.plan(move |name, _| {
        if name == "lobby" {
            thread::sleep(read);
        }
        Fate::Goes
    });
    let began = Instant::now();
    here.get("/v1/tables").await.ok();
    here.get("/v1/version").await.ok();
    let took = began.elapsed();
    assert!(took >= read + Duration::from_secs(1), "{took:?}");
}

/// Nobody has the server read for nothing by hanging up before it has.
#[tokio::test]
async fn who_hangs_up_has_read_all_the_same() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let bounds = Bounds { turns_of_address: 1, ..Bounds::NONE };
    let routes = routes(&store, Settings { bounds, ..settings() }).await;
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

/// Views of a hand are made in their turn, where the rules are asked, and not beside everybody's requests.
#[tokio::test]
async fn views_of_a_hand_wait_their_turn() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({})).await;
    sit(&ann, &path).await;
    seat_bot(&ann, &path, "novice").await;
    let hand = play(&server, &ann, &path).await["last_hand"].as_str().unwrap().to_owned();
    let busy: Vec<_> = (0..4)
        .map(|_| {
            let stranger = server.stranger();
            let question = json!({"players": ["random", "random", "random", "random", "random", "random"]});
            tokio::spawn(async move {
                loop {
                    stranger.post("/v1/holdem/equity", question.clone()).await;
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
        // Its turn may not have come in time.
        if reply.status == 503 {
            reply.refused(503, "timed_out");
        } else {
            reply.ok();
        }
        tries += 1;
        assert!(tries < 2_000, "views are made at once, however much waits");
    }
    // The hand itself, and whoever asks from elsewhere, are not concerned.
    ann.get(&format!("/v1/hands/{hand}")).await.ok();
    server.stranger_from(ELSEWHERE).get(&views).await.ok();
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
