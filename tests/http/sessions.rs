//! Sign-ins: refreshing, theft, signing out.

use std::time::Duration;

use cardroom::service::ports::clock::Clock;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::server::{Reply, TestServer};

/// A new guest's tokens.
async fn tokens(server: &TestServer) -> Value {
    server.anonymous().post("/v1/guests", json!({})).await.created()["tokens"].take()
}

async fn refresh(server: &TestServer, tokens: &Value) -> Reply {
    let refresh = json!({"refresh_token": tokens["refresh_token"]});
    server.anonymous().post("/v1/sessions/refresh", refresh).await
}

async fn me(server: &TestServer, tokens: &Value) -> Reply {
    server.anonymous().with_token(tokens["access_token"].as_str().unwrap()).get("/v1/me").await
}

#[tokio::test]
async fn an_access_token_lasts_an_hour_and_is_refreshed() {
    let server = TestServer::open().await;
    let first = tokens(&server).await;
    server.clock.advance(3_599);
    me(&server, &first).await.ok();
    server.clock.advance(1);
    me(&server, &first).await.refused(401, "token_expired");
    let second = refresh(&server, &first).await.ok();
    me(&server, &second).await.ok();
    me(&server, &first).await.refused(401, "token_invalid");
}

#[tokio::test]
async fn tokens_follow_the_clock_of_the_system() {
    let server = TestServer::open().await;
    let first = tokens(&server).await;
    let awake = server.clock.now() + SignedDuration::from_hours(2);
    server.clock.step(7_200);
    server.clock.advance(1);
    while server.clock.now() < awake {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    me(&server, &first).await.refused(401, "token_expired");
    let second = refresh(&server, &first).await.ok();
    let me = me(&server, &second).await.ok();
    assert!(me["id"].is_string());
}

#[tokio::test]
async fn a_refresh_whose_answer_was_lost_gets_the_same_answer() {
    let server = TestServer::open().await;
    let first = tokens(&server).await;
    let second = refresh(&server, &first).await.ok();
    server.clock.advance(60);
    assert_eq!(refresh(&server, &first).await.ok(), second);
    me(&server, &second).await.ok();
    let third = refresh(&server, &second).await.ok();
    me(&server, &third).await.ok();
    // A token that is two refreshes old was stolen, or is used by a thief.
    refresh(&server, &first).await.refused(401, "token_reused");
    me(&server, &third).await.refused(401, "token_invalid");
}

#[tokio::test]
async fn two_refreshes_at_once_get_the_same_tokens() {
    let server = TestServer::open().await;
    let first = tokens(&server).await;
    let (one, other) = tokio::join!(refresh(&server, &first), refresh(&server, &first));
    let (one, other) = (one.ok(), other.ok());
    assert_eq!(one, other);
    me(&server, &one).await.ok();
}

#[tokio::test]
async fn a_refresh_token_used_again_later_ends_its_sign_in() {
    let server = TestServer::open().await;
    let (first, device) = (tokens(&server).await, tokens(&server).await);
    let second = refresh(&server, &first).await.ok();
    server.clock.advance(61);
    refresh(&server, &first).await.refused(401, "token_reused");
    me(&server, &second).await.refused(401, "token_invalid");
    refresh(&server, &second).await.refused(401, "token_invalid");
    me(&server, &device).await.ok();
}

/// A thief who refreshes twice is still noticed: the server knows every token that was replaced, however many came
/// after it.
#[tokio::test]
async fn every_replaced_token_ends_its_sign_in() {
    let server = TestServer::open().await;
    // The last that was replaced is answered alike for a minute.
    for (shown, seconds_later) in [(0, 0), (1, 0), (2, 61)] {
        let mut had = vec![tokens(&server).await];
        for replaced in 0..3 {
            had.push(refresh(&server, &had[replaced]).await.ok());
        }
        let (shown, last) = (&had[shown], &had[3]);
        me(&server, last).await.ok();
        server.clock.advance(seconds_later);
        refresh(&server, shown).await.refused(401, "token_reused");
        me(&server, last).await.refused(401, "token_invalid");
        refresh(&server, last).await.refused(401, "token_invalid");
        refresh(&server, shown).await.refused(401, "token_invalid");
    }
}

#[tokio::test]
async fn a_refresh_token_lasts_ninety_days() {
    let server = TestServer::open().await;
    let first = tokens(&server).await;
    server.clock.advance(90 * 86_400 - 1);
    let second = refresh(&server, &first).await.ok();
    server.clock.advance(90 * 86_400);
    refresh(&server, &second).await.refused(401, "token_expired");
}

#[tokio::test]
async fn signing_out_ends_one_sign_in_or_all() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    ada.put("/v1/me/account", json!({"login": "ada", "password": "correct horse"})).await.ok();
    let sign_in = json!({"login": "ada", "password": "correct horse"});
    let mut devices = Vec::new();
    for _ in 0..2 {
        let welcome = server.anonymous().post("/v1/sessions", sign_in.clone()).await.created();
        devices.push(server.anonymous().signed_in(&welcome));
    }
    devices[0].delete("/v1/sessions/current").await.expect(204);
    devices[0].get("/v1/me").await.refused(401, "token_invalid");
    devices[1].get("/v1/me").await.ok();
    ada.delete("/v1/sessions").await.expect(204);
    for device in [&ada, &devices[1]] {
        device.get("/v1/me").await.refused(401, "token_invalid");
    }
}

