//! Computer players that fill free chairs, and leave for people.

use serde_json::{Value, json};

use super::person::play;
use super::{bots, open, sit, until};
use crate::server::TestServer;

#[tokio::test]
async fn computers_fill_a_table_at_once_or_after_a_while() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({"fill_with_bots": {"level": "intermediate"}})).await;
    assert!(bots(&ann.get(&path).await.ok()).is_empty());
    sit(&ann, &path).await;
    let full = until(&server, &ann, &path, |table| table["hand"].is_object()).await;
    assert_eq!(bots(&full).len(), 2, "{full}");

    let bob = server.guest("Bob").await;
    let late = open(&bob, json!({"fill_with_bots": {"level": "novice", "after_seconds": 30}})).await;
    let waiting = sit(&bob, &late).await;
    let due: jiff::Timestamp = waiting["table"]["fills_at"].as_str().unwrap().parse().unwrap();
    assert_eq!(
        due.to_string(),
        (server.clock.text().parse::<jiff::Timestamp>().unwrap() + jiff::SignedDuration::from_secs(30))
            .to_string()
    );
    server.clock.advance(20);
    assert!(bots(&bob.get(&late).await.ok()).is_empty());
    let full = until(&server, &bob, &late, |table| !bots(table).is_empty()).await;
    assert_eq!(bots(&full).len(), 2, "{full}");
}

#[tokio::test]
async fn computers_leave_for_people_and_with_the_last_person() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({"fill_with_bots": {"level": "novice"}})).await;
    sit(&ann, &path).await;
    until(&server, &ann, &path, |table| table["hand"].is_object()).await;
    let lobby = bob.get("/v1/tables").await.ok();
    assert_eq!(lobby["tables"][0]["free_seats"], 2, "{lobby}");

    // In the middle of a hand Bob has a chair for the next one.
    let coming = sit(&bob, &path).await;
    let next =
        coming["table"]["chairs"].as_array().unwrap().iter().find(|chair| chair["next"].is_object()).unwrap();
    assert_eq!((&next["next"]["name"], &next["leaving"]), (&json!("Bob"), &json!(true)), "{coming}");
    bob.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.refused(409, "already_seated");
    server.assert_every_chip_is_accounted_for().await;
    let after = play(&server, &ann, &path).await;
    let sits =
        |name: &str| after["chairs"].as_array().unwrap().iter().any(|chair: &Value| chair["name"] == name);
    assert!(sits("Ann") && sits("Bob") && bots(&after).len() == 1, "{after}");

    // Cid changes his mind.
    let cid = server.guest("Cid").await;
    until(&server, &ann, &path, |table| table["hand"].is_object()).await;
    sit(&cid, &path).await;
    cid.delete(&format!("{path}/seats/me")).await.ok();
    assert_eq!(cid.get("/v1/me").await.ok()["chips"], 10_000);

    for client in [&bob, &ann] {
        client.delete(&format!("{path}/seats/me")).await.ok();
    }
    let empty = until(&server, &ann, &path, |table| table["chairs"].as_array().unwrap().is_empty()).await;
    assert!(empty["closes_at"].is_string(), "{empty}");
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn the_host_changes_the_level_of_computers_from_the_next_hand() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({"fill_with_bots": {"level": "novice"}})).await;
    sit(&ann, &path).await;
    let levels = |table: &Value| -> Vec<Value> {
        bots(table).iter().map(|chair| chair["computer"]["level"].clone()).collect()
    };
    let playing = until(&server, &ann, &path, |table| table["hand"].is_object()).await;
    assert_eq!(levels(&playing), ["novice", "novice"]);
    let planned = ann.patch(&path, json!({"fill_with_bots": {"level": "advanced"}})).await.ok();
    assert_eq!(levels(&planned["table"]), ["novice", "novice"], "they play the hand to its end");
    let after = play(&server, &ann, &path).await;
    assert_eq!(levels(&after), ["advanced", "advanced"]);
    server.assert_every_chip_is_accounted_for().await;

    // Between hands the change counts at once; a player without a chair is not dealt in, and a table without
    // computers can get them.
    let bob = server.guest("Bob").await;
    let quiet = open(&bob, json!({"dealing": {"type": "by_hand"}})).await;
    sit(&bob, &quiet).await;
    bob.patch(&quiet, json!({"fill_with_bots": {"level": "novice", "after_seconds": 601}}))
        .await
        .refused(422, "bad_option");
    bob.patch(&quiet, json!({"fill_with_bots": {"level": "novice"}})).await.ok();
    let full = until(&server, &bob, &quiet, |table| bots(table).len() == 2).await;
    assert_eq!(levels(&full), ["novice", "novice"]);
    bob.patch(&quiet, json!({"fill_with_bots": null, "absent": null})).await.refused(409, "already_so");
    let changed = bob.patch(&quiet, json!({"fill_with_bots": {"level": "intermediate"}})).await.ok();
    assert_eq!(levels(&changed["table"]), ["intermediate", "intermediate"]);
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_table_with_too_few_computers_plays_with_those_it_has() {
    let server = TestServer::with_bots(crate::server::settings(), 0, 0).await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({"fill_with_bots": {"level": "novice"}})).await;
    sit(&ann, &path).await;
    sit(&bob, &path).await;
    let dealt = until(&server, &ann, &path, |table| table["hand"].is_object()).await;
    assert!(bots(&dealt).is_empty());
}
