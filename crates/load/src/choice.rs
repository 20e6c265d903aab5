//! What a client that plays through the API alone may do.

use serde_json::{Value, json};

/// An action that these options allow, for the game that they name; `None` if this client knows none of it.
pub fn choice(options: &Value) -> Option<Value> {
    if let Some(options) = options.get("holdem") {
        return Some(json!({ "holdem": of_holdem(options) }));
    }
    if let Some(options) = options.get("doudizhu") {
        return Some(json!({ "doudizhu": of_doudizhu(options)? }));
    }
    Some(json!({ "shengji": of_shengji(options.get("shengji")?)? }))
}

fn of_holdem(options: &Value) -> Value {
    if options["run_twice"] == true {
        return json!({"type": "run_twice", "agree": true});
    }
    let kind = if options["show"] == true {
        "show"
    } else if options["check"] == true {
        "check"
    } else if options["call"].is_number() {
        "call"
    } else {
        "fold"
    };
    json!({ "type": kind })
}

fn of_doudizhu(options: &Value) -> Option<Value> {
    Some(match (options["type"].as_str()?, &options["suggested"][0]) {
        ("bid", _) => json!({ "type": "bid", "points": options["points"][0] }),
        ("call", _) => json!({ "type": "call" }),
        ("play", Value::Object(play)) => {
            let reading = play.get("reading")?;
            json!({
                "type": "play", "cards": play.get("cards")?,
                "as": { "kind": reading["kind"], "main": reading["main"] },
            })
        }
        _ => json!({ "type": "pass" }),
    })
}

fn of_shengji(options: &Value) -> Option<Value> {
    Some(match options["type"].as_str()? {
        "declare" if options["choices"][0].is_object() && options["standing"].is_null() => {
            let declared = &options["choices"][0];
            json!({ "type": "declare", "card": declared["card"], "pair": declared["pair"] })
        }
        "declare" => json!({ "type": "pass" }),
        "bury" => json!({ "type": "bury", "cards": options["suggested"] }),
        _ => json!({ "type": "play", "cards": options["suggested"] }),
    })
}
