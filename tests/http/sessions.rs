//! Sign-ins: refreshing, theft, signing out.

use std::time::Duration;

use cardroom::service::ports::clock::Clock;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::house::{House, Reply};

/// A new guest's tokens.
async fn tokens(house: &House) -> Value {
    house.stranger().post("/v1/guests", json!({})).await.created()["tokens"].take()
}

async fn refresh(house: &House, tokens: &Value) -> Reply {
    let refresh = json!({"refresh_token": tokens["refresh_token"]});
    house.stranger().post("/v1/sessions/refresh", refresh).await
}

async fn me(house: &House, tokens: &Value) -> Reply {
    house.stranger().with_token(tokens["access_token"].as_str().unwrap()).get("/v1/me").await
}

#[tokio::test]
async fn an_access_token_lasts_an_hour_and_is_refreshed() {
    let house = House::open().await;
    let first = tokens(&house).await;
    house.clock.advance(3_599);
    me(&house, &first).await.ok();
    house.clock.advance(1);
    me(&house, &first).await.refused(401, "token_expired");
    let second = refresh(&house, &first).await.ok();
    me(&house, &second).await.ok();
    me(&house, &first).await.refused(401, "token_invalid");
}

#[tokio::test]
async fn tokens_follow_the_clock_of_the_system() {
    let house = House::open().await;
    let first = tokens(&house).await;
    let awake = house.clock.now() + SignedDuration::from_hours(2);
    house.clock.step(7_200);
    house.clock.advance(1);
    while house.clock.now() < awake {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    me(&house, &first).await.refused(401, "token_expired");
    let second = refresh(&house, &first).await.ok();
    let me = me(&house, &second).await.ok();
    assert!(me["id"].is_string());
}

#[tokio::test]
async fn a_refresh_whose_answer_was_lost_is_answered_alike() {
    let house = House::open().await;
    let first = tokens(&house).await;
    let second = refresh(&house, &first).await.ok();
    house.clock.advance(60);
    assert_eq!(refresh(&house, &first).await.ok(), second);
    me(&house, &second).await.ok();
    let third = refresh(&house, &second).await.ok();
    me(&house, &third).await.ok();
    // Who is two behind was stolen from, or has stolen.
    refresh(&house, &first).await.refused(401, "token_reused");
    me(&house, &third).await.refused(401, "token_invalid");
}

#[tokio::test]
async fn two_refreshes_at_once_get_the_same_tokens() {
    let house = House::open().await;
    let first = tokens(&house).await;
    let (one, other) = tokio::join!(refresh(&house, &first), refresh(&house, &first));
    let (one, other) = (one.ok(), other.ok());
    assert_eq!(one, other);
    me(&house, &one).await.ok();
}

#[tokio::test]
async fn a_refresh_token_used_again_later_ends_its_sign_in() {
    let house = House::open().await;
    let (first, device) = (tokens(&house).await, tokens(&house).await);
    let second = refresh(&house, &first).await.ok();
    house.clock.advance(61);
    refresh(&house, &first).await.refused(401, "token_reused");
    me(&house, &second).await.refused(401, "token_invalid");
    refresh(&house, &second).await.refused(401, "token_invalid");
    me(&house, &device).await.ok();
}

/// Whoever steals a token and refreshes twice does not keep its owner from being noticed: every token that was replaced is
/// known, however many came after it.
#[tokio::test]
async fn every_replaced_token_ends_its_sign_in() {
    let house = House::open().await;
    // The last that was replaced is answered alike for a minute.
    for (shown, seconds_later) in [(0, 0), (1, 0), (2, 61)] {
        let mut had = vec![tokens(&house).await];
        for replaced in 0..3 {
            had.push(refresh(&house, &had[replaced]).await.ok());
        }
        let (shown, last) = (&had[shown], &had[3]);
        me(&house, last).await.ok();
        house.clock.advance(seconds_later);
        refresh(&house, shown).await.refused(401, "token_reused");
        me(&house, last).await.refused(401, "token_invalid");
        refresh(&house, last).await.refused(401, "token_invalid");
        refresh(&house, shown).await.refused(401, "token_invalid");
    }
}

#[tokio::test]
async fn a_refresh_token_lasts_ninety_days() {
    let house = House::open().await;
    let first = tokens(&house).await;
    house.clock.advance(90 * 86_400 - 1);
    let second = refresh(&house, &first).await.ok();
    house.clock.advance(90 * 86_400);
    refresh(&house, &second).await.refused(401, "token_expired");
}

#[tokio::test]
async fn signing_out_ends_one_sign_in_or_all() {
    let house = House::open().await;
    let ada = house.guest("Ada").await;
    ada.put("/v1/me/account", json!({"login": "ada", "password": "correct horse"})).await.ok();
    let sign_in = json!({"login": "ada", "password": "correct horse"});
    let mut devices = Vec::new();
    for _ in 0..2 {
        let welcome = house.stranger().post("/v1/sessions", sign_in.clone()).await.created();
        devices.push(house.stranger().signed_in(&welcome));
    }
    devices[0].delete("/v1/sessions/current").await.expect(204);
    devices[0].get("/v1/me").await.refused(401, "token_invalid");
    devices[1].get("/v1/me").await.ok();
    ada.delete("/v1/sessions").await.expect(204);
    for device in [&ada, &devices[1]] {
        device.get("/v1/me").await.refused(401, "token_invalid");
    }
}

/// Who holds a copy of a token reads and writes by it as its owner does, and not once more after the owner is told that it is
/// over.
#[tokio::test]
async fn a_stolen_token_opens_nothing_from_the_moment_its_sign_in_ends() {
    let house = House::open().await;
    let ada = house.guest("Ada").await;
    let owner = json!({"login": "ada", "password": "correct horse"});
    ada.put("/v1/me/account", owner.clone()).await.ok();
    let new_password = json!({"current": "correct horse", "new": "battery staple"});
    for round in 0..3 {
        let welcome = house.stranger().post("/v1/sessions", owner.clone()).await.created();
        let thief = house.stranger().signed_in(&welcome);
        for _ in 0..3 {
            thief.patch("/v1/me", json!({"name": format!("Thief {round}")})).await.ok();
            assert_eq!(thief.get("/v1/me").await.ok()["name"], format!("Thief {round}"));
        }
        match round {
            0 => {
                let tokens = json!({"refresh_token": welcome["tokens"]["refresh_token"]});
                house.stranger().post("/v1/sessions/refresh", tokens).await.ok();
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
async fn only_an_access_token_opens() {
    let house = House::open().await;
    let tokens = tokens(&house).await;
    let stranger = house.stranger();
    stranger.get("/v1/me").await.refused(401, "token_missing");
    let refresh_token = tokens["refresh_token"].as_str().unwrap();
    let made_up = format!("cra_{}", "0".repeat(64));
    for token in [refresh_token, &made_up, "", "cra_", "nonsense", &"x".repeat(4_000)] {
        stranger.with_token(token).get("/v1/me").await.refused(401, "token_invalid");
        let public = stranger.with_token(token).get(&format!("/v1/tables/{}", uuid::Uuid::nil())).await;
        public.refused(401, "token_invalid");
    }
    for header in ["Basic YTpi", "Bearer", "nonsense"] {
        let request = stranger.request(reqwest::Method::GET, "/v1/me").header("authorization", header);
        let reply = stranger.send(request).await;
        assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
        reply.refused(401, "token_invalid");
    }
    let access = json!({"refresh_token": tokens["access_token"]});
    stranger.post("/v1/sessions/refresh", access).await.refused(401, "token_invalid");
}
