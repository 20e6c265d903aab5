//! Bodies in JSON, validated against the description. Every rejection is a [`Problem`].

use std::borrow::Cow;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use futures::StreamExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::distinct::Distinct;
use crate::http::limits::request_quota::RequestQuota;
use crate::http::problem::Problem;
use crate::http::problem::code::Code;
use crate::http::schema::description::description_of;
use crate::http::schema::validator::{SchemaValidator, Violation};

/// A body in JSON, as the description of its operation has it: without members that the description does not name.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    fn from_request(request: Request, _: &S) -> impl Future<Output = Result<Self, Problem>> + Send {
        let validator = validator_of(&request);
        // Only the body is kept while it is read.
        let body = whole(request.into_body());
        async move {
            let (validator, body) = (validator?, body.await?);
            match validator {
                Some(validator) => parse_valid(validator, &body).map(Self),
                None => parse(&body).map(Self),
            }
        }
    }
}

/// The validator of a request's body. Fails if the body is not JSON.
fn validator_of(request: &Request) -> Result<Option<&'static SchemaValidator>, Problem> {
    let coding = request.headers().get(CONTENT_ENCODING);
    if let Some(coding) = coding.filter(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        let why =
            format!("send the body as it is, and not as {}", String::from_utf8_lossy(coding.as_bytes()));
        return Err(Problem::new(Code::UnsupportedMediaType, why).of_coding());
    }
    if !is_json(request.headers()) {
        return Err(Problem::new(Code::UnsupportedMediaType, "send the body as application/json"));
    }
    let route = RequestQuota::of(request.extensions())?.route();
    Ok(description_of(request.extensions())?.body_validator(route, request.method()))
}

/// The whole body. A layer has read it before, so it is one chunk.
async fn whole(body: Body) -> Result<Bytes, Problem> {
    let chunk = body.into_data_stream().next().await.transpose();
    chunk.map(Option::unwrap_or_default).map_err(|error| Problem::internal(&error))
}

/// Reads JSON that the description allows. Serde alone accepts too much (a list for a struct, unknown fields of a variant), and refuses
/// whole numbers that are written with a decimal point, which the schema allows.
pub fn parse_valid<T: DeserializeOwned>(validator: &SchemaValidator, body: &[u8]) -> Result<T, Problem> {
    let body = with_whole_numbers(body)?;
    let given: &RawValue = parse(&body)?;
    // The validator names the place in the JSON. Serde names types of this program, and for some of them no place.
    match validator.violation(given) {
        None => parse(&body),
        Some(Violation { path, must }) => {
            let path = path.trim_start_matches('.');
            let what = if path.is_empty() { "the body" } else { path };
            let why = format!("{what} must {must}");
            Err(Problem::new(Code::MalformedBody, why).with("path", path))
        }
    }
}

/// The same JSON with whole numbers without a decimal point. Looking for a point is cheaper than reading all numbers, and few have one.
fn with_whole_numbers(body: &[u8]) -> Result<Cow<'_, [u8]>, Problem> {
    if !has_points(body) {
        return Ok(body.into());
    }
    // An object that is written again has each member once, so a duplicate has to be refused here.
    let Distinct(mut given) = parse(body)?;
    if !make_whole(&mut given) {
        return Ok(body.into());
    }
    serde_json::to_vec(&given).map(Cow::from).map_err(|error| Problem::internal(&error))
}

/// Whether any number in the JSON has a decimal point or an exponent, or is a negative 0.
fn has_points(body: &[u8]) -> bool {
    let (mut is_text, mut before) = (false, 0);
    for &byte in body {
        match (before, byte) {
            // An escaped character neither ends the string nor escapes the next.
            (b'\\', _) if is_text => {
                before = 0;
                continue;
            }
            (_, b'"') => is_text = !is_text,
            (_, b'.') | (b'0'..=b'9', b'e' | b'E') | (b'-', b'0') if !is_text => return true,
            _ => {}
        }
        before = byte;
    }
    false
}

/// Rewrites whole numbers as integers, and returns whether there was any to rewrite.
fn make_whole(value: &mut Value) -> bool {
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole =
                number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 2_f64.powi(53));
            #[allow(clippy::cast_possible_truncation, reason = "whole, and small enough")]
            let whole = whole.map(|number| number as i64);
            whole.map(|whole| *value = whole.into()).is_some()
        }
        Value::Array(items) => items.iter_mut().fold(false, |any, item| make_whole(item) | any),
        Value::Object(members) => members.values_mut().fold(false, |any, member| make_whole(member) | any),
        _ => false,
    }
}

/// Some editors write this before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = &[0xef, 0xbb, 0xbf];

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

/// Reads JSON. The problem says where the JSON is wrong.
pub fn parse<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Problem> {
    if body.starts_with(BYTE_ORDER_MARK) {
        let why = "a byte order mark stands before the JSON; send the body without it";
        return Err(Problem::new(Code::MalformedBody, why));
    }
    // Tracking the path doubles the time of reading, so it is done only for JSON that is wrong.
    serde_json::from_slice(body).or_else(|_| parse_by_path(body))
}

