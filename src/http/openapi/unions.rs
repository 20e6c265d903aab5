//! Gives every variant of a union a schema and a name, and tagged unions a discriminator.

use serde_json::{Map, Value, json};

use super::names::pascal;
use crate::http::schema::reference::{Schemas, reference, target};

/// Members that are tags.
const TAGS: [&str; 2] = ["type", "code"];

/// Names the variants of every union, and makes each a single object. Unions with a tag get a discriminator.
pub fn name_variants(schemas: &mut Schemas) {
    let unions: Vec<String> = (schemas.iter())
        .filter(|(_, schema)| schema["oneOf"].is_array())
        .map(|(name, _)| name.clone())
        .collect();
    for union in unions {
        let Some(items) = schemas.get(&union).and_then(|schema| schema["oneOf"].as_array()).cloned() else {
            continue;
        };
        let mut choices = vec![];
        let mut mapping = Map::new();
        let mut property = None;
        for item in items {
            let variant = Value::Object(merged_parts(&item, schemas));
            let Some(mark) = mark(&variant) else {
                choices.push(item);
                continue;
            };
            let name = format!("{union}{}", pascal(mark.value()));
            choices.push(json!({ "$ref": reference(&name) }));
            if let Mark::Tag(tag, value) = &mark {
                mapping.insert((*value).to_owned(), reference(&name).into());
                property = Some((*tag).to_owned());
            }
            let variant = described(&variant, &mark);
            schemas.insert(name, variant);
        }
        let Some(schema) = schemas.get_mut(&union) else { continue };
        schema["oneOf"] = choices.into();
        if let Some(property) = property {
            schema["discriminator"] = json!({ "propertyName": property, "mapping": mapping });
        }
    }
}

/// What distinguishes a variant from the others.
enum Mark<'a> {
    /// A member, by its value.
    Tag(&'a str, &'a str),
    /// The name of its only member.
    Member(&'a str),
}

impl<'a> Mark<'a> {
    fn value(&self) -> &'a str {
        match self {
            Self::Tag(_, value) | Self::Member(value) => value,
        }
    }
}

/// The variant, with a description of what distinguishes it.
fn described(variant: &Value, mark: &Mark<'_>) -> Value {
    let mut described = variant.clone();
    let (member, says) = match mark {
        Mark::Tag(tag, value) => (tag, format!("Always `{value}`: the tag of this variant.").into()),
        Mark::Member(member) => (member, variant["description"].clone()),
    };
    described["properties"][member]["description"] = says;
    described
}

fn mark(variant: &Value) -> Option<Mark<'_>> {
    let members = variant["properties"].as_object()?;
    let tag = TAGS.into_iter().find_map(|tag| match members.get(tag)?["enum"].as_array()?.as_slice() {
        [Value::String(value)] => Some(Mark::Tag(tag, value)),
        _ => None,
    });
    let mut names = members.keys();
    match (tag, names.next(), names.next()) {
        (Some(tag), ..) => Some(tag),
        (None, Some(only), None) => Some(Mark::Member(only)),
        (None, ..) => None,
    }
}

/// Merges all parts of a schema into one object.
fn merged_parts(schema: &Value, schemas: &Schemas) -> Map<String, Value> {
    let aim = target(schema).and_then(|name| schemas.get(name)).map(|part| merged_parts(part, schemas));
    let parts = schema["allOf"].as_array().into_iter().flatten().map(|part| merged_parts(part, schemas));
    let mut merged = Map::new();
    for part in aim.into_iter().chain(parts) {
        merge(&mut merged, part);
    }
    let mut own = schema.as_object().cloned().unwrap_or_default();
    own.remove("allOf");
    own.remove("$ref");
    merge(&mut merged, own);
    if merged.contains_key("properties") {
        merged.insert("type".to_owned(), "object".into());
    }
    merged
}

/// Adds the members of a part, which replace earlier ones.
fn merge(merged: &mut Map<String, Value>, part: Map<String, Value>) {
    for (word, said) in part {
        match (merged.get_mut(&word), said) {
            (Some(Value::Object(there)), Value::Object(more)) if word == "properties" => there.extend(more),
            (Some(Value::Array(there)), Value::Array(more)) if word == "required" => {
                let more: Vec<Value> = more.into_iter().filter(|name| !there.contains(name)).collect();
                there.extend(more);
            }
            (_, said) => {
                merged.insert(word, said);
            }
        }
    }
}

/// Writes optional values in one way: a plain type or null as a list of types, anything else with its description beside the choice.
pub fn describe_null(part: &mut Map<String, Value>) {
    let Some([some, null]) = part.get("oneOf").and_then(Value::as_array).map(Vec::as_slice) else { return };
    if *null != json!({ "type": "null" }) {
        return;
    }
    let Value::Object(mut some) = some.clone() else { return };
    if let Some(Value::String(kind)) = some.get("type") {
        let both = json!([kind, "null"]);
        part.remove("oneOf");
        part.extend(some);
        part.insert("type".to_owned(), both);
        if let Some(Value::Array(words)) = part.get_mut("enum") {
            words.push(Value::Null);
        }
    } else {
        if let Some(says) = some.remove("description") {
            part.insert("description".to_owned(), says);
        }
        part.insert("oneOf".to_owned(), json!([some, { "type": "null" }]));
    }
}

/// Removes descriptions beside references in choices: generators treat a reference with a description as a schema without a name.
pub fn refer_alone(part: &mut Map<String, Value>) {
    let choices = part.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten();
    for choice in choices.filter_map(Value::as_object_mut).filter(|choice| choice.contains_key("$ref")) {
        choice.remove("description");
    }
}
