//! From nothing to a seat with a hand being dealt in two requests.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::Command;

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::absence::{play_until, stay};
use crate::process::Server;
use crate::server::{Client, Reply, TestServer, settings};

async fn quick(client: &Client, wanted: Value) -> Value {
    client.post("/v1/quick-seat", wanted).await.ok()
}

fn seats(table: &Value) -> usize {
    table["chairs"].as_array().unwrap().len()
}

#[tokio::test]
async fn a_newcomer_plays_among_computers_in_two_requests() {
    let server = TestServer::open().await;
    for game in ["holdem", "doudizhu", "shengji"] {
        let newcomer = server.guest("Newcomer").await;
        let seated = quick(&newcomer, json!({"game": game, "bots": "novice"})).await;
        let path = format!("/v1/tables/{}", seated["table"]["id"].as_str().unwrap());
        assert!(seated["table"]["you"]["seat"].is_number(), "{seated}");
        let dealt = crate::bots::until(&server, &newcomer, &path, |table| table["hand"].is_object()).await;
        assert_eq!(json!(seats(&dealt)), dealt["options"]["seats"], "{dealt}");
        // At Hold'em they act first: computers take their time.
        let asked = &dealt["hand"]["decisions"][0]["seat"];
        assert!(game != "holdem" || *asked == seated["table"]["you"]["seat"], "{dealt}");
        server.assert_every_chip_is_accounted_for().await;
    }
}

#[tokio::test]
async fn people_meet_at_one_table_until_it_is_full() {
    let server = TestServer::open().await;
    let mut tables = Vec::new();
    for number in 0..4 {
        let player = server.guest(&format!("Player {number}")).await;
        let seated = quick(&player, json!({"game": "doudizhu", "stake": 10})).await;
        assert_eq!(seated["table"]["options"]["game"]["doudizhu"]["stake"], 10);
        tables.push(seated["table"]["id"].clone());
    }
    assert!(tables[0] == tables[1] && tables[1] == tables[2] && tables[2] != tables[3], "{tables:?}");
    // A player who wants computers is not seated among people who did not.
    let other = server.guest("Other").await;
    let seated = quick(&other, json!({"game": "doudizhu", "stake": 1, "bots": "advanced"})).await;
    assert!(!tables.contains(&seated["table"]["id"]));
    // A player who already sits there gets another table.
    let again = quick(&other, json!({"game": "doudizhu", "stake": 1, "bots": "advanced"})).await;
    assert_ne!(again["table"]["id"], seated["table"]["id"]);
}

#[tokio::test]
async fn a_quick_seat_avoids_paused_tables() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let anns = quick(&ann, json!({"game": "doudizhu"})).await["table"]["id"].clone();
    ann.put(&format!("/v1/tables/{}/pause", anns.as_str().unwrap()), json!({})).await.ok();
    assert_ne!(quick(&bob, json!({"game": "doudizhu"})).await["table"]["id"], anns);
}

#[tokio::test]
async fn a_quick_seat_with_computers_avoids_empty_tables() {
    let server = TestServer::open().await;
    let wanted = json!({"game": "doudizhu", "bots": "novice"});
    let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
    let anns = quick(&ann, wanted.clone()).await["table"]["id"].clone();
    let path = format!("/v1/tables/{}", anns.as_str().unwrap());
    // A player without requests counts as absent after a while.
    let is_there = |table: &Value| {
        let chairs = table["presence"]["chairs"].as_array().unwrap();
        table["chairs"]
            .as_array()
            .unwrap()
            .iter()
            .zip(chairs)
            .any(|(chair, presence)| chair["computer"].is_null() && presence["connected"] == true)
    };
    while is_there(&eve.get(&path).await.ok()) {
        server.clock.advance(1);
    }
    assert_ne!(quick(&eve, wanted).await["table"]["id"], anns);
}

