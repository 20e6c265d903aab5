//! Ratings over HTTP: a rated tournament from the registration to the leaderboard, hiding, and voiding.

use std::net::Ipv4Addr;

use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{Client, TestServer};

/// A player with an account, at this address of the machine.
async fn player(server: &TestServer, name: &str, address: u8) -> Client {
    let client = server.guest_from(name, Ipv4Addr::new(127, 0, 0, address)).await;
    let account = json!({"login": name.to_lowercase(), "password": "correct horse"});
    client.put("/v1/me/account", account).await.ok();
    client
}

/// Two play a rated tournament, which the first one wins; returns its identifier.
async fn played(server: &TestServer, [winner, loser]: [&Client; 2]) -> Value {
    let level =
        |big: u64| json!({"type": "level", "small_blind": big / 2, "big_blind": big, "length": {"hands": 4}});
    let structure: Vec<Value> = [20, 40, 80, 160].map(level).into();
    let payouts = json!({"type": "winner_takes_all"});
    let game = json!({"seats": 2, "starting_chips": 200, "structure": structure, "payouts": payouts});
    let options = json!({
        "name": "Rated", "game": {"holdem": game}, "max_entrants": 2, "prize": 0, "rated": true,
    });
    let tournament = winner.post("/v1/tournaments", options).await.created();
    assert_eq!(tournament["options"]["rated"], true);
    let path = format!("/v1/tournaments/{}", tournament["id"].as_str().unwrap());
    for client in [winner, loser] {
        let register = client.request(Method::PUT, &format!("{path}/registration"));
        client.send(register).await.ok();
    }
    for _ in 0..2_000 {
        let now = winner.get(&path).await.ok();
        if now["phase"] == "finished" {
            return now["id"].clone();
        }
        if let Some(table) = now["tables"][0]["table"].as_str() {
            let table = format!("/v1/tables/{table}");
            give_up(&table, loser).await;
            take(&table, winner).await;
        }
        server.clock.advance(1);
    }
    panic!("it does not end");
}

/// The loser folds.
async fn give_up(table: &str, client: &Client) {
    let view = client.get(table).await.ok();
    if view["you"]["options"].is_object() {
        let fold = json!({"at": view["version"], "action": {"holdem": {"type": "fold"}}});
        client.post(&format!("{table}/actions"), fold).await.ok();
    }
}

/// The winner raises all in, or calls.
async fn take(table: &str, client: &Client) {
    let view = client.get(table).await.ok();
    let options = &view["you"]["options"]["holdem"];
    let action = match (&options["raise_max"], &options["call"]) {
        (Value::Number(most), _) => json!({"type": "raise", "to": most}),
        (_, Value::Number(_)) => json!({"type": "call"}),
        _ if options["check"] == true => json!({"type": "check"}),
        _ => return,
    };
    let act = json!({"at": view["version"], "action": {"holdem": action}});
    client.post(&format!("{table}/actions"), act).await.ok();
}

