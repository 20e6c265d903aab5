//! Separate schemas for requests and responses. A request may leave out members with a default, and must not have unknown members. A
//! response has all members, and may have more in the future.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::names::{everywhere, reached};
use crate::http::schema::reference::{Schemas, reference};

/// The schema that responses return as requests sent it.
const SENT_BACK: &str = "GameAction";

/// Gives requests their own schemas for types that responses have as well.
pub fn part_from_answers(document: &mut Value) {
    let Some(Value::Object(schemas)) = document.pointer("/components/schemas") else { return };
    let (asked, answered) =
        (bodies(document, "requestBody", schemas), bodies(document, "responses", schemas));
    let both = asked.intersection(&answered).filter(|name| has_members(name, schemas));
    let same = reached(&json!({ "$ref": reference(SENT_BACK) }), schemas);
    let both: BTreeSet<String> = both.filter(|name| !same.contains(*name)).cloned().collect();
    let mut forms: Vec<(String, Value)> = vec![];
    for name in &asked {
        let Some(mut form) = schemas.get(name).cloned() else { continue };
        everywhere(&mut form, &mut |part| ask(part, &both));
        everywhere(&mut form, &mut describe_default);
        if form["type"] == "object" {
            form["additionalProperties"] = false.into();
        }
        forms.push((if both.contains(name) { asked_name(name) } else { name.clone() }, form));
    }
    for name in answered.iter().filter(|name| both.contains(*name) || !asked.contains(*name)) {
        let Some(mut form) = schemas.get(name).cloned() else { continue };
        everywhere(&mut form, &mut |part| {
            if is_schema(part) {
                part.remove("default");
            }
        });
        everywhere(&mut form, &mut always_there);
        forms.push((name.clone(), form));
    }
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        schemas.extend(forms);
    }
    let Some(Value::Object(paths)) = document.get_mut("paths") else { return };
    let operations = paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut);
    for body in operations.filter_map(|operation| operation.get_mut("requestBody")) {
        everywhere(body, &mut |part| ask(part, &both));
    }
}

/// Removes schemas that nothing refers to.
pub fn forget_unused(document: &mut Value) {
    let Some(Value::Object(schemas)) = document.pointer("/components/schemas") else { return };
    let used = document.get("paths").map(|paths| reached(paths, schemas)).unwrap_or_default();
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        schemas.retain(|name, _| used.contains(name));
    }
}

/// The schemas that this part of any operation refers to.
fn bodies(document: &Value, part: &str, schemas: &Schemas) -> BTreeSet<String> {
    let paths = document["paths"].as_object().into_iter().flat_map(Map::values);
    let operations = paths.filter_map(Value::as_object).flat_map(Map::values);
    operations.filter_map(|operation| operation.get(part)).flat_map(|body| reached(body, schemas)).collect()
}

/// Whether a schema is an object or a union. Strings and numbers are the same in both directions.
fn has_members(name: &str, schemas: &Schemas) -> bool {
    let Some(schema) = schemas.get(name) else { return false };
    schema["type"] == "object" || schema["oneOf"].is_array()
}

fn asked_name(name: &str) -> String {
    format!("New{name}")
}

/// Makes references point to the schemas of requests.
fn ask(part: &mut Map<String, Value>, both: &BTreeSet<String>) {
    let rename = |value: &mut Value| {
        let name = value.as_str().and_then(|to| to.rsplit('/').next()).filter(|name| both.contains(*name));
        if let Some(name) = name.map(asked_name) {
            *value = reference(&name).into();
        }
    };
    part.get_mut("$ref").map(rename);
    if part.contains_key("propertyName")
        && let Some(Value::Object(mapping)) = part.get_mut("mapping")
    {
        mapping.values_mut().for_each(rename);
    }
}

/// The end of a member's description if a response leaves it out for its default. Earlier releases did not know the member, and what
/// they stored and answered stays as it was.
const LEFT_OUT: [&str; 2] = ["Left out if false.", "Left out if there is none."];

/// Makes all members required: a response fills in defaults and nulls, but for members that it leaves out.
fn always_there(part: &mut Map<String, Value>) {
    let Some(Value::Object(members)) = part.get("properties") else { return };
    let mut names: Vec<Value> = part.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let is_left_out = |member: &Value| {
        let text = member["description"].as_str().unwrap_or_default().trim_end();
        LEFT_OUT.iter().any(|left_out| text.ends_with(left_out))
    };
    let filled = members.iter().filter(|(_, member)| !is_left_out(member)).map(|(name, _)| name);
    let missing = filled.filter(|name| !names.iter().any(|there| there == *name));
    let missing: Vec<Value> = missing.map(|name| name.clone().into()).collect();
    names.extend(missing);
    if !names.is_empty() {
        part.insert("required".to_owned(), names.into());
    }
}

/// Moves a default into the description: generators treat members with a default as always present.
fn describe_default(part: &mut Map<String, Value>) {
    if let Some(default) = part.get("default").filter(|_| is_schema(part)).cloned() {
        part.remove("default");
        let says = part.get("description").and_then(Value::as_str).unwrap_or_default();
        let says = format!("{} `{default}` if absent.", says.trim_end());
        part.insert("description".to_owned(), says.trim_start().into());
    }
}

/// Whether an object is a schema, and not a map of members.
fn is_schema(part: &Map<String, Value>) -> bool {
    part.get("type").is_some_and(|kind| kind.is_string() || kind.is_array())
        || part.get("$ref").is_some_and(Value::is_string)
        || part.get("oneOf").is_some_and(Value::is_array)
}
