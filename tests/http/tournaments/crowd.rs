//! Very many players at once.

use futures::future::join_all;
use serde_json::json;

use super::{announced, chips, entered, heads_up};
use crate::server::{Client, GRANT, TestServer};

const CROWD: usize = 1_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_enter_at_once_and_all_get_it_back() {
    let server = TestServer::open().await;
    let host = server.guest("Ann").await;
    let mut options = heads_up(json!({"seats": 9}));
    options["max_entrants"] = json!(CROWD + 1);
    let path = announced(&host, options).await;
    // All have one connection pool.
    let anonymous = server.anonymous();
    let mut crowd: Vec<Client> = Vec::new();
    for hundred in 0..CROWD / 100 {
        let guests = (0..100).map(|nth| {
            let name = format!("Guest {}", 100 * hundred + nth);
            let anonymous = &anonymous;
            async move {
                let welcome = anonymous.post("/v1/guests", json!({ "name": name })).await.created();
                anonymous.signed_in(&welcome)
            }
        });
        crowd.extend(join_all(guests).await);
    }
    let entries = join_all(crowd.iter().map(|client| entered(client, &path))).await;
    for entry in entries {
        entry.ok();
    }
    let full = host.get(&path).await.ok();
    assert_eq!((&full["entered"], &full["pool"]), (&json!(CROWD), &json!(300 * CROWD)));
    // Each is one change: the announcement, and an entry of each.
    assert_eq!(full["version"], CROWD + 1);
    let again = join_all(crowd.iter().take(20).map(|client| entered(client, &path))).await;
    for refused in again {
        refused.refused(422, "tournament.already_registered");
    }
    for client in crowd.iter().step_by(97) {
        assert_eq!(chips(client).await, GRANT - 300);
    }
    let cancelled = host.delete(&path).await.ok();
    assert_eq!((&cancelled["phase"], &cancelled["version"]), (&json!("cancelled"), &json!(CROWD + 2)));
    for left in join_all(crowd.iter().map(chips)).await {
        assert_eq!(left, GRANT);
    }
    server.assert_every_chip_is_accounted_for().await;
}
