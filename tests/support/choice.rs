//! What somebody who plays through the API alone may do.

#![allow(dead_code, reason = "each test takes what it needs")]

use serde_json::{Value, json};

/// Something that may be done.
pub fn choice(options: &Value) -> Value {
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
