//! Bodies in JSON, validated against the description. Every rejection is a [`Problem`].

use std::borrow::Cow;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use futures::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;

use super::distinct::Distinct;
use crate::http::limits::request_usage::RequestUsage;
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
                None => read(&parse(&body)?).map(Self),
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
    let route = RequestUsage::of(request.extensions())?.route();
    Ok(description_of(request.extensions())?.body_validator(route, request.method()))
}

/// The whole body. A layer has read it before, so it is one chunk.
async fn whole(body: Body) -> Result<Bytes, Problem> {
    let chunk = body.into_data_stream().next().await.transpose();
    chunk.map(Option::unwrap_or_default).map_err(|error| Problem::internal(&error))
}

/// Reads JSON that the description allows. Serde alone accepts too much: a list for a struct, and unknown fields of a variant.
pub fn parse_valid<T: DeserializeOwned>(validator: &SchemaValidator, body: &[u8]) -> Result<T, Problem> {
    let given = parse(body)?;
    // The validator names the place in the JSON. Serde names types of this program, and for some of them no place.
    match validator.violation(&given) {
        None => read(&given),
        Some(Violation { path, must }) => {
            let path = path.trim_start_matches('.');
            let what = if path.is_empty() { "the body" } else { path };
            let why = format!("{what} must {must}");
            Err(Problem::new(Code::MalformedBody, why).with("path", path))
        }
    }
}

/// Some editors write this before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = &[0xef, 0xbb, 0xbf];

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

/// The JSON of a body. The problem has the position at which it is wrong.
fn parse(body: &[u8]) -> Result<Value, Problem> {
    if body.starts_with(BYTE_ORDER_MARK) {
        let why = "a byte order mark stands before the JSON; send the body without it";
        return Err(Problem::new(Code::MalformedBody, why));
    }
    serde_json::from_slice(body).map(|Distinct(given)| given).map_err(|error| {
        let text = error.to_string();
        let detail = text.rsplit_once(" at line ").map_or(text.as_str(), |(detail, _)| detail);
        let problem = Problem::new(Code::MalformedBody, detail)
            .with("line", error.line())
            .with("column", error.column());
        match path_of_duplicate(body).filter(|_| error.classify() == Category::Data) {
            Some(path) => problem.with("path", path),
            None => problem,
        }
    })
}

/// The path of the object that has a member twice.
fn path_of_duplicate(body: &[u8]) -> Option<String> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let error = serde_path_to_error::deserialize::<_, Distinct>(&mut json).err()?;
    Some(error.path().to_string()).filter(|path| path != ".")
}

/// The value that JSON has as this type. The problem has the path at which it is wrong.
pub fn read<T: DeserializeOwned>(given: &Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(given).map_err(|error| {
        let (path, text) = (error.path().to_string(), error.inner().to_string());
        let problem = Problem::new(Code::MalformedBody, plainly(&text));
        if path == "." { problem } else { problem.with("path", path) }
    })
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

    use super::{SchemaValidator, parse, parse_valid, read};
    use crate::http::problem::Problem;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only parsed")]
    struct Bet {
        chips: Vec<u64>,
    }

    fn members(problem: &Problem) -> Value {
        let mut problem = serde_json::to_value(problem.body()).unwrap();
        let members = ["detail", "path", "line", "column"];
        members.iter().map(|&member| (member.to_owned(), problem[member].take())).collect()
    }

    fn problem(given: &Value) -> Value {
        members(&read::<Bet>(given).unwrap_err())
    }

    #[test]
    fn a_wrong_value_is_reported_with_its_path() {
        let report = |detail: &str, path: &str| json!({ "detail": detail, "path": path, "line": null, "column": null });
        assert_eq!(
            problem(&json!({ "chips": [1, -2] })),
            report("invalid value: integer `-2`, expected u64", "chips[1]")
        );
        assert_eq!(problem(&json!({ "chip": [] })), report("unknown field `chip`, expected `chips`", "chip"));
    }

    #[test]
    fn what_is_no_json_is_reported_with_its_position() {
        let position = |body: &str| members(&parse(body.as_bytes()).unwrap_err());
        assert_eq!(
            position("{\"chips\": []}\n x"),
            json!({ "detail": "trailing characters", "path": null, "line": 2, "column": 2 })
        );
        assert_eq!(position("{\"chips\":[1,")["line"], 1);
    }

    #[test]
    fn no_error_names_a_type_of_this_program() {
        for (body, given) in [(json!([]), "sequence"), (json!(7), "integer `7`"), (json!(null), "null")] {
            assert_eq!(problem(&body)["detail"], format!("invalid type: {given}, expected an object"));
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
}
