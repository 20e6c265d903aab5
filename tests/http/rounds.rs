//! Events of rounds over HTTP: duplicate rounds of Dou Dizhu, what nobody else may know of them, and teams of Shengji.

use reqwest::Method;
use serde_json::{Value, json};

use crate::events::Events;
use crate::prizes::by_place;
use crate::server::{Client, GRANT, Reply, TestServer};
use crate::socket::Socket;

/// An evening of one round of one deal for six.
fn evening() -> Value {
    let game = json!({"format": {"type": "duplicate", "rounds": 1}, "deals": 1, "computers": "novice"});
    json!({"name": "Tonight", "game": {"doudizhu": game}, "max_entrants": 6, "prize": 100, "bot_pace": "none"})
}

async fn put(client: &Client, path: &str) -> Reply {
    client.send(client.request(Method::PUT, path)).await
}

async fn posted(client: &Client, path: &str) -> Reply {
    client.send(client.request(Method::POST, path)).await
}

/// Announces an event; returns its path.
async fn announced(by: &Client, options: Value) -> String {
    let tournament = by.post("/v1/tournaments", options).await.created();
    format!("/v1/tournaments/{}", tournament["id"].as_str().unwrap())
}

async fn entrants(server: &TestServer, names: [&str; 6]) -> Vec<Client> {
    let mut clients = Vec::new();
    for name in names {
        clients.push(server.guest(name).await);
    }
    clients
}

