//! Guests, accounts, ledgers.

use std::net::Ipv4Addr;

use serde_json::{Value, json};

use crate::server::{GRANT, TestServer, settings};

#[tokio::test]
async fn a_guest_signs_in_with_one_request() {
    let server = TestServer::open().await;
    let welcome = server.anonymous().post("/v1/guests", json!({"name": " Ada "})).await.created();
    assert_eq!(welcome["player"]["name"], "Ada");
    assert_eq!(welcome["player"]["login"], Value::Null);
    assert_eq!(welcome["player"]["chips"], GRANT);
    let ada = server.anonymous().signed_in(&welcome);
    assert_eq!(ada.get("/v1/me").await.ok(), welcome["player"]);
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_guest_needs_no_name_and_may_take_another() {
    let server = TestServer::open().await;
    let welcome = server.anonymous().post("/v1/guests", json!({})).await.created();
    assert!(welcome["player"]["name"].as_str().unwrap().starts_with("Guest "));
    let guest = server.anonymous().signed_in(&welcome);
    let renamed = guest.patch("/v1/me", json!({"name": "李雷"})).await.ok();
    assert_eq!(renamed["name"], "李雷");
    assert_eq!(guest.get("/v1/me").await.ok(), renamed);
    for name in ["", "  ", "a\nb", "\u{202e}x", &"x".repeat(31)] {
        let refused = guest.patch("/v1/me", json!({ "name": name })).await.refused(400, "malformed_body");
        assert_eq!(refused["path"], "name");
    }
    assert_eq!(guest.get("/v1/me").await.ok(), renamed);
}

#[tokio::test]
async fn a_guest_becomes_an_account_on_another_device() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let account = json!({"login": "Ada@Example.org", "password": "correct horse"});
    let named = ada.put("/v1/me/account", account).await.ok();
    assert_eq!(named["login"], "ada@example.org");
    assert_eq!(named["id"], ada.me["id"]);

    let sign_in = json!({"login": "ADA@example.org", "password": "correct horse"});
    let welcome = server.anonymous().post("/v1/sessions", sign_in).await.created();
    assert_eq!(welcome["player"], named);
    let phone = server.anonymous().signed_in(&welcome);
    assert_eq!(phone.get("/v1/me").await.ok(), named);
    assert_eq!(ada.get("/v1/me").await.ok(), named, "the guest stays signed in");
}

#[tokio::test]
async fn a_login_belongs_to_one_player() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    ada.put("/v1/me/account", json!({"login": "ada", "password": "correct horse"})).await.ok();
    let taken = json!({"login": "ADA", "password": "another horse"});
    bob.put("/v1/me/account", taken.clone()).await.refused(409, "login_taken");
    let again = json!({"login": "lovelace", "password": "correct horse"});
    ada.put("/v1/me/account", again).await.refused(409, "already_named");
    let short = json!({"login": "bob", "password": "1234567"});
    let refused = bob.put("/v1/me/account", short).await.refused(400, "malformed_body");
    assert_eq!(refused["path"], "password");
    assert_eq!(bob.get("/v1/me").await.ok()["login"], Value::Null);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_login_get_the_same_answer() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    ada.put("/v1/me/account", json!({"login": "ada", "password": "correct horse"})).await.ok();
    let wrong = json!({"login": "ada", "password": "wrong horse"});
    let unknown = json!({"login": "eve", "password": "wrong horse"});
    let wrong = server.anonymous().post("/v1/sessions", wrong).await.refused(403, "wrong_password");
    let unknown = server.anonymous().post("/v1/sessions", unknown).await.refused(403, "wrong_password");
    assert_eq!(wrong, unknown);
}

#[tokio::test]
async fn changing_the_password_ends_every_other_sign_in() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let change = |current: &str, new: &str| json!({"current": current, "new": new});
    let guest = ada.put("/v1/me/password", change("correct horse", "new horse")).await;
    guest.refused(409, "guest_has_no_account");
    ada.put("/v1/me/account", json!({"login": "ada", "password": "correct horse"})).await.ok();
    let sign_in = |password: &str| json!({"login": "ada", "password": password});
    let welcome = server.anonymous().post("/v1/sessions", sign_in("correct horse")).await.created();
    let phone = server.anonymous().signed_in(&welcome);

    let wrong = ada.put("/v1/me/password", change("wrong horse", "new horse")).await;
    wrong.refused(403, "wrong_password");
    phone.get("/v1/me").await.ok();

    let tokens = ada.put("/v1/me/password", change("correct horse", "new horse")).await.ok();
    ada.get("/v1/me").await.refused(401, "token_invalid");
    phone.get("/v1/me").await.refused(401, "token_invalid");
    ada.with_token(tokens["access_token"].as_str().unwrap()).get("/v1/me").await.ok();
    let old = server.anonymous().post("/v1/sessions", sign_in("correct horse")).await;
    old.refused(403, "wrong_password");
    server.anonymous().post("/v1/sessions", sign_in("new horse")).await.created();
}

