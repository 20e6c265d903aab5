//! Holds what is asked against the description: what it forbids is refused, also where the type that takes it would let
//! it pass.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use axum::http::Method;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::names::{Schemas, target};

/// Something that the description forbids.
#[derive(Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// Where; it begins with a dot, or with the place in a list.
    pub path: String,
    /// What it must be.
    pub must: String,
}

impl Forbidden {
    /// The value itself must be otherwise.
    fn here(must: String) -> Self {
        Self { path: String::new(), must }
    }

    /// One of both would do.
    fn or(mut self, other: &Self) -> Self {
        if !self.must.split(" or ").any(|must| must == other.must) {
            self.must = format!("{} or {}", self.must, other.must);
        }
        self
    }
}

/// 2^53 − 1: as far as every client can count.
pub const MOST: u64 = (1 << 53) - 1;

/// The most that a number of 32 bits may be, as the description has it.
pub const MOST_OF_A_WORD: u64 = (1 << 31) - 1;

/// The most that a parameter of an operation's query may be, where it is a number.
pub fn most(document: &Value, method: &str, path: &str, name: &str) -> Option<u64> {
    let operation = document["paths"].get(path)?.get(method.to_ascii_lowercase())?;
    let mut parameters = operation["parameters"].as_array()?.iter();
    let found = parameters.find(|parameter| parameter["in"] == "query" && parameter["name"] == name)?;
    found["schema"]["maximum"].as_u64()
}

/// A schema that is ready to hold values against it: whatever it refers to has been found.
pub struct Judge {
    schema: Place,
    shapes: Vec<Shape>,
}

/// The place of a schema among the shapes of a judge.
type Place = usize;

/// What a schema says, of which a judge speaks.
enum Shape {
    /// One of these.
    OneOf { tag: Option<Tag>, choices: Vec<Place> },
    /// A value of these kinds; of any, where there are none.
    Value { kinds: Vec<String>, words: Option<Vec<String>>, is_word: bool, within: Within },
}

/// The field that says which choice is meant, and the choices by what it says.
struct Tag {
    field: String,
    choices: Vec<(String, Place)>,
}

/// What is said of the parts of a value.
struct Within {
    required: Vec<String>,
    members: Vec<(String, Place)>,
    takes_others: bool,
    items: Option<Place>,
}

impl Judge {
    /// Makes one of a schema in a description.
    pub fn of(document: &Value, schema: &Value) -> Self {
        let no_schemas = Schemas::new();
        let schemas = document["components"]["schemas"].as_object().unwrap_or(&no_schemas);
        let mut finder = Finder { schemas, named: HashMap::new(), shapes: Vec::new() };
        let schema = finder.find(schema);
        Self { schema, shapes: finder.shapes.into_iter().flatten().collect() }
    }

    /// One for the body of each operation that takes one, by path and method.
    pub fn of_bodies(document: &Value) -> HashMap<String, Vec<(Method, Self)>> {
        let judges = |operations: &Value| {
            let operations = operations.as_object().into_iter().flatten();
            let judges = operations.filter_map(|(method, operation)| {
                let schema = operation["requestBody"]["content"]["application/json"].get("schema")?;
                let method = method.to_ascii_uppercase().parse().ok()?;
                Some((method, Self::of(document, schema)))
            });
            judges.collect()
        };
        let paths = document["paths"].as_object().into_iter().flatten();
        paths.map(|(path, operations)| (path.clone(), judges(operations))).collect()
    }

    /// The first thing in a value that is forbidden. Its whole numbers are written without a point.
    pub fn forbidden(&self, given: &RawValue) -> Option<Forbidden> {
        self.judge_text(self.schema, given).err()
    }

    fn judge_text(&self, place: Place, given: &RawValue) -> Result<(), Forbidden> {
        self.judge(place, &Given::read(given)?)
    }

    fn judge(&self, place: Place, given: &Given<'_>) -> Result<(), Forbidden> {
        match self.shapes.get(place) {
            None => Ok(()),
            Some(Shape::OneOf { tag, choices }) => self.among(tag.as_ref(), choices, given),
            Some(Shape::Value { kinds, words, is_word, within }) => {
                has_kind(kinds, words.as_deref(), *is_word, given)?;
                match given {
                    Given::Object(members) => self.members_of(within, members),
                    Given::Array(items) => self.items_of(within, items),
                    _ => Ok(()),
                }
            }
        }
    }

