//! What the operator does with tournaments.

use serde_json::{Value, json};

use super::{Play, chips, entered, heads_up, is_over, own, until};
use crate::server::{Client, GRANT, TestServer};

/// The operator announces it for a host, and all enter; returns its path.
async fn announced_for_house(server: &TestServer, host: &Client, options: Value) -> String {
    let body = json!({"host": host.me["id"], "options": options});
    let tournament = server.admin().post("/v1/admin/tournaments", body).await.created();
    format!("/v1/tournaments/{}", tournament["id"].as_str().unwrap())
}

async fn started_for_house(server: &TestServer, clients: &[&Client], options: Value) -> String {
    let path = announced_for_house(server, clients[0], options).await;
    for client in clients {
        entered(client, &path).await.ok();
    }
    let all = |seen: &Value| seen["tables"][0]["players"] == clients.len();
    until(server, clients, &path, Play::Fold, all).await;
    path
}

async fn house(server: &TestServer) -> i64 {
    let report = server.admin().get("/v1/admin/audit").await.ok();
    assert_eq!(report["holds"], true, "{report}");
    report["figures"]["house"].as_i64().unwrap()
}

fn for_house(path: &str) -> String {
    path.replace("/v1/", "/v1/admin/")
}

fn of(entrants: u32, fee: u64, guarantee: u64) -> Value {
    let mut options = heads_up(json!({"seats": 3, "payouts": {"type": "winner_takes_all"}}));
    options["max_entrants"] = json!(entrants);
    options["fee"] = json!(fee);
    options["guarantee"] = json!(guarantee);
    options
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_keeps_fees_and_adds_what_a_guarantee_needs() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let both = [&ann, &bob];
    for (fee, guarantee, option) in [(30, 0, "fee"), (0, 1, "guarantee")] {
        let refused = ann.post("/v1/tournaments", of(2, fee, guarantee)).await.refused(422, "bad_option");
        assert_eq!(refused["option"], option);
    }
    let body = json!({"host": ann.me["id"], "options": of(2, 0, 1)});
    let refused = server.admin().post("/v1/admin/tournaments", body.clone()).await;
    assert_eq!(refused.refused(422, "bad_option")["option"], "guarantee");
    ann.post("/v1/admin/tournaments", body).await.refused(403, "not_admin");
    let nobody = json!({"host": "00000000-0000-7000-8000-000000000000", "options": of(2, 0, 0)});
    server.admin().post("/v1/admin/tournaments", nobody).await.refused(404, "no_such_player");

    // Entries of 300 and 80.
    let path = started_for_house(&server, &both, of(2, 80, 0)).await;
    assert_eq!((chips(&ann).await, house(&server).await), (GRANT - 380, 160));
    assert_eq!(ann.get(&path).await.ok()["options"]["fee"], 80);
    assert_eq!(until(&server, &both, &path, Play::Shove, is_over).await["pool"], 600);
    assert_eq!(house(&server).await, 160);

    // The guarantee is put aside; the prizes need 50 of it.
    let mut small = of(2, 0, 90);
    small["prize"] = json!(20);
    let path = announced_for_house(&server, &ann, small).await;
    assert_eq!(house(&server).await, 70);
    for client in both {
        entered(client, &path).await.ok();
    }
    let ended = until(&server, &both, &path, Play::Shove, is_over).await;
    assert_eq!((&ended["pool"], house(&server).await), (&json!(90), 110));

    // One that is cancelled before its start gives it back.
    let path = announced_for_house(&server, &ann, of(2, 10, 100)).await;
    entered(&bob, &path).await.ok();
    assert_eq!(house(&server).await, 10);
    ann.delete(&path).await.ok();
    assert_eq!(house(&server).await, 110);
    assert_eq!(chips(&ann).await + chips(&bob).await, 2 * GRANT - 110);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_cancels_after_the_start_and_says_why() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let all = [&ann, &bob, &cid];
    let path = started_for_house(&server, &all, of(3, 80, 0)).await;
    let cancellation = format!("{}/cancellation", for_house(&path));
    let admin = server.admin();
    for why in ["", "\u{7}", &"x".repeat(201)] {
        let refused = admin.post(&cancellation, json!({"why": why})).await;
        assert!(refused.status.is_client_error(), "{why}: {}", refused.text);
    }
    assert_eq!(ann.get(&path).await.ok()["phase"], "playing");
    ann.post(&cancellation, json!({"why": "Bored"})).await.refused(403, "not_admin");
    let table = ann.get(&path).await.ok()["tables"][0]["table"].as_str().unwrap().to_owned();
    let ended = admin.post(&cancellation, json!({"why": "The power is out"})).await.ok();
    assert_eq!(
        (&ended["phase"], &ended["cancelled_because"]),
        (&json!("cancelled"), &json!("The power is out"))
    );
    assert_eq!(house(&server).await, 0);
    let mut back = 0;
    for client in all {
        back += chips(client).await;
    }
    assert_eq!(back, 3 * GRANT);
    assert!(!ann.get(&format!("/v1/tables/{table}")).await.ok()["closed_at"].is_null());
    admin.post(&cancellation, json!({"why": "Again"})).await.refused(422, "tournament.tournament_over");
    let history = ann.get(&format!("{path}/history?limit=100")).await.ok();
    let last = history["changes"].as_array().unwrap().last().unwrap()["happened"].as_array().unwrap().clone();
    assert_eq!(last.last().unwrap()["why"], "The power is out");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disqualified_player_is_out_and_the_chips_leave_play() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let all = [&ann, &bob, &cid];
    let path = started_for_house(&server, &all, of(3, 0, 0)).await;
    let of_player =
        |client: &Client| format!("{}/players/{}", for_house(&path), client.me["id"].as_str().unwrap());
    let admin = server.admin();
    admin.delete(&of_player(&bob)).await.ok();
    let two = until(&server, &all, &path, Play::Fold, |seen| seen["left"] == 2).await;
    assert_eq!(two["chips_in_play"], 3_000);
    assert_eq!(own(&bob, &path).await["place"], 3);
    admin.delete(&of_player(&bob)).await.refused(422, "tournament.not_registered");
    admin.delete(&of_player(&ann)).await.ok();
    let ended = until(&server, &all, &path, Play::Fold, is_over).await;
    assert_eq!(ended["pool"], 900);
    assert_eq!([chips(&ann).await, chips(&bob).await], [GRANT - 300; 2]);
    assert_eq!(chips(&cid).await, GRANT + 600);
    admin.delete(&of_player(&cid)).await.refused(422, "tournament.tournament_over");
    server.assert_every_chip_is_accounted_for().await;
}