#[tokio::test]
async fn wrong_passwords_of_a_login_have_a_quota() {
    let mut settings = settings();
    settings.limits.passwords_of_account = 20;
    let server = TestServer::set(settings).await;
    let ada = server.guest("Ada").await;
    ada.put("/v1/me/account", json!({"login": "ada", "password": "correct horse"})).await.ok();
    let wrong = json!({"login": "ada", "password": "wrong horse"});
    for _ in 0..20 {
        server.anonymous().post("/v1/sessions", wrong.clone()).await.refused(403, "wrong_password");
    }
    let right = json!({"login": "ada", "password": "correct horse"});
    let refused = server.anonymous().post("/v1/sessions", right.clone()).await;
    assert_eq!(refused.header("retry-after"), Some("180"));
    refused.refused(429, "too_many_requests");
    // A signed-in client has a counter of its own.
    ada.put("/v1/me/login", right.clone()).await.ok();
    server.clock.advance(180);
    server.anonymous().post("/v1/sessions", right).await.created();
}

/// Wrong passwords from elsewhere do not lock out a device that has signed in before.
#[tokio::test]
async fn a_known_device_has_its_own_quota_of_wrong_passwords() {
    let mut settings = settings();
    settings.limits.passwords_of_account = 2;
    let server = TestServer::set(settings).await;
    let ada = server.guest("Ada").await;
    ada.put("/v1/me/account", json!({"login": "ada", "password": "correct horse"})).await.ok();
    let from = |last: u8| server.anonymous_from(Ipv4Addr::new(127, 0, 0, last));
    let sign_in = |password: &str| json!({"login": "ada", "password": password});
    from(2).post("/v1/sessions", sign_in("correct horse")).await.created();
    from(3).post("/v1/sessions", sign_in("wrong horse")).await.refused(403, "wrong_password");
    for last in [3, 4] {
        from(last).post("/v1/sessions", sign_in("correct horse")).await.refused(429, "too_many_requests");
    }
    from(2).post("/v1/sessions", sign_in("correct horse")).await.created();
    // Up to the same limit.
    from(2).post("/v1/sessions", sign_in("wrong horse")).await.refused(403, "wrong_password");
    from(2).post("/v1/sessions", sign_in("correct horse")).await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn guests_of_an_address_have_a_quota() {
    let mut settings = settings();
    settings.limits.guests_per_hour = 3;
    settings.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let server = TestServer::set(settings).await;
    let guest = async |from: &str| {
        let anonymous = server.anonymous();
        let request = anonymous.request(reqwest::Method::POST, "/v1/guests").json(&json!({}));
        anonymous.send(request.header("x-forwarded-for", from)).await
    };
    for _ in 0..3 {
        guest("203.0.113.1").await.created();
    }
    guest("203.0.113.1").await.refused(429, "too_many_requests");
    guest("6.6.6.6, 203.0.113.1").await.refused(429, "too_many_requests");
    guest("203.0.113.2").await.created();
    server.clock.advance(1_200);
    guest("203.0.113.1").await.created();
    guest("203.0.113.1").await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn the_ledger_is_read_page_by_page() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let page = ada.get("/v1/me/ledger").await.ok();
    assert_eq!(page["next"], Value::Null);
    let [grant] = &page["movements"].as_array().unwrap()[..] else { panic!("{page}") };
    assert_eq!((&grant["reason"], &grant["amount"]), (&json!("grant"), &json!(GRANT)));
    assert_eq!((&grant["from"], &grant["to"]), (&json!("mint"), &json!("wallet")));

    let options = json!({
        "name": "Main", "seats": 2, "min_buy_in": 100, "max_buy_in": 1000, "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let table = ada.post("/v1/tables", options).await.created()["table"]["id"].as_str().unwrap().to_owned();
    for _ in 0..2 {
        server.clock.advance(1);
        ada.post(&format!("/v1/tables/{table}/seats"), json!({"buy_in": 500})).await.ok();
        server.clock.advance(1);
        ada.delete(&format!("/v1/tables/{table}/seats/me")).await.ok();
    }
    let mut read = Vec::new();
    let mut path = "/v1/me/ledger?limit=2".to_owned();
    loop {
        let page = ada.get(&path).await.ok();
        read.extend(page["movements"].as_array().unwrap().clone());
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/me/ledger?limit=2&after={next}");
    }
    let reasons: Vec<_> = read.iter().map(|movement| movement["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["cash_out", "buy_in", "cash_out", "buy_in", "grant"]);
    assert!(read[..4].iter().all(|movement| movement["table"] == table));
    for query in ["limit=0", "limit=101", "limit=x", "after=x", "page=2"] {
        ada.get(&format!("/v1/me/ledger?{query}")).await.refused(400, "malformed_query");
    }
    server.assert_every_chip_is_accounted_for().await;
}
