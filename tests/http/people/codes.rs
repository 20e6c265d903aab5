//! Codes: to another device, and back into an account; and another login.

use serde_json::{Value, json};

use super::{PASSWORD, id, named};
use crate::bots::open;
use crate::server::{Client, Reply, TestServer, settings};

async fn claim(server: &TestServer, code: &Value) -> Reply {
    server.anonymous().post("/v1/sessions/device-code", json!({ "code": code })).await
}

async fn device_code(client: &Client) -> Value {
    client.post("/v1/me/device-codes", Value::Null).await.created()["code"].take()
}

#[tokio::test]
async fn a_code_signs_a_guest_in_on_another_device_once() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let path = open(&ada, json!({})).await;
    ada.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    let code = device_code(&ada).await;
    let typed = json!(format!(" {} ", code.as_str().unwrap().to_lowercase().replace('-', " ")));
    let welcome = claim(&server, &typed).await.created();
    assert_eq!(welcome["player"], ada.get("/v1/me").await.ok());
    let phone = server.anonymous().signed_in(&welcome);
    assert_eq!(phone.get("/v1/me").await.ok()["id"], ada.me["id"]);
    ada.get("/v1/me").await.ok();
    // The seat is theirs on the new device too.
    let view = phone.get(&path).await.ok();
    assert_eq!(view["you"]["seat"], 0);
    phone.post(&format!("{path}/seats/me/sit-out"), json!({})).await.ok();
    assert_eq!(ada.get(&path).await.ok()["chairs"][0]["entry"], "out");
    claim(&server, &code).await.refused(403, "wrong_code");
}

#[tokio::test]
async fn of_two_devices_with_one_code_exactly_one_signs_in() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    for _ in 0..10 {
        let code = device_code(&ada).await;
        let answers = futures::future::join_all((0..4).map(|_| claim(&server, &code))).await;
        let statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
        assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
        for lost in answers.into_iter().filter(|answer| answer.status.as_u16() != 201) {
            lost.refused(403, "wrong_code");
        }
    }
    assert_eq!(ada.get("/v1/me/sign-ins").await.ok()["sign_ins"].as_array().unwrap().len(), 11);
}

#[tokio::test]
async fn a_device_code_lasts_ten_minutes_and_there_is_one_at_a_time() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let (first, second) = (device_code(&ada).await, device_code(&ada).await);
    claim(&server, &first).await.refused(403, "wrong_code");
    server.clock.advance(599);
    claim(&server, &second).await.created();
    let late = device_code(&ada).await;
    server.clock.advance(600);
    claim(&server, &late).await.refused(403, "wrong_code");
    for code in [json!(""), json!("7K3QF-0XWMU"), json!("x".repeat(64)), json!("密".repeat(10))] {
        claim(&server, &code).await.refused(403, "wrong_code");
    }
    claim(&server, &json!(7)).await.refused(400, "malformed_body");
    server.anonymous().post("/v1/me/device-codes", Value::Null).await.refused(401, "token_missing");
    for _ in 0..30 {
        device_code(&ada).await;
    }
    let refused = ada.post("/v1/me/device-codes", Value::Null).await;
    assert!(refused.header("retry-after").is_some());
    refused.refused(429, "too_many_requests");
}

/// A recovery code that a thief has copied works no more after it was used.
#[tokio::test]
async fn a_device_code_ends_with_all_sign_ins() {
    let server = TestServer::open().await;
    let ada = named(&server, "Ada").await;
    let code = device_code(&ada).await;
    let changed = ada.put("/v1/me/password", json!({"current": PASSWORD, "new": "a new horse"})).await.ok();
    let ada = ada.with_token(changed["access_token"].as_str().unwrap());
    claim(&server, &code).await.refused(403, "wrong_code");
    let code = device_code(&ada).await;
    ada.delete("/v1/sessions").await;
    claim(&server, &code).await.refused(403, "wrong_code");
}

#[tokio::test]
async fn guesses_of_codes_of_an_address_have_a_quota() {
    let mut settings = settings();
    settings.limits.passwords_per_hour = 3;
    let server = TestServer::set(settings).await;
    for _ in 0..3 {
        claim(&server, &json!("00000-00000")).await.refused(403, "wrong_code");
    }
    let refused = claim(&server, &json!("00000-00000")).await;
    assert_eq!(refused.header("retry-after"), Some("1200"));
    refused.refused(429, "too_many_requests");
    let recover = json!({"login": "ada", "code": "x", "password": PASSWORD});
    server.anonymous().post("/v1/sessions/recovery", recover).await.refused(429, "too_many_requests");
}

