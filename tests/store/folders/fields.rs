//! Fields that this release does not know: stored data is read without them and changes nothing; a request with one
//! is refused.

use serde_json::{Map, Value, json};

use super::answers::assert_same_answers;
use super::rows::{self, JSON_COLUMNS};
use super::today::Then;
use super::{Folder, Opened};

/// The names of variants that are written as an object with one member, which cannot have another field beside it.
const VARIANTS: [&str; 6] = ["holdem", "doudizhu", "shengji", "hand", "table", "substitutes"];

/// Adds these fields to every object that has none of that name.
fn add_everywhere(value: &mut Value, fields: &Map<String, Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| add_everywhere(item, fields)),
        Value::Object(members) => {
            members.values_mut().for_each(|member| add_everywhere(member, fields));
            let is_variant = members.len() == 1 && members.keys().all(|name| VARIANTS.contains(&&**name));
            if !is_variant {
                for (name, field) in fields {
                    members.entry(name.clone()).or_insert_with(|| field.clone());
                }
            }
        }
        _ => {}
    }
}

/// Opens the folder with these fields in every stored object, and compares the answers with those without them.
async fn assert_ignored(folder: &Folder, fields: &Value) {
    for (table, column) in JSON_COLUMNS {
        rows::rewrite(folder, table, column, |value| add_everywhere(value, fields.as_object().unwrap()))
            .await;
    }
    let opened = folder.open().await;
    assert_eq!(assert_same_answers(&opened, |_| true).await, opened.recorded.answers.len());
    opened.audit().await;
    opened.close().await;
}

/// What a release yet to come may have: flags, numbers, cards, and something deep.
fn of_tomorrow() -> Value {
    json!({
        "from_tomorrow": true, "release": 9, "joker_cards": ["X1", "As"],
        "deep": {"seat": 0, "cards": ["Kd"], "more": [{"amount": 5}, null]},
    })
}

#[tokio::test]
async fn fields_of_a_later_release_are_ignored() {
    let folder = Folder::copy(1);
    folder.open().await.close().await;
    assert_ignored(&folder, &of_tomorrow()).await;
}

#[tokio::test]
async fn unknown_fields_survive_the_migration_and_change_nothing() {
    assert_ignored(&Folder::copy(1), &of_tomorrow()).await;
}

/// Fields that had a meaning once, at the objects that have none for them now.
#[tokio::test]
async fn fields_of_an_earlier_release_mean_nothing_any_more() {
    let folder = Folder::copy(1);
    folder.open().await.close().await;
    let fields = json!({
        "asks": [{"seat": 0, "since": 1, "clock": null}], "pause": {"until": "2026-11-21T22:09:46Z", "waits_for": "deal"},
        "straddles": true, "auto_pass": true, "on": true,
        "equity": {"seats": [{"seat": 0, "win": 1, "tie": 0}], "total": 1},
    });
    // A pause in seconds is a rule of Hold'em and of Shengji today, so it is put where it has been: beside the game.
    rows::rewrite(&folder, "tables", "options", |options| {
        for pause in ["showdown_seconds", "card_millis", "declaring_seconds"] {
            options[pause] = json!(1);
        }
    })
    .await;
    for (table, column) in [("tables", "state"), ("changes", "body")] {
        rows::rewrite(&folder, table, column, |value| add_everywhere(value, fields.as_object().unwrap()))
            .await;
    }
    let opened = folder.open().await;
    assert_eq!(assert_same_answers(&opened, |_| true).await, opened.recorded.answers.len());
    opened.close().await;
}

/// The paths of all objects within a value, and how each is written in a problem.
fn objects(value: &Value, pointer: &str, path: &str, found: &mut Vec<(String, String)>) {
    if let Value::Object(members) = value {
        found.push((pointer.to_owned(), path.to_owned()));
        for (name, member) in members {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            objects(member, &format!("{pointer}/{name}"), &path, found);
        }
    }
}

/// Sends an unknown field in each object of the body; each is refused, with its path unless the object is a
/// choice of one thing.
async fn assert_refused(opened: &Opened, by: &str, path: &str, body: &Value) -> usize {
    let mut places = Vec::new();
    objects(body, "", "", &mut places);
    for (pointer, place) in &places {
        let mut asked = body.clone();
        let object = asked.pointer_mut(pointer).unwrap().as_object_mut().unwrap();
        let is_choice = object.len() == 1 && object.keys().all(|name| VARIANTS.contains(&&**name));
        object.insert("from_tomorrow".to_owned(), json!(true));
        let problem = opened.client(Some(by)).post(path, asked).await.refused(400, "malformed_body");
        if !is_choice {
            let got = problem["path"].as_str().unwrap();
            assert!(got.starts_with(place.as_str()), "{got} is not within {place}");
        }
    }
    places.len()
}

#[tokio::test]
async fn a_request_with_an_unknown_field_is_refused() {
    let folder = Folder::copy(1);
    let opened = folder.open().await;
    let then = Then::of(&opened.recorded);
    let before = opened.client(Some("Ada")).get("/v1/tables?limit=100").await.ok();
    let mut refused = 0;
    for path in opened.tables() {
        let got = opened.recorded.answers.iter().find(|got| got.path == path && got.status == 200).unwrap();
        let options = then.today(&got.body)["options"].take();
        refused += assert_refused(&opened, "Ada", "/v1/tables", &options).await;
    }
    let table = opened.recorded.keyed[1].path.trim_end_matches("/seats/me/top-up");
    let action = json!({"at": 62, "action": {"holdem": {"type": "fold"}}});
    refused += assert_refused(&opened, "Dan", &format!("{table}/actions"), &action).await;
    refused += assert_refused(&opened, "Dan", &format!("{table}/seats"), &json!({"buy_in": 200})).await;
    assert!(refused > 50, "{refused}");
    assert_eq!(opened.client(Some("Ada")).get("/v1/tables?limit=100").await.ok(), before);
    opened.close().await;
}