/// During a hand, whether its player is present or not, a newcomer gets a table of their own, with cards within ten
/// seconds.
#[tokio::test]
async fn a_quick_seat_with_computers_has_cards_within_ten_seconds() {
    let server = TestServer::open().await;
    for game in ["holdem", "doudizhu", "shengji"] {
        let wanted = json!({"game": game, "bots": "novice"});
        let [ann, bob, eve] =
            [server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await];
        let anns = quick(&ann, wanted.clone()).await["table"]["id"].clone();
        let path = format!("/v1/tables/{}", anns.as_str().unwrap());
        let watches = server.anonymous();
        crate::bots::until(&server, &watches, &path, |table| table["hand"].is_object()).await;
        let dealt = server.clock.text();
        for newcomer in [&bob, &eve] {
            ann.get(&path).await.ok();
            if newcomer.me == eve.me {
                server.clock.advance(20);
            }
            assert!(watches.get(&path).await.ok()["hand"].is_object(), "since {dealt}");
            let seated = quick(newcomer, wanted.clone()).await["table"].take();
            assert_ne!(seated["id"], anns, "{game}");
            let own = format!("/v1/tables/{}", seated["id"].as_str().unwrap());
            let has_cards =
                |table: &Value| table["hand"].is_object() && table["chairs"][0]["newcomer"] == false;
            let (_, seconds) = play_until(&server, newcomer, &own, has_cards).await;
            assert!(seconds <= 10, "{game}: after {seconds}");
        }
    }
}

/// Between two hands, shortly before the next one, people who want computers meet.
#[tokio::test]
async fn a_quick_seat_with_computers_joins_a_table_shortly_before_its_hand() {
    let server = TestServer::open().await;
    let wanted = json!({"game": "holdem", "bots": "novice"});
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let anns = quick(&ann, wanted.clone()).await["table"]["id"].clone();
    let path = format!("/v1/tables/{}", anns.as_str().unwrap());
    let _stays = stay(&ann, &path).await;
    crate::bots::person::play(&server, &ann, &path).await;
    crate::bots::until(&server, &ann, &path, |table| table["next_hand_at"].is_string()).await;
    let joined = quick(&bob, wanted).await["table"].take();
    assert_eq!(joined["id"], anns);
    let dealt = crate::bots::until(&server, &bob, &path, |table| table["hand"].is_object()).await;
    let mine = dealt["chairs"].as_array().unwrap().iter().find(|chair| chair["player"] == bob.me["id"]);
    assert_eq!(mine.unwrap()["newcomer"], false, "{dealt}");
}

/// A quick seat leads no one to players who may collude: several of one address. The address of the new player does
/// not count.
#[tokio::test]
async fn a_quick_seat_avoids_players_who_share_an_address() {
    let server = TestServer::open().await;
    let there = Ipv4Addr::new(127, 0, 0, 2);
    for game in ["holdem", "doudizhu", "shengji"] {
        let wanted = json!({ "game": game });
        let [one, two] = [server.guest_from("One", there).await, server.guest_from("Two", there).await];
        let [ann, bob] = [server.guest("Ann").await, server.guest("Bob").await];
        let first = quick(&one, wanted.clone()).await["table"]["id"].clone();
        // A single player is fine, and so is a home network.
        assert_eq!(quick(&two, wanted.clone()).await["table"]["id"], first, "{game}");
        let second = quick(&ann, wanted.clone()).await["table"]["id"].clone();
        assert_ne!(second, first, "{game}");
        if game != "doudizhu" {
            let three = server.guest_from("Three", there).await;
            assert_eq!(quick(&three, wanted.clone()).await["table"]["id"], first, "{game}");
        }
        // They are strangers to each other.
        assert_eq!(quick(&bob, wanted.clone()).await["table"]["id"], second, "{game}");
        let four = server.guest_from("Four", there).await;
        assert_ne!(quick(&four, wanted.clone()).await["table"]["id"], second, "{game}");
        let five = server.guest_from("Five", Ipv4Addr::new(127, 0, 0, 3)).await;
        for (player, path) in [(&two, &first), (&bob, &second)] {
            player.delete(&format!("/v1/tables/{}/seats/me", path.as_str().unwrap())).await.ok();
        }
        let led = quick(&five, wanted).await["table"].take();
        let seated = led["chairs"].as_array().unwrap().len();
        assert!(seated == 2, "{game}: among {seated}");
    }
}

