//! Tournaments over HTTP: every route, and the codes with which it refuses.

mod crowd;
mod finding;
mod following;
mod house;
mod money;
mod organising;
mod progress;
mod satellites;
mod wrong;

use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{Client, GRANT, Reply, TestServer};

/// A sit & go for two at one table, with these terms of Hold'em besides.
fn heads_up(terms: Value) -> Value {
    let mut game = json!({"seats": 2, "payouts": {"type": "weights", "weights": [2, 1]}});
    game.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    json!({"name": "Tonight", "game": {"holdem": game}, "max_entrants": 2, "prize": 300})
}

/// Announces a tournament; returns its path.
async fn announced(by: &Client, options: Value) -> String {
    let tournament = by.post("/v1/tournaments", options).await.created();
    format!("/v1/tournaments/{}", tournament["id"].as_str().unwrap())
}

/// Both enter it, and it starts; returns its path. The first of them is its host.
async fn started(server: &TestServer, both: [&Client; 2], options: Value) -> String {
    started_of(server, both[0], both, options).await
}

/// The same with another host.
async fn started_of(server: &TestServer, host: &Client, [ann, bob]: [&Client; 2], options: Value) -> String {
    let path = announced(host, options).await;
    for client in [ann, bob] {
        entered(client, &path).await.ok();
    }
    for _ in 0..100 {
        let tournament = ann.get(&path).await.ok();
        if tournament["phase"] == "playing" && tournament["tables"][0]["players"] == 2 {
            return path;
        }
        server.clock.advance(1);
    }
    panic!("it does not start");
}

async fn entered(client: &Client, path: &str) -> Reply {
    client.send(client.request(Method::PUT, &format!("{path}/registration"))).await
}

async fn paused(client: &Client, path: &str) -> Reply {
    client.send(client.request(Method::PUT, &format!("{path}/pause"))).await
}

async fn posted(client: &Client, path: &str) -> Reply {
    client.send(client.request(Method::POST, path)).await
}

/// A level for so many hands.
fn level(big_blind: u64, hands: u32) -> Value {
    json!({"type": "level", "small_blind": big_blind / 2, "big_blind": big_blind, "length": {"hands": hands}})
}

/// All enter a tournament, and it starts; returns its path.
async fn started_by(server: &TestServer, clients: &[&Client], options: Value) -> String {
    let path = announced(clients[0], options).await;
    for client in clients {
        entered(client, &path).await.ok();
    }
    let all = |tournament: &Value| tournament["tables"][0]["players"] == clients.len();
    until(server, clients, &path, Play::Fold, all).await;
    path
}

/// How all play.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Play {
    Fold,
    /// All in, and calls.
    Shove,
}

impl Play {
    fn action(self, options: &Value) -> Value {
        let kind = if options["wager"] == "bet" { "bet" } else { "raise" };
        match self {
            Self::Fold if options["fold"] == true => json!({"type": "fold"}),
            Self::Shove if options["raise_max"].is_u64() => json!({"type": kind, "to": options["raise_max"]}),
            Self::Shove if options["call"].is_u64() => json!({"type": "call"}),
            Self::Shove if options["check"] == true => json!({"type": "check"}),
            Self::Fold | Self::Shove => json!({"type": "muck"}),
        }
    }
}

/// All who have to decide do so, and a second passes; returns the tournament before that, as the first of them sees it.
async fn play_on(server: &TestServer, clients: &[&Client], path: &str, play: Play) -> Value {
    let tournament = clients[0].get(path).await.ok();
    for table in tournament["tables"].as_array().unwrap() {
        let table = format!("/v1/tables/{}", table["table"].as_str().unwrap());
        for client in clients {
            let view = client.get(&table).await.ok();
            let options = &view["you"]["options"]["holdem"];
            if !options.is_null() {
                let body = json!({"at": view["version"], "action": {"holdem": play.action(options)}});
                client.post(&format!("{table}/actions"), body).await.ok();
            }
        }
    }
    server.clock.advance(1);
    tournament
}

