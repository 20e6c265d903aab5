//! An answer of an older release in today's form: every change of the wire is written down here, and nothing else has
//! changed.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Recorded;

/// The first folder that was written after pauses, wishes and equity had become their game's own.
const ROOMS: u32 = 2;

/// The first folder that was written with all of today's members.
const COMPUTERS: u32 = 3;

/// A recording, in the words of its release.
pub struct Then {
    /// The number of its folder.
    number: u32,
    /// The options of its tables.
    options: BTreeMap<String, Value>,
    /// The names of its players at its end, by identifier.
    names: BTreeMap<String, Value>,
}

impl Then {
    pub fn of(recorded: &Recorded) -> Self {
        let views = recorded.answers.iter().map(|got| &got.body);
        let tables = views.filter(|body| body["options"].is_object() && body["chairs"].is_array());
        let options = tables.map(|body| (body["id"].as_str().unwrap().to_owned(), body["options"].clone()));
        let players = recorded.answers.iter().map(|got| &got.body).filter(|body| body.get("login").is_some());
        let names = players.map(|body| (body["id"].as_str().unwrap().to_owned(), body["name"].clone()));
        Self { number: recorded.number, options: options.collect(), names: names.collect() }
    }

    /// An answer of its release in today's form.
    pub fn today(&self, got: &Value) -> Value {
        if self.number >= COMPUTERS {
            return versioned(got);
        }
        let mut got = got.clone();
        // If a hand is alone, its table has its pauses.
        if self.number < ROOMS && got.get("rules").is_some() {
            let options = self.options[got["table"].as_str().unwrap()].clone();
            let rules = got["rules"].take();
            got["rules"] = options_today(&json!({"game": rules}), &options)["game"].take();
        }
        change(&mut got, self.number);
        self.rename(&mut got);
        got
    }
}

impl Then {
    /// Logs have today's names; a chair keeps the name that its player sat down with.
    fn rename(&self, got: &mut Value) {
        match got {
            Value::Array(items) => items.iter_mut().for_each(|item| self.rename(item)),
            Value::Object(members) => {
                let is_chair = members.contains_key("newcomer");
                let now = members.get("player").and_then(Value::as_str).and_then(|id| self.names.get(id));
                if let (Some(name), Some(now), false) = (members.get_mut("name"), now, is_chair) {
                    name.clone_from(now);
                }
                members.values_mut().for_each(|member| self.rename(member));
            }
            // A hand's file; and the player who took another name while the folders were recorded.
            Value::String(text) if text.starts_with("variant = ") => {
                *text = text.replace("\"Bob\"", "\"Robert\"");
            }
            _ => {}
        }
    }
}

/// Changes everything within an answer that is written otherwise today.
fn change(got: &mut Value, folder: u32) {
    match got {
        Value::Array(items) => items.iter_mut().for_each(|item| change(item, folder)),
        Value::Object(members) => {
            change_members(members);
            if folder < ROOMS {
                change_members_of_before_rooms(members);
            }
            members.values_mut().for_each(|member| change(member, folder));
        }
        _ => {}
    }
}

/// An answer of today without presence and the time, which have no version. Followers now get the current table too,
/// which has an answer of its own.
pub fn versioned(got: &Value) -> Value {
    fn without(got: &mut Value) {
        match got {
            Value::Array(items) => items.iter_mut().for_each(without),
            Value::Object(members) => {
                let is_message = members.contains_key("changes") && members.contains_key("now");
                members.retain(|name, _| {
                    name != "now" && name != "presence" && !(is_message && (name == "id" || name == "table"))
                });
                members.values_mut().for_each(without);
            }
            _ => {}
        }
    }
    let mut got = got.clone();
    without(&mut got);
    got
}

