//! JSON as requests have it: without duplicate members, and with whole numbers however they are written.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Any JSON. Reading it fails if an object has a member twice. A whole number below 2^53 is an integer, also if it is written with a
/// decimal point or an exponent, which the description allows and serde's integers do not.
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
        let is_whole = given.fract() == 0.0 && given.abs() < 2_f64.powi(53);
        #[allow(clippy::cast_possible_truncation, reason = "whole, and small enough")]
        let whole = given as i64;
        Ok(if is_whole { whole.into() } else { given.into() })
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Distinct;

    fn read(text: &str) -> Result<Value, serde_json::Error> {
        serde_json::from_str(text).map(|Distinct(value)| value)
    }

    #[test]
    fn a_member_that_is_there_twice_is_refused() {
        for text in [r#"{"a": 1.0, "a": 2}"#, r#"[{"b": {"a": 1, "c": 2.5, "a": 1}}]"#] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with("duplicate field `a`"), "{error}");
        }
    }

    #[test]
    fn a_whole_number_is_one_however_it_is_written() {
        let given = read(r#"{"a": [1.0, -0, 1e2, 2.5, "3.0"], "b": [1, -10, true, null]}"#).unwrap();
        assert_eq!(given.to_string(), r#"{"a":[1,0,100,2.5,"3.0"],"b":[1,-10,true,null]}"#);
        let large = read("[9007199254740992.0, 18446744073709551615, 18446744073709551616]").unwrap();
        let is_integer = |number: &Value| number.is_i64() || number.is_u64();
        assert_eq!(
            large.as_array().unwrap().iter().map(is_integer).collect::<Vec<_>>(),
            [false, true, false]
        );
        assert_eq!(read("-1.0").unwrap(), json!(-1));
    }

    #[test]
    fn a_string_is_text() {
        assert!(read(r#""\ud800""#).is_err());
    }
}
