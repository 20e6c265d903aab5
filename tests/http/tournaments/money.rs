//! What is paid in a tournament, and what it pays: rebuys, add-ons, bounties and deals.

use serde_json::{Value, json};

use super::{
    Play, announced, chips, entered, heads_up, is_over, level, offered, own, play_on, posted, started,
    started_by, until,
};
use crate::server::{Client, GRANT, TestServer};

/// What all have in their wallets.
async fn sum(clients: &[&Client]) -> u64 {
    let mut sum = 0;
    for client in clients {
        sum += chips(client).await;
    }
    sum
}

async fn prizes(client: &Client, path: &str) -> Vec<u64> {
    let entries = client.get(&format!("{path}/entries")).await.ok();
    entries["entries"].as_array().unwrap().iter().map(|entry| entry["prize"].as_u64().unwrap()).collect()
}

/// Both are all in until one has no chips; returns who that is, and the other.
async fn one_busts<'a>(server: &TestServer, both: [&'a Client; 2], path: &str) -> [&'a Client; 2] {
    for _ in 0..500 {
        let [ann, bob] = both;
        if own(ann, path).await["deciding"] == true {
            return both;
        }
        if own(bob, path).await["deciding"] == true {
            return [bob, ann];
        }
        play_on(server, &both, path, Play::Shove).await;
    }
    panic!("nobody loses all chips");
}

