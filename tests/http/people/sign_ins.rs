//! Sign-ins: listed, and ended.

use reqwest::Method;
use reqwest::header::USER_AGENT;
use serde_json::{Value, json};

use super::{PASSWORD, named};
use crate::events::Events;
use crate::server::{Client, TestServer};

async fn sign_in(server: &TestServer, login: &str, device: &str) -> Client {
    let anonymous = server.anonymous();
    let request = anonymous.request(Method::POST, "/v1/sessions").header(USER_AGENT, device);
    let welcome =
        anonymous.send(request.json(&json!({"login": login, "password": PASSWORD}))).await.created();
    anonymous.signed_in(&welcome)
}

#[tokio::test]
async fn a_player_lists_their_sign_ins_and_ends_one() {
    let server = TestServer::open().await;
    let ada = named(&server, "Ada").await;
    server.clock.advance(60);
    let phone = sign_in(&server, "ada", "Phone/1.0\t(small)").await;
    let page = ada.get("/v1/me/sign-ins").await.ok();
    let [on_phone, here] = &page["sign_ins"].as_array().unwrap()[..] else { panic!("{page}") };
    assert_eq!((&on_phone["device"], &on_phone["current"]), (&json!("Phone/1.0(small)"), &json!(false)));
    assert_eq!((&here["device"], &here["current"]), (&Value::Null, &json!(true)));
    assert!(on_phone["created_at"].as_str() > here["created_at"].as_str());
    assert_eq!(page["next"], Value::Null);

    let mut stream = Events::open(&phone, "/v1/me/events", None).await;
    assert_eq!(stream.next().await.unwrap().kind, "me");
    let path = format!("/v1/me/sign-ins/{}", on_phone["id"].as_str().unwrap());
    let bob = server.guest("Bob").await;
    bob.delete(&path).await.refused(404, "no_such_sign_in");
    phone.get("/v1/me").await.ok();
    ada.delete(&path).await.expect(204);
    phone.get("/v1/me").await.refused(401, "token_invalid");
    let end = stream.next().await.unwrap();
    assert_eq!((end.kind.as_str(), &end.data["reason"]), ("end", &json!("signed_out")));
    ada.delete(&path).await.refused(404, "no_such_sign_in");
    ada.delete("/v1/me/sign-ins/x").await.refused(400, "malformed_path");
    assert_eq!(ada.get("/v1/me/sign-ins").await.ok()["sign_ins"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_refresh_counts_as_a_use() {
    let server = TestServer::open().await;
    let welcome = server.anonymous().post("/v1/guests", json!({})).await.created();
    let made = server.anonymous().signed_in(&welcome).get("/v1/me/sign-ins").await.ok();
    server.clock.advance(7_200);
    let refresh = json!({"refresh_token": welcome["tokens"]["refresh_token"]});
    let tokens = server.anonymous().post("/v1/sessions/refresh", refresh).await.ok();
    let guest = server.anonymous().with_token(tokens["access_token"].as_str().unwrap());
    let used = guest.get("/v1/me/sign-ins").await.ok();
    let (made, used) = (&made["sign_ins"][0], &used["sign_ins"][0]);
    assert_eq!((&made["id"], &made["created_at"]), (&used["id"], &used["created_at"]));
    assert!(used["last_used_at"].as_str() > made["last_used_at"].as_str());
}

#[tokio::test]
async fn sign_ins_are_read_page_by_page_and_expire() {
    let server = TestServer::open().await;
    let ada = named(&server, "Ada").await;
    for number in 0..4 {
        server.clock.advance(200);
        sign_in(&server, "ada", &format!("Device {number}")).await;
    }
    let mut devices = Vec::new();
    let mut path = "/v1/me/sign-ins?limit=2".to_owned();
    loop {
        let page = ada.get(&path).await.ok();
        devices.extend(page["sign_ins"].as_array().unwrap().iter().map(|each| each["device"].clone()));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/me/sign-ins?limit=2&after={next}");
    }
    assert_eq!(json!(devices), json!(["Device 3", "Device 2", "Device 1", "Device 0", null]));
    for query in ["limit=0", "limit=101", "after=x", "page=2"] {
        ada.get(&format!("/v1/me/sign-ins?{query}")).await.refused(400, "malformed_query");
    }
    server.anonymous().get("/v1/me/sign-ins").await.refused(401, "token_missing");
    server.clock.advance(90 * 24 * 3_600);
    let late = sign_in(&server, "ada", "Late").await;
    assert_eq!(late.get("/v1/me/sign-ins").await.ok()["sign_ins"].as_array().unwrap().len(), 1);
}
