//! Validates JSON against a schema of the description. Types of this program alone would accept more than it allows.

use std::collections::HashMap;

use axum::http::Method;
use serde_json::{Map, Value};

use super::reference::{Schemas, target};

/// The place where a value violates its schema.
#[derive(Debug, PartialEq, Eq)]
pub struct Violation {
    /// The path to it, which begins with a dot, or with an index in brackets.
    pub path: String,
    /// The demanded form.
    pub must: String,
}

impl Violation {
    /// A violation by the value itself.
    fn here(must: String) -> Self {
        Self { path: String::new(), must }
    }

    /// A violation of two choices, either of which would do.
    fn or(mut self, other: &Self) -> Self {
        if !self.must.split(" or ").any(|must| must == other.must) {
            self.must = format!("{} or {}", self.must, other.must);
        }
        self
    }
}

/// 2^53 − 1, the greatest whole number that every client can read exactly.
pub const MOST: u64 = (1 << 53) - 1;

/// The greatest 32-bit number that the description allows.
pub const MOST_OF_A_WORD: u64 = (1 << 31) - 1;

/// The greatest value of a query parameter, if the description gives one.
pub fn most(document: &Value, method: &str, path: &str, name: &str) -> Option<u64> {
    let operation = document["paths"].get(path)?.get(method.to_ascii_lowercase())?;
    let mut parameters = operation["parameters"].as_array()?.iter();
    let found = parameters.find(|parameter| parameter["in"] == "query" && parameter["name"] == name)?;
    found["schema"]["maximum"].as_u64()
}

/// A validator for one schema. References to other schemas are resolved once, when it is made.
pub struct SchemaValidator {
    schema: ShapeId,
    shapes: Vec<Shape>,
}

/// The index of a shape in a validator.
type ShapeId = usize;

/// The part of a schema that is validated.
enum Shape {
    /// Any one of several shapes.
    OneOf { tag: Option<Tag>, choices: Vec<ShapeId> },
    /// A value of these kinds, or of any kind if there are none.
    Value { kinds: Vec<String>, words: Option<Vec<String>>, is_word: bool, within: Within },
}

/// The field that names the choice, and the choices by their names.
struct Tag {
    field: String,
    choices: Vec<(String, ShapeId)>,
}

/// The schema of the parts of a value.
struct Within {
    required: Vec<String>,
    members: Vec<(String, ShapeId)>,
    takes_others: bool,
    items: Option<ShapeId>,
}

impl SchemaValidator {
    /// The validator for a schema of a description.
    pub fn of(document: &Value, schema: &Value) -> Self {
        let no_schemas = Schemas::new();
        let schemas = document["components"]["schemas"].as_object().unwrap_or(&no_schemas);
        let mut finder = Finder { schemas, named: HashMap::new(), shapes: Vec::new() };
        let schema = finder.find(schema);
        Self { schema, shapes: finder.shapes.into_iter().flatten().collect() }
    }

    /// The validators for the bodies of operations, by path and method.
    pub fn of_bodies(document: &Value) -> HashMap<String, Vec<(Method, Self)>> {
        let validators = |operations: &Value| {
            let operations = operations.as_object().into_iter().flatten();
            let validators = operations.filter_map(|(method, operation)| {
                let schema = operation["requestBody"]["content"]["application/json"].get("schema")?;
                let method = method.to_ascii_uppercase().parse().ok()?;
                Some((method, Self::of(document, schema)))
            });
            validators.collect()
        };
        let paths = document["paths"].as_object().into_iter().flatten();
        paths.map(|(path, operations)| (path.clone(), validators(operations))).collect()
    }

    /// A violation in a value; `None` if it has none.
    pub fn violation(&self, given: &Value) -> Option<Violation> {
        self.validate(self.schema, given).err()
    }

