//! Held against `serde_json`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Result, Value, json};

use super::{Raw, text, write};

#[derive(Serialize)]
struct Nothing;

#[derive(Serialize)]
struct Empty {}

#[derive(Debug, Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Wrapped(&'static str);

#[derive(Serialize)]
struct Pair(u8, Option<bool>);

#[derive(Debug, Serialize, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Bare,
    New(u8),
}

#[derive(Serialize)]
enum Variant {
    Bare,
    New(Option<&'static str>),
    Both(i8, char),
    Fields { first: f64, second: Vec<u8> },
    None {},
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Tagged {
    First { of: u32 },
    Second,
    Third(Empty),
}

#[derive(Serialize)]
struct Outer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    absent: Option<u8>,
    raw: &'a RawValue,
    between: Empty,
    shown: Shown,
    #[serde(flatten)]
    inner: Inner,
    last: &'a Value,
}

#[derive(Serialize)]
struct Inner {
    pairs: (Pair, Pair),
    tagged: [Tagged; 3],
}

/// Written by how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shown(&'static str);

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{}-{}", self.0, 7))
    }
}

struct Bytes(&'static [u8]);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        to.serialize_bytes(self.0)
    }
}

fn written(told: &impl Serialize) -> Result<String> {
    let mut json = b"before".to_vec();
    write(&mut json, told)?;
    Ok(String::from_utf8(json.split_off(6)).unwrap())
}

#[track_caller]
fn same(told: impl Serialize) {
    assert_eq!(written(&told).unwrap(), serde_json::to_string(&told).unwrap());
}

#[test]
fn everything_is_written_as_by_the_usual_writer() {
    same(((), Nothing, Empty {}, Wrapped("a"), Pair(255, None), Some(Some(3)), None::<u8>));
    same([Variant::Bare, Variant::New(None), Variant::New(Some("\"")), Variant::Both(-128, '\n')]);
    same([Variant::Fields { first: 0.5, second: vec![1, 2] }, Variant::None {}]);
    same((
        i8::MIN,
        i16::MIN,
        i32::MIN,
        i64::MIN,
        i128::MIN,
        u8::MAX,
        u16::MAX,
        u32::MAX,
        u64::MAX,
        u128::MAX,
    ));
    same((1.0_f32, f64::MAX, f64::NAN, 1e-9, -0.0, true, false, 'ü', '"'));
    same((Vec::<u8>::new(), vec![vec![()]], Bytes(b""), Bytes(b"ab"), [0; 0]));
    let raw = to_raw_value(&json!({ "kept": [1, "\"", null] })).unwrap();
    let last = json!({ "map": { "a": {}, "b\"": [[], [{}]], "\u{1}": "x" }, "of": [1, -2, 0.5, true, null, u64::MAX] });
    for shown in ["plain", "a\"b", "\\", "\n", "漢"] {
        let inner = Inner {
            pairs: (Pair(0, Some(true)), Pair(1, None)),
            tagged: [Tagged::First { of: 4 }, Tagged::Second, Tagged::Third(Empty {})],
        };
        let shown = Shown(shown);
        same(Outer { absent: None, raw: &raw, between: Empty {}, shown, inner, last: &last });
    }
    same([&*raw, &*raw]);
}

#[test]
fn every_character_is_written_as_by_the_usual_writer() {
    for character in ('\0'..='\u{2100}').chain(['\u{ffff}', '\u{10000}', '\u{10ffff}']) {
        same(character);
        same([character.to_string(), format!("before{character}after, long enough for sixteen bytes")]);
    }
}

fn map<K: Ord>(keys: impl IntoIterator<Item = K>) -> BTreeMap<K, u8> {
    keys.into_iter().zip(1..).collect()
}

#[test]
fn what_is_json_already_takes_no_tag() {
    #[derive(Serialize)]
    #[serde(tag = "type")]
    enum Tagging<'a> {
        Raw(&'a RawValue),
    }
    let raw = to_raw_value(&json!({ "kept": 1 })).unwrap();
    let tagging = Tagging::Raw(&raw);
    assert!(written(&tagging).is_err() && serde_json::to_string(&tagging).is_err());
}

#[test]
fn what_is_json_already_is_written_as_it_is() {
    let kept = text(&json!({ "kept": "\n" })).unwrap();
    let around = [Some(Raw(&kept)), None];
    assert_eq!(written(&around).unwrap(), r#"[{"kept":"\n"},null]"#);
    assert_eq!(serde_json::to_string(&around).unwrap(), r#"[{"kept":"\n"},null]"#);
    assert_eq!(serde_json::to_value(around).unwrap(), json!([{ "kept": "\n" }, null]));
}

#[track_caller]
fn refused<K: Ord + Serialize + Debug>(key: K) {
    let map = map([key]);
    assert!(written(&map).is_err() && serde_json::to_string(&map).is_err(), "{map:?}");
}

#[test]
fn keys_are_strings() {
    same(map(["a", "", "\"", "b\n"]));
    same(map([-3, 40]));
    same(map([u128::MAX]));
    same(map([true, false]));
    same(map(['a', '\\']));
    same(map([Some("a")]));
    same(map([Wrapped("a"), Wrapped("\"")]));
    same(map([Shown("a"), Shown("\"")]));
    same(map([Key::Bare]));
    refused(());
    refused(None::<u8>);
    refused([1]);
    refused(Key::New(1));
    refused(("a", 1));
}
