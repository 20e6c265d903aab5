//! What a host may do, and what each player learns of it.

use std::net::Ipv4Addr;

use serde_json::{Value, json};

use crate::bots::{open, seat_bot, sit, until};
use crate::people::named;
use crate::server::{Client, TestServer};

fn id(client: &Client) -> &str {
    client.me["id"].as_str().unwrap()
}

/// The kinds of the events of an answer.
fn kinds(answer: &Value) -> Vec<&str> {
    let events = answer["change"]["events"].as_array().unwrap();
    events.iter().map(|event| event["table"]["type"].as_str().unwrap_or("hand")).collect()
}

/// A table for two that is dealt by hand; both sit at it.
async fn two(server: &TestServer) -> (Client, Client, String) {
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({ "seats": 3, "dealing": {"type": "by_hand"} })).await;
    sit(&ann, &path).await;
    sit(&bob, &path).await;
    (ann, bob, path)
}

async fn act(client: &Client, path: &str, action: Value) -> Value {
    let at = client.get(path).await.ok()["version"].take();
    client.post(&format!("{path}/actions"), json!({ "at": at, "action": {"holdem": action} })).await.ok()
}

#[tokio::test]
async fn a_player_is_removed_between_hands_at_once_and_in_a_hand_at_its_end() {
    let server = TestServer::open().await;
    let (ann, bob, path) = two(&server).await;
    let removal = format!("{path}/players/{}", id(&bob));
    let removed = ann.delete(&removal).await.ok();
    assert_eq!(kinds(&removed), ["removed", "left"]);
    assert_eq!(bob.get("/v1/me").await.ok()["chips"], 10_000, "the chips are at home");
    ann.delete(&removal).await.refused(404, "not_at_table");

    // A removed player may come back. In a hand they play it to the end, all in as they are.
    sit(&bob, &path).await;
    ann.post(&format!("{path}/hands"), json!({})).await.ok();
    let first = ann.get(&path).await.ok()["hand"]["decisions"][0]["seat"].clone();
    let (first, second) = if first == 0 { (&ann, &bob) } else { (&bob, &ann) };
    act(first, &path, json!({"type": "raise", "to": 1_000})).await;
    assert_eq!(first.me["id"], bob.me["id"], "an all-in player is removed");
    let removed = ann.delete(&removal).await.ok();
    assert_eq!(kinds(&removed), ["removed"]);
    assert_eq!(removed["table"]["chairs"][1]["leaving"], true);
    ann.delete(&removal).await.refused(409, "already_so");
    bob.post(&format!("{path}/seats/me/return"), json!({})).await.refused(409, "leaving");
    act(second, &path, json!({"type": "call"})).await;
    let after = until(&server, &ann, &path, |table| table["hand"].is_null()).await;
    assert_eq!(after["chairs"].as_array().unwrap().len(), 1, "{after}");
    assert_eq!(after["last_result"]["players"].as_array().unwrap().len(), 2, "and they had their showdown");
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_banned_player_does_not_return_until_the_ban_ends() {
    let server = TestServer::open().await;
    let (ann, bob, path) = two(&server).await;
    let ban = format!("{path}/bans/{}", id(&bob));
    let banned = ann.put(&ban, json!({})).await.ok();
    assert_eq!(kinds(&banned), ["banned", "removed", "left"]);
    assert_eq!(banned["table"]["banned"], json!([id(&bob)]));
    ann.put(&ban, json!({})).await.refused(409, "already_so");
    let seat = json!({ "buy_in": 1_000 });
    bob.post(&format!("{path}/seats"), seat.clone()).await.refused(403, "banned");
    bob.get(&path).await.ok();
    assert_eq!(kinds(&ann.delete(&ban).await.ok()), ["unbanned"]);
    ann.delete(&ban).await.refused(409, "already_so");
    bob.post(&format!("{path}/seats"), seat).await.ok();
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn bans_of_a_table_are_limited() {
    let server = TestServer::open().await;
    let (ann, _, path) = two(&server).await;
    let unknown = |number: usize| format!("00000000-0000-7000-8000-{number:012}");
    for number in 0..100 {
        ann.put(&format!("{path}/bans/{}", unknown(number)), json!({})).await.ok();
    }
    // Bans of guests are the first to be dropped.
    let banned = ann.put(&format!("{path}/bans/{}", unknown(100)), json!({})).await.ok();
    assert_eq!(kinds(&banned), ["unbanned", "banned"]);
    let got: Vec<String> = (1..101).map(unknown).collect();
    assert_eq!(banned["table"]["banned"], json!(got));
    let wrong = ann.put(&format!("{path}/bans/nobody"), json!({})).await.refused(400, "malformed_path");
    assert_eq!(wrong["parameter"], "player");
}

/// A banned player who returns as another player has the same address.
#[tokio::test]
async fn a_ban_of_a_guest_bans_their_address_for_a_day() {
    let server = TestServer::open().await;
    let (host, elsewhere) = (Ipv4Addr::new(127, 0, 0, 2), Ipv4Addr::new(127, 0, 0, 3));
    let ann = server.guest_from("Ann", host).await;
    let path = open(&ann, json!({ "seats": 6, "dealing": {"type": "by_hand"} })).await;
    let comes =
        async |player: &Client| player.post(&format!("{path}/seats"), json!({ "buy_in": 1_000 })).await;
    let (bob, cid, dan) = (server.guest("Bob").await, server.guest("Cid").await, server.guest("Dan").await);
    comes(&bob).await.ok();
    comes(&dan).await.ok();
    let ban = format!("{path}/bans/{}", id(&bob));
    ann.put(&ban, json!({})).await.ok();
    comes(&cid).await.refused(403, "banned");
    cid.post(&format!("{path}/waiting"), json!({})).await.refused(403, "banned");
    // Players who already sit there stay, and others may sit down.
    comes(&dan).await.refused(409, "already_seated");
    comes(&server.guest_from("Eve", elsewhere).await).await.ok();
    comes(&server.guest_from("Fay", host).await).await.ok();
    // Until the host lets them come again.
    ann.delete(&ban).await.ok();
    comes(&cid).await.ok();
    cid.delete(&format!("{path}/seats/me")).await.ok();
    // A player with an account is banned alone.
    let gus = named(&server, "Gus").await;
    ann.put(&format!("{path}/bans/{}", id(&gus)), json!({})).await.ok();
    comes(&cid).await.ok();
    cid.delete(&format!("{path}/seats/me")).await.ok();
    ann.put(&ban, json!({})).await.ok();
    for _ in 0..2 {
        comes(&server.guest("Late").await).await.refused(403, "banned");
        server.clock.advance(12 * 3_600);
        // A table closes after a day in which nothing happens.
        comes(&server.guest_from("Ida", elsewhere).await).await.ok();
    }
    comes(&server.guest("Late").await).await.ok();
    server.assert_every_chip_is_accounted_for().await;
}

/// A request that was done under a key is answered, and not done again.
#[tokio::test]
async fn a_repeated_ban_adds_no_network_ban() {
    let server = TestServer::open().await;
    let ann = server.guest_from("Ann", Ipv4Addr::new(127, 0, 0, 2)).await;
    let path = open(&ann, json!({ "seats": 6, "dealing": {"type": "by_hand"} })).await;
    let (bob, cid) = (server.guest("Bob").await, server.guest("Cid").await);
    bob.get(&path).await.ok();
    let ban = format!("{path}/bans/{}", id(&bob));
    let bans = async || {
        let request =
            ann.request(reqwest::Method::PUT, &ban).header("Idempotency-Key", "one").json(&json!({}));
        ann.send(request).await.ok();
    };
    bans().await;
    cid.post(&format!("{path}/seats"), json!({ "buy_in": 1_000 })).await.refused(403, "banned");
    ann.delete(&ban).await.ok();
    bans().await;
    cid.post(&format!("{path}/seats"), json!({ "buy_in": 1_000 })).await.ok();
}

#[tokio::test]
async fn an_invite_code_opens_nothing_for_a_banned_player() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({ "access": "invite" })).await;
    let code = ann.get(&path).await.ok()["you"]["invite_code"].clone();
    ann.put(&format!("{path}/bans/{}", id(&bob)), json!({})).await.ok();
    let seat = json!({ "buy_in": 1_000, "invite_code": code });
    bob.post(&format!("{path}/seats"), seat).await.refused(403, "banned");
    let request = bob.request(reqwest::Method::GET, &path).header("Invite-Code", code.as_str().unwrap());
    bob.send(request).await.refused(403, "invite_needed");
}

