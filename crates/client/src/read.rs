//! Reading the answers of a server that may be newer than this program. A part that the shared types cannot hold stays
//! JSON, and the screen names it.

use cardroom_api::table::change::SeenEvent;
use cardroom_api::table::view::{HandResult, HandView, TableView};
use cardroom_rules::games::any::AnyOptions;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::look::plain;

/// A value of a shared type, or its JSON if only a newer program can read it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Read<T> {
    /// It was read.
    Known(T),
    /// It cannot be read.
    Unknown(Value),
}

impl<T> Read<T> {
    /// The value, if it was read.
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown(_) => None,
        }
    }
}

/// The values that were read, and the name of the first one that only a newer program can read.
pub fn known<T>(values: Vec<Read<T>>) -> (Vec<T>, Option<String>) {
    let (mut all, mut newer) = (Vec::new(), None);
    for value in values {
        match value {
            Read::Known(value) => all.push(value),
            Read::Unknown(json) => newer = newer.or_else(|| Some(name_in(&json))),
        }
    }
    (all, newer)
}

/// The name of a table or of a game in a list.
fn name_in(json: &Value) -> String {
    let names = ["/options/name", "/table/options/name", "/game"];
    let name = names.into_iter().find_map(|place| json.pointer(place)?.as_str());
    plain(name.unwrap_or("?"))
}

/// A `SeenChange` of a table, as far as the log shows it. Each event is read alone.
#[derive(Clone, Debug, Deserialize)]
pub struct Change {
    /// Its version.
    pub version: u64,
    /// The events, in order.
    pub events: Vec<Read<SeenEvent>>,
}

/// Whether JSON is a value of a shared type.
type IsReadable = fn(&Value) -> bool;

/// The parts of a table that may be missing when the rest is drawn: their names and places.
const PARTS: [(&str, &str, IsReadable); 3] = [
    ("options", "/you/options", is_readable::<AnyOptions>),
    ("hand", "/hand", is_readable::<HandView>),
    ("last_result", "/last_result", is_readable::<HandResult>),
];

/// A table, as far as this program can read it.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Value")]
pub struct ReadTable {
    /// The table.
    pub id: String,
    /// The table, without the parts that only a newer program can read; absent if too little can be read.
    pub view: Option<Box<TableView>>,
    /// The name of a part that only a newer program can read.
    pub newer: Option<String>,
}

impl From<Value> for ReadTable {
    fn from(mut json: Value) -> Self {
        let id = json["id"].as_str().unwrap_or_default().to_owned();
        if let Ok(view) = TableView::deserialize(&json) {
            return Self { id, view: Some(Box::new(view)), newer: None };
        }
        let mut newer = None;
        for (name, place, is_readable) in PARTS {
            if let Some(part) = json.pointer_mut(place).filter(|part| !part.is_null() && !is_readable(part)) {
                newer.get_or_insert_with(|| type_in(part).unwrap_or(name).to_owned());
                *part = Value::Null;
            }
        }
        match serde_json::from_value(json) {
            Ok(view) => Self { id, view: Some(view), newer },
            Err(_) => Self { id, view: None, newer: Some("table".to_owned()) },
        }
    }
}

fn is_readable<T: DeserializeOwned>(json: &Value) -> bool {
    T::deserialize(json).is_ok()
}

/// The `type` of a value that is tagged by its game, or otherwise: `sing` of `{"doudizhu": {"type": "sing"}}`.
pub fn type_in(json: &Value) -> Option<&str> {
    let members = json.as_object()?;
    match members.get("type") {
        Some(name) => name.as_str(),
        None => type_in(members.values().next()?),
    }
}

/// The name of a variant in the API. The keys of its texts have it.
pub fn name_of(variant: &impl Serialize) -> String {
    match serde_json::to_value(variant) {
        Ok(Value::String(name)) => name,
        Ok(json) => type_in(&json).unwrap_or("?").to_owned(),
        Err(_) => "?".to_owned(),
    }
}
