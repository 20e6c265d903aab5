//! Absent players: a table goes on without them, and they get their chair back when they return.

use std::cell::Cell;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tokio_util::task::AbortOnDropHandle;

use crate::bots::{games, open, seat_bot, sit, until};
use crate::choice::choice;
use crate::events::Events;
use crate::server::{Client, TestServer};

/// A client that follows a table until this is dropped.
pub async fn stay(client: &Client, path: &str) -> AbortOnDropHandle<()> {
    let mut events = Events::open(client, &format!("{path}/events"), None).await;
    events.next().await.unwrap();
    AbortOnDropHandle::new(tokio::spawn(async move {
        loop {
            tokio::select! {
                event = events.next() => if event.is_none() { return },
                () = tokio::time::sleep(Duration::from_secs(5)) => {}
            }
        }
    }))
}

fn seats_of(table: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    table["chairs"].as_array().unwrap().iter().zip(table["presence"]["chairs"].as_array().unwrap())
}

/// The chair and the presence of a player.
fn of<'a>(table: &'a Value, player: &Client) -> Option<(&'a Value, &'a Value)> {
    seats_of(table).find(|(chair, _)| chair["player"] == player.me["id"])
}

fn is_gone(table: &Value, player: &Client) -> bool {
    of(table, player).is_some_and(|(_, presence)| presence["connected"] == false)
}

fn moment(text: &Value) -> Option<Timestamp> {
    text.as_str().map(|text| text.parse().unwrap())
}

/// Whether the table now waits only for its own work: for a computer's move, or a deadline.
fn works(table: &Value) -> bool {
    let now = moment(&table["now"]).unwrap();
    let asked = table["hand"]["decisions"].as_array().cloned().unwrap_or_default();
    let mut asked = asked.iter().filter(|decision| decision["clock"].is_object());
    let is_played_for = |seat: &Value| {
        seats_of(table).any(|(chair, _)| {
            chair["seat"] == *seat && (chair["computer"].is_object() || chair["away"] == true)
        })
    };
    let given_up = seats_of(table).map(|(_, presence)| &presence["gives_up_at"]);
    let at = [&table["hand"]["goes_on_at"], &table["next_hand_at"], &table["fills_at"]];
    asked.any(|decision| is_played_for(&decision["seat"]))
        || at.into_iter().chain(given_up).filter_map(moment).any(|due| due <= now)
}

/// Lets a person play and as little time pass as it takes until the table is so; the table, and how many seconds passed.
pub async fn play_until(
    server: &TestServer,
    person: &Client,
    path: &str,
    is_so: impl Fn(&Value) -> bool,
) -> (Value, i64) {
    let (mut seconds, mut thought) = (0, Value::Null);
    for _ in 0..20_000 {
        let table = person.get(path).await.ok();
        if is_so(&table) {
            return (table, seconds);
        }
        let asked = table["hand"]["decisions"].as_array().cloned().unwrap_or_default();
        let is_mine =
            |decision: &Value| decision["seat"] == table["you"]["seat"] && decision["clock"].is_object();
        if asked.iter().any(is_mine) {
            let action = json!({ "at": table["version"], "action": choice(&table["you"]["options"]) });
            let reply = person.post(&format!("{path}/actions"), action).await;
            assert!(reply.status == 200 || reply.body["code"] == "stale", "{}", reply.text);
        } else {
            if !works(&table) {
                server.clock.advance(1);
                seconds += 1;
            } else if table["version"] != thought {
                server.clock.think();
                thought = table["version"].clone();
            }
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
    }
    panic!("it never came: {}", person.get(path).await.ok());
}

/// A table of this game at which Ann and Bob sit, with computers on the other chairs, and Ann's connection to it.
async fn two(
    server: &TestServer,
    game: usize,
    besides: Value,
) -> (String, [Client; 2], AbortOnDropHandle<()>) {
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let (seats, game) = games()[game].clone();
    let mut options = json!({ "seats": seats, "game": game });
    options.as_object_mut().unwrap().extend(besides.as_object().unwrap().clone());
    let path = open(&ann, options).await;
    let stays = stay(&ann, &path).await;
    sit(&ann, &path).await;
    sit(&bob, &path).await;
    for _ in 2..seats {
        seat_bot(&ann, &path, "novice").await;
    }
    (path, [ann, bob], stays)
}

/// The chair of this number.
fn chair<'a>(table: &'a Value, seat: &Value) -> &'a Value {
    table["chairs"].as_array().unwrap().iter().find(|chair| chair["seat"] == *seat).unwrap_or(&Value::Null)
}