#[tokio::test]
async fn only_the_host_removes_and_bans_and_never_themselves() {
    let server = TestServer::open().await;
    let (ann, bob, path) = two(&server).await;
    let (me, them) = (id(&ann), id(&bob));
    ann.delete(&format!("{path}/players/{me}")).await.refused(422, "yourself");
    ann.put(&format!("{path}/bans/{me}"), json!({})).await.refused(422, "yourself");
    bob.delete(&format!("{path}/players/{me}")).await.refused(403, "not_host");
    bob.put(&format!("{path}/bans/{me}"), json!({})).await.refused(403, "not_host");
    bob.put(&format!("{path}/pause"), json!({})).await.refused(403, "not_host");
    bob.put(&format!("{path}/host"), json!({ "player": them })).await.refused(403, "not_host");
    bob.patch(&path, json!({ "name": "Mine" })).await.refused(403, "not_host");
    bob.put(&format!("{path}/invite-code"), json!({})).await.refused(403, "not_host");
    server.anonymous().put(&format!("{path}/pause"), json!({})).await.refused(401, "token_missing");
}

#[tokio::test]
async fn a_table_is_handed_over_to_a_person_who_sits_there() {
    let server = TestServer::open().await;
    let (ann, bob, path) = two(&server).await;
    let bot = seat_bot(&ann, &path, "novice").await["table"]["chairs"][2]["player"].clone();
    let host = format!("{path}/host");
    ann.put(&host, json!({ "player": bot })).await.refused(404, "not_at_table");
    ann.put(&host, json!({ "player": server.guest("Cid").await.me["id"] }))
        .await
        .refused(404, "not_at_table");
    ann.put(&host, json!({ "player": id(&ann) })).await.refused(409, "already_so");
    let handed = ann.put(&host, json!({ "player": id(&bob) })).await.ok();
    assert_eq!((kinds(&handed), &handed["table"]["host"]), (vec!["host_changed"], &bob.me["id"]));
    ann.delete(&path).await.refused(403, "not_host");
    bob.delete(&path).await.ok();
    // They may be the host of as many tables as any player, and no more.
    for _ in 0..20 {
        open(&bob, json!({})).await;
    }
    let path = open(&ann, json!({})).await;
    sit(&bob, &path).await;
    let full = ann.put(&format!("{path}/host"), json!({ "player": id(&bob) })).await;
    full.refused(409, "too_many_tables");
}

