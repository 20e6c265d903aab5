//! Satellites: entries of another tournament are their prizes.

use cardroom::service::ports::clock::Clock;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Play, announced, chips, entered, heads_up, is_over, own, started, until};
use crate::server::{GRANT, TestServer};

/// A tournament of 400 a head that starts in a month.
fn target(server: &TestServer) -> Value {
    let mut options = heads_up(json!({"seats": 9, "bounty": 100}));
    options["max_entrants"] = json!(5);
    options["starts_at"] = json!(server.clock.now() + SignedDuration::from_hours(30 * 24));
    options
}

fn satellite(target: &str) -> Value {
    let mut options = heads_up(json!({}));
    options["satellite_to"] = json!(target.rsplit('/').next().unwrap());
    options
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_is_an_entry_of_the_target() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let both = [&ann, &bob];
    let aim = announced(&ann, target(&server)).await;
    let path = started(&server, both, satellite(&aim)).await;
    let seen = ann.get(&path).await.ok();
    assert_eq!((&seen["prizes"], &seen["options"]["satellite_to"]), (&json!([400, 200]), &json!(aim[16..])));
    until(&server, &both, &path, Play::Shove, is_over).await;
    let (first, second) = if own(&ann, &path).await["place"] == 1 { (&ann, &bob) } else { (&bob, &ann) };
    assert_eq!([chips(first).await, chips(second).await], [GRANT - 300, GRANT - 100]);
    let entered_it = first.get(&aim).await.ok();
    assert_eq!((&entered_it["entered"], &entered_it["pool"]), (&json!(1), &json!(300)));
    assert_eq!(entered_it["you"]["player"], first.me["id"]);
    let ledger = first.get("/v1/me/ledger").await.ok().to_string();
    assert!(ledger.contains("tournament_prize"), "{ledger}");

    // Who has an entry gets its price in chips.
    entered(second, &aim).await.ok();
    let again = started(&server, both, satellite(&aim)).await;
    until(&server, &both, &again, Play::Shove, is_over).await;
    assert_eq!(chips(first).await + chips(second).await, 2 * GRANT - 800);
    assert_eq!(first.get(&aim).await.ok()["entered"], 2);
    server.assert_every_chip_is_accounted_for().await;

    // An entry that was won is given back like one that was paid.
    ann.delete(&aim).await.ok();
    assert_eq!(chips(first).await + chips(second).await, 2 * GRANT);
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_target_a_ticket_is_paid_in_chips() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let both = [&ann, &bob];
    let aim = announced(&ann, target(&server)).await;
    let path = started(&server, both, satellite(&aim)).await;
    ann.delete(&aim).await.ok();
    until(&server, &both, &path, Play::Shove, is_over).await;
    assert_eq!(chips(&ann).await + chips(&bob).await, 2 * GRANT);
    assert_eq!(ann.get(&aim).await.ok()["entered"], 0);
    server.assert_every_chip_is_accounted_for().await;

    ann.post("/v1/tournaments", satellite(&aim)).await.refused(422, "bad_option");
    let nowhere = satellite("/00000000-0000-7000-8000-000000000000");
    ann.post("/v1/tournaments", nowhere).await.refused(404, "no_such_tournament");
    let mut private = target(&server);
    private["access"] = json!("invite");
    let private = announced(&ann, private).await;
    bob.post("/v1/tournaments", satellite(&private)).await.refused(403, "invite_needed");
    let mut free = target(&server);
    free["prize"] = json!(0);
    free["game"]["holdem"]["bounty"] = json!(0);
    let free = announced(&ann, free).await;
    ann.post("/v1/tournaments", satellite(&free)).await.refused(422, "bad_option");
}

/// A ticket is an entry by the same rules as one that is paid: those who are kept apart do not meet by it.
#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_brings_nobody_to_those_who_have_blocked_them() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let both = [&ann, &bob];
    cid.put("/v1/me/account", json!({"login": "cid", "password": "correct horse"})).await.ok();
    for other in both {
        let id = other.me["id"].as_str().unwrap();
        cid.put(&format!("/v1/me/blocks/{id}"), Value::Null).await.expect(204);
    }
    server.clock.advance(1);
    let aim = announced(&cid, target(&server)).await;
    entered(&cid, &aim).await.ok();
    let path = started(&server, both, satellite(&aim)).await;
    until(&server, &both, &path, Play::Shove, is_over).await;
    assert_eq!(chips(&ann).await + chips(&bob).await, 2 * GRANT, "the prizes are paid in chips");
    assert_eq!(ann.get(&aim).await.ok()["entered"], 1);
    server.assert_every_chip_is_accounted_for().await;
}
