//! JSON without duplicate members.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Any JSON. Reading it fails if an object has a member twice.
#[derive(Debug)]
pub struct Distinct(pub Value);

impl<'de> Deserialize<'de> for Distinct {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, given: bool) -> Result<Value, E> {
        Ok(given.into())
    }

    fn visit_i64<E>(self, given: i64) -> Result<Value, E> {
        Ok(given.into())
    }

    fn visit_u64<E>(self, given: u64) -> Result<Value, E> {
        Ok(given.into())
    }

    fn visit_f64<E>(self, given: f64) -> Result<Value, E> {
        Ok(given.into())
    }

    fn visit_str<E>(self, given: &str) -> Result<Value, E> {
        Ok(given.into())
    }

    fn visit_string<E>(self, given: String) -> Result<Value, E> {
        Ok(given.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut given: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Distinct(item)) = given.next_element()? {
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut given: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = given.next_key::<String>()? {
            let Distinct(member) = given.next_value()?;
            if members.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            members.insert(name, member);
        }
        Ok(members.into())
    }
}
