//! A player's figures: what is counted, what is not, and who may see them.

use serde_json::{Value, json};

use crate::bots;
use crate::history::{act, heads_up, play_a_fold, seated};
use crate::server::{Client, TestServer};

async fn figures(player: &Client, query: &str) -> Vec<Value> {
    player.get(&format!("/v1/me/statistics{query}")).await.ok()["figures"].as_array().unwrap().clone()
}

#[tokio::test]
async fn figures_count_actions_before_the_flop_and_at_the_showdown() {
    let server = TestServer::open().await;
    let [ada, bob] = [server.guest("Ada").await, server.guest("Bob").await];
    let path = seated(heads_up(), [&ada, &bob]).await;
    let dealt = ada.post(&format!("{path}/hands"), json!({})).await.ok();
    let is_ada = dealt["change"]["decisions"][0]["seat"] == 0;
    let (button, other) = if is_ada { (&ada, &bob) } else { (&bob, &ada) };
    // A raise, a three-bet, a call; then checks, and both show.
    act(button, &path, json!({"type": "raise", "to": 30})).await;
    act(other, &path, json!({"type": "raise", "to": 90})).await;
    act(button, &path, json!({"type": "call"})).await;
    loop {
        let table = button.get(&path).await.ok();
        let Some(asked) = table["hand"]["decisions"][0]["seat"].as_u64() else { break };
        let player = if asked == 0 { &ada } else { &bob };
        let options = player.get(&path).await.ok()["you"]["options"]["holdem"].take();
        let kind = if options["show"] == true { "show" } else { "check" };
        act(player, &path, json!({ "type": kind })).await;
    }
    let result = button.get(&path).await.ok()["last_result"].take();
    for (player, raised_first) in [(button, true), (other, false)] {
        let [of_game] = &figures(player, "").await[..] else { panic!("one game") };
        let mut players = result["players"].as_array().unwrap().iter();
        let net = players.find(|one| one["player"] == player.me["id"]).unwrap()["net"].clone();
        let awards = result["state"]["holdem"]["awards"].as_array().unwrap().iter();
        let mut shares = awards.flat_map(|award| award["shares"].as_array().unwrap());
        let my_seat = player.get(&path).await.ok()["you"]["seat"].clone();
        let has_won = shares.any(|share| share["seat"] == my_seat);
        assert_eq!(
            of_game["tally"],
            json!({"holdem": {
                "vpip": 1, "pfr": 1, "three_bet_chances": u8::from(!raised_first), "three_bets": u8::from(!raised_first),
                "showdowns": 1, "showdowns_won": u8::from(has_won),
            }})
        );
        assert_eq!([&of_game["game"], &of_game["with_computers"]], [&json!("holdem"), &json!(false)]);
        assert_eq!([&of_game["hands"], &of_game["net"]], [&json!(1), &net]);
        let days = of_game["days"].as_array().unwrap();
        assert_eq!((days.len(), &days[0]["hands"], &days[0]["net"]), (1, &json!(1), &net));
    }
}

#[tokio::test]
async fn void_hands_and_unfinished_hands_do_not_count() {
    let server = TestServer::open().await;
    let [ada, bob] = [server.guest("Ada").await, server.guest("Bob").await];
    let path = seated(heads_up(), [&ada, &bob]).await;
    ada.post(&format!("{path}/hands"), json!({})).await.ok();
    assert!(figures(&ada, "").await.is_empty());
    let void = format!("{}/void", path.replace("/v1/", "/v1/admin/"));
    server.admin().post(&void, Value::Null).await.expect(204);
    assert!(figures(&ada, "").await.is_empty());
    play_a_fold(&server, &path, [&ada, &bob]).await;
    assert_eq!(figures(&ada, "").await[0]["hands"], 1);
}

#[tokio::test]
async fn the_curve_goes_back_ninety_days_and_the_sums_for_ever() {
    let server = TestServer::open().await;
    let names = ["ada", "bob"];
    let account = |name: &str| json!({"login": name, "password": "correct horse"});
    for name in names {
        server.guest(name).await.put("/v1/me/account", account(name)).await.ok();
    }
    let come_in = async |name: &str| {
        let welcome = server.anonymous().post("/v1/sessions", account(name)).await.created();
        server.anonymous().signed_in(&welcome)
    };
    let mut days = Vec::new();
    for _ in 0..3 {
        let players = [come_in(names[0]).await, come_in(names[1]).await];
        let path = seated(heads_up(), [&players[0], &players[1]]).await;
        play_a_fold(&server, &path, [&players[0], &players[1]]).await;
        days = figures(&players[0], "?game=holdem").await[0]["days"].as_array().unwrap().clone();
        for player in &players {
            player.delete(&format!("{path}/seats/me")).await.ok();
        }
        server.clock.advance(40 * 86_400);
    }
    let dates: Vec<&str> = days.iter().map(|day| day["date"].as_str().unwrap()).collect();
    assert_eq!(days.len(), 3, "80 days apart: {dates:?}");
    assert!(dates.is_sorted() && dates.iter().all(|date| date.len() == 10));
    let ada = come_in("ada").await;
    let after = figures(&ada, "").await;
    assert_eq!(after[0]["days"].as_array().unwrap()[..], days[1..], "the first is 120 days ago");
    assert_eq!(after[0]["hands"], 3);
    server.clock.advance(90 * 86_400);
    let ada = come_in("ada").await;
    assert_eq!(
        (&figures(&ada, "").await[0]["days"], &figures(&ada, "").await[0]["hands"]),
        (&json!([]), &json!(3))
    );
}

