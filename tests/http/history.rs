//! The history of a player: their own hands at all tables, and each hand view by view.

use reqwest::Method;
use serde_json::{Value, json};

use crate::bots::{self, games};
use crate::server::{Client, TestServer};

/// Hold'em for two, dealt by hand.
pub fn heads_up() -> Value {
    json!({
        "name": "Two of us", "seats": 2, "min_buy_in": 100, "max_buy_in": 1000, "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0}},
    })
}

/// A table where these two sit. Returns its path.
pub async fn seated(options: Value, players: [&Client; 2]) -> String {
    let opened = players[0].post("/v1/tables", options).await.created();
    let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
    let code = &opened["table"]["you"]["invite_code"];
    for player in players {
        let mut seat = json!({"buy_in": 500, "entry": "post"});
        if code.is_string() {
            seat["invite_code"] = code.clone();
        }
        player.post(&format!("{path}/seats"), seat).await.ok();
    }
    path
}

pub async fn act(player: &Client, path: &str, action: Value) -> Value {
    let at = player.get(path).await.ok()["version"].clone();
    let action = json!({"at": at, "action": {"holdem": action}});
    player.post(&format!("{path}/actions"), action).await.ok()
}

/// A hand in which the button, which acts first, folds and loses the small blind. Returns the hand.
pub async fn play_a_fold(server: &TestServer, path: &str, players: [&Client; 2]) -> String {
    server.clock.advance(1);
    let dealt = players[0].post(&format!("{path}/hands"), json!({})).await.ok();
    let hand = dealt["table"]["hand"]["id"].as_str().unwrap().to_owned();
    let asked = dealt["change"]["decisions"][0]["seat"].as_u64().unwrap();
    act(if asked == 0 { players[0] } else { players[1] }, path, json!({"type": "fold"})).await;
    hand
}

fn nets(page: &Value) -> Vec<Option<i64>> {
    page["hands"].as_array().unwrap().iter().map(|hand| hand["net"].as_i64()).collect()
}