async fn recover(server: &TestServer, login: &str, code: &Value, password: &str) -> Reply {
    let body = json!({"login": login, "code": code, "password": password});
    server.anonymous().post("/v1/sessions/recovery", body).await
}

#[tokio::test]
async fn a_recovery_code_sets_a_new_password_once() {
    let server = TestServer::open().await;
    let ada = named(&server, "Ada").await;
    let by = |password: &str| json!({ "password": password });
    ada.post("/v1/me/recovery-codes", by("wrong horse")).await.refused(403, "wrong_password");
    let old = ada.post("/v1/me/recovery-codes", by(PASSWORD)).await.created();
    let codes = ada.post("/v1/me/recovery-codes", by(PASSWORD)).await.created();
    assert_eq!(codes["codes"].as_array().unwrap().len(), 8);
    recover(&server, "ada", &old["codes"][0], "a new horse").await.refused(403, "wrong_code");

    let welcome = recover(&server, "ADA", &codes["codes"][0], "a new horse").await.created();
    assert_eq!(welcome["player"]["id"], ada.me["id"]);
    ada.get("/v1/me").await.refused(401, "token_invalid");
    server.anonymous().signed_in(&welcome).get("/v1/me").await.ok();
    let sign_in = |password: &str| json!({"login": "ada", "password": password});
    server.anonymous().post("/v1/sessions", sign_in(PASSWORD)).await.refused(403, "wrong_password");
    server.anonymous().post("/v1/sessions", sign_in("a new horse")).await.created();

    let used = recover(&server, "ada", &codes["codes"][0], "another horse").await.refused(403, "wrong_code");
    let unknown =
        recover(&server, "eve", &codes["codes"][1], "another horse").await.refused(403, "wrong_code");
    assert_eq!(used, unknown);
    recover(&server, "ada", &codes["codes"][1], "short").await.refused(400, "malformed_body");
    recover(&server, "ada", &codes["codes"][1], "another horse").await.created();
}

#[tokio::test]
async fn of_two_clients_with_one_recovery_code_one_signs_in() {
    let server = TestServer::open().await;
    let ada = named(&server, "Ada").await;
    let codes = ada.post("/v1/me/recovery-codes", json!({"password": PASSWORD})).await.created();
    let code = &codes["codes"][3];
    let (one, other) = tokio::join!(
        recover(&server, "ada", code, "first horse"),
        recover(&server, "ada", code, "second horse")
    );
    let statuses = [one.status.as_u16(), other.status.as_u16()];
    assert!(statuses == [201, 403] || statuses == [403, 201], "{statuses:?}");
}

#[tokio::test]
async fn recoveries_of_a_login_have_a_quota() {
    let mut settings = settings();
    settings.limits.passwords_of_account = 3;
    let server = TestServer::set(settings).await;
    named(&server, "Ada").await;
    for _ in 0..3 {
        recover(&server, "ada", &json!("x"), "another horse").await.refused(403, "wrong_code");
    }
    recover(&server, "ada", &json!("x"), "another horse").await.refused(429, "too_many_requests");
    let guest = server.guest("Bob").await;
    let refused = guest.post("/v1/me/recovery-codes", json!({"password": PASSWORD})).await;
    refused.refused(409, "guest_has_no_account");
}

#[tokio::test]
async fn a_login_is_changed_with_the_password() {
    let server = TestServer::open().await;
    let (ada, bob) = (named(&server, "Ada").await, named(&server, "Bob").await);
    let to = |login: &str, password: &str| json!({"login": login, "password": password});
    ada.put("/v1/me/login", to("lovelace", "wrong horse")).await.refused(403, "wrong_password");
    ada.put("/v1/me/login", to("BOB", PASSWORD)).await.refused(409, "login_taken");
    ada.put("/v1/me/login", to("x", PASSWORD)).await.refused(400, "malformed_body");
    let changed = ada.put("/v1/me/login", to("Lovelace", PASSWORD)).await.ok();
    assert_eq!((&changed["login"], &changed["id"]), (&json!("lovelace"), &ada.me["id"]));
    server.anonymous().post("/v1/sessions", to("ada", PASSWORD)).await.refused(403, "wrong_password");
    server.anonymous().post("/v1/sessions", to("lovelace", PASSWORD)).await.created();
    bob.put("/v1/me/login", to("ada", PASSWORD)).await.ok();
    let guest = server.guest("Cat").await;
    guest.put("/v1/me/login", to("cat", PASSWORD)).await.refused(409, "guest_has_no_account");
    assert_ne!(id(&ada), id(&bob));
}