#[tokio::test]
async fn a_quick_seat_avoids_absent_players() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let wanted = json!({ "game": "shengji" });
    let anns = quick(&ann, wanted.clone()).await["table"]["id"].clone();
    let path = format!("/v1/tables/{}", anns.as_str().unwrap());
    server.clock.advance(20);
    crate::bots::until(&server, &server.anonymous(), &path, |table| {
        table["presence"]["chairs"][0]["connected"] == false
    })
    .await;
    let bobs = quick(&bob, wanted).await["table"]["id"].clone();
    assert_ne!(bobs, anns);
}

#[tokio::test]
async fn one_request_seats_once() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let ask = async |game: &str| {
        let request = ann.request(Method::POST, "/v1/quick-seat").json(&json!({ "game": game }));
        ann.send(request.header("idempotency-key", "one")).await
    };
    let first = ask("holdem").await.ok();
    let again = ask("holdem").await.ok();
    assert_eq!(first["change"], again["change"]);
    assert_eq!(ann.get("/v1/tables").await.ok()["tables"].as_array().unwrap().len(), 1);
    ask("shengji").await.refused(422, "key_reused");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_request_sent_eight_times_at_once_seats_once() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let ask = async || {
        let request = ann.request(Method::POST, "/v1/quick-seat").json(&json!({ "game": "holdem" }));
        ann.send(request.header("idempotency-key", "one")).await
    };
    let seated: Vec<Value> = join_all((0..8).map(|_| ask())).await.into_iter().map(Reply::ok).collect();
    assert!(seated.iter().all(|one| one["change"] == seated[0]["change"]), "{seated:?}");
    assert_eq!(ann.get("/v1/me/tables").await.ok()["tables"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_quick_seat_without_computers_avoids_a_hosts_computers() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let wanted = json!({ "game": "doudizhu" });
    let anns = quick(&ann, wanted.clone()).await["table"]["id"].take();
    let bots = format!("/v1/tables/{}/bots", anns.as_str().unwrap());
    ann.post(&bots, json!({ "level": "novice" })).await.ok();
    assert_ne!(quick(&bob, wanted).await["table"]["id"], anns);
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_quick_seats_at_once_fill_tables() {
    let server = TestServer::open().await;
    for (game, seats) in [("holdem", 6), ("doudizhu", 3)] {
        let mut guests = Vec::new();
        for number in 0..30 {
            guests.push(server.guest(&format!("Guest {number}")).await);
        }
        let wanted = json!({ "game": game });
        let seated = join_all(guests.iter().map(|guest| quick(guest, wanted.clone()))).await;
        let tables: BTreeSet<_> = seated.iter().map(|seated| seated["table"]["id"].to_string()).collect();
        assert_eq!(tables.len(), 30 / seats, "{tables:?}");
    }
    server.assert_every_chip_is_accounted_for().await;
}

/// Tables of the same game, name and stake, which are newer and have as many players, but other options.
#[tokio::test]
async fn a_table_behind_many_others_is_found() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let wanted = json!({ "game": "holdem", "stake": 10 });
    let anns = quick(&ann, wanted.clone()).await["table"].take();
    let _stays = stay(&ann, &format!("/v1/tables/{}", anns["id"].as_str().unwrap())).await;
    let mut other = anns["options"].clone();
    other["min_buy_in"] = json!(10);
    other["sit"] = json!({ "buy_in": 10 });
    for number in 0..10 {
        let host = server.guest(&format!("Host {number}")).await;
        for _ in 0..12 {
            server.clock.advance(1);
            host.post("/v1/tables", other.clone()).await.created();
        }
    }
    assert_eq!(quick(&bob, wanted).await["table"]["id"], anns["id"]);
}

#[tokio::test]
async fn a_server_offers_its_operators_presets() {
    let presets = tempfile::NamedTempFile::new().unwrap();
    let own = json!([
        {"name": "Cellar", "seats": 2, "min_buy_in": 30, "max_buy_in": 60, "decision_seconds": 7,
            "game": {"holdem": {"betting": "pot_limit", "small_blind": 3, "big_blind": 6}}},
        {"name": "Attic", "seats": 3, "min_buy_in": 50, "max_buy_in": 50, "game": {"doudizhu": {"stake": 2}}},
    ]);
    std::fs::write(&presets, own.to_string()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let flag = format!("--presets={}", presets.path().display());
    let server = Server::start_with(folder.path(), &[&flag]);
    let ask = async |method: Method, path: &str, token: &str, body: Value| {
        let request = reqwest::Client::new().request(method, format!("{}{path}", server.url));
        let answer = request.bearer_auth(token).json(&body).send().await.unwrap();
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
    };
    let (_, welcome) = ask(Method::POST, "/v1/guests", "", json!({ "name": "Ann" })).await;
    let token = welcome["tokens"]["access_token"].as_str().unwrap();

    let offered = ask(Method::GET, "/v1/presets", token, Value::Null).await.1["presets"].take();
    let got = |preset: &Value| [preset["name"].clone(), preset["decision_seconds"].clone()];
    let [cellar, attic] = offered.as_array().unwrap().as_slice() else { panic!("two: {offered}") };
    assert_eq!(got(cellar), [json!("Cellar"), json!(7)]);
    assert_eq!((&attic["name"], &attic["game"]["doudizhu"]["stake"]), (&json!("Attic"), &json!(2)));
    let quick = json!({ "game": "holdem", "stake": 6 });
    let (_, seated) = ask(Method::POST, "/v1/quick-seat", token, quick).await;
    assert_eq!(seated["table"]["options"], *cellar);
    let (_, listed) = ask(Method::GET, "/v1/tables?game=holdem", token, Value::Null).await;
    assert_eq!(listed["tables"][0]["options"], *cellar);
    let usual = json!({ "game": "holdem", "stake": 10 });
    let (status, refused) = ask(Method::POST, "/v1/quick-seat", token, usual).await;
    assert_eq!((status, &refused["stakes"]), (422, &json!([6])));
    let (status, refused) = ask(Method::POST, "/v1/quick-seat", token, json!({ "game": "shengji" })).await;
    assert_eq!((status, &refused["stakes"]), (422, &json!([])));
}

#[test]
fn a_server_does_not_start_with_invalid_presets() {
    let presets = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&presets, r#"[{"name": "Cellar", "seats": 1}]"#).unwrap();
    for (file, reason) in
        [(presets.path(), "presets must be a list"), (Path::new("/nowhere.json"), "No such file")]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.env_clear().args(["--listen", "127.0.0.1:0", "--data"]).arg(folder.path());
        let said = command.arg("--presets").arg(file).output().unwrap();
        let words = String::from_utf8_lossy(&said.stderr).into_owned();
        assert_eq!(said.status.code(), Some(1), "{words}");
        assert!(words.contains(reason) && words.contains(file.to_str().unwrap()), "{words}");
    }
}

#[tokio::test]
async fn an_unknown_stake_is_answered_with_the_known_ones() {
    let server = TestServer::set(cardroom::http::settings::Settings { first_grant: 100, ..settings() }).await;
    let ann = server.guest("Ann").await;
    let offers = ann.get("/v1/presets").await.ok();
    assert_eq!(offers["presets"].as_array().unwrap().len(), 9, "{offers}");
    let refused = ann.post("/v1/quick-seat", json!({"game": "holdem", "stake": 7})).await;
    assert_eq!(refused.refused(422, "no_such_stake")["stakes"], json!([10, 50, 200]));
    ann.post("/v1/quick-seat", json!({"game": "holdem"})).await.refused(422, "not_enough_chips");
    quick(&ann, json!({"game": "shengji"})).await;
    ann.post("/v1/quick-seat", json!({"game": "snap"})).await.refused(400, "malformed_body");
    ann.post("/v1/quick-seat", json!({"game": "shengji", "bots": "god"}))
        .await
        .refused(400, "malformed_body");
    server.anonymous().post("/v1/quick-seat", json!({"game": "shengji"})).await.refused(401, "token_missing");
}