/// Reads JSON, and tracks the path.
fn parse_by_path<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        malformed(error.inner(), (path != ".").then_some(path))
    })?;
    json.end().map_err(|error| malformed(&error, None))?;
    Ok(value)
}

/// The problem of wrong JSON. It has the path of a wrong value, and the position of a syntax error.
fn malformed(error: &serde_json::Error, path: Option<String>) -> Problem {
    let text = error.to_string();
    let detail = text.rsplit_once(" at line ").map_or(text.as_str(), |(detail, _)| detail);
    let detail = plainly(detail);
    let problem =
        Problem::new(Code::MalformedBody, detail).with("line", error.line()).with("column", error.column());
    match path.filter(|_| error.classify() == Category::Data) {
        Some(path) => problem.with("path", path),
        None => problem,
    }
}

/// Serde's message without the names of this program's types.
fn plainly(detail: &str) -> Cow<'_, str> {
    match detail.split_once(", expected struct ") {
        // Serde accepts a list for a struct, and counts its fields.
        Some((given, _)) if given.starts_with("invalid length") => {
            "invalid type: sequence, expected an object".into()
        }
        Some((given, _)) => format!("{given}, expected an object").into(),
        None => detail.into(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::{SchemaValidator, has_points, parse, parse_valid, with_whole_numbers};

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only parsed")]
    struct Bet {
        chips: Vec<u64>,
    }

    fn problem(body: &str) -> Value {
        let mut problem = serde_json::to_value(parse::<Bet>(body.as_bytes()).unwrap_err().body()).unwrap();
        let members = ["detail", "path", "line", "column"];
        members.iter().map(|&member| (member.to_owned(), problem[member].take())).collect()
    }

    #[test]
    fn an_error_is_reported_with_its_position() {
        assert_eq!(
            problem(r#"{"chips":[1,-2]}"#),
            json!({
                "detail": "invalid value: integer `-2`, expected u64", "path": "chips[1]", "line": 1, "column": 14
            })
        );
        assert_eq!(
            problem("{\n\"chip\": []}"),
            json!({
                "detail": "unknown field `chip`, expected `chips`", "path": "chip", "line": 2, "column": 6
            })
        );
        assert_eq!(problem(r#"{"chips":[]} x"#)["detail"], "trailing characters");
        assert_eq!(problem(r#"{"chips":[1,"#)["path"], Value::Null);
    }

    #[test]
    fn no_error_names_a_type_of_this_program() {
        for (body, given) in [("[]", "sequence"), ("7", "integer `7`"), ("null", "null")] {
            assert_eq!(problem(body)["detail"], format!("invalid type: {given}, expected an object"));
        }
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Pace {
        Quick,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only parsed")]
    struct Wish {
        pace: Pace,
    }

    #[test]
    fn a_value_that_is_no_choice_is_named_by_its_path() {
        let pace = json!({"type": "string", "enum": ["quick"]});
        let validator =
            SchemaValidator::of(&json!({}), &json!({"type": "object", "properties": {"pace": pace}}));
        let wish = |pace: &str| parse_valid::<Wish>(&validator, format!(r#"{{"pace": {pace}}}"#).as_bytes());
        assert!(matches!(wish("\"quick\"").unwrap().pace, Pace::Quick));
        for pace in ["7", "[]", "null", "{}"] {
            let problem = serde_json::to_value(wish(pace).unwrap_err().body()).unwrap();
            assert_eq!(problem["path"], "pace");
            assert_eq!(problem["detail"], "pace must be of type string");
        }
    }

    #[test]
    fn a_member_that_is_there_twice_is_refused_also_beside_numbers_with_a_point() {
        for body in [r#"{"a": 1.0, "a": 2}"#, r#"[{"b": {"a": 1, "c": 2.5, "a": 1}}]"#] {
            let problem = with_whole_numbers(body.as_bytes()).unwrap_err();
            let problem = serde_json::to_value(problem.body()).unwrap();
            assert_eq!(problem["detail"], "duplicate field `a`");
        }
    }

    #[test]
    fn a_whole_number_is_one_however_it_is_written() {
        let whole =
            |body: &str| String::from_utf8(with_whole_numbers(body.as_bytes()).unwrap().into()).unwrap();
        assert_eq!(whole(r#"{"a": [1.0, -0, 1e2, 2.5, "3.0"]}"#), r#"{"a":[1,0,100,2.5,"3.0"]}"#);
        for same in [r#"{"a": [1, -10, true, false, null]}"#, r#"{ "1.5": "\"2.5e7\\", "e": -7}"#, "2.5"] {
            assert_eq!(whole(same), same);
            assert_eq!(has_points(same.as_bytes()), same == "2.5");
        }
        assert!(with_whole_numbers(b"[1.0, 2").is_err());
    }
}