    /// The choice that is meant is judged alone: by its tag, or as the one that has what is there. If none is meant, all are named.
    fn among(&self, tag: Option<&Tag>, choices: &[Place], given: &Given<'_>) -> Result<(), Forbidden> {
        if let (Some(tag), Given::Object(members)) = (tag, given)
            && let Some(word) = members.get(&tag.field)
            && let Given::Text(Text(word)) = Given::read(word)?
        {
            return match of_name(&tag.choices, &word) {
                Some(meant) => self.judge(meant, given),
                None => {
                    Err(below(&format!(".{}", tag.field), none_of(tag.choices.iter().map(|(word, _)| word))))
                }
            };
        }
        let mut found: Option<Forbidden> = None;
        for &choice in choices {
            let Err(wrong) = self.judge(choice, given) else { return Ok(()) };
            found = Some(match found {
                Some(other) if other.path == wrong.path => other.or(&wrong),
                // What lies deepest was the choice that is meant.
                Some(other) if other.path.len() >= wrong.path.len() => other,
                _ => wrong,
            });
        }
        found.map_or(Ok(()), Err)
    }

    fn members_of(&self, within: &Within, given: &Members<'_>) -> Result<(), Forbidden> {
        let Within { required, members, takes_others, .. } = within;
        if let Some(missing) = required.iter().find(|name| given.get(name).is_none()) {
            return Err(Forbidden::here(format!("have a field `{missing}`")));
        }
        for (Text(name), member) in &given.0 {
            let judged = match of_name(members, name) {
                Some(shape) => self.judge_text(shape, member),
                None if *takes_others => Ok(()),
                None => Err(Forbidden::here("not be here: there is no such field".to_owned())),
            };
            judged.map_err(|found| below(&format!(".{name}"), found))?;
        }
        Ok(())
    }

    fn items_of(&self, within: &Within, given: &[&RawValue]) -> Result<(), Forbidden> {
        let Some(shape) = within.items else { return Ok(()) };
        for (place, item) in given.iter().enumerate() {
            self.judge_text(shape, item).map_err(|found| below(&format!("[{place}]"), found))?;
        }
        Ok(())
    }
}

/// A value that is judged. What is within it has not been read yet.
enum Given<'a> {
    Null,
    Boolean,
    /// As it is written.
    Number(&'a str),
    Text(Text<'a>),
    Array(Vec<&'a RawValue>),
    Object(Members<'a>),
}

/// The members of an object, in their order.
struct Members<'a>(Vec<(Text<'a>, &'a RawValue)>);

/// What a string says.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> Given<'a> {
    fn read(given: &'a RawValue) -> Result<Self, Forbidden> {
        let text = given.get();
        let read = match text.as_bytes().first() {
            Some(b'n') => Ok(Self::Null),
            Some(b't' | b'f') => Ok(Self::Boolean),
            Some(b'"') => serde_json::from_str(text).map(Self::Text),
            Some(b'[') => serde_json::from_str(text).map(Self::Array),
            Some(b'{') => serde_json::from_str(text).map(Self::Object),
            _ => Ok(Self::Number(text)),
        };
        // It is JSON; its strings alone may say what is no text.
        read.map_err(|_| Forbidden::here("be of strings that are text".to_owned()))
    }
}

impl<'a> Members<'a> {
    fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(known, _)| known.0 == name).map(|&(_, member)| member)
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Members<'de>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        from.deserialize_map(Reader)
    }
}

/// Finds what a schema refers to, each once; a schema may be within itself.
struct Finder<'a> {
    schemas: &'a Schemas,
    named: HashMap<&'a str, Place>,
    /// None is missing in the end.
    shapes: Vec<Option<Shape>>,
}

impl<'a> Finder<'a> {
    fn find(&mut self, schema: &'a Value) -> Place {
        if let Some(found) = target(schema).and_then(|name| self.find_named(name)) {
            return found;
        }
        let shape = self.shape(schema);
        self.shapes.push(Some(shape));
        self.shapes.len() - 1
    }

