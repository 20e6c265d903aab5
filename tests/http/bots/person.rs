//! Somebody who plays a hand among computer players, through the API alone.

use std::time::Duration;

use serde_json::{Value, json};

use crate::house::{Client, House};

/// Something that may be done.
fn choice(options: &Value) -> Value {
    if let Some(options) = options.get("holdem") {
        let kind = if options["run_twice"] == true {
            return json!({"holdem": {"type": "run_twice", "agree": true}});
        } else if options["show"] == true {
            "show"
        } else if options["check"] == true {
            "check"
        } else if options["call"].is_number() {
            "call"
        } else {
            "fold"
        };
        return json!({"holdem": { "type": kind }});
    }
    if let Some(options) = options.get("doudizhu") {
        let action = match (options["type"].as_str().unwrap(), &options["suggested"][0]) {
            ("bid", _) => json!({ "type": "bid", "points": options["points"][0] }),
            ("call", _) => json!({ "type": "call" }),
            ("play", Value::Object(play)) => json!({
                "type": "play", "cards": play["cards"],
                "as": { "kind": play["reading"]["kind"], "main": play["reading"]["main"] },
            }),
            _ => json!({ "type": "pass" }),
        };
        return json!({ "doudizhu": action });
    }
    let options = &options["shengji"];
    let action = match options["type"].as_str().unwrap() {
        "declare" if options["choices"][0].is_object() && options["standing"].is_null() => {
            let declared = &options["choices"][0];
            json!({ "type": "declare", "card": declared["card"], "pair": declared["pair"] })
        }
        "declare" => json!({ "type": "pass" }),
        "bury" => json!({ "type": "bury", "cards": options["suggested"] }),
        _ => json!({ "type": "play", "cards": options["suggested"] }),
    };
    json!({ "shengji": action })
}

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
