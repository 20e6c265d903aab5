//! What has to hold at the end, as the servers answer it.

use std::collections::{BTreeSet, HashSet};

use futures::future::join_all;
use serde_json::{Value, json};

use crate::fleet::Fleet;
use crate::players::Done;

/// How many changes are read at once.
const AT_ONCE: usize = 8;

/// Every acknowledged change is in the log as it was answered, whichever server is asked; and no version answered two requests.
pub async fn acknowledged(fleet: &Fleet, done: &[Done]) {
    let versions: HashSet<(&str, u64)> = done.iter().map(|done| (&*done.table, done.version)).collect();
    assert_eq!(versions.len(), done.len(), "two requests got the same change");
    for some in done.chunks(AT_ONCE) {
        join_all(some.iter().map(|done| is_there(fleet, done))).await;
    }
}

async fn is_there(fleet: &Fleet, Done { table, version, change, token }: &Done) {
    let path = format!("/v1/tables/{table}/events?after={}&limit=1", version - 1);
    let page = fleet.get(token, &path).await;
    assert_eq!(&page["changes"][0], change, "{table} {version}");
}

/// The audit holds at every server.
pub async fn audits(fleet: &Fleet) {
    for nth in 0..fleet.len() {
        let audit = fleet.audit(nth).await;
        assert_eq!(audit["holds"], true, "{audit}");
    }
}

/// What has happened in a tournament, in order. Each version comes once; and each entry comes, goes out and is paid once, and each round
/// begins and ends once.
pub async fn happened_once(fleet: &Fleet, path: &str) -> Vec<Value> {
    let (mut once, mut after, mut round) = (BTreeSet::new(), json!(0), json!(0));
    let mut all = Vec::new();
    while !after.is_null() {
        let page = fleet.get("", &format!("{path}/history?limit=100&after={after}")).await;
        for change in page["changes"].as_array().unwrap() {
            assert!(once.insert(format!("version {}", change["version"])), "{change}");
            for happened in change["happened"].as_array().unwrap() {
                if happened["type"] == "duplicate_round" || happened["type"] == "match_round" {
                    round = happened["number"].clone();
                }
                for what in what_happens_once(happened, &round) {
                    assert!(once.insert(what), "{happened}");
                }
                all.push(happened.clone());
            }
        }
        after = page["next"].clone();
    }
    assert!(once.contains("finished null null"), "{once:?}");
    all
}

/// What of this may not happen a second time.
fn what_happens_once(happened: &Value, round: &Value) -> Vec<String> {
    let kind = happened["type"].as_str().unwrap();
    match kind {
        "entered"
        | "started"
        | "finished"
        | "prizes_fixed"
        | "prize_paid"
        | "table_opened"
        | "duplicate_round"
        | "match_round"
        | "registration_closed"
        | "won"
        | "bounties_paid"
        | "deal_made"
        | "teams_drawn"
        | "ranked" => {
            vec![format!("{kind} {} {}", happened["entry"], happened["number"])]
        }
        "round_ended" | "match_ended" => vec![format!("{kind} {round} {}", happened["number"])],
        "went_out" => {
            happened["entries"].as_array().unwrap().iter().map(|entry| format!("{kind} {entry}")).collect()
        }
        "team_entered" => {
            happened["players"].as_array().unwrap().iter().map(|player| format!("enters {player}")).collect()
        }
        "partner_entered" => vec![format!("enters {}", happened["player"])],
        _ => Vec::new(),
    }
}