#[tokio::test(flavor = "multi_thread")]
async fn rebuys_and_bounties_are_paid_to_the_last_chip() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let both = [&ann, &bob];
    let terms = json!({
        "bounty": 100, "bounties": "progressive", "payouts": {"type": "winner_takes_all"},
        "rebuy": {"price": 50, "chips": 1_500, "until_level": 100, "most": 1},
    });
    let path = started(&server, both, heads_up(terms)).await;
    assert_eq!(sum(&both).await, 2 * (GRANT - 400));
    let [out, other] = one_busts(&server, both, &path).await;
    posted(other, &format!("{path}/rebuy")).await.refused(422, "tournament.too_many_chips_to_rebuy");
    other.delete(&format!("{path}/rebuy")).await.refused(422, "tournament.nothing_to_decline");
    let bought = posted(out, &format!("{path}/rebuy")).await.ok();
    assert_eq!((&bought["pool"], &bought["you"]["rebuys"]), (&json!(650), &json!(1)));
    assert_eq!(bought["you"]["chips"], 1_500);
    assert_eq!(bought["chips_in_play"], 4_500);
    posted(out, &format!("{path}/rebuy")).await.refused(422, "tournament.too_many_rebuys");
    assert_eq!(chips(out).await, GRANT - 450);

    // The first to lose all chips again may not rebuy; the other may, and declines.
    let ended = loop {
        let seen = play_on(&server, &both, &path, Play::Shove).await;
        if is_over(&seen) {
            break seen;
        }
        if own(other, &path).await["deciding"] == true {
            other.delete(&format!("{path}/rebuy")).await.ok();
        }
    };
    assert_eq!(ended["pool"], 650);
    assert_eq!(prizes(&ann, &path).await.iter().sum::<u64>(), 650 + 200);
    assert_eq!(sum(&both).await, 2 * GRANT);
    let ledger = out.get("/v1/me/ledger").await.ok().to_string();
    assert!(ledger.contains("tournament_rebuy") && ledger.contains("tournament_entry"), "{ledger}");
    for (client, paid) in [(out, 450), (other, 400)] {
        let won = own(client, &path).await;
        let first = u64::from(won["place"] == 1);
        let received = won["prize"].as_u64().unwrap();
        let figures = client.get("/v1/me/statistics").await.ok()["tournaments"][0].clone();
        let expected = json!({
            "game": "holdem", "played": 1, "won": first, "in_the_money": u64::from(received > 0),
            "paid": paid, "received": received,
        });
        assert_eq!(figures, expected);
    }
    let none = ann.get("/v1/me/statistics?game=shengji").await.ok();
    assert_eq!(none["tournaments"], json!([]));
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rebuys_end_and_the_add_on_is_in_the_break_after_them() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let both = [&ann, &bob];
    let terms = json!({
        "structure": [level(20, 1), {"type": "break", "seconds": 60}, level(40, 100)],
        "rebuy": {"price": 50, "chips": 1_500, "until_level": 1, "most": 5},
        "add_on": {"price": 30, "chips": 2_000},
    });
    let path = started(&server, both, heads_up(terms)).await;
    posted(&ann, &format!("{path}/add-on")).await.refused(422, "tournament.no_add_on_now");
    until(&server, &both, &path, Play::Fold, |seen| seen["on_break"] == true).await;
    posted(&ann, &format!("{path}/rebuy")).await.refused(422, "tournament.no_rebuy_now");
    let bought = posted(&ann, &format!("{path}/add-on")).await.ok();
    assert_eq!((&bought["pool"], &bought["chips_in_play"]), (&json!(630), &json!(5_000)));
    posted(&ann, &format!("{path}/add-on")).await.refused(422, "tournament.no_add_on_now");
    assert_eq!(chips(&ann).await, GRANT - 330);
    until(&server, &both, &path, Play::Fold, |seen| seen["level"]["number"] == 2).await;
    posted(&bob, &format!("{path}/add-on")).await.refused(422, "tournament.no_add_on_now");
    posted(&bob, &format!("{path}/rebuy")).await.refused(422, "tournament.no_rebuy_now");
    until(&server, &both, &path, Play::Shove, is_over).await;
    assert_eq!(prizes(&ann, &path).await.iter().sum::<u64>(), 630);
    assert_eq!(sum(&both).await, 2 * GRANT);
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_may_keep_chips_for_the_winner() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let both = [&ann, &bob];
    let path = started(&server, both, heads_up(json!({"bounty": 20}))).await;
    let deal = format!("{path}/deal");
    ann.post(&deal, json!({"basis": "chips", "keep": 150})).await.ok();
    offered(&server, both, &path).await;
    let made = bob.put(&deal, json!({"accept": true})).await.ok();
    assert_eq!((&made["phase"], &made["deal"]), (&json!("playing"), &Value::Null));
    assert_eq!(prizes(&ann, &path).await.iter().sum::<u64>(), 450);
    assert_eq!(sum(&both).await, 2 * GRANT - 640 + 450);
    let ended = until(&server, &both, &path, Play::Shove, is_over).await;
    assert_eq!(ended["pool"], 600);
    assert_eq!(prizes(&ann, &path).await.iter().sum::<u64>(), 600 + 40);
    assert_eq!(sum(&both).await, 2 * GRANT);
    server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_is_out_makes_no_deal() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let all = [&ann, &bob, &cid];
    let mut options = heads_up(json!({"seats": 3}));
    options["max_entrants"] = json!(3);
    let path = started_by(&server, &all, options).await;
    let seen = until(&server, &all, &path, Play::Shove, |seen| seen["left"] != 3).await;
    let mut left = Vec::new();
    for client in all {
        let entry = own(client, &path).await;
        if entry["place"].is_null() {
            left.push(client);
            continue;
        }
        let deal = format!("{path}/deal");
        let (code, answer) = if is_over(&seen) {
            ("tournament.tournament_over", json!({"accept": true}))
        } else {
            ("tournament.not_registered", json!({"accept": true}))
        };
        client.post(&deal, json!({"basis": "icm"})).await.refused(422, code);
        client.put(&deal, answer).await.refused(422, code);
    }
    assert!(left.len() < 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_is_paid_for_and_counted_once() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let mut options = heads_up(json!({}));
    options["prize"] = json!(GRANT);
    let path = announced(&ann, options).await;
    entered(&ann, &path).await.ok();
    assert_eq!(chips(&ann).await, 0);
    let second = announced(&ann, heads_up(json!({}))).await;
    entered(&ann, &second).await.refused(422, "not_enough_chips");
    let key = |path: &str| {
        ann.request(reqwest::Method::DELETE, &format!("{path}/registration"))
            .header("Idempotency-Key", "once")
    };
    for _ in 0..2 {
        assert_eq!(ann.send(key(&path)).await.ok()["entered"], 0);
    }
    assert_eq!(chips(&ann).await, GRANT);
}