#[tokio::test]
async fn no_hand_is_dealt_while_the_table_is_paused() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({})).await;
    let pause = format!("{path}/pause");
    assert_eq!(ann.put(&pause, json!({})).await.ok()["table"]["paused"], true);
    ann.put(&pause, json!({})).await.refused(409, "already_so");
    sit(&ann, &path).await;
    assert_eq!(sit(&bob, &path).await["table"]["next_hand_at"], Value::Null);
    for _ in 0..20 {
        server.clock.advance(5);
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    assert_eq!(ann.get(&path).await.ok()["hand"], Value::Null);
    let resumed = ann.delete(&pause).await.ok();
    assert!(resumed["table"]["next_hand_at"].is_string(), "{resumed}");
    ann.delete(&pause).await.refused(409, "already_so");
    until(&server, &ann, &path, |table| table["hand"].is_object()).await;

    let (cid, _, path) = two(&server).await;
    cid.put(&format!("{path}/pause"), json!({})).await.ok();
    cid.post(&format!("{path}/hands"), json!({})).await.refused(409, "paused");
}

#[tokio::test]
async fn options_change_between_hands() {
    let server = TestServer::open().await;
    let (ann, bob, path) = two(&server).await;
    let game = |small: u64| {
        json!({"holdem": {
            "betting": "no_limit", "small_blind": small, "big_blind": 2 * small, "showdown_seconds": 0,
        }})
    };
    let changed = ann.patch(&path, json!({ "name": "Late", "decision_seconds": 40 })).await.ok();
    assert_eq!(kinds(&changed), ["options_changed"]);
    assert_eq!(changed["table"]["options"]["name"], "Late");
    assert_eq!(changed["table"]["options"]["decision_seconds"], 40);
    ann.patch(&path, json!({ "name": "Late" })).await.refused(409, "already_so");
    ann.patch(&path, json!({})).await.refused(409, "already_so");

    ann.post(&format!("{path}/hands"), json!({})).await.ok();
    let planned = ann.patch(&path, json!({ "game": game(25) })).await.ok();
    assert_eq!(kinds(&planned), ["options_planned"]);
    assert_eq!(planned["table"]["options"]["game"]["holdem"]["small_blind"], 5);
    assert_eq!(planned["table"]["next_options"]["game"]["holdem"]["small_blind"], 25);
    let turn = ann.get(&path).await.ok()["hand"]["decisions"][0]["seat"].clone();
    let acts = if turn == 0 { &ann } else { &bob };
    let ended = act(acts, &path, json!({"type": "fold"})).await;
    assert!(kinds(&ended).contains(&"options_changed"), "{ended}");
    assert_eq!(ended["table"]["next_options"], Value::Null);
    // No player is dealt a hand for stakes that they have not accepted.
    assert!(kinds(&ended).contains(&"sat_out"), "{ended}");
    ann.post(&format!("{path}/hands"), json!({})).await.refused(409, "too_few_players");
    bob.post(&format!("{path}/seats/me/return"), json!({"entry": "post"})).await.ok();
    let dealt = ann.post(&format!("{path}/hands"), json!({})).await.ok();
    assert_eq!(dealt["table"]["hand"]["state"]["holdem"]["price"], 50, "{dealt}");
    // The lobby lists the current options.
    let listed = ann.get("/v1/tables?min_stake=50&max_stake=50").await.ok();
    assert_eq!(listed["tables"][0]["options"]["game"], dealt["table"]["options"]["game"]);
}

