//! Finding tournaments, following them, and reading what has happened in them.

use serde_json::{Value, json};

use super::{Play, announced, entered, heads_up, is_over, started, until};
use crate::server::{Client, TestServer};

async fn found(client: &Client, query: &str) -> Vec<String> {
    let page = client.get(&format!("/v1/tournaments?{query}")).await.ok();
    let path = |each: &Value| format!("/v1/tournaments/{}", each["id"].as_str().unwrap());
    page["tournaments"].as_array().unwrap().iter().map(path).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn tournaments_are_listed_by_what_one_looks_for() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let called = |name: &str| {
        let mut options = heads_up(json!({}));
        options["name"] = json!(name);
        options
    };
    let friday = announced(&ann, called("Friday night")).await;
    // Of one moment, identifiers are in no order.
    server.clock.advance(1);
    let sunday = announced(&bob, called("Sunday 100 %")).await;
    server.clock.advance(1);
    let over = announced(&ann, called("Friday noon")).await;
    ann.delete(&over).await.ok();
    server.clock.advance(1);
    let mut private = called("Friday, friends");
    private["access"] = json!("invite");
    announced(&ann, private).await;

    assert_eq!(found(&bob, "").await, [&*over, &*sunday, &*friday]);
    assert_eq!(found(&bob, "open=true").await, [&*sunday, &*friday]);
    assert_eq!(found(&bob, "phase=cancelled").await, [&*over]);
    assert_eq!(found(&bob, "phase=playing").await, [""; 0]);
    let host = format!("host={}", ann.me["id"].as_str().unwrap());
    assert_eq!(found(&bob, &host).await, [&*over, &*friday]);
    assert_eq!(found(&bob, "name=fRiday&open=true").await, [&*friday]);
    assert_eq!(found(&bob, "name=%25").await, [&*sunday]);
    assert_eq!(found(&bob, "name=%00").await, [""; 0]);
    let first = bob.get("/v1/tournaments?limit=2").await.ok();
    let next = first["next"].as_str().unwrap();
    assert_eq!(found(&bob, &format!("after={next}")).await, [&*friday]);
    for wrong in ["phase=resting", "name=", "host=ann", "limit=0", "limit=101", "what=ever"] {
        bob.get(&format!("/v1/tournaments?{wrong}")).await.refused(400, "malformed_query");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_preset_can_be_announced() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let offers = ann.get("/v1/presets").await.ok();
    let presets = offers["tournaments"].as_array().unwrap();
    assert_eq!(presets.len(), 7);
    for preset in presets {
        let path = announced(&ann, preset.clone()).await;
        let seen = ann.get(&path).await.ok();
        assert_eq!(seen["options"]["name"], preset["name"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poll_waits_for_the_next_change() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = announced(&ann, heads_up(json!({}))).await;
    let now = bob.get(&format!("{path}/events")).await.ok();
    let version = now["tournament"]["version"].as_u64().unwrap();
    let known = bob.get(&format!("{path}/events?after={version}")).await.ok();
    assert_eq!(known["tournament"]["version"], version);
    let poll = tokio::spawn({
        let (bob, path) = (bob.clone(), format!("{path}/events?after={version}&wait=30"));
        async move { bob.get(&path).await.ok() }
    });
    entered(&ann, &path).await.ok();
    let seen = poll.await.unwrap();
    assert_eq!((&seen["tournament"]["entered"], &seen["tournament"]["you"]), (&json!(1), &Value::Null));
    let ahead = format!("{path}/events?after={}&wait=0", version + 5);
    bob.get(&ahead).await.refused(409, "ahead");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_of_a_tournament_and_its_hands_stay() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let both = [&ann, &bob];
    let path = started(&server, both, heads_up(json!({"bounty": 20}))).await;
    let table = ann.get(&path).await.ok()["tables"][0]["table"].clone();
    until(&server, &both, &path, Play::Shove, is_over).await;
    let (mut happened, mut after) = (Vec::new(), json!(0));
    while !after.is_null() {
        let page = server.anonymous().get(&format!("{path}/history?limit=3&after={after}")).await.ok();
        for change in page["changes"].as_array().unwrap() {
            happened.extend(change["happened"].as_array().unwrap().clone());
        }
        after = page["next"].clone();
    }
    let kinds: Vec<&str> = happened.iter().map(|each| each["type"].as_str().unwrap()).collect();
    let expected = [
        "entered",
        "entered",
        "table_opened",
        "started",
        "registration_closed",
        "prizes_fixed",
        "went_out",
        "won",
        "prize_paid",
        "prize_paid",
        "bounties_paid",
        "finished",
    ];
    let told: Vec<&str> = kinds.into_iter().filter(|kind| *kind != "level").collect();
    assert_eq!(told, expected);
    assert_eq!(happened[0]["player"], ann.me["id"]);
    assert_eq!(happened[2], json!({"type": "table_opened", "number": 1, "table": table}));
    assert_eq!(happened[3]["seats"].as_array().unwrap().len(), 2);
    let far = ann.get(&format!("{path}/history?after=9007199254740991")).await.ok();
    assert_eq!(far, json!({"changes": [], "next": null}));

    let hands = ann.get(&format!("/v1/tables/{}/hands", table.as_str().unwrap())).await.ok();
    let hand = hands["hands"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned();
    let file = ann.get(&format!("/v1/hands/{hand}/phh")).await.ok();
    let file = file.as_str().unwrap();
    for line in [
        "event = \"Tonight\"",
        "level = 1",
        "_tournament_table = 1",
        &format!("_tournament = {:?}", &path[16..]),
    ] {
        assert!(file.lines().any(|each| each == line), "{line}: {file}");
    }
}