async fn one_leaves_and_comes_back(game: usize) {
    let server = TestServer::open().await;
    let (path, [ann, bob], _stays) = two(&server, game, json!({})).await;
    let dealt = until(&server, &ann, &path, |table| table["hand"].is_object()).await;
    let seat = of(&dealt, &bob).unwrap().0["seat"].clone();
    // Bob closes the page.
    bob.get(&path).await.ok();
    let countdown = Cell::new(false);
    let is_replaced = |table: &Value| {
        let mut got = seats_of(table).map(|(_, presence)| presence["gives_up_at"].is_string());
        countdown.set(countdown.get() || got.any(|got| got));
        chair(table, &seat)["computer"].is_object()
    };
    let (replaced, first) = play_until(&server, &ann, &path, is_replaced).await;
    // A busy machine answers late, while the clock goes on.
    assert!(first <= 90, "after {first} seconds");
    assert!(countdown.get(), "no player saw when");
    let number = replaced["hand"]["number"].as_u64().unwrap_or_default();
    let is_next = |table: &Value| {
        table["hand"].is_object() && (table["hand"]["number"].as_u64() > Some(number) || number > 1)
    };
    let (_, second) = play_until(&server, &ann, &path, is_next).await;
    assert!(first + second <= 110, "after {} seconds", first + second);
    server.assert_every_chip_is_accounted_for().await;

    // Bob returns.
    let mine = bob.get(&path).await.ok();
    assert_eq!(mine["you"]["kept"]["seat"], seat, "{}", mine["you"]);
    let chips = mine["you"]["kept"]["chips"].as_u64().unwrap();
    let wallet = bob.get("/v1/me").await.ok()["chips"].as_u64().unwrap();
    assert_eq!(wallet, 9_000 + chips);
    let _stays_too = stay(&bob, &path).await;
    let back = bob.post(&format!("{path}/seats/me/return"), json!({"entry": "post"})).await.ok();
    assert!(back["table"]["you"]["kept"].is_null(), "{}", back["table"]["you"]);
    let at_once = back["table"]["hand"].is_null() || chair(&back["table"], &seat)["player"] == bob.me["id"];
    assert!(at_once || chair(&back["table"], &seat)["next"]["player"] == bob.me["id"], "{back}");
    let sits = |table: &Value| chair(table, &seat)["player"] == bob.me["id"];
    let (sat, _) = play_until(&server, &ann, &path, sits).await;
    assert_eq!(chair(&sat, &seat)["chips"], chips.max(100));
    let plays = |table: &Value| table["hand"].is_object() && chair(table, &seat)["newcomer"] == false;
    play_until(&server, &ann, &path, plays).await;
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn one_of_two_disconnects_from_holdem_and_returns() {
    one_leaves_and_comes_back(0).await;
}

#[tokio::test]
async fn one_of_two_disconnects_from_dou_dizhu_and_returns() {
    one_leaves_and_comes_back(1).await;
}

#[tokio::test]
async fn one_of_two_disconnects_from_shengji_and_returns() {
    one_leaves_and_comes_back(2).await;
}

/// This much time passes, and the server does what is due.
async fn pass(server: &TestServer, caller: &Client, path: &str, seconds: i64) -> Value {
    for _ in 0..seconds {
        server.clock.advance(1);
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    caller.get(path).await.ok()
}

/// The table, once it is so without any time passing.
async fn soon(caller: &Client, path: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..2_000 {
        let table = caller.get(path).await.ok();
        if is_so(&table) {
            return table;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("it never came: {}", caller.get(path).await.ok());
}

const BY_HAND: &str = r#"{"dealing": {"type": "by_hand"}}"#;

/// Ann and Bob between hands; Bob closes the page.
async fn between_hands(server: &TestServer, besides: Value) -> (String, [Client; 2], AbortOnDropHandle<()>) {
    let mut options: Value = serde_json::from_str(BY_HAND).unwrap();
    options.as_object_mut().unwrap().extend(besides.as_object().unwrap().clone());
    two(server, 1, options).await
}

#[tokio::test]
async fn a_player_absent_between_hands_loses_the_chair_after_half_a_minute() {
    let server = TestServer::open().await;
    let (path, [ann, bob], _stays) = between_hands(&server, json!({})).await;
    pass(&server, &ann, &path, 20).await;
    let before = soon(&ann, &path, |table| is_gone(table, &bob)).await;
    let (chair, presence) = of(&before, &bob).unwrap();
    assert_eq!(chair["chips"], 1_000);
    let left = moment(&presence["since"]).unwrap();
    assert_eq!(moment(&presence["gives_up_at"]), Some(left + SignedDuration::from_secs(30)));
    pass(&server, &ann, &path, 12).await;
    let after = soon(&ann, &path, |table| of(table, &bob).is_none()).await;
    assert_eq!(after["chairs"].as_array().unwrap().len(), 3, "{after}");
    assert_eq!(bob.get("/v1/me").await.ok()["chips"], 10_000);
    // Another player may have taken the chair meanwhile.
    let cid = server.guest("Cid").await;
    cid.post(&format!("{path}/seats"), json!({"seat": 1, "buy_in": 500})).await.ok();
    let back = bob.post(&format!("{path}/seats/me/return"), json!({})).await.ok();
    assert_eq!(back["table"]["you"]["seat"], 2, "{back}");
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_player_who_returns_in_time_keeps_the_chair() {
    let server = TestServer::open().await;
    let (path, [ann, bob], _stays) = between_hands(&server, json!({})).await;
    pass(&server, &ann, &path, 25).await;
    let stays = stay(&bob, &path).await;
    let after = pass(&server, &ann, &path, 60).await;
    let (_, presence) = of(&after, &bob).unwrap();
    assert_eq!(presence["gives_up_at"], Value::Null);
    drop(stays);
    pass(&server, &ann, &path, 29).await;
    assert!(of(&ann.get(&path).await.ok(), &bob).is_some());
}

#[tokio::test]
async fn a_table_waits_if_its_host_has_chosen_so() {
    let server = TestServer::open().await;
    let (path, [ann, bob], _stays) = between_hands(&server, json!({"absent": "wait"})).await;
    pass(&server, &ann, &path, 120).await;
    let after = soon(&ann, &path, |table| is_gone(table, &bob)).await;
    assert_eq!(of(&after, &bob).unwrap().1["gives_up_at"], Value::Null);
    // The host decides otherwise.
    let changed = ann.patch(&path, json!({"absent": "computer"})).await.ok();
    assert_eq!(changed["table"]["options"]["absent"], "computer");
    soon(&ann, &path, |table| of(table, &bob).is_none()).await;
}

#[tokio::test]
async fn without_computers_the_chair_becomes_free() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let by_hand = json!({"type": "by_hand"});
    let path = open(&ann, json!({"bots": "nobody", "dealing": by_hand, "access": "invite"})).await;
    let code = ann.get(&path).await.ok()["you"]["invite_code"].clone();
    let _stays = stay(&ann, &path).await;
    sit(&ann, &path).await;
    let seat = json!({"buy_in": 500, "entry": "post", "invite_code": code});
    bob.post(&format!("{path}/seats"), seat).await.ok();
    let is_free = |table: &Value| table["chairs"].as_array().unwrap().len() == 1;
    pass(&server, &ann, &path, 32).await;
    soon(&ann, &path, is_free).await;
    // Bob needs no code to return, and gets none.
    let mine = bob.get(&path).await.ok()["you"].take();
    assert_eq!((&mine["kept"], &mine["invite_code"]), (&json!({"seat": 1, "chips": 500}), &Value::Null));
    bob.post(&format!("{path}/seats/me/return"), json!({})).await.ok();
    // A removed player has no chair to return to.
    pass(&server, &ann, &path, 32).await;
    soon(&ann, &path, is_free).await;
    let player = bob.me["id"].as_str().unwrap();
    ann.delete(&format!("{path}/players/{player}")).await.ok();
    bob.get(&path).await.refused(403, "invite_needed");
    bob.post(&format!("{path}/seats/me/return"), json!({})).await.refused(409, "not_seated");
}

#[tokio::test]
async fn a_returning_player_brings_their_former_stack_or_what_is_left() {
    let server = TestServer::open().await;
    let (path, [ann, bob], _stays) = between_hands(&server, json!({"min_buy_in": 400})).await;
    pass(&server, &ann, &path, 32).await;
    soon(&ann, &path, |table| of(table, &bob).is_none()).await;
    let elsewhere = async |buy_in: u64| {
        let game = games()[0].1.clone();
        let path = open(&ann, json!({"game": game, "max_buy_in": 10_000})).await;
        bob.post(&format!("{path}/seats"), json!({ "buy_in": buy_in })).await.ok();
        path
    };
    let first = elsewhere(9_700).await;
    let short = bob.post(&format!("{path}/seats/me/return"), json!({})).await;
    short.refused(422, "not_enough_chips");
    bob.delete(&format!("{first}/seats/me")).await.ok();
    elsewhere(9_500).await;
    let back = bob.post(&format!("{path}/seats/me/return"), json!({})).await.ok();
    assert_eq!(of(&back["table"], &bob).unwrap().0["chips"], 500);
    server.assert_every_chip_is_accounted_for().await;
}

/// A player who reloads the page finds the table as it was.
#[tokio::test]
async fn a_single_player_keeps_the_chair() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({"fill_with_bots": {"level": "novice"}})).await;
    sit(&ann, &path).await;
    let (before, _) = play_until(&server, &ann, &path, |table| table["last_result"]["number"] == 3).await;
    for _ in 0..600 {
        server.clock.advance(1);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let after = server.anonymous().get(&path).await.ok();
    assert_eq!(after["chairs"].as_array().unwrap().len(), 3);
    assert!(of(&after, &ann).is_some(), "{before} {after}");
    assert!(after["hand"].is_null() && after["closes_at"].is_string(), "{after}");
}

/// After a restart no client is connected: absent players have half a minute from then on.
#[tokio::test]
async fn after_a_restart_every_player_has_time_to_return() {
    let noon = Timestamp::from_second(1_800_000_000).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cardroom.db");
    let server = TestServer::at(&file, noon).await;
    let (path, [ann, bob], stays) = between_hands(&server, json!({})).await;
    drop(stays);
    server.close().await;

    let server = TestServer::at(&file, noon + SignedDuration::from_secs(60)).await;
    let [ann, bob] = [ann, bob].map(|client| {
        let mut again = server.anonymous().with_token(client.token.as_deref().unwrap());
        again.me = client.me;
        again
    });
    pass(&server, &server.anonymous(), &path, 10).await;
    let _stays = stay(&ann, &path).await;
    let waiting = pass(&server, &ann, &path, 15).await;
    let gives_up_at = moment(&of(&waiting, &bob).unwrap().1["gives_up_at"]);
    assert_eq!(gives_up_at, Some(noon + SignedDuration::from_secs(90)));
    pass(&server, &ann, &path, 8).await;
    soon(&ann, &path, |table| of(table, &bob).is_none()).await;
    server.close().await;
}

/// The hand that Ann and Bob play with a computer, until it is the turn of Bob or of a seat before him.
async fn in_a_hand(server: &TestServer) -> (String, [Client; 2], AbortOnDropHandle<()>) {
    let (path, clients, stays) =
        two(server, 0, json!({"decision_seconds": 40, "time_bank_seconds": 60})).await;
    until(server, &clients[0], &path, |table| table["hand"].is_object()).await;
    (path, clients, stays)
}

fn asked(table: &Value, player: &Client) -> Option<Value> {
    let seat = &of(table, player)?.0["seat"];
    let decisions = table["hand"]["decisions"].as_array()?;
    decisions.iter().find(|decision| decision["seat"] == *seat && decision["clock"].is_object()).cloned()
}

/// Lets Ann call until it is Bob's turn.
async fn until_bob_is_asked(server: &TestServer, path: &str, [ann, bob]: &[Client; 2]) -> Value {
    let mut thought = Value::Null;
    for _ in 0..200 {
        let table = ann.get(path).await.ok();
        if asked(&table, bob).is_some() {
            return table;
        }
        if asked(&table, ann).is_some() {
            let kind = if table["you"]["options"]["holdem"]["call"].is_null() { "check" } else { "call" };
            let action = json!({"at": table["version"], "action": {"holdem": {"type": kind}}});
            ann.post(&format!("{path}/actions"), action).await.ok();
        } else if table["hand"].is_null() {
            server.clock.advance(1);
        } else if table["version"] != thought {
            server.clock.think();
            thought = table["version"].clone();
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("Bob is never asked: {}", ann.get(path).await.ok());
}

#[tokio::test]
async fn a_player_absent_in_a_hand_has_no_time_bank_and_is_away_at_once() {
    let server = TestServer::open().await;
    let (path, clients, _stays) = in_a_hand(&server).await;
    let table = until_bob_is_asked(&server, &path, &clients).await;
    let [ann, bob] = &clients;
    let since = asked(&table, bob).unwrap()["since"].clone();
    bob.get(&path).await.ok();
    // Bob counts as absent after a while, and has the time of the decision.
    pass(&server, ann, &path, 35).await;
    let table = soon(ann, &path, |table| is_gone(table, bob)).await;
    assert_eq!(asked(&table, bob).unwrap()["since"], since);
    pass(&server, ann, &path, 8).await;
    let table = soon(ann, &path, |table| of(table, bob).unwrap().0["away"] == true).await;
    assert!(asked(&table, bob).is_none_or(|decision| decision["since"] != since), "{table}");
    assert_eq!(of(&table, bob).unwrap().0["entry"], "out");
}

#[tokio::test]
async fn a_player_who_reconnects_in_time_loses_nothing() {
    let server = TestServer::open().await;
    let (path, clients, _stays) = in_a_hand(&server).await;
    let table = until_bob_is_asked(&server, &path, &clients).await;
    let [ann, bob] = &clients;
    let decision = asked(&table, bob).unwrap();
    pass(&server, ann, &path, 30).await;
    soon(ann, &path, |table| is_gone(table, bob)).await;
    let _stays_too = stay(bob, &path).await;
    // The time bank is there again.
    let table = pass(&server, ann, &path, 30).await;
    assert_eq!(asked(&table, bob), Some(decision), "{table}");
    let call = if bob.get(&path).await.ok()["you"]["options"]["holdem"]["call"].is_null() {
        "check"
    } else {
        "call"
    };
    let action = json!({"at": table["version"], "action": {"holdem": {"type": call}}});
    bob.post(&format!("{path}/actions"), action).await.ok();
    assert_eq!(of(&ann.get(&path).await.ok(), bob).unwrap().0["away"], false);
}

/// Two minutes are left to add chips, and every player sees how long.
#[tokio::test]
async fn a_player_without_chips_loses_the_chair_after_two_minutes() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({"seats": 2, "dealing": {"type": "by_hand"}, "bots": "nobody"})).await;
    let _stay = [stay(&ann, &path).await, stay(&bob, &path).await];
    sit(&ann, &path).await;
    sit(&bob, &path).await;
    let mut broke = None;
    while broke.is_none() {
        ann.post(&format!("{path}/hands"), json!({})).await.ok();
        loop {
            let table = ann.get(&path).await.ok();
            let Some(player) = [&ann, &bob].into_iter().find(|player| asked(&table, player).is_some()) else {
                break;
            };
            let options = player.get(&path).await.ok()["you"]["options"]["holdem"].take();
            let action = match (&options["raise_max"], &options["wager"], &options["call"]) {
                (Value::Number(to), wager, _) => json!({"type": wager, "to": to}),
                (_, _, Value::Number(_)) => json!({"type": "call"}),
                _ if options["show"] == true => json!({"type": "show"}),
                _ => json!({"type": "check"}),
            };
            let action = json!({"at": table["version"], "action": {"holdem": action}});
            player.post(&format!("{path}/actions"), action).await.ok();
        }
        let table = ann.get(&path).await.ok();
        broke = seats_of(&table).find(|(chair, _)| chair["chips"] == 0).map(|(chair, presence)| {
            let given_up = moment(&presence["gives_up_at"]).unwrap();
            let until = moment(&table["now"]).unwrap() + SignedDuration::from_secs(120);
            assert_eq!(given_up, until, "{table}");
            chair["seat"].clone()
        });
    }
    let seat = broke.unwrap();
    let table = pass(&server, &ann, &path, 119).await;
    assert!(chair(&table, &seat).is_object());
    pass(&server, &ann, &path, 2).await;
    soon(&ann, &path, |table| chair(table, &seat).is_null()).await;
    server.assert_every_chip_is_accounted_for().await;
}