#[tokio::test]
async fn hands_with_computer_players_are_counted_separately() {
    let server = TestServer::open().await;
    let [ada, bob] = [server.guest("Ada").await, server.guest("Bob").await];
    let path = seated(heads_up(), [&ada, &bob]).await;
    play_a_fold(&server, &path, [&ada, &bob]).await;
    let among_bots = bots::open(&ada, json!({"fill_with_bots": {"level": "novice"}})).await;
    bots::sit(&ada, &among_bots).await;
    bots::person::play(&server, &ada, &among_bots).await;

    let got = figures(&ada, "").await;
    let kinds: Vec<_> = got.iter().map(|one| (one["with_computers"].clone(), one["hands"].clone())).collect();
    assert_eq!(kinds, [(json!(false), json!(1)), (json!(true), json!(1))]);
    assert_eq!(figures(&ada, "?game=holdem").await, got);
    assert!(figures(&ada, "?game=doudizhu").await.is_empty());
    let of_bob = figures(&bob, "").await;
    assert_eq!((of_bob.len(), &of_bob[0]["net"]), (1, &json!(-got[0]["net"].as_i64().unwrap())));
}

#[tokio::test]
async fn a_player_sees_their_own_figures() {
    let server = TestServer::open().await;
    server.anonymous().get("/v1/me/statistics").await.refused(401, "token_missing");
    let eve = server.guest("Eve").await;
    assert_eq!(
        eve.get("/v1/me/statistics").await.ok(),
        json!({"open_to": "nobody", "figures": [], "tournaments": []})
    );
    for query in ["game=snap", "player=1", "limit=3"] {
        eve.get(&format!("/v1/me/statistics?{query}")).await.refused(400, "malformed_query");
    }
}

#[tokio::test]
async fn others_see_the_figures_that_a_player_shares() {
    let server = TestServer::open().await;
    let [ada, bob] = [server.guest("Ada").await, server.guest("Bob").await];
    let path = seated(heads_up(), [&ada, &bob]).await;
    play_a_fold(&server, &path, [&ada, &bob]).await;
    let of_ada = format!("/v1/players/{}/statistics", ada.me["id"].as_str().unwrap());
    bob.get(&of_ada).await.refused(403, "statistics_closed");
    assert_eq!(ada.get(&of_ada).await.ok(), ada.get("/v1/me/statistics").await.ok());

    let opened = ada.patch("/v1/me/statistics", json!({"open_to": "everybody"})).await.ok();
    assert_eq!((&opened["open_to"], &opened["figures"][0]["hands"]), (&json!("everybody"), &json!(1)));
    assert_eq!(bob.get(&of_ada).await.ok(), opened);
    assert_eq!(bob.get(&format!("{of_ada}?game=shengji")).await.ok()["figures"], json!([]));
    server.anonymous().get(&of_ada).await.refused(401, "token_missing");
    ada.patch("/v1/me/statistics", json!({"open_to": "nobody"})).await.ok();
    bob.get(&of_ada).await.refused(403, "statistics_closed");

    bob.get("/v1/players/1/statistics").await.refused(400, "malformed_path");
    let unknown = path.replace("/v1/tables/", "/v1/players/");
    bob.get(&format!("{unknown}/statistics")).await.refused(404, "no_such_player");
    ada.patch("/v1/me/statistics", json!({"open_to": "friends"})).await.ok();
    let friend = |of: &Client| format!("/v1/me/friends/{}", of.me["id"].as_str().unwrap());
    bob.put(&friend(&ada), Value::Null).await.ok();
    bob.get(&of_ada).await.refused(403, "statistics_closed");
    ada.put(&friend(&bob), Value::Null).await.ok();
    assert_eq!(bob.get(&of_ada).await.ok()["open_to"], "friends");
    for body in [json!({}), json!({"open_to": "strangers"}), json!({"open_to": "nobody", "name": "Eve"})] {
        ada.patch("/v1/me/statistics", body).await.refused(400, "malformed_body");
    }
}