/// Lets the clock run until the event is so far.
async fn run_until(
    server: &TestServer,
    by: &Client,
    path: &str,
    is_so_far: impl Fn(&Value) -> bool,
) -> Value {
    for _ in 0..2_000 {
        let tournament = by.get(path).await.ok();
        if is_so_far(&tournament) {
            return tournament;
        }
        server.clock.advance(1);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    panic!("it does not get so far: {}", by.get(path).await.ok());
}

fn is_finished(tournament: &Value) -> bool {
    tournament["phase"] == "finished"
}

/// All of these leave their tables in each round, and computers play for them to the end.
async fn played_for(server: &TestServer, clients: &[Client], path: &str) -> Value {
    let mut round = json!(0);
    for _ in 0..10 {
        let now = run_until(server, &clients[0], path, |it| {
            is_finished(it) || it["phase"] == "playing" && it["rounds"]["number"] != round
        })
        .await;
        if is_finished(&now) {
            return now;
        }
        round = now["rounds"]["number"].clone();
        for client in clients {
            let seat = client.get(path).await.ok()["you"]["table"].clone();
            if let Some(seat) = seat.as_str() {
                posted(client, &format!("/v1/tables/{seat}/seats/me/away")).await;
            }
        }
    }
    panic!("it does not end: {}", clients[0].get(path).await.ok());
}

/// Panics unless each entry was paid exactly the prize of its place, and these wallets say so too; returns all entries by their places.
async fn paid_exactly(clients: &[Client], path: &str, price: u64, prizes: &[u64]) -> Vec<Value> {
    let entries = clients[0].get(&format!("{path}/entries")).await.ok()["entries"].clone();
    let entries = entries.as_array().unwrap();
    let prize = |entry: &Value| entry["prize"].as_u64().unwrap();
    let paid: Vec<u64> = entries.iter().map(prize).collect();
    assert_eq!(paid, by_place(entries, prizes), "{entries:?}");
    for client in clients {
        let own = entries.iter().find(|entry| entry["player"] == client.me["id"]).unwrap();
        let wallet = client.get("/v1/me").await.ok()["chips"].clone();
        assert_eq!(wallet, GRANT - price + prize(own), "{own}");
    }
    entries.clone()
}

async fn refused_every_way(client: &Client, table: &str, ways: &[String]) {
    for way in ways {
        client.get(way).await.refused(403, "deals_in_play");
    }
    let stream = Events::ask(client, &format!("/v1/tables/{table}/events"), None).await;
    assert_eq!(stream.status(), 403);
}

/// The identifier of the table's hand, once there is one.
async fn hand_at(server: &TestServer, client: &Client, table: &str) -> String {
    for _ in 0..100 {
        let view = client.get(&format!("/v1/tables/{table}")).await.ok();
        if let Some(hand) = view["hand"]["id"].as_str() {
            return hand.to_owned();
        }
        server.clock.advance(1);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    panic!("no hand is dealt");
}

/// Every way to look at a table from outside is closed until both tables have finished the deal, and open after that.
#[tokio::test(flavor = "multi_thread")]
async fn tables_of_a_duplicate_round_are_closed_to_all_others() {
    let server = TestServer::open().await;
    let clients = entrants(&server, ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]).await;
    let host = server.guest("Host").await;
    let path = announced(&host, evening()).await;
    for client in &clients {
        put(client, &format!("{path}/registration")).await.ok();
    }
    let started = run_until(&server, &host, &path, |it| it["tables"].as_array().unwrap().len() == 2).await;
    assert_eq!(started["rounds"]["number"], 1);
    let mut seats = Vec::new();
    for client in &clients {
        let own = client.get(&path).await.ok()["you"].clone();
        seats.push(own["table"].as_str().unwrap().to_owned());
    }
    let table = seats[0].clone();
    let own = format!("/v1/tables/{table}");
    let hand = format!("/v1/hands/{}", hand_at(&server, &clients[0], &table).await);
    let outside = clients.iter().zip(&seats).find(|(_, seat)| **seat != table).unwrap().0;
    let ways = [
        own.clone(),
        format!("{own}/events?wait=0"),
        format!("{own}/events?after=0&wait=0"),
        format!("{own}/hands"),
        hand.clone(),
        format!("{hand}?views=true"),
        format!("{hand}/phh"),
    ];
    let anonymous = server.anonymous();
    for client in [outside, &host, &anonymous] {
        refused_every_way(client, &table, &ways).await;
    }
    for client in [outside, &host] {
        let watched = Events::ask(client, &format!("/v1/me/events?tables={table}"), None).await;
        assert_eq!(watched.status(), 403);
        let refused = Socket::open(client, &format!("?tables={table}"), u64::MAX).await.err();
        assert_eq!(refused, Some(Some(403)));
    }
    // Those who sit there see it.
    clients[0].get(&own).await.ok();
    clients[0].get(&hand).await.ok();
    clients[0].get(&format!("{own}/hands")).await.ok();

    for (client, seat) in clients.iter().zip(&seats) {
        posted(client, &format!("/v1/tables/{seat}/seats/me/away")).await;
    }
    let ended = run_until(&server, &host, &path, is_finished).await;
    assert_eq!((&ended["pool"], &ended["prizes"]), (&json!(600), &json!([390, 210])));
    for way in ways.iter().take(6) {
        anonymous.get(way).await.ok();
    }
    let entries = anonymous.get(&format!("{path}/entries")).await.ok();
    let entries = entries["entries"].as_array().unwrap();
    let points: u64 = entries.iter().map(|entry| entry["duplicate"]["matchpoints"].as_u64().unwrap()).sum();
    assert_eq!(points, 6, "two for each seat of two tables");
    let paid: u64 = entries.iter().map(|entry| entry["prize"].as_u64().unwrap()).sum();
    assert_eq!(paid, 600);
    server.assert_every_chip_is_accounted_for().await;
}

/// A partner joins by a code, and the evening is played to the prize.
#[tokio::test(flavor = "multi_thread")]
async fn partners_find_each_other_and_play_a_swiss_evening() {
    let server = TestServer::open().await;
    // If nobody declares in one hand, a player will in another.
    server.dealer.vary();
    let both = [server.guest("Ann").await, server.guest("Bob").await];
    let [ann, bob] = &both;
    let game = json!({"hands": 1, "rules": {"card_millis": 0, "declaring_seconds": 60}});
    let options = json!({
        "name": "Tonight", "game": {"shengji": game}, "max_entrants": 4, "prize": 50, "bot_pace": "none",
        "fill_with_bots": {"level": "novice", "after_seconds": 2},
    });
    let path = announced(ann, options).await;
    let own = put(ann, &format!("{path}/registration")).await.ok();
    let code = own["team_code"].as_str().unwrap();
    let team = format!("{path}/team");
    let join = |code: &str| bob.request(Method::PUT, &team).json(&json!({"code": code}));
    bob.send(join("AAAAAAAA")).await.refused(422, "tournament.no_such_team");
    let joined = bob.send(join(code)).await.ok();
    assert_eq!(joined["you"]["team"]["partner"], ann.me["id"]);
    bob.send(join(code)).await.refused(422, "tournament.already_registered");
    let ended = played_for(&server, &both, &path).await;
    assert_eq!((&ended["rounds"]["number"], &ended["pool"]), (&json!(3), &json!(200)));
    assert_eq!(ended["prizes"], json!([200]));
    let entries = paid_exactly(&both, &path, 50, &[200]).await;
    assert_eq!(entries.len(), 4);
    server.assert_every_chip_is_accounted_for().await;
}

/// The three who are better go on, and what they score at the last table is all that counts there.
#[tokio::test(flavor = "multi_thread")]
async fn a_knock_out_of_dou_dizhu_is_played_to_its_payout() {
    let server = TestServer::open().await;
    server.dealer.vary();
    let clients = entrants(&server, ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]).await;
    let mut options = evening();
    options["game"]["doudizhu"]["format"] = json!({"type": "knock_out"});
    let path = announced(&clients[0], options).await;
    for client in &clients {
        put(client, &format!("{path}/registration")).await.ok();
    }
    let ended = played_for(&server, &clients, &path).await;
    assert_eq!((&ended["pool"], &ended["prizes"]), (&json!(600), &json!([390, 210])));
    assert_eq!(ended["rounds"]["number"], 2);
    let entries = paid_exactly(&clients, &path, 100, &[390, 210]).await;
    let results = |entry: &Value| {
        ["stage", "matchpoints", "score", "landlord_wins"].map(|of| entry["duplicate"][of].as_i64().unwrap())
    };
    let stages: Vec<i64> = entries.iter().map(|entry| results(entry)[0]).collect();
    assert_eq!(stages, [2, 2, 2, 1, 1, 1]);
    for entry in &entries {
        let better = entries.iter().filter(|other| results(other) > results(entry)).count();
        assert_eq!(entry["place"], better + 1, "{entries:?}");
    }
    server.assert_every_chip_is_accounted_for().await;
}