/// A copy of a token reads and writes like the original, and does nothing more once the owner has the answer that the
/// sign-in has ended.
#[tokio::test]
async fn a_stolen_token_is_refused_once_its_sign_in_ends() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let owner = json!({"login": "ada", "password": "correct horse"});
    ada.put("/v1/me/account", owner.clone()).await.ok();
    let new_password = json!({"current": "correct horse", "new": "battery staple"});
    for round in 0..3 {
        let welcome = server.anonymous().post("/v1/sessions", owner.clone()).await.created();
        let thief = server.anonymous().signed_in(&welcome);
        for _ in 0..3 {
            thief.patch("/v1/me", json!({"name": format!("Thief {round}")})).await.ok();
            assert_eq!(thief.get("/v1/me").await.ok()["name"], format!("Thief {round}"));
        }
        match round {
            0 => {
                let tokens = json!({"refresh_token": welcome["tokens"]["refresh_token"]});
                server.anonymous().post("/v1/sessions/refresh", tokens).await.ok();
            }
            1 => {
                let newest = ada.get("/v1/me/sign-ins").await.ok()["sign_ins"][0]["id"].take();
                ada.delete(&format!("/v1/me/sign-ins/{}", newest.as_str().unwrap())).await.expect(204);
            }
            _ => drop(ada.put("/v1/me/password", new_password.clone()).await.ok()),
        }
        thief.get("/v1/me").await.refused(401, "token_invalid");
        thief.patch("/v1/me", json!({"name": "Thief"})).await.refused(401, "token_invalid");
    }
}

#[tokio::test]
async fn only_an_access_token_is_accepted() {
    let server = TestServer::open().await;
    let tokens = tokens(&server).await;
    let anonymous = server.anonymous();
    anonymous.get("/v1/me").await.refused(401, "token_missing");
    let refresh_token = tokens["refresh_token"].as_str().unwrap();
    let made_up = format!("cra_{}", "0".repeat(64));
    for token in [refresh_token, &made_up, "", "cra_", "nonsense", &"x".repeat(4_000)] {
        anonymous.with_token(token).get("/v1/me").await.refused(401, "token_invalid");
        let public = anonymous.with_token(token).get(&format!("/v1/tables/{}", uuid::Uuid::nil())).await;
        public.refused(401, "token_invalid");
    }
    for header in ["Basic YTpi", "Bearer", "nonsense"] {
        let request = anonymous.request(reqwest::Method::GET, "/v1/me").header("authorization", header);
        let reply = anonymous.send(request).await;
        assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
        reply.refused(401, "token_invalid");
    }
    let access = json!({"refresh_token": tokens["access_token"]});
    anonymous.post("/v1/sessions/refresh", access).await.refused(401, "token_invalid");
}
