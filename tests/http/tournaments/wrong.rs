//! Wrong input: structures and prizes that cannot be, and what a table of a tournament has not.

use cardroom::service::room::limits::{BotLimits, RoomLimits};
use reqwest::Method;
use serde_json::json;

use super::{chips, entered, heads_up, level, started};
use crate::bots::{open, seat_bot};
use crate::server::{Client, GRANT, TestServer, settings};

#[tokio::test(flavor = "multi_thread")]
async fn structures_that_fall_or_never_end_are_refused() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let falls = json!([level(40, 9), level(20, 9), level(80, 9)]);
    let ends_never = json!([level(20, 9), level(20, 9)]);
    let rest = json!({"type": "break", "seconds": 60});
    for structure in [
        falls,
        ends_never,
        json!([]),
        json!([rest]),
        json!([rest, level(20, 9), level(40, 9)]),
        json!([level(20, 0), level(40, 9)]),
        json!([{"type": "level", "small_blind": 30, "big_blind": 20, "length": {"hands": 9}}, level(40, 9)]),
    ] {
        let reply = ann.post("/v1/tournaments", heads_up(json!({"structure": structure}))).await;
        assert_eq!(reply.refused(400, "malformed_body")["path"], "game.holdem.structure", "{structure}");
    }
    // A level without a length.
    let unknown = json!({"structure": [{"type": "level", "small_blind": 10, "big_blind": 20, "length": {}}]});
    ann.post("/v1/tournaments", heads_up(unknown)).await.refused(400, "malformed_body");
    assert!(ann.get("/v1/tournaments").await.ok()["tournaments"].as_array().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn prizes_whose_sum_is_wrong_are_refused() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let weights = |weights: &[u64]| json!({"payouts": {"type": "weights", "weights": weights}});
    let percent = |percent: u64| json!({"payouts": {"type": "percent", "percent": percent}});
    for terms in [
        weights(&[]),
        weights(&[1; 101]),
        weights(&[1, 2]),
        weights(&[2, 0]),
        weights(&[600_000, 500_000]),
        percent(4),
        percent(51),
    ] {
        let reply = ann.post("/v1/tournaments", heads_up(terms.clone())).await;
        assert_eq!(reply.refused(422, "bad_option")["option"], "payouts", "{terms}");
    }
    // More than any wallet holds, and what only the operator promises.
    let mut dear = heads_up(json!({}));
    dear["prize"] = json!(9_007_199_254_740_993_u64);
    assert!(ann.post("/v1/tournaments", dear).await.status.is_client_error());
    for member in ["guarantee", "fee"] {
        let mut promised = heads_up(json!({}));
        promised[member] = json!(1_000);
        let refused = ann.post("/v1/tournaments", promised).await.refused(422, "bad_option");
        assert_eq!(refused["option"], member);
    }
}

/// Nobody is its host, not even the player who has announced the tournament, and nobody brings chips.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_a_tournament_is_not_hosted_closed_or_topped_up() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let path = started(&server, [&ann, &bob], heads_up(json!({}))).await;
    let tournament = ann.get(&path).await.ok();
    let table = format!("/v1/tables/{}", tournament["tables"][0]["table"].as_str().unwrap());
    let player = |client: &Client| client.me["id"].as_str().unwrap().to_owned();
    let (of_bob, of_cid) = (player(&bob), player(&cid));
    let before = ann.get(&table).await.ok();
    let of_host = [
        (Method::POST, "/seats/me/top-up".to_owned(), Some(json!({"amount": 100}))),
        (Method::DELETE, String::new(), None),
        (Method::PATCH, String::new(), Some(json!({"name": "Mine"}))),
        (Method::PUT, "/host".to_owned(), Some(json!({"player": of_bob}))),
        (Method::PUT, "/pause".to_owned(), None),
        (Method::DELETE, "/pause".to_owned(), None),
        (Method::POST, "/hands".to_owned(), None),
        (Method::POST, "/bots".to_owned(), Some(json!({"level": "novice"}))),
        (Method::DELETE, format!("/players/{of_bob}"), None),
        (Method::PUT, format!("/bans/{of_cid}"), None),
        (Method::PUT, "/invite-code".to_owned(), None),
        (Method::DELETE, "/seats/me".to_owned(), None),
    ];
    for (method, way, body) in of_host {
        let mut request = ann.request(method.clone(), &format!("{table}{way}"));
        if let Some(body) = &body {
            request = request.json(body);
        }
        let refused = ann.send(request).await;
        assert_eq!(refused.status, 409, "{method} {way}: {}", refused.text);
        assert_eq!(refused.refused(409, "of_tournament")["tournament"], tournament["id"]);
    }
    for (way, body) in [("seats", json!({"buy_in": 500})), ("waiting", json!({}))] {
        let refused = cid.post(&format!("{table}/{way}"), body).await;
        assert_eq!(refused.refused(409, "of_tournament")["tournament"], tournament["id"]);
    }
    let after = ann.get(&table).await.ok();
    assert_eq!((&after["chairs"], &after["options"]), (&before["chairs"], &before["options"]));
    assert_eq!([chips(&ann).await, chips(&cid).await], [GRANT - 300, GRANT]);
    entered(&cid, &path).await.refused(422, "tournament.registration_closed");
}

/// The two computer players who may take the seats that are left count from the announcement on.
#[tokio::test(flavor = "multi_thread")]
async fn an_evening_whose_computers_are_too_many_is_refused() {
    let bots = BotLimits { most_of_host: 3, ..BotLimits::default() };
    let server = TestServer::within(settings(), RoomLimits { bots, ..RoomLimits::default() }).await;
    let ann = server.guest("Ann").await;
    let table = open(&ann, json!({"seats": 6})).await;
    for _ in 0..2 {
        seat_bot(&ann, &table, "novice").await;
    }
    let evening = || json!({"name": "Tonight", "game": {"doudizhu": {}}, "max_entrants": 6, "prize": 0});
    let refused = ann.post("/v1/tournaments", evening()).await.refused(409, "too_many_bots");
    assert_eq!(refused["most"], 3);
    ann.delete(&table).await.ok();
    ann.post("/v1/tournaments", evening()).await.created();
}
