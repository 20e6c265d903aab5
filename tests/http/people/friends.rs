//! Friends: asking, accepting, ending.

use serde_json::{Value, json};

use super::{PASSWORD, id, named};
use crate::events::Events;
use crate::server::{Client, Reply, TestServer};
use crate::streams::open;

async fn ask(client: &Client, other: &Client) -> Reply {
    client.put(&format!("/v1/me/friends/{}", id(other)), Value::Null).await
}

async fn friends(client: &Client) -> Vec<(Value, Value)> {
    let page = client.get("/v1/me/friends").await.ok();
    let friends = page["friends"].as_array().unwrap().iter();
    friends.map(|friend| (friend["name"].clone(), friend["friendship"].clone())).collect()
}

fn known(name: &str, friendship: &str) -> Vec<(Value, Value)> {
    vec![(json!(name), json!(friendship))]
}

#[tokio::test]
async fn a_friendship_is_requested_accepted_and_ended() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    for _ in 0..2 {
        assert_eq!(ask(&ada, &bob).await.ok(), json!({"friendship": "asked"}));
    }
    assert_eq!((friends(&ada).await, friends(&bob).await), (known("Bob", "asked"), known("Ada", "asking")));
    assert_eq!(ask(&bob, &ada).await.ok(), json!({"friendship": "friend"}));
    assert_eq!((friends(&ada).await, friends(&bob).await), (known("Bob", "friend"), known("Ada", "friend")));
    for _ in 0..2 {
        ada.delete(&format!("/v1/me/friends/{}", id(&bob))).await.expect(204);
    }
    assert_eq!((friends(&ada).await, friends(&bob).await), (vec![], vec![]));
    // Turned down.
    ask(&ada, &bob).await.ok();
    bob.delete(&format!("/v1/me/friends/{}", id(&ada))).await.expect(204);
    assert_eq!((friends(&ada).await, friends(&bob).await), (vec![], vec![]));
}

#[tokio::test]
async fn a_friend_sees_at_which_public_table_a_player_sits() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let public = open(&bob, json!({})).await;
    let hidden = open(&bob, json!({"access": "invite"})).await;
    for path in [&public, &hidden] {
        bob.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    }
    let seen = async || {
        let listed = ada.get("/v1/me/friends").await.ok()["friends"][0]["table"].clone();
        let read = ada.get(&format!("/v1/players/{}", id(&bob))).await.ok();
        assert_eq!(read["table"], listed);
        (read["friendship"].as_str().unwrap().to_owned(), listed)
    };
    ask(&ada, &bob).await.ok();
    assert_eq!(seen().await, ("asked".to_owned(), Value::Null));
    ask(&bob, &ada).await.ok();
    let table = json!(public.trim_start_matches("/v1/tables/"));
    assert_eq!(seen().await, ("friend".to_owned(), table));
    bob.delete(&format!("{public}/seats/me")).await.ok();
    assert_eq!(seen().await, ("friend".to_owned(), Value::Null));
}

#[tokio::test]
async fn a_stream_sends_requests_and_acceptances() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut stream = Events::open(&bob, "/v1/me/events", None).await;
    let mut got = async || {
        let event = stream.next().await.unwrap();
        assert_eq!(event.kind, "me");
        (event.data["friends"].as_u64().unwrap(), event.data["asking"].as_u64().unwrap())
    };
    assert_eq!(got().await, (0, 0));
    ask(&ada, &bob).await.ok();
    assert_eq!(got().await, (0, 1));
    ask(&bob, &ada).await.ok();
    assert_eq!(got().await, (1, 0));
    ada.delete(&format!("/v1/me/friends/{}", id(&bob))).await.expect(204);
    assert_eq!(got().await, (0, 0));
}

