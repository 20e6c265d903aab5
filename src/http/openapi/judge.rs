//! Holds what is asked against the description: what it forbids is refused, also where the type that takes it would let
//! it pass.

use serde_json::{Map, Value};

use super::names::{Schemas, target};

/// Something that the description forbids.
#[derive(Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// Where; it begins with a dot, or with the place in a list.
    pub path: String,
    /// What it must be.
    pub must: String,
}

/// 2^53 − 1: as far as every client can count.
pub const MOST: u64 = (1 << 53) - 1;

/// The most that a number of 32 bits may be, as the description has it.
pub const MOST_OF_A_WORD: u64 = (1 << 31) - 1;

/// The description of the body that an operation takes.
pub fn body<'a>(document: &'a Value, method: &str, path: &str) -> Option<&'a Value> {
    let operation = document["paths"].get(path)?.get(method.to_ascii_lowercase())?;
    operation["requestBody"]["content"]["application/json"].get("schema")
}

/// The most that a parameter of an operation's query may be, where it is a number.
pub fn most(document: &Value, method: &str, path: &str, name: &str) -> Option<u64> {
    let operation = document["paths"].get(path)?.get(method.to_ascii_lowercase())?;
    let mut parameters = operation["parameters"].as_array()?.iter();
    let found = parameters.find(|parameter| parameter["in"] == "query" && parameter["name"] == name)?;
    found["schema"]["maximum"].as_u64()
}

/// The first thing in a value that is forbidden.
pub fn forbidden(document: &Value, schema: &Value, given: &Value) -> Option<Forbidden> {
    let schemas = document["components"]["schemas"].as_object()?;
    judge(schemas, schema, given)
}

fn judge(schemas: &Schemas, schema: &Value, given: &Value) -> Option<Forbidden> {
    if let Some(named) = target(schema).and_then(|name| schemas.get(name)) {
        return judge(schemas, named, given);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        return among(schemas, schema, choices, given);
    }
    if let Some(found) = wrong_kind(schema, given) {
        return Some(found);
    }
    match given {
        Value::Object(members) => members_of(schemas, schema, members),
        Value::Array(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(place, item)| {
                judge(schemas, &schema["items"], item).map(|found| below(&format!("[{place}]"), found))
            })
        }
        _ => None,
    }
}

/// The choice that is meant is judged alone: by its tag, or as the one that has what is there.
fn among(schemas: &Schemas, schema: &Value, choices: &[Value], given: &Value) -> Option<Forbidden> {
    let tag = schema["discriminator"]["propertyName"].as_str();
    let tagged = tag.and_then(|tag| schema["discriminator"]["mapping"].get(given.get(tag)?.as_str()?));
    if let Some(meant) = tagged.and_then(Value::as_str).and_then(|to| schemas.get(to.rsplit('/').next()?)) {
        return judge(schemas, meant, given);
    }
    let mut found = None;
    for choice in choices {
        // What lies deepest was the choice that is meant.
        let wrong = judge(schemas, choice, given)?;
        if found.as_ref().is_none_or(|other: &Forbidden| other.path.len() < wrong.path.len()) {
            found = Some(wrong);
        }
    }
    found
}

fn members_of(schemas: &Schemas, schema: &Value, members: &Map<String, Value>) -> Option<Forbidden> {
    let described = schema["properties"].as_object();
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|name| !members.contains_key(*name)) {
        return Some(must(format!("have a field `{missing}`")));
    }
    members.iter().find_map(|(name, member)| match described.and_then(|described| described.get(name)) {
        Some(schema) => judge(schemas, schema, member).map(|found| below(&format!(".{name}"), found)),
        None if schema["additionalProperties"] == false => {
            Some(below(&format!(".{name}"), must("not be here: there is no such field")))
        }
        None => None,
    })
}

fn wrong_kind(schema: &Value, given: &Value) -> Option<Forbidden> {
    let is = |kind: &Value| match kind.as_str().unwrap_or_default() {
        "null" => given.is_null(),
        "boolean" => given.is_boolean(),
        "integer" => given.is_i64() || given.is_u64(),
        "number" => given.is_number(),
        "string" => given.is_string(),
        "array" => given.is_array(),
        "object" => given.is_object(),
        _ => true,
    };
    let kinds = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.as_slice(),
        Some(kind) => std::slice::from_ref(kind),
        None => &[],
    };
    if !kinds.is_empty() && !kinds.iter().any(is) {
        let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
        return Some(must(format!("be of type {}", kinds.join(" or "))));
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(given)) {
        return Some(must("be one of the words that it may be"));
    }
    if schema["maximum"] == MOST_OF_A_WORD && given.as_u64().is_some_and(|given| given > MOST_OF_A_WORD) {
        return Some(must(format!("be at most {MOST_OF_A_WORD}")));
    }
    // Other bounds are judged where they are known best, by the options and the rules, whose refusals say more.
    None
}

fn must(must: impl Into<String>) -> Forbidden {
    Forbidden { path: String::new(), must: must.into() }
}

fn below(place: &str, found: Forbidden) -> Forbidden {
    Forbidden { path: format!("{place}{}", found.path), ..found }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::forbidden;

    fn document() -> Value {
        json!({ "components": { "schemas": {
            "Play": {
                "oneOf": [{ "$ref": "#/components/schemas/Bet" }, { "$ref": "#/components/schemas/Fold" }],
                "discriminator": {
                    "propertyName": "type",
                    "mapping": { "bet": "#/components/schemas/Bet", "fold": "#/components/schemas/Fold" },
                },
            },
            "Bet": {
                "type": "object", "additionalProperties": false, "required": ["type", "to"],
                "properties": { "type": { "enum": ["bet"] }, "to": { "type": "integer" } },
            },
            "Fold": {
                "type": "object", "additionalProperties": false, "required": ["type"],
                "properties": { "type": { "enum": ["fold"] } },
            },
        } } })
    }

    #[test]
    fn what_the_description_forbids_is_told_with_its_place() {
        let plays = json!({ "type": "array", "items": { "$ref": "#/components/schemas/Play" } });
        let path = |given: Value| forbidden(&document(), &plays, &given).map(|found| found.path);
        assert_eq!(path(json!([{ "type": "fold" }, { "type": "bet", "to": 10 }])), None);
        assert_eq!(path(json!([{ "type": "bet", "to": "11" }])), Some("[0].to".to_owned()));
        assert_eq!(path(json!([{ "type": "fold", "to": 1 }])), Some("[0].to".to_owned()));
        assert_eq!(path(json!([{ "type": "fold" }, ["bet", 1]])), Some("[1]".to_owned()));
        assert_eq!(path(json!({ "0": 1 })), Some(String::new()));
    }
}