/// The only rating of a player.
async fn rating(client: &Client) -> Value {
    client.get("/v1/me/ratings").await.ok()["ratings"][0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_rated_listed_and_voided() {
    let server = TestServer::open().await;
    let (ann, bob) = (player(&server, "Ann", 1).await, player(&server, "Bob", 2).await);
    assert_eq!(ann.get("/v1/me/ratings").await.ok(), json!({"hidden": false, "ratings": []}));
    let tournament = played(&server, [&ann, &bob]).await;

    let won = rating(&ann).await;
    assert_eq!((&won["game"], &won["points"], &won["events"]), (&json!("holdem"), &json!(138), &json!(1)));
    assert_eq!((&won["provisional"], &won["result_points"]), (&json!(true), &json!(14)));
    assert_eq!(rating(&bob).await["points"], 0);
    let seen = bob.get(&format!("/v1/players/{}", ann.me["id"].as_str().unwrap())).await.ok();
    assert_eq!(seen["ratings"], json!([won]));

    let history = ann.get("/v1/me/ratings/holdem?limit=10").await.ok();
    let change = &history["changes"][0];
    assert_eq!((&change["event"]["tournament"], &change["place"]), (&tournament, &json!(1)));
    assert_eq!((&change["before"]["mu"], &change["after"]["mu"]), (&json!(25.0), &won["mu"]));
    assert!(ann.get("/v1/me/ratings/shengji").await.ok()["changes"].as_array().unwrap().is_empty());

    // One event is too few for ratings, and enough for results.
    let board = ann.get("/v1/leaderboards/holdem").await.ok();
    assert_eq!((&board["players"], &board["you"]), (&json!([]), &json!({"place": null, "rating": won})));
    let results = ann.get("/v1/leaderboards/holdem?by_results=true&limit=1").await.ok();
    assert_eq!((&results["players"][0]["player"], &results["next"]), (&ann.me["id"], &json!(1)));
    assert_eq!(results["you"]["place"], 1);
    let anonymous = server.anonymous().get("/v1/leaderboards/holdem?by_results=true&after=1").await.ok();
    assert_eq!((&anonymous["players"][0]["place"], &anonymous["you"]), (&json!(2), &Value::Null));

    let hidden = ann.patch("/v1/me/ratings", json!({"hidden": true})).await.ok();
    assert_eq!(hidden, json!({"hidden": true, "ratings": [won]}));
    let results = bob.get("/v1/leaderboards/holdem?by_results=true").await.ok();
    assert_eq!((results["players"].as_array().unwrap().len(), &results["you"]["place"]), (1, &json!(1)));
    let seen = bob.get(&format!("/v1/players/{}", ann.me["id"].as_str().unwrap())).await.ok();
    assert_eq!(seen["ratings"], json!([]));
    ann.patch("/v1/me/ratings", json!({"hidden": false})).await.ok();

    let admin = server.admin();
    let event = admin.get("/v1/admin/rated-events?game=holdem").await.ok()["events"][0].clone();
    assert_eq!((&event["tournament"], &event["players"]), (&tournament, &json!(2)));
    let path = format!("/v1/admin/rated-events/{}/void", event["id"].as_str().unwrap());
    bob.post(&path, json!({})).await.refused(403, "not_admin");
    let voided = admin.post(&path, json!({})).await.ok();
    assert!(voided["voided_at"].is_string(), "{voided}");
    assert_eq!(admin.post(&path, json!({})).await.ok(), voided);
    assert_eq!(ann.get("/v1/me/ratings").await.ok()["ratings"], json!([]));
    assert!(ann.get("/v1/me/ratings/holdem").await.ok()["changes"][0]["event"]["voided_at"].is_string());
    let nothing = "/v1/admin/rated-events/00000000-0000-7000-8000-000000000000/void";
    admin.post(nothing, json!({})).await.refused(404, "no_such_rated_event");
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_and_one_address_are_not_rated() {
    let server = TestServer::open().await;
    let (ann, bob) = (player(&server, "Ann", 1).await, player(&server, "Bob", 1).await);
    played(&server, [&ann, &bob]).await;
    let cid = server.guest_from("Cid", Ipv4Addr::new(127, 0, 0, 3)).await;
    played(&server, [&ann, &cid]).await;
    for client in [&ann, &bob, &cid] {
        assert_eq!(client.get("/v1/me/ratings").await.ok()["ratings"], json!([]));
    }
}

#[tokio::test]
async fn what_is_no_game_season_or_page_is_refused() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    ann.get("/v1/leaderboards/bridge").await.refused(400, "malformed_path");
    for query in ["season=2026-Q5", "season=now", "limit=101", "limit=0", "after=-1", "by=results"] {
        ann.get(&format!("/v1/leaderboards/holdem?{query}")).await.refused(400, "malformed_query");
    }
    let empty = ann.get("/v1/leaderboards/shengji?season=1999-Q4").await.ok();
    let nobody = json!({"game": "shengji", "season": "1999-Q4", "players": [], "next": null, "you": null});
    assert_eq!(empty, nobody);
    ann.patch("/v1/me/ratings", json!({})).await.refused(400, "malformed_body");
    ann.get("/v1/me/ratings/bridge").await.refused(400, "malformed_path");
    server.anonymous().get("/v1/me/ratings").await.refused(401, "token_missing");
    server.admin().get("/v1/admin/rated-events").await.refused(400, "malformed_query");
    ann.get("/v1/admin/rated-events?game=holdem").await.refused(403, "not_admin");
    let table = json!({
        "name": "Rated", "seats": 2, "min_buy_in": 100, "max_buy_in": 100, "rated": true,
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    assert_eq!(ann.post("/v1/tables", table).await.refused(422, "bad_option")["option"], "rated");
    let crowd = json!({
        "name": "Rated", "game": {"holdem": {}}, "max_entrants": 1_001, "prize": 0, "rated": true,
    });
    let refused = ann.post("/v1/tournaments", crowd).await.refused(422, "bad_option");
    assert_eq!(refused["option"], "max_entrants");
}
