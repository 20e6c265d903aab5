//! A person who plays a hand among computer players, through the API alone.

use std::time::Duration;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::choice::choice;
use crate::server::{Client, TestServer};

/// Plays until a hand is over: the one in play, or the next one that is dealt. Returns the table then.
pub async fn play(server: &TestServer, person: &Client, path: &str) -> Value {
    play_some(server, person, path, usize::MAX).await
}

/// The same, but makes at most this many decisions. If another one is wanted, the hand waits for it, and the table is returned.
pub async fn play_some(server: &TestServer, person: &Client, path: &str, mut decisions: usize) -> Value {
    let before = person.get(path).await.ok()["last_hand"].take();
    for _ in 0..20_000 {
        let table = person.get(path).await.ok();
        if table["last_hand"] != before {
            return table;
        }
        if !is_asked(&table) {
            // Not faster: the computers think in the machine's time, and declare only while cards are dealt.
            server.clock.advance_by(SignedDuration::from_millis(100));
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        }
        if decisions == 0 {
            return table;
        }
        let action = json!({ "at": table["version"], "action": choice(&table["you"]["options"]) });
        let reply = person.post(&format!("{path}/actions"), action).await;
        assert!(reply.status == 200 || reply.body["code"] == "stale", "{}: {}", reply.text, table["you"]);
        decisions -= 1;
    }
    panic!("the hand never ended: {}", person.get(path).await.ok());
}

/// Whether it is the turn of the person whose view this is.
pub fn is_asked(table: &Value) -> bool {
    let decisions = table["hand"]["decisions"].as_array();
    let mine = |decision: &Value| decision["seat"] == table["you"]["seat"] && decision["clock"].is_object();
    decisions.is_some_and(|decisions| decisions.iter().any(mine))
}
