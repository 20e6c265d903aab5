//! Somebody who plays a hand among computer players, through the API alone.

use std::time::Duration;

use serde_json::{Value, json};

use crate::choice::choice;
use crate::house::{Client, House};

/// Plays until a hand is over, beginning with one that is still to be dealt or goes on; the table then.
pub async fn play(house: &House, person: &Client, path: &str) -> Value {
    play_some(house, person, path, usize::MAX).await
}

/// The same, for at most so many decisions of this person.
pub async fn play_some(house: &House, person: &Client, path: &str, mut decisions: usize) -> Value {
    let before = person.get(path).await.ok()["last_hand"].take();
    for _ in 0..20_000 {
        let table = person.get(path).await.ok();
        if table["last_hand"] != before || decisions == 0 {
            return table;
        }
        let mine = table["you"]["seat"].clone();
        let asked = table["hand"]["decisions"].as_array().cloned().unwrap_or_default();
        let asked = asked.iter().any(|decision| decision["seat"] == mine && decision["clock"].is_object());
        if asked {
            let action = json!({ "at": table["version"], "action": choice(&table["you"]["options"]) });
            let reply = person.post(&format!("{path}/actions"), action).await;
            assert!(reply.status == 200 || reply.body["code"] == "stale", "{}: {}", reply.text, table["you"]);
            decisions -= 1;
        } else {
            house.clock.advance(1);
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    panic!("the hand never ended: {}", person.get(path).await.ok());
}
