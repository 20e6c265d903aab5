//! What the host of a tournament may do.

use reqwest::Method;
use serde_json::{Value, json};

use super::{announced, chips, entered, heads_up, level, started};
use crate::events::Events;
use crate::server::{Client, GRANT, Reply, TestServer};

async fn entered_with(client: &Client, path: &str, code: &str) -> Reply {
    let request = client.request(Method::PUT, &format!("{path}/registration"));
    client.send(request.header("Invite-Code", code)).await
}

async fn replaced(client: &Client, path: &str) -> Reply {
    client.send(client.request(Method::PUT, &format!("{path}/invite-code"))).await
}

async fn next_level(client: &Client, path: &str) -> Reply {
    client.send(client.request(Method::POST, &format!("{path}/next-level"))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_invite_code_lets_nobody_in() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let mut options = heads_up(json!({"seats": 3}));
    options["access"] = json!("invite");
    options["max_entrants"] = json!(3);
    let private = ann.post("/v1/tournaments", options).await.created();
    let path = format!("/v1/tournaments/{}", private["id"].as_str().unwrap());
    let first = private["invite_code"].as_str().unwrap().to_owned();
    entered_with(&bob, &path, &first).await.ok();
    let watched = format!("{path}/events");
    let request = cid.request(Method::GET, &watched).header("accept", "text/event-stream");
    let opened = request.header("Invite-Code", &first).send().await.unwrap();
    let mut watching = Events::of(&cid, &watched, opened).await;
    watching.next_of("tournament").await;
    replaced(&bob, &path).await.refused(403, "not_announcer");
    replaced(&cid, &path).await.refused(403, "invite_needed");
    let mut codes = vec![first];
    for _ in 0..3 {
        let seen = replaced(&ann, &path).await.ok();
        codes.push(seen["invite_code"].as_str().unwrap().to_owned());
    }
    let last = codes.pop().unwrap();
    assert_eq!(watching.end().await, "invite_needed");
    for old in &codes {
        assert_ne!(*old, last);
        entered_with(&cid, &path, old).await.refused(403, "invite_needed");
        let request = cid.request(Method::GET, &format!("{path}/history")).header("Invite-Code", old);
        cid.send(request).await.refused(403, "invite_needed");
    }
    // Bob has entered, and learns the new one.
    assert_eq!(bob.get(&path).await.ok()["invite_code"], last.as_str());
    entered_with(&cid, &path, &last).await.ok();
    assert_eq!(cid.get(&path).await.ok()["entered"], 2);

    let public = announced(&ann, heads_up(json!({}))).await;
    replaced(&ann, &public).await.refused(409, "no_invites");
    ann.delete(&path).await.ok();
    replaced(&ann, &path).await.refused(422, "tournament.tournament_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_removes_a_player_before_the_start() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = announced(&ann, heads_up(json!({}))).await;
    entered(&bob, &path).await.ok();
    let of_bob = format!("{path}/players/{}", bob.me["id"].as_str().unwrap());
    bob.delete(&of_bob).await.refused(403, "not_announcer");
    assert_eq!(ann.delete(&of_bob).await.ok()["entered"], 0);
    assert_eq!(chips(&bob).await, GRANT);
    ann.delete(&of_bob).await.refused(422, "tournament.not_registered");

    // After the start only the operator may, if something is at stake and the host plays.
    let path = started(&server, [&ann, &bob], heads_up(json!({}))).await;
    let of_bob = format!("{path}/players/{}", bob.me["id"].as_str().unwrap());
    ann.delete(&of_bob).await.refused(422, "tournament.already_started");
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_disqualifies_a_player_of_a_free_tournament() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let mut free = heads_up(json!({}));
    free["prize"] = json!(0);
    let path = started(&server, [&ann, &bob], free).await;
    let of = |client: &Client| format!("{path}/players/{}", client.me["id"].as_str().unwrap());
    bob.delete(&of(&ann)).await.refused(403, "not_announcer");
    ann.delete(&of(&bob)).await.ok();
    let both = [&ann, &bob];
    super::until(&server, &both, &path, super::Play::Fold, |seen| seen["phase"] == "finished").await;
    assert_eq!(bob.get(&path).await.ok()["you"]["place"], 2);
    ann.delete(&of(&bob)).await.refused(422, "tournament.tournament_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_does_not_play_disqualifies_among_friends() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    for (access, may) in [("invite", true), ("public", false)] {
        let mut paid = heads_up(json!({}));
        paid["access"] = json!(access);
        let made = ann.post("/v1/tournaments", paid).await.created();
        let path = format!("/v1/tournaments/{}", made["id"].as_str().unwrap());
        for client in [&bob, &cid] {
            entered_with(client, &path, made["invite_code"].as_str().unwrap_or_default()).await.ok();
        }
        let both = [&bob, &cid];
        super::until(&server, &both, &path, super::Play::Fold, |seen| seen["phase"] == "playing").await;
        let removed = ann.delete(&format!("{path}/players/{}", bob.me["id"].as_str().unwrap())).await;
        if may {
            removed.ok();
            super::until(&server, &both, &path, super::Play::Fold, |seen| seen["phase"] == "finished").await;
            assert_eq!(cid.get(&path).await.ok()["you"]["place"], 1);
        } else {
            removed.refused(422, "tournament.already_started");
        }
        server.assert_every_chip_is_accounted_for().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_ends_a_level_and_a_break() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let terms = json!({"structure": [level(20, 1_000), {"type": "break", "seconds": 600}, level(40, 1_000)]});
    let waits = announced(&ann, heads_up(json!({}))).await;
    next_level(&ann, &waits).await.refused(422, "tournament.not_started");
    ann.delete(&waits).await.ok();
    let mut free = heads_up(terms);
    let paid = started(&server, [&ann, &bob], free.clone()).await;
    next_level(&ann, &paid).await.refused(403, "host_plays");
    free["prize"] = json!(0);
    let path = started(&server, [&ann, &bob], free).await;
    next_level(&bob, &path).await.refused(403, "not_announcer");
    assert_eq!(ann.get(&path).await.ok()["level"]["number"], 1);
    next_level(&ann, &path).await.ok();
    let both = [&ann, &bob];
    super::until(&server, &both, &path, super::Play::Fold, |seen| seen["on_break"] == true).await;
    let after: Value = next_level(&ann, &path).await.ok();
    assert_eq!((&after["level"]["number"], &after["on_break"]), (&json!(2), &json!(false)));
    assert_eq!(after["level"]["posts"]["big_blind"], 40);
}