#[tokio::test]
async fn a_player_finds_their_hands_at_current_and_former_tables() {
    let server = TestServer::open().await;
    let [ada, bob] = [server.guest("Ada").await, server.guest("Bob").await];
    let first = seated(heads_up(), [&ada, &bob]).await;
    let old = play_a_fold(&server, &first, [&ada, &bob]).await;
    for player in [&ada, &bob] {
        player.delete(&format!("{first}/seats/me")).await.ok();
    }
    ada.delete(&first).await.ok();
    let mut hidden = heads_up();
    (hidden["access"], hidden["name"]) = (json!("invite"), json!("Behind a code"));
    let second = seated(hidden, [&bob, &ada]).await;
    let new = play_a_fold(&server, &second, [&bob, &ada]).await;

    let page = ada.get("/v1/me/hands").await.ok();
    let hands = page["hands"].as_array().unwrap();
    assert_eq!([&hands[0]["id"], &hands[1]["id"]], [&json!(new), &json!(old)], "newest first");
    assert_eq!((hands.len(), &page["next"]), (2, &Value::Null));
    let got = |hand: &Value| [hand["table_name"].clone(), hand["game"].clone(), hand["number"].clone()];
    assert_eq!(got(&hands[0]), [json!("Behind a code"), json!("holdem"), json!(1)]);
    assert_eq!(got(&hands[1]), [json!("Two of us"), json!("holdem"), json!(1)]);
    let seats =
        |hand: &Value| hand["players"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    let names: Vec<Value> = seats(&hands[0]);
    assert_eq!(names, ["Bob", "Ada"]);
    for hand in hands {
        assert_eq!(
            (&hand["over"], &hand["void"], &hand["with_computers"]),
            (&json!(true), &json!(false), &json!(false))
        );
        let whole = ada.get(&format!("/v1/hands/{}", hand["id"].as_str().unwrap())).await.ok();
        assert_eq!(hand["your_seat"], whole["your_seat"]);
        assert_eq!((&hand["table"], &hand["started_at"]), (&whole["table"], &whole["started_at"]));
        assert_eq!(hand["players"], whole["players"]);
    }
    let of_bob = bob.get("/v1/me/hands").await.ok();
    assert_eq!([&hands[0]["shown"], &hands[1]["shown"]], [&json!([]), &json!([])], "no hand was shown");
    assert!(nets(&page).iter().all(|net| net.is_some_and(|net| net.abs() == 5)));
    assert_eq!(nets(&of_bob), nets(&page).into_iter().map(|net| net.map(|net| -net)).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_hand_has_a_result_once_it_is_over_and_counts() {
    let server = TestServer::open().await;
    let [ada, bob] = [server.guest("Ada").await, server.guest("Bob").await];
    let path = seated(heads_up(), [&ada, &bob]).await;
    ada.post(&format!("{path}/hands"), json!({})).await.ok();
    let page = ada.get("/v1/me/hands").await.ok();
    let [hand] = page["hands"].as_array().unwrap().as_slice() else { panic!("{page}") };
    assert_eq!([&hand["over"], &hand["void"], &hand["net"]], [&json!(false), &json!(false), &Value::Null]);
    assert_eq!(hand["shown"], Value::Null);

    let void = format!("{}/void", path.replace("/v1/", "/v1/admin/"));
    server.admin().post(&void, Value::Null).await.expect(204);
    let page = ada.get("/v1/me/hands").await.ok();
    let hand = &page["hands"][0];
    assert_eq!([&hand["over"], &hand["void"], &hand["net"]], [&json!(true), &json!(true), &Value::Null]);
}

#[tokio::test]
async fn hands_are_read_page_by_page_and_by_game() {
    let server = TestServer::open().await;
    let [ada, bob] = [server.guest("Ada").await, server.guest("Bob").await];
    let path = seated(heads_up(), [&ada, &bob]).await;
    let mut played = Vec::new();
    for _ in 0..5 {
        played.insert(0, play_a_fold(&server, &path, [&ada, &bob]).await);
    }
    let mut read = Vec::new();
    let mut next = "/v1/me/hands?limit=2&game=holdem".to_owned();
    loop {
        let page = ada.get(&next).await.ok();
        let hands = page["hands"].as_array().unwrap();
        assert!(!hands.is_empty() && hands.len() <= 2);
        read.extend(hands.iter().map(|hand| hand["id"].as_str().unwrap().to_owned()));
        let Some(after) = page["next"].as_str() else { break };
        next = format!("/v1/me/hands?limit=2&game=holdem&after={after}");
    }
    assert_eq!(read, played);
    assert_eq!(ada.get("/v1/me/hands?game=shengji").await.ok(), json!({"hands": [], "next": null}));
    for query in ["limit=0", "limit=101", "after=x", "game=snap", "table=1"] {
        ada.get(&format!("/v1/me/hands?{query}")).await.refused(400, "malformed_query");
    }
    server.anonymous().get("/v1/me/hands").await.refused(401, "token_missing");
    assert_eq!(server.guest("Eve").await.get("/v1/me/hands").await.ok(), json!({"hands": [], "next": null}));
}

#[tokio::test]
async fn hands_with_computer_players_are_marked() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    for (seats, game) in games() {
        let name = game.as_object().unwrap().keys().next().unwrap().clone();
        let path =
            bots::open(&ada, json!({"seats": seats, "game": game, "fill_with_bots": {"level": "novice"}}))
                .await;
        bots::sit(&ada, &path).await;
        bots::person::play(&server, &ada, &path).await;
        ada.delete(&path).await.ok();
        let page = ada.get(&format!("/v1/me/hands?game={name}")).await.ok();
        let hand = page["hands"].as_array().unwrap().last().unwrap();
        assert_eq!((&hand["with_computers"], &hand["game"]), (&json!(true), &json!(name)));
        let computers = hand["players"].as_array().unwrap().iter().filter(|one| one["computer"].is_object());
        assert_eq!(computers.count(), usize::from(seats) - 1);
    }
}

#[tokio::test]
async fn a_hand_is_replayed_as_each_viewer_saw_it_then() {
    let server = TestServer::open().await;
    let [ada, bob] = [server.guest("Ada").await, server.guest("Bob").await];
    let path = seated(heads_up(), [&ada, &bob]).await;
    ada.post(&format!("{path}/hands"), json!({})).await.ok();
    let mut seen = vec![[
        ada.get(&path).await.ok(),
        bob.get(&path).await.ok(),
        server.anonymous().get(&path).await.ok(),
    ]];
    while seen.last().unwrap()[0]["hand"].is_object() {
        let [of_ada, of_bob, _] = seen.last().unwrap();
        let (player, view) =
            if of_ada["you"]["options"].is_object() { (&ada, of_ada) } else { (&bob, of_bob) };
        let options = &view["you"]["options"]["holdem"];
        let kind = if options["show"] == true {
            "show"
        } else if options["check"] == true {
            "check"
        } else {
            "call"
        };
        act(player, &path, json!({ "type": kind })).await;
        seen.push([
            ada.get(&path).await.ok(),
            bob.get(&path).await.ok(),
            server.anonymous().get(&path).await.ok(),
        ]);
    }
    let hand = seen[0][0]["hand"]["id"].as_str().unwrap();
    let anonymous = server.anonymous();
    for (place, viewer) in [&ada, &bob, &anonymous].into_iter().enumerate() {
        let got = viewer.get(&format!("/v1/hands/{hand}?views=true")).await.ok();
        let states = got["views"]["states"].as_array().unwrap();
        assert_eq!((states.len(), &got["views"]["next"]), (seen.len(), &Value::Null));
        let versions = got["changes"].as_array().unwrap().iter().map(|change| &change["version"]);
        assert!(versions.eq(states.iter().map(|state| &state["version"])));
        for (then, state) in seen.iter().map(|views| &views[place]).zip(states) {
            let live = if then["hand"].is_object() { &then["hand"] } else { &then["last_result"] };
            assert_eq!(state["state"], live["state"], "version {}", then["version"]);
        }
        assert_eq!(states.last().unwrap()["state"], got["state"]);
    }
    let mine = ada.get("/v1/me/hands").await.ok()["hands"][0].take();
    let last = &seen.last().unwrap()[2]["last_result"]["state"]["holdem"]["players"];
    let open = last.as_array().unwrap().iter().filter(|player| player["cards"].is_array());
    let open = open.map(|player| json!({"seat": player["seat"], "cards": player["cards"]}));
    let by_seat = |mut shown: Vec<Value>| {
        shown.sort_by_key(|one| one["seat"].as_u64());
        shown
    };
    let shown = by_seat(mine["shown"].as_array().unwrap().clone());
    assert_eq!((shown.len(), shown), (2, by_seat(open.collect())), "as every player saw it");
    assert_ne!(seen[0][0]["hand"]["state"], seen[0][1]["hand"]["state"]);
}

#[tokio::test]
async fn views_come_a_hundred_at_a_time_to_players_who_may_see_them() {
    let server = TestServer::open().await;
    let [ada, eve] = [server.guest("Ada").await, server.guest("Eve").await];
    let options = json!({
        "seats": 4, "game": {"shengji": {"card_millis": 0, "declaring_seconds": 1}},
        "fill_with_bots": {"level": "novice"}, "access": "invite",
    });
    let path = bots::open(&ada, options).await;
    bots::sit(&ada, &path).await;
    let table = bots::person::play(&server, &ada, &path).await;
    let hand = format!("/v1/hands/{}", table["last_hand"].as_str().unwrap());
    let without = ada.get(&hand).await.ok();
    assert_eq!(without["views"], Value::Null);
    assert_eq!(ada.get(&format!("{hand}?views=false")).await.ok(), without);

    let mut versions = Vec::new();
    let mut after = String::new();
    loop {
        let reply = ada.get(&format!("{hand}?views=true{after}")).await;
        assert!(reply.text.len() < 1_000_000, "{} bytes", reply.text.len());
        let got = reply.ok();
        let states = got["views"]["states"].as_array().unwrap();
        assert!(!states.is_empty() && states.len() <= 100);
        versions.extend(states.iter().map(|state| state["version"].clone()));
        let Some(next) = got["views"]["next"].as_u64() else { break };
        after = format!("&views_after={next}");
    }
    let changes = without["changes"].as_array().unwrap().iter().map(|change| change["version"].clone());
    assert_eq!(versions, changes.collect::<Vec<_>>());

    for query in ["views=1", "views=true&views_after=x", "view=true"] {
        ada.get(&format!("{hand}?{query}")).await.refused(400, "malformed_query");
    }
    let beyond = ada.get(&format!("{hand}?views=true&views_after=100000")).await.ok();
    assert_eq!(beyond["views"], json!({"states": [], "next": null}));
    for caller in [&eve, &server.anonymous()] {
        caller.get(&format!("{hand}?views=true")).await.refused(403, "invite_needed");
    }
    let code = table["you"]["invite_code"].as_str().unwrap();
    let invited = eve.request(Method::GET, &format!("{hand}?views=true")).header("Invite-Code", code);
    let watched = eve.send(invited).await.ok();
    assert_eq!(watched["your_seat"], Value::Null);
    assert_ne!(
        watched["views"]["states"][0],
        ada.get(&format!("{hand}?views=true")).await.ok()["views"]["states"][0]
    );
}