    fn validate(&self, id: ShapeId, given: &Value) -> Result<(), Violation> {
        match self.shapes.get(id) {
            None => Ok(()),
            Some(Shape::OneOf { tag, choices }) => self.among(tag.as_ref(), choices, given),
            Some(Shape::Value { kinds, words, is_word, within }) => {
                has_kind(kinds, words.as_deref(), *is_word, given)?;
                match given {
                    Value::Object(members) => self.members_of(within, members),
                    Value::Array(items) => self.items_of(within, items),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Validates a choice: the one that the tag names, or else each of them. If none fits, the violation names all of them.
    fn among(&self, tag: Option<&Tag>, choices: &[ShapeId], given: &Value) -> Result<(), Violation> {
        if let (Some(tag), Value::Object(members)) = (tag, given)
            && let Some(Value::String(word)) = members.get(&tag.field)
        {
            return match of_name(&tag.choices, word) {
                Some(meant) => self.validate(meant, given),
                None => {
                    Err(below(&format!(".{}", tag.field), none_of(tag.choices.iter().map(|(word, _)| word))))
                }
            };
        }
        let mut found: Option<Violation> = None;
        for &choice in choices {
            let Err(wrong) = self.validate(choice, given) else { return Ok(()) };
            found = Some(match found {
                Some(other) if other.path == wrong.path => other.or(&wrong),
                // The deepest violation is the one of the intended choice.
                Some(other) if other.path.len() >= wrong.path.len() => other,
                _ => wrong,
            });
        }
        found.map_or(Ok(()), Err)
    }

    fn members_of(&self, within: &Within, given: &Map<String, Value>) -> Result<(), Violation> {
        let Within { required, members, takes_others, .. } = within;
        if let Some(missing) = required.iter().find(|name| !given.contains_key(*name)) {
            return Err(Violation::here(format!("have a field `{missing}`")));
        }
        for (name, member) in given {
            let validated = match of_name(members, name) {
                Some(shape) => self.validate(shape, member),
                None if *takes_others => Ok(()),
                None => Err(Violation::here("not be here: there is no such field".to_owned())),
            };
            validated.map_err(|found| below(&format!(".{name}"), found))?;
        }
        Ok(())
    }

    fn items_of(&self, within: &Within, given: &[Value]) -> Result<(), Violation> {
        let Some(shape) = within.items else { return Ok(()) };
        for (place, item) in given.iter().enumerate() {
            self.validate(shape, item).map_err(|found| below(&format!("[{place}]"), found))?;
        }
        Ok(())
    }
}

/// Resolves references between schemas, each once. A schema may contain itself.
struct Finder<'a> {
    schemas: &'a Schemas,
    named: HashMap<&'a str, ShapeId>,
    /// Each is present in the end.
    shapes: Vec<Option<Shape>>,
}

impl<'a> Finder<'a> {
    fn find(&mut self, schema: &'a Value) -> ShapeId {
        if let Some(found) = target(schema).and_then(|name| self.find_named(name)) {
            return found;
        }
        let shape = self.shape(schema);
        self.shapes.push(Some(shape));
        self.shapes.len() - 1
    }

    fn find_named(&mut self, name: &'a str) -> Option<ShapeId> {
        let schema = self.schemas.get(name)?;
        if let Some(known) = self.named.get(name) {
            return Some(*known);
        }
        // Its index is reserved before its parts are resolved, because they may refer to it.
        let id = self.shapes.len();
        self.shapes.push(None);
        self.named.insert(name, id);
        let shape = self.shape(schema);
        *self.shapes.get_mut(id)? = Some(shape);
        Some(id)
    }

    fn shape(&mut self, schema: &'a Value) -> Shape {
        if let Some(choices) = schema["oneOf"].as_array() {
            let choices = choices.iter().map(|choice| self.find(choice)).collect();
            return Shape::OneOf { tag: self.tag(&schema["discriminator"]), choices };
        }
        let texts = |list: &Value| -> Vec<String> {
            list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let kinds = match schema.get("type") {
            Some(Value::String(kind)) => vec![kind.clone()],
            Some(kinds) => texts(kinds),
            None => Vec::new(),
        };
        let properties = schema["properties"].as_object().into_iter().flatten();
        let within = Within {
            required: texts(&schema["required"]),
            members: properties.map(|(name, schema)| (name.clone(), self.find(schema))).collect(),
            takes_others: schema["additionalProperties"] != false,
            items: schema.get("items").map(|items| self.find(items)),
        };
        let words = schema.get("enum").map(texts);
        Shape::Value { kinds, words, is_word: schema["maximum"] == MOST_OF_A_WORD, within }
    }

    fn tag(&mut self, discriminator: &'a Value) -> Option<Tag> {
        let field = discriminator["propertyName"].as_str()?.to_owned();
        let mapping = discriminator["mapping"].as_object()?;
        let choices = mapping.iter().filter_map(|(word, to)| {
            let name = to.as_str()?.rsplit('/').next()?;
            Some((word.clone(), self.find_named(name)?))
        });
        Some(Tag { field, choices: choices.collect() })
    }
}

/// The shape of this name.
fn of_name(named: &[(String, ShapeId)], name: &str) -> Option<ShapeId> {
    named.iter().find(|(known, _)| known == name).map(|(_, id)| *id)
}

/// Checks the kind of a value, its word if only some are allowed, and its greatest value.
fn has_kind(
    kinds: &[String],
    words: Option<&[String]>,
    is_word: bool,
    given: &Value,
) -> Result<(), Violation> {
    let is = |kind: &String| match kind.as_str() {
        "null" => given.is_null(),
        "boolean" => given.is_boolean(),
        "integer" => given.is_i64() || given.is_u64(),
        "number" => given.is_number(),
        "string" => given.is_string(),
        "array" => given.is_array(),
        "object" => given.is_object(),
        _ => true,
    };
    if !kinds.is_empty() && !kinds.iter().any(is) {
        return Err(Violation::here(format!("be of type {}", kinds.join(" or "))));
    }
    let is_one_of =
        |words: &[String]| given.as_str().is_some_and(|text| words.iter().any(|word| word == text));
    if let Some(words) = words.filter(|words| !is_one_of(words)) {
        return Err(none_of(words));
    }
    if is_word && given.as_u64().is_some_and(|number| number > MOST_OF_A_WORD) {
        return Err(Violation::here(format!("be at most {MOST_OF_A_WORD}")));
    }
    // The options and the rules check other bounds, and their refusals say more.
    Ok(())
}

/// The violation by a word that is none of these.
fn none_of<'a>(words: impl IntoIterator<Item = &'a String>) -> Violation {
    let words: Vec<&str> = words.into_iter().map(String::as_str).collect();
    Violation::here(format!("be one of `{}`", words.join("`, `")))
}

fn below(place: &str, found: Violation) -> Violation {
    Violation { path: format!("{place}{}", found.path), ..found }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::SchemaValidator;

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
    fn a_violation_of_the_description_is_reported_with_its_path() {
        let plays = json!({ "type": "array", "items": { "$ref": "#/components/schemas/Play" } });
        let path =
            |given: Value| SchemaValidator::of(&document(), &plays).violation(&given).map(|found| found.path);
        assert_eq!(path(json!([{ "type": "fold" }, { "type": "bet", "to": 10 }])), None);
        assert_eq!(path(json!([{ "type": "bet", "to": "11" }])), Some("[0].to".to_owned()));
        assert_eq!(path(json!([{ "type": "fold", "to": 1 }])), Some("[0].to".to_owned()));
        assert_eq!(path(json!([{ "type": "fold" }, ["bet", 1]])), Some("[1]".to_owned()));
        assert_eq!(path(json!([{ "type": "bet" }])), Some("[0]".to_owned()));
        assert_eq!(path(json!({ "0": 1 })), Some(String::new()));
    }

    #[test]
    fn every_choice_is_named_if_none_is_meant() {
        let violation = |schema: Value, given: Value| {
            let found = SchemaValidator::of(&document(), &schema).violation(&given).unwrap();
            (found.path, found.must)
        };
        let play = json!({ "$ref": "#/components/schemas/Play" });
        assert_eq!(
            violation(play, json!({ "type": "call" })),
            (".type".to_owned(), "be one of `bet`, `fold`".to_owned())
        );
        let game = |name: &str| json!({ "type": "object", "required": [name] });
        let games =
            json!({ "oneOf": [{ "type": "null" }, game("holdem"), game("doudizhu"), game("holdem")] });
        assert_eq!(
            violation(games, json!({})).1,
            "be of type null or have a field `holdem` or have a field `doudizhu`"
        );
    }
}