/// Of three teams one has a bye, and two matches decide.
#[tokio::test(flavor = "multi_thread")]
async fn a_bracket_of_shengji_is_played_to_its_payout() {
    let server = TestServer::open().await;
    // Equal levels need another hand, which is another one.
    server.dealer.vary();
    let clients = entrants(&server, ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]).await;
    let game = json!({
        "format": "knock_out", "hands": 1, "rules": {"card_millis": 0},
        "payouts": {"type": "weights", "weights": [2, 1]},
    });
    let options = json!({
        "name": "Tonight", "game": {"shengji": game}, "max_entrants": 6, "prize": 50, "bot_pace": "none",
    });
    let path = announced(&clients[0], options).await;
    for client in &clients {
        put(client, &format!("{path}/registration")).await.ok();
    }
    let ended = played_for(&server, &clients, &path).await;
    assert_eq!((&ended["pool"], &ended["prizes"]), (&json!(300), &json!([200, 100])));
    assert_eq!(ended["rounds"]["number"], 2);
    let entries = paid_exactly(&clients, &path, 50, &[200, 100]).await;
    let paid: Vec<[u64; 2]> =
        entries.iter().map(|entry| ["place", "prize"].map(|of| entry[of].as_u64().unwrap())).collect();
    assert_eq!(paid, [[1, 100], [1, 100], [2, 50], [2, 50], [3, 0], [3, 0]]);
    server.assert_every_chip_is_accounted_for().await;
}