fn change_members(members: &mut Map<String, Value>) {
    // Followers ask again after the last change.
    if members.contains_key("changes") && members.contains_key("next") {
        members.remove("next");
        members.remove("version");
    }
    // A problem's type leads to its description.
    if let Some(Value::String(kind)) = members.get_mut("type")
        && let Some(code) = kind.strip_prefix("urn:cardroom:problem:")
    {
        *kind = format!("/errors/{code}");
    }
    // Times have three decimals.
    for time in members.values_mut() {
        let exact = time.as_str().and_then(|text| text.parse::<jiff::Timestamp>().ok());
        if let Some(exact) = exact {
            *time = json!(format!("{exact:.3}"));
        }
    }
}

fn change_members_of_before_rooms(members: &mut Map<String, Value>) {
    // A ledger's rows are movements, as everywhere.
    if let Some(entries) = members.remove("entries") {
        members.insert("movements".to_owned(), entries);
    }
    // Pauses are options of the game that has them.
    if let Some(options) = members.get_mut("options").filter(|options| options.get("game").is_some()) {
        *options = options_today(options, &options.clone());
    }
    // The wishes of a seat are one member, of its game's own type; absent until it has set some.
    if members.contains_key("straddles")
        && let (Some(straddles), Some(auto_pass)) = (members.remove("straddles"), members.remove("auto_pass"))
    {
        let wishes = match (straddles == true, auto_pass == true) {
            (true, _) => json!({"holdem": {"straddle": true}}),
            (_, true) => json!({"doudizhu": {"auto_pass": true}}),
            _ => Value::Null,
        };
        members.insert("wishes".to_owned(), wishes);
    }
    // And so is the seen form.
    if let Some(table) = members.get_mut("table").filter(|event| event.get("on").is_some()) {
        let wishes = match table["type"].as_str() {
            Some("straddles") => json!({"holdem": {"straddle": table["on"]}}),
            Some("auto_pass") => json!({"doudizhu": {"auto_pass": table["on"]}}),
            other => panic!("{other:?}"),
        };
        *table = json!({"type": "wished", "seat": table["seat"], "wishes": wishes});
    }
    // The equity of tabled hands is an event of the hand.
    if members.get("equity").is_some_and(Value::is_object)
        && let Some(mut equity) = members.remove("equity")
    {
        equity["type"] = json!("equity");
        members.insert("hand".to_owned(), json!({"holdem": equity}));
    }
}

/// A table's options with its pauses, as they were `then`, in the game's own form; and with the options that games
/// have got since.
fn options_today(options: &Value, then: &Value) -> Value {
    let mut today = options.clone();
    let members = today.as_object_mut().unwrap();
    for pause in ["showdown_seconds", "card_millis", "declaring_seconds"] {
        members.remove(pause);
    }
    for (game, rules) in members["game"].as_object_mut().unwrap() {
        match game.as_str() {
            "holdem" => {
                rules["showdown_seconds"] = then["showdown_seconds"].clone();
                // A new option, off at older tables.
                rules["table_all_ins"] = json!(false);
            }
            "doudizhu" => {
                rules["card_millis"] = then["card_millis"].clone();
                rules["showing_seconds"] = then["declaring_seconds"].clone();
                // An absent value is sent as null, as everywhere.
                if rules["wings"].get("forbid").is_none() {
                    rules["wings"]["forbid"] = Value::Null;
                }
            }
            "shengji" => {
                rules["card_millis"] = then["card_millis"].clone();
                rules["declaring_seconds"] = then["declaring_seconds"].clone();
            }
            other => panic!("{other}"),
        }
    }
    today
}