/// A player should not discover higher stakes, or less time for a decision, in the middle of a hand.
#[tokio::test]
async fn a_player_who_has_not_accepted_new_stakes_is_dealt_no_hand() {
    let server = TestServer::open().await;
    let dearer = json!({"holdem": {
        "betting": "no_limit", "small_blind": 500, "big_blind": 1_000, "showdown_seconds": 0,
    }});
    for changes in
        [json!({ "game": dearer }), json!({"decision_seconds": 1}), json!({"time_bank_seconds": 0})]
    {
        let (ann, bob, path) = two(&server).await;
        let changed = ann.patch(&path, changes).await.ok();
        assert_eq!(kinds(&changed), ["options_changed", "sat_out"]);
        let chairs = changed["table"]["chairs"].as_array().unwrap();
        let entries: Vec<_> = chairs.iter().map(|chair| &chair["entry"]).collect();
        assert_eq!(entries, ["post", "out"], "the host knows");
        ann.post(&format!("{path}/hands"), json!({})).await.refused(409, "too_few_players");
        // A change that costs no player anything needs no consent.
        bob.post(&format!("{path}/seats/me/return"), json!({"entry": "post"})).await.ok();
        let changed = ann.patch(&path, json!({"name": "Late", "decision_seconds": 60})).await.ok();
        assert_eq!(kinds(&changed), ["options_changed"]);
        ann.post(&format!("{path}/hands"), json!({})).await.ok();
    }
}

