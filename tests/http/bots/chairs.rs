//! Who may seat and remove computer players, and their chips.

use cardroom::http::limit_settings::LimitSettings;
use reqwest::Method;
use serde_json::{Value, json};

use super::person::play;
use super::{bots, games, open, seat_bot, sit, until};
use crate::server::{Client, TestServer, settings};

async fn post(client: &Client, path: &str, bot: Value) -> crate::server::Reply {
    client.post(&format!("{path}/bots"), bot).await
}

#[tokio::test]
async fn the_host_seats_and_removes_computer_players() {
    let server = TestServer::open().await;
    let (host, guest) = (server.guest("Host").await, server.guest("Guest").await);
    let path = open(&host, json!({"dealing": {"type": "by_hand"}})).await;
    let seated = post(&host, &path, json!({"level": "novice", "seat": 2, "name": "Deep Thought"})).await.ok();
    let got = &seated["change"]["events"][0]["table"];
    assert_eq!(
        (&got["type"], &got["computer"]),
        (&json!("sat_down"), &json!({"level": "novice"})),
        "{seated}"
    );
    let chair = &seated["table"]["chairs"][0];
    assert_eq!(
        (&chair["seat"], &chair["name"], &chair["chips"]),
        (&json!(2), &json!("Deep Thought"), &json!(1_000))
    );

    post(&host, &path, json!({"level": "novice", "seat": 2})).await.refused(409, "seat_taken");
    post(&host, &path, json!({"level": "novice", "seat": 3})).await.refused(422, "no_such_seat");
    post(&host, &path, json!({"level": "godlike"})).await.refused(400, "malformed_body");
    post(&host, &path, json!({"level": "novice", "name": "\u{200b}"})).await.refused(400, "malformed_body");
    post(&host, &path, json!({})).await.refused(400, "malformed_body");
    post(&guest, &path, json!({"level": "novice"})).await.refused(403, "not_host");
    post(&server.anonymous(), &path, json!({"level": "novice"})).await.refused(401, "token_missing");
    let nowhere = "/v1/tables/0190cafe-0000-7000-8000-000000000000";
    post(&host, nowhere, json!({"level": "novice"})).await.refused(404, "no_such_table");
    seat_bot(&host, &path, "advanced").await;
    sit(&host, &path).await;
    post(&host, &path, json!({"level": "novice"})).await.refused(409, "table_full");

    guest.delete(&format!("{path}/bots/2")).await.refused(403, "not_host");
    host.delete(&format!("{path}/bots/1")).await.refused(404, "no_such_bot");
    host.delete(&format!("{path}/bots/9")).await.refused(404, "no_such_bot");
    host.delete(&format!("{path}/bots/x")).await.refused(400, "malformed_path");
    let away = host.delete(&format!("{path}/bots/2")).await.ok();
    assert_eq!(bots(&away["table"]).len(), 1);
    server.assert_every_chip_is_accounted_for().await;
    host.delete(&path).await.ok();
    post(&host, &path, json!({"level": "novice"})).await.refused(409, "table_closed");
}

#[tokio::test]
async fn the_options_decide_who_else_may_seat_computer_players() {
    let server = TestServer::open().await;
    let (host, guest) = (server.guest("Host").await, server.guest("Guest").await);
    let none = open(&host, json!({"bots": "nobody"})).await;
    post(&host, &none, json!({"level": "novice"})).await.refused(403, "no_bots_here");
    let all = open(&host, json!({"bots": "players"})).await;
    post(&guest, &all, json!({"level": "novice"})).await.refused(409, "not_seated");
    sit(&guest, &all).await;
    seat_bot(&guest, &all, "novice").await;
    seat_bot(&host, &all, "novice").await;
}

#[tokio::test]
async fn a_computer_player_is_seated_once_under_a_key() {
    let server = TestServer::open().await;
    let host = server.guest("Host").await;
    let path = open(&host, json!({})).await;
    let seat = async |level: &str| {
        let request = host.request(Method::POST, &format!("{path}/bots")).json(&json!({ "level": level }));
        host.send(request.header("idempotency-key", "one")).await
    };
    let first = seat("novice").await.ok();
    let again = seat("novice").await.ok();
    assert_eq!(first["change"], again["change"]);
    assert_eq!(bots(&again["table"]).len(), 1);
    seat("advanced").await.refused(422, "key_reused");
}

#[tokio::test]
async fn computer_players_of_the_server_are_limited() {
    let server = TestServer::with_bots(settings(), 3, 0).await;
    let host = server.guest("Host").await;
    let (one, other) = (open(&host, json!({})).await, open(&host, json!({})).await);
    for _ in 0..3 {
        seat_bot(&host, &one, "novice").await;
    }
    assert_eq!(
        post(&host, &other, json!({"level": "novice"})).await.refused(409, "too_many_bots")["most"],
        3
    );
    host.delete(&one).await.ok();
    seat_bot(&host, &other, "novice").await;
}