/// All play so until the tournament is so far; returns it as the first of them sees it.
async fn until(
    server: &TestServer,
    clients: &[&Client],
    path: &str,
    play: Play,
    is_so_far: impl Fn(&Value) -> bool,
) -> Value {
    for _ in 0..2_000 {
        let tournament = clients[0].get(path).await.ok();
        if is_so_far(&tournament) {
            return tournament;
        }
        play_on(server, clients, path, play).await;
    }
    panic!("it does not get so far: {:#}", clients[0].get(path).await.body);
}

fn is_over(tournament: &Value) -> bool {
    tournament["phase"] == "finished"
}

/// The chips of a player's wallet.
async fn chips(client: &Client) -> u64 {
    client.get("/v1/me").await.ok()["chips"].as_u64().unwrap()
}

/// The player's own entry.
async fn own(client: &Client, path: &str) -> Value {
    client.get(path).await.ok()["you"].clone()
}

/// Both fold and the clock runs until the deal can be answered.
async fn offered(server: &TestServer, clients: [&Client; 2], path: &str) {
    for _ in 0..100 {
        let tournament = clients[0].get(path).await.ok();
        if tournament["deal"]["amounts"].as_array().is_some_and(|amounts| !amounts.is_empty()) {
            return;
        }
        let table = format!("/v1/tables/{}", tournament["tables"][0]["table"].as_str().unwrap());
        for client in clients {
            let view = client.get(&table).await.ok();
            if !view["you"]["options"].is_null() {
                let body = json!({"at": view["version"], "action": {"holdem": {"type": "fold"}}});
                client.post(&format!("{table}/actions"), body).await.ok();
            }
        }
        server.clock.advance(1);
    }
    panic!("the deal is not offered");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_announced_found_entered_and_cancelled() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let reply = ann.post("/v1/tournaments", heads_up(json!({}))).await;
    let location = reply.header("location").unwrap().to_owned();
    let tournament = reply.created();
    let path = format!("/v1/tournaments/{}", tournament["id"].as_str().unwrap());
    assert_eq!((&location, &tournament["phase"]), (&path, &json!("registering")));
    let host = json!({"id": ann.me["id"], "name": "Ann", "avatar": ann.me["avatar"]});
    assert_eq!(tournament["host"], host);
    let found = server.anonymous().get("/v1/tournaments?open=true&limit=10").await.ok();
    assert_eq!(found["tournaments"][0]["id"], tournament["id"]);

    let own = entered(&ann, &path).await.ok();
    assert_eq!((&own["entered"], &own["you"]["player"]), (&json!(1), &ann.me["id"]));
    assert_eq!(ann.get("/v1/me").await.ok()["chips"], GRANT - 300);
    entered(&ann, &path).await.refused(422, "tournament.already_registered");
    let entries = bob.get(&format!("{path}/entries")).await.ok();
    assert_eq!(entries["entries"][0]["player"], ann.me["id"]);

    let gone = ann.delete(&format!("{path}/registration")).await.ok();
    assert_eq!((&gone["entered"], &gone["pool"]), (&json!(0), &json!(0)));
    ann.delete(&format!("{path}/registration")).await.refused(422, "tournament.not_registered");
    assert_eq!(ann.get("/v1/me").await.ok()["chips"], GRANT);

    entered(&bob, &path).await.ok();
    bob.delete(&path).await.refused(403, "not_announcer");
    assert_eq!(ann.delete(&path).await.ok()["phase"], "cancelled");
    assert_eq!(bob.get("/v1/me").await.ok()["chips"], GRANT);
    entered(&bob, &path).await.refused(422, "tournament.tournament_over");
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_announced_or_found_is_refused() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let nowhere = "/v1/tournaments/00000000-0000-7000-8000-000000000000";
    bob.get(nowhere).await.refused(404, "no_such_tournament");
    bob.get(&format!("{nowhere}/entries")).await.refused(404, "no_such_tournament");
    bob.get(&format!("{nowhere}/events?wait=0")).await.refused(404, "no_such_tournament");
    entered(&bob, nowhere).await.refused(404, "no_such_tournament");
    server.anonymous().post("/v1/tournaments", heads_up(json!({}))).await.refused(401, "token_missing");
    let rises = json!({"payouts": {"type": "weights", "weights": [1, 2]}});
    ann.post("/v1/tournaments", heads_up(rises)).await.refused(422, "bad_option");

    // Big blinds that fall, and levels that never end a tournament.
    for structure in [json!([level(40, 9), level(20, 9)]), json!([level(20, 9)]), json!([])] {
        let reply = ann.post("/v1/tournaments", heads_up(json!({"structure": structure}))).await;
        assert!([400, 422].contains(&reply.status.as_u16()), "{}", reply.text);
    }

    let mut private = heads_up(json!({}));
    private["access"] = json!("invite");
    let private = ann.post("/v1/tournaments", private).await.created();
    let path = format!("/v1/tournaments/{}", private["id"].as_str().unwrap());
    bob.get(&path).await.refused(403, "invite_needed");
    entered(&bob, &path).await.refused(403, "invite_needed");
    let code = private["invite_code"].as_str().unwrap();
    let with_code = bob.request(Method::PUT, &format!("{path}/registration")).header("Invite-Code", code);
    assert_eq!(bob.send(with_code).await.ok()["invite_code"], code);

    for _ in 1..10 {
        announced(&ann, heads_up(json!({}))).await;
    }
    let refused = ann.post("/v1/tournaments", heads_up(json!({}))).await.refused(409, "too_many_tournaments");
    assert_eq!(refused["most"], 10);
    let mut dear = heads_up(json!({}));
    dear["prize"] = json!(GRANT + 1);
    let dear = announced(&bob, dear).await;
    entered(&bob, &dear).await.refused(422, "not_enough_chips");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_fit_the_phase_is_refused() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let icm = || json!({"basis": "icm"});
    let waits = announced(&ann, heads_up(json!({}))).await;
    paused(&ann, &waits).await.refused(422, "tournament.not_started");
    posted(&ann, &format!("{waits}/rebuy")).await.refused(422, "tournament.not_started");
    ann.post(&format!("{waits}/deal"), icm()).await.refused(422, "tournament.not_started");

    let terms = json!({"payouts": {"type": "winner_takes_all"}});
    let path = started(&server, [&ann, &bob], heads_up(terms)).await;
    ann.delete(&path).await.refused(422, "tournament.already_started");
    ann.delete(&format!("{path}/registration")).await.refused(422, "tournament.already_started");
    entered(&cid, &path).await.refused(422, "tournament.registration_closed");
    posted(&cid, &format!("{path}/rebuy")).await.refused(422, "tournament.not_registered");
    posted(&ann, &format!("{path}/rebuy")).await.refused(422, "tournament.no_rebuy_now");
    ann.delete(&format!("{path}/rebuy")).await.refused(422, "tournament.nothing_to_decline");
    posted(&ann, &format!("{path}/add-on")).await.refused(422, "tournament.no_add_on_now");
    ann.post(&format!("{path}/deal"), icm()).await.refused(422, "tournament.no_deal_now");
    let answer = json!({"accept": true});
    ann.put(&format!("{path}/deal"), answer).await.refused(422, "tournament.nothing_proposed");

    paused(&bob, &path).await.refused(403, "not_announcer");
    paused(&ann, &path).await.refused(403, "host_plays");
    ann.delete(&format!("{path}/pause")).await.refused(422, "tournament.nothing_to_change");
    let mut free = heads_up(json!({}));
    free["prize"] = json!(0);
    let path = started(&server, [&ann, &bob], free).await;
    assert_eq!(paused(&ann, &path).await.ok()["paused"], true);
    paused(&ann, &path).await.refused(422, "tournament.nothing_to_change");
    assert_eq!(ann.delete(&format!("{path}/pause")).await.ok()["paused"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_a_tournament_takes_nothing_that_its_director_decides() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let path = started(&server, [&ann, &bob], heads_up(json!({}))).await;
    let tournament = ann.get(&path).await.ok();
    let table = format!("/v1/tables/{}", tournament["tables"][0]["table"].as_str().unwrap());
    let refused = cid.post(&format!("{table}/seats"), json!({"buy_in": 500})).await;
    assert_eq!(refused.refused(409, "of_tournament")["tournament"], tournament["id"]);
    ann.delete(&format!("{table}/seats/me")).await.refused(409, "of_tournament");
    ann.delete(&table).await.refused(409, "of_tournament");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_proposed_refused_and_made() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let both = [&ann, &bob];
    let path = started(&server, both, heads_up(json!({}))).await;
    let deal = format!("{path}/deal");
    let dear = json!({"basis": "chips", "keep": 201});
    let refused = ann.post(&deal, dear).await.refused(422, "tournament.too_much_kept");
    assert_eq!(refused["most"], 200);
    ann.post(&deal, json!({"basis": "icm"})).await.ok();
    bob.post(&deal, json!({"basis": "icm"})).await.refused(422, "tournament.deal_is_open");
    offered(&server, both, &path).await;
    assert!(bob.put(&deal, json!({"accept": false})).await.ok()["deal"].is_null());
    ann.post(&deal, json!({"basis": "icm"})).await.refused(422, "tournament.proposed_in_this_level");
    bob.post(&deal, json!({"basis": "icm"})).await.ok();
    offered(&server, both, &path).await;
    let shares = bob.get(&path).await.ok()["deal"]["amounts"].clone();
    for (share, (number, client)) in shares.as_array().unwrap().iter().zip((1..).zip(both)) {
        let named = json!({
            "entry": number, "player": client.me["id"], "name": client.me["name"], "avatar": client.me["avatar"],
            "computer": null, "amount": share["amount"],
        });
        assert_eq!(share, &named);
    }
    assert_eq!(shares.as_array().unwrap().len(), 2);
    let made = ann.put(&deal, json!({"accept": true})).await.ok();
    assert_eq!((&made["phase"], &made["pool"]), (&json!("finished"), &json!(600)));
    let entries = bob.get(&format!("{path}/entries")).await.ok();
    let prizes: Vec<u64> =
        entries["entries"].as_array().unwrap().iter().map(|entry| entry["prize"].as_u64().unwrap()).collect();
    assert_eq!(prizes.iter().sum::<u64>(), 600);
    let chips =
        [&ann, &bob].map(|client| async { client.get("/v1/me").await.ok()["chips"].as_u64().unwrap() });
    let [of_ann, of_bob] = chips;
    assert_eq!(of_ann.await + of_bob.await, 2 * GRANT);
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_of_a_tournament_has_each_change() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let path = announced(&ann, heads_up(json!({}))).await;
    let mut stream = crate::events::Events::open(&ann, &format!("{path}/events"), None).await;
    let first = stream.next_of("tournament").await;
    assert_eq!(first.data["tournament"]["entered"], 0, "{:?}", first.data);
    entered(&ann, &path).await.ok();
    let next = stream.next_of("tournament").await;
    assert_eq!(next.data["tournament"]["entered"], 1, "{:?}", next.data);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moved_player_learns_where_to_act() {
    let server = TestServer::open().await;
    let mut guests = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dan"] {
        guests.push(server.guest(name).await);
    }
    let all: Vec<&Client> = guests.iter().collect();
    let mut options = heads_up(json!({"seats": 3}));
    options["max_entrants"] = json!(4);
    let path = announced(&guests[0], options).await;
    for client in &all {
        entered(client, &path).await.ok();
    }
    let two =
        until(&server, &all, &path, Play::Fold, |seen| seen["tables"].as_array().unwrap().len() == 2).await;
    let mut sat_at = Vec::new();
    for client in &all {
        sat_at.push(own(client, &path).await["table"].as_str().unwrap().to_owned());
    }
    assert_eq!(two["tables"].as_array().unwrap().len(), 2);
    until(&server, &all, &path, Play::Shove, |seen| seen["tables"][1].is_null()).await;
    let mut moved = 0;
    for (client, before) in all.iter().zip(&sat_at) {
        let entry = own(client, &path).await;
        if entry["place"].is_null() && entry["table"] != before.as_str() {
            let body = json!({"at": 1, "action": {"holdem": {"type": "fold"}}});
            let refused = client.post(&format!("/v1/tables/{before}/actions"), body).await;
            assert_eq!(refused.refused(409, "seated_elsewhere")["table"], entry["table"]);
            moved += 1;
        }
    }
    assert!(moved > 0, "{two}");
}