#[tokio::test]
async fn fixed_options_do_not_change() {
    let server = TestServer::open().await;
    let (ann, _, path) = two(&server).await;
    let refused = |game: Value| {
        let (ann, path) = (&ann, &path);
        async move { ann.patch(path, json!({ "game": game })).await.refused(422, "bad_option") }
    };
    let other = json!({"holdem": {"betting": "pot_limit", "small_blind": 5, "big_blind": 10}});
    assert_eq!(refused(other).await["option"], "game");
    assert_eq!(refused(json!({"shengji": {}})).await["option"], "game");
    let blinds = json!({"holdem": {
        "betting": "no_limit", "small_blind": 5, "big_blind": 0, "showdown_seconds": 0,
    }});
    refused(blinds).await;
    let wrong = json!({ "min_buy_in": 2_000, "max_buy_in": 1_000 });
    assert_eq!(ann.patch(&path, wrong).await.refused(422, "bad_option")["option"], "min_buy_in");
    ann.patch(&path, json!({ "seats": 9 })).await.refused(400, "malformed_body");
}

#[tokio::test]
async fn the_clock_plays_for_an_away_player_at_once() {
    let server = TestServer::open().await;
    let (ann, bob, path) = two(&server).await;
    let away = format!("{path}/seats/me/away");
    let gone = bob.post(&away, json!({})).await.ok();
    assert_eq!(gone["change"]["events"][0]["table"], json!({"type": "sat_out", "seat": 1, "away": true}));
    bob.post(&away, json!({})).await.refused(409, "already_so");
    server.guest("Cid").await.post(&away, json!({})).await.refused(409, "not_seated");
    ann.post(&format!("{path}/hands"), json!({})).await.refused(409, "too_few_players");
    bob.post(&format!("{path}/seats/me/return"), json!({"entry": "post"})).await.ok();

    ann.post(&format!("{path}/hands"), json!({})).await.ok();
    let table = ann.get(&path).await.ok();
    let acts = if table["hand"]["decisions"][0]["seat"] == 0 { &ann } else { &bob };
    acts.post(&away, json!({})).await.ok();
    // Not a second has passed.
    for _ in 0..1_000 {
        if ann.get(&path).await.ok()["hand"].is_null() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    let after = ann.get(&path).await.ok();
    assert_eq!(after["hand"], Value::Null, "an away player folds: {after}");
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_seated_player_shows_five_emotes_in_ten_seconds() {
    let server = TestServer::open().await;
    let (ann, bob, path) = two(&server).await;
    let emotes = format!("{path}/emotes");
    let wave = json!({ "emote": "hello" });
    for _ in 0..5 {
        let shown = bob.post(&emotes, wave.clone()).await.ok();
        assert_eq!(
            shown["change"]["events"][0]["table"],
            json!({"type": "emoted", "seat": 1, "player": id(&bob), "emote": "hello"})
        );
    }
    let refused = bob.post(&emotes, wave.clone()).await;
    assert_eq!(refused.header("retry-after"), Some("10"));
    refused.refused(429, "too_many_emotes");
    // A player who sits down again has no more emotes either.
    bob.delete(&format!("{path}/seats/me")).await.ok();
    bob.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    bob.post(&emotes, wave.clone()).await.refused(429, "too_many_emotes");
    ann.post(&emotes, wave.clone()).await.ok();
    server.clock.advance(10);
    bob.post(&emotes, wave.clone()).await.ok();
    server.guest("Cid").await.post(&emotes, wave).await.refused(409, "not_seated");
    bob.post(&emotes, json!({ "emote": "free text" })).await.refused(400, "malformed_body");
}
