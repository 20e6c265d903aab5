//! The actions that a viewer tries: legal ones, by their options, and illegal ones.

use serde_json::{Value, json};

/// The legal actions of a viewer, by their own options; if possible, the first discloses none of their cards.
pub fn legal(game: &str, view: &Value) -> Vec<Value> {
    let options = &view["you"]["options"][game];
    if options.is_null() {
        return Vec::new();
    }
    match game {
        "holdem" => holdem(options),
        "doudizhu" => doudizhu(options),
        _ => shengji(options),
    }
}

fn holdem(options: &Value) -> Vec<Value> {
    let mut legal: Vec<Value> = ["check", "fold", "show", "muck"]
        .iter()
        .filter(|kind| options[**kind] == true)
        .map(|kind| json!({"type": kind}))
        .collect();
    if options["call"].is_u64() {
        legal.insert(0, json!({"type": "call"}));
    }
    for size in ["raise_min", "half_pot", "pot", "raise_max"] {
        if options[size].is_u64() {
            legal.push(json!({"type": options["wager"], "to": options[size]}));
        }
    }
    legal
}

fn doudizhu(options: &Value) -> Vec<Value> {
    match options["type"].as_str().unwrap() {
        "bid" => {
            let bids = options["points"].as_array().unwrap();
            bids.iter().map(|points| json!({"type": "bid", "points": points})).collect()
        }
        "play" => {
            let suggested = options["suggested"].as_array().unwrap().iter();
            let mut plays: Vec<Value> =
                suggested.map(|play| json!({"type": "play", "cards": play["cards"]})).collect();
            plays.extend((!options["to_beat"].is_null()).then(|| json!({"type": "pass"})));
            plays
        }
        kind => vec![json!({"type": kind}), json!({"type": "pass"})],
    }
}

fn shengji(options: &Value) -> Vec<Value> {
    let play = |cards: &Value| json!({"type": "play", "cards": cards});
    match options["type"].as_str().unwrap() {
        "declare" => {
            let choices = options["choices"].as_array().unwrap().iter();
            let declare =
                |choice: &Value| json!({"type": "declare", "card": choice["card"], "pair": choice["pair"]});
            std::iter::once(json!({"type": "pass"})).chain(choices.map(declare)).collect()
        }
        "bury" => vec![json!({"type": "bury", "cards": options["suggested"]})],
        // Only the hands of others decide whether a throw stands.
        "lead" => {
            let throws = options["throws"].as_array().unwrap().iter().map(play);
            std::iter::once(play(&options["suggested"])).chain(throws).collect()
        }
        _ => vec![play(&options["suggested"])],
    }
}

/// Mostly illegal actions: out of turn, against the rules, or with cards that they may not have.
pub fn dubious(game: &str) -> Vec<Value> {
    match game {
        "holdem" => vec![
            json!({"type": "check"}),
            json!({"type": "raise", "to": 40}),
            json!({"type": "raise", "to": 1}),
            json!({"type": "show"}),
        ],
        "doudizhu" => vec![
            json!({"type": "play", "cards": ["3s"]}),
            json!({"type": "play", "cards": ["As", "Ah"]}),
            json!({"type": "pass"}),
        ],
        _ => vec![
            json!({"type": "play", "cards": ["3s"]}),
            json!({"type": "play", "cards": ["As", "Ks", "Qs"]}),
            json!({"type": "declare", "card": "2h", "pair": false}),
            json!({"type": "pass"}),
        ],
    }
}

/// An action at a version of the table, only judged or meant.
pub fn body(game: &str, at: u64, action: &Value, dry_run: bool) -> Value {
    json!({"at": at, "action": {game: action}, "dry_run": dry_run})
}

/// All bodies for `/actions`: at the table's own version, behind it and ahead of it. The action to do is last, and
/// none before it would be done.
pub fn bodies(game: &str, view: &Value) -> Vec<Value> {
    let version = view["version"].as_u64().unwrap();
    let (legal, dubious) = (legal(game, view), dubious(game));
    let mut bodies = Vec::new();
    for at in [version, 1, version + 50] {
        bodies.extend(legal.iter().chain(&dubious).map(|action| body(game, at, action, true)));
    }
    for at in [1, version + 50] {
        bodies.extend(legal.iter().chain(&dubious).map(|action| body(game, at, action, false)));
    }
    if legal.is_empty() {
        bodies.extend(dubious.iter().map(|action| body(game, version, action, false)));
    }
    bodies.extend(legal.first().map(|action| body(game, version, action, false)));
    bodies
}