#[tokio::test]
async fn friend_requests_have_a_quota() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let mut others = Vec::new();
    for number in 0..70 {
        others.push(server.guest(&format!("Other {number}")).await);
    }
    let (mut done, mut refused) = (0, 0);
    for number in 0..1_000 {
        let answer = ask(&ada, &others[number % others.len()]).await;
        if answer.status.as_u16() == 200 {
            done += 1;
        } else {
            assert_eq!(answer.header("retry-after"), Some("60"));
            answer.refused(429, "too_many_requests");
            refused += 1;
        }
    }
    assert_eq!((done, refused), (60, 940));
    server.clock.advance(60);
    ask(&ada, &others[0]).await.ok();
}

#[tokio::test]
async fn a_player_has_at_most_two_hundred_friends() {
    let server = TestServer::open().await;
    let mut ada = named(&server, "Ada").await;
    for number in 0..200 {
        if number % 50 == 49 {
            // The rate lets one ask again, and the token is too old by then.
            server.clock.advance(3_600);
            let sign_in = json!({"login": "ada", "password": PASSWORD});
            let welcome = server.anonymous().post("/v1/sessions", sign_in).await.created();
            ada = server.anonymous().signed_in(&welcome);
        }
        ask(&ada, &server.guest(&format!("Other {number}")).await).await.ok();
    }
    let other = server.guest("One more").await;
    let refused = ask(&ada, &other).await.refused(409, "too_many_friends");
    assert_eq!((&refused["of"], &refused["most"]), (&json!("you"), &json!(200)));
    ask(&other, &ada).await.ok();
    let mut read = 0;
    let mut path = "/v1/me/friends?limit=100".to_owned();
    loop {
        let page = ada.get(&path).await.ok();
        read += page["friends"].as_array().unwrap().len();
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/me/friends?limit=100&after={next}");
    }
    assert_eq!(read, 201, "players whom Ada asked, and who asked her");
}

/// Beyond a number of requests, a new one replaces an old one, so that no one can block a player's requests.
#[tokio::test]
async fn a_player_has_at_most_two_hundred_friend_requests() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let mut others = vec![named(&server, "Account").await];
    ask(&others[0], &ada).await.ok();
    for number in 1..200 {
        server.clock.advance(1);
        let other = server.guest(&format!("Other {number}")).await;
        ask(&other, &ada).await.ok();
        others.push(other);
    }
    let asks = async |client: &Client| !friends(client).await.is_empty();
    // A second request of the same player changes nothing.
    assert_eq!(ask(&others[7], &ada).await.ok(), json!({"friendship": "asked"}));
    assert!(asks(&others[0]).await && asks(&others[1]).await);
    // Requests of blocked players are replaced first, then the oldest of a guest; a friend and an account stay.
    assert_eq!(ask(&ada, &others[1]).await.ok(), json!({"friendship": "friend"}));
    ada.put(&format!("/v1/me/blocks/{}", id(&others[9])), Value::Null).await.expect(204);
    ask(&others[9], &ada).await.ok();
    let late = [server.guest("Late").await, server.guest("Later").await, server.guest("Latest").await];
    for (late, gone) in late.iter().zip([9, 2, 3]) {
        assert!(asks(&others[gone]).await);
        assert_eq!(ask(late, &ada).await.ok(), json!({"friendship": "asked"}));
        assert!(!asks(&others[gone]).await, "{gone}");
    }
    assert!(asks(&others[0]).await && asks(&others[1]).await && asks(&others[4]).await);
    let page = ada.get("/v1/me/friends?limit=100").await.ok();
    assert_eq!(page["friends"].as_array().unwrap().len(), 100);
}

#[tokio::test]
async fn friend_requests_to_oneself_and_to_unknown_players_are_refused() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    ask(&ada, &ada).await.refused(422, "yourself");
    let unknown = format!("/v1/me/friends/{}", uuid::Uuid::nil());
    ada.put(&unknown, Value::Null).await.refused(404, "no_such_player");
    ada.delete(&unknown).await.expect(204);
    ada.put("/v1/me/friends/x", Value::Null).await.refused(400, "malformed_path");
    for query in ["limit=0", "limit=101", "after=x", "page=2"] {
        ada.get(&format!("/v1/me/friends?{query}")).await.refused(400, "malformed_query");
    }
    server.anonymous().get("/v1/me/friends").await.refused(401, "token_missing");
}