#[tokio::test]
async fn limits_decide_how_many_computer_players_there_are() {
    let server = TestServer::within(
        settings(),
        LimitSettings { bots: 3, bots_of_host: 2, ..LimitSettings::PRIVATE }.room(),
    )
    .await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let (one, other) = (open(&ann, json!({})).await, open(&bob, json!({})).await);
    let full = async |host: &Client, path: &str| {
        post(host, path, json!({"level": "novice"})).await.refused(409, "too_many_bots")["most"].clone()
    };
    seat_bot(&ann, &one, "novice").await;
    seat_bot(&ann, &one, "novice").await;
    assert_eq!(full(&ann, &one).await, 2);
    seat_bot(&bob, &other, "novice").await;
    assert_eq!(full(&bob, &other).await, 3);
    // A limit of 0 allows none, and is not taken for no limit.
    let server =
        TestServer::within(settings(), LimitSettings { bots: 0, ..LimitSettings::NONE }.room()).await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({})).await;
    assert_eq!(full(&ann, &path).await, 0);
}

#[tokio::test]
async fn a_computer_player_removed_in_a_hand_plays_it_to_the_end() {
    let server = TestServer::open().await;
    let host = server.guest("Host").await;
    let path = open(&host, json!({})).await;
    sit(&host, &path).await;
    seat_bot(&host, &path, "novice").await;
    seat_bot(&host, &path, "novice").await;
    until(&server, &host, &path, |table| table["hand"].is_object()).await;
    let got = host.delete(&format!("{path}/bots/1")).await.ok();
    assert_eq!(got["change"]["events"][0]["table"], json!({"type": "leaving", "seat": 1}), "{got}");
    host.delete(&format!("{path}/bots/1")).await.refused(409, "leaving");
    let after = play(&server, &host, &path).await;
    assert_eq!(bots(&after).len(), 1, "{after}");
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn chips_of_computer_players_are_an_account_and_daily_winnings_are_limited() {
    let server = TestServer::within(
        settings(),
        LimitSettings { bot_winnings_per_day: 1, ..LimitSettings::PRIVATE }.room(),
    )
    .await;
    let ann = server.guest("Ann").await;
    let [_, (seats, game), _] = games();
    let path = open(&ann, json!({ "seats": seats, "game": game })).await;
    sit(&ann, &path).await;
    seat_bot(&ann, &path, "novice").await;
    seat_bot(&ann, &path, "novice").await;
    let audit = server.admin().get("/v1/admin/audit").await.ok();
    assert_eq!(audit["figures"]["bots"], -200, "{audit}");
    // The table's own buy-in is a hundred stakes; a player who has won a chip of them is dealt in no more.
    let mut won = 0;
    while won <= 0 {
        let after = play(&server, &ann, &path).await;
        won = after["chairs"][0]["chips"].as_i64().unwrap() - 1_000;
        server.assert_every_chip_is_accounted_for().await;
    }
    let out = until(&server, &ann, &path, |table| table["chairs"][0]["entry"] == "out").await;
    assert!(out["hand"].is_null(), "{out}");
    let back = ann.post(&format!("{path}/seats/me/return"), json!({"entry": "wait"})).await;
    let refused = back.refused(409, "won_enough");
    assert_eq!(refused["most"], 1);
    assert_eq!(refused["until"], "2027-01-16T00:00:00.000Z", "midnight in UTC");
}

/// A person can take the chair of a computer player at every table, also of one that the host has seated.
#[tokio::test]
async fn a_person_takes_the_chair_of_a_computer_that_a_host_has_seated() {
    let server = TestServer::open().await;
    let [host, bob, cid] = [server.guest("Host").await, server.guest("Bob").await, server.guest("Cid").await];
    let path = open(&host, json!({"access": "invite", "dealing": {"type": "by_hand"}})).await;
    let code = host.get(&path).await.ok()["you"]["invite_code"].clone();
    let sit_by_code = async |client: &Client, code: &str| {
        let seat = json!({"buy_in": 500, "entry": "post", "invite_code": code});
        client.post(&format!("{path}/seats"), seat).await.ok()["table"].take()
    };
    seat_bot(&host, &path, "novice").await;
    seat_bot(&host, &path, "novice").await;
    sit(&host, &path).await;
    // Between hands at once.
    let sat = sit_by_code(&bob, code.as_str().unwrap()).await;
    assert_eq!((&sat["you"]["seat"], bots(&sat).len()), (&json!(0), 1), "{sat}");
    // In a hand with the next one; a code is read as people write it.
    host.post(&format!("{path}/hands"), json!({})).await.ok();
    let lazy = code.as_str().unwrap().to_lowercase();
    let sat = sit_by_code(&cid, &format!("{}-{}", &lazy[..4], &lazy[4..])).await;
    assert_eq!(sat["chairs"][1]["next"]["name"], "Cid", "{sat}");
    let got = server.anonymous();
    let seen = got.send(got.request(Method::GET, "/v1/invites").header("Invite-Code", &lazy)).await.ok();
    assert_eq!((&seen["host_name"], &seen["free_seats"]), (&json!("Host"), &json!(0)));
    until(&server, &host, &path, |table| table["chairs"][1]["name"] == "Cid").await;
    server.assert_every_chip_is_accounted_for().await;
}