/// Members of which release 1 kept no record: each has to be there, and is removed before the rest is compared. Each
/// is listed with members beside it, by which its object is known.
const SINCE: [(&str, &[&str]); 25] = [
    ("avatar", &["login", "created_at"]),
    ("refill", &["login", "created_at"]),
    ("tag", &["newcomer", "leaving"]),
    ("avatar", &["newcomer", "leaving"]),
    ("bots", &["pots", "stacks_off"]),
    ("computer", &["seat", "player", "name", "chips"]),
    ("next", &["newcomer", "leaving"]),
    ("fills_at", &["closes_at", "chairs"]),
    ("paused", &["closes_at", "chairs"]),
    ("waiting", &["closes_at", "chairs"]),
    ("banned", &["closes_at", "chairs"]),
    ("next_options", &["closes_at", "chairs"]),
    ("seated", &["free_seats", "in_hand"]),
    ("watching", &["free_seats", "in_hand"]),
    ("bots", &["min_buy_in", "max_buy_in"]),
    ("bot_pace", &["min_buy_in", "max_buy_in"]),
    ("fill_with_bots", &["min_buy_in", "max_buy_in"]),
    ("last_result", &["last_hand", "chairs"]),
    ("awards", &["boards", "pots"]),
    ("last_action", &["seat", "stack"]),
    ("wager", &["raise_min", "raise_max"]),
    ("half_pot", &["raise_min", "raise_max"]),
    ("two_thirds_pot", &["raise_min", "raise_max"]),
    ("pot", &["raise_min", "raise_max"]),
    ("views", &["root", "rules", "changes"]),
];

/// The same, of which the release of no folder kept a record.
const SINCE_ALL: [(&str, &[&str]); 21] = [
    ("typical_hand_seconds", &["closes_at", "chairs"]),
    ("session_net", &["newcomer", "leaving"]),
    ("started_at", &["decisions", "goes_on_at"]),
    ("preferences", &["seat", "options", "invite_code"]),
    ("stake", &["stage", "void_deals"]),
    ("rocket", &["stage", "void_deals"]),
    ("bombs", &["open_factor", "plays"]),
    ("count", &["declarations", "kitty"]),
    ("returned", &["boards", "pots"]),
    ("host_name", &["closes_at", "chairs"]),
    ("host_name", &["free_seats", "in_hand"]),
    ("absent", &["min_buy_in", "max_buy_in"]),
    ("levels", &["min_buy_in", "max_buy_in"]),
    ("rated", &["min_buy_in", "max_buy_in"]),
    ("ratings", &["friendship", "created_at"]),
    ("tournaments", &["pots", "stacks_off"]),
    ("tournaments", &["figures", "open_to"]),
    ("kept", &["seat", "options", "invite_code"]),
    ("reveal", &["force_landlord", "wild"]),
    ("why", &["singles", "suggested"]),
    ("why", &["must", "suggested"]),
];

/// From this folder on, a trick in play names the seat whose play wins it so far.
const WINNING: u32 = 4;

/// An answer of today without the members that are newer than a folder.
pub fn without_what_is_new(folder: u32, got: &mut Value) {
    match got {
        Value::Array(items) => items.iter_mut().for_each(|item| without_what_is_new(folder, item)),
        Value::Object(members) => {
            let since = if folder < COMPUTERS { SINCE.as_slice() } else { &[] };
            for (name, beside) in since.iter().chain(&SINCE_ALL) {
                if beside.iter().all(|member| members.contains_key(*member)) {
                    assert!(members.remove(*name).is_some(), "{name} is missing: {members:?}");
                }
            }
            if members.get("type").is_some_and(|kind| kind == "bury") && members.contains_key("count") {
                assert!(members.remove("why").is_some(), "why is missing: {members:?}");
            }
            // A hint has the cards that it leaves whole.
            for hint in members.get_mut("suggested").and_then(Value::as_array_mut).into_iter().flatten() {
                if let Some(hint) = hint.as_object_mut() {
                    assert!(hint.remove("keeps").is_some(), "keeps is missing: {hint:?}");
                }
            }
            if folder < WINNING
                && let Some(winner) = members.get_mut("trick").and_then(|trick| trick.get_mut("winner"))
            {
                *winner = Value::Null;
            }
            members.values_mut().for_each(|member| without_what_is_new(folder, member));
        }
        _ => {}
    }
}