    fn find_named(&mut self, name: &'a str) -> Option<Place> {
        let schema = self.schemas.get(name)?;
        if let Some(known) = self.named.get(name) {
            return Some(*known);
        }
        // Its place is known before what is within it, where it may be named again.
        let place = self.shapes.len();
        self.shapes.push(None);
        self.named.insert(name, place);
        let shape = self.shape(schema);
        *self.shapes.get_mut(place)? = Some(shape);
        Some(place)
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

/// What has this name.
fn of_name(named: &[(String, Place)], name: &str) -> Option<Place> {
    named.iter().find(|(known, _)| known == name).map(|(_, place)| *place)
}

/// A value is of one of these kinds, where there are any, one of the words, and no more than it may be.
fn has_kind(
    kinds: &[String],
    words: Option<&[String]>,
    is_word: bool,
    given: &Given<'_>,
) -> Result<(), Forbidden> {
    let is = |kind: &String| match kind.as_str() {
        "null" => matches!(given, Given::Null),
        "boolean" => matches!(given, Given::Boolean),
        "integer" => matches!(given, Given::Number(number) if is_integer(number)),
        "number" => matches!(given, Given::Number(_)),
        "string" => matches!(given, Given::Text(_)),
        "array" => matches!(given, Given::Array(_)),
        "object" => matches!(given, Given::Object(_)),
        _ => true,
    };
    if !kinds.is_empty() && !kinds.iter().any(is) {
        return Err(Forbidden::here(format!("be of type {}", kinds.join(" or "))));
    }
    let is_one_of =
        |words: &[String]| matches!(given, Given::Text(Text(text)) if words.iter().any(|word| word == text));
    if let Some(words) = words.filter(|words| !is_one_of(words)) {
        return Err(none_of(words));
    }
    if is_word
        && let Given::Number(number) = given
        && number.parse().is_ok_and(|number: u64| number > MOST_OF_A_WORD)
    {
        return Err(Forbidden::here(format!("be at most {MOST_OF_A_WORD}")));
    }
    // Other bounds are judged where they are known best, by the options and the rules, whose refusals say more.
    Ok(())
}

fn is_integer(number: &str) -> bool {
    number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok()
}

/// A word that is none of these.
fn none_of<'a>(words: impl IntoIterator<Item = &'a String>) -> Forbidden {
    let words: Vec<&str> = words.into_iter().map(String::as_str).collect();
    Forbidden::here(format!("be one of `{}`", words.join("`, `")))
}

fn below(place: &str, found: Forbidden) -> Forbidden {
    Forbidden { path: format!("{place}{}", found.path), ..found }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;
    use serde_json::{Value, json};

    use super::Judge;

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
        let path = |given: Value| {
            let given = serde_json::value::to_raw_value(&given).unwrap();
            Judge::of(&document(), &plays).forbidden(&given).map(|found| found.path)
        };
        assert_eq!(path(json!([{ "type": "fold" }, { "type": "bet", "to": 10 }])), None);
        assert_eq!(path(json!([{ "type": "bet", "to": "11" }])), Some("[0].to".to_owned()));
        assert_eq!(path(json!([{ "type": "fold", "to": 1 }])), Some("[0].to".to_owned()));
        assert_eq!(path(json!([{ "type": "fold" }, ["bet", 1]])), Some("[1]".to_owned()));
        assert_eq!(path(json!([{ "type": "bet" }])), Some("[0]".to_owned()));
        assert_eq!(path(json!({ "0": 1 })), Some(String::new()));
        let broken: Box<RawValue> = serde_json::from_str(r#"[{ "type": "\ud800" }]"#).unwrap();
        let must = Judge::of(&document(), &plays).forbidden(&broken).map(|found| found.must);
        assert_eq!(must.as_deref(), Some("be of strings that are text"));
    }

    #[test]
    fn every_choice_is_named_if_none_is_meant() {
        let forbidden = |schema: Value, given: Value| {
            let given = serde_json::value::to_raw_value(&given).unwrap();
            let found = Judge::of(&document(), &schema).forbidden(&given).unwrap();
            (found.path, found.must)
        };
        let play = json!({ "$ref": "#/components/schemas/Play" });
        assert_eq!(
            forbidden(play, json!({ "type": "call" })),
            (".type".to_owned(), "be one of `bet`, `fold`".to_owned())
        );
        let game = |name: &str| json!({ "type": "object", "required": [name] });
        let games =
            json!({ "oneOf": [{ "type": "null" }, game("holdem"), game("doudizhu"), game("holdem")] });
        assert_eq!(
            forbidden(games, json!({})).1,
            "be of type null or have a field `holdem` or have a field `doudizhu`"
        );
    }
}
