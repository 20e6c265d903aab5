//! What handlers take from a request, parsed once. Every rejection is a [`Problem`].

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use futures::StreamExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::code::Code;
use super::meter::Meter;
use super::openapi::judge::{self, Forbidden, Judge};
use super::problem::Problem;
use super::services::Services;
use crate::service::people::sessions::SignedIn;
use crate::service::room::asker::Asker;
use crate::service::table::command::IdempotencyKey;

/// A body in JSON, whole, without unknown fields where its type denies them.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    fn from_request(request: Request, _: &S) -> impl Future<Output = Result<Self, Problem>> + Send {
        let judge = judge_of(&request);
        // Beside the judge, only the body is needed any more.
        let body = whole(request.into_body());
        async move {
            let (judge, body) = (judge?, body.await?);
            match judge {
                Some(judge) => judged(judge, &body).map(Self),
                None => parse(&body).map(Self),
            }
        }
    }
}

/// What a request's body is held against, where it is JSON.
fn judge_of(request: &Request) -> Result<Option<&'static Judge>, Problem> {
    if !is_json(request.headers()) {
        return Err(Problem::new(Code::UnsupportedMediaType, "send the body as application/json"));
    }
    Meter::of(request.extensions())?.path().judge(request.method())
}

/// A body that has been read already, on the way in, and is one piece.
async fn whole(body: Body) -> Result<Bytes, Problem> {
    let piece = body.into_data_stream().next().await.transpose();
    piece.map(Option::unwrap_or_default).map_err(|error| Problem::internal(&error))
}

/// Reads JSON that is held against the description. Serde takes what it need not (a list for a struct, fields that it does not know in a
/// variant), and refuses what the schema allows: a whole number that is written with a point.
pub fn judged<T: DeserializeOwned>(judge: &Judge, body: &[u8]) -> Result<T, Problem> {
    let mut given: Value = parse(body)?;
    let value = if make_whole(&mut given) {
        let body = serde_json::to_vec(&given).map_err(|error| Problem::internal(&error))?;
        parse(&body)?
    } else {
        parse(body)?
    };
    match judge.forbidden(&given) {
        None => Ok(value),
        Some(Forbidden { path, must }) => {
            let path = path.trim_start_matches('.');
            let what = if path.is_empty() { "the body" } else { path };
            let why = format!("{what} must {must}");
            Err(Problem::new(Code::MalformedBody, why).with("path", path))
        }
    }
}

/// Writes whole numbers without a point; whether there was any with one.
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

/// A body in JSON of a type that is kept as well, and read leniently there: here nothing may be in it that the type does
/// not take.
#[derive(Debug)]
pub struct Exact<T>(pub T);

impl<T: DeserializeOwned + Serialize, S: Send + Sync> FromRequest<S> for Exact<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(body) = Json::<Box<RawValue>>::from_request(request, state).await?;
        parse_exactly(body.get().as_bytes()).map(Self)
    }
}

/// Reads JSON, and refuses what the value does not hold when it is written again.
fn parse_exactly<T: DeserializeOwned + Serialize>(body: &[u8]) -> Result<T, Problem> {
    let value: T = parse(body)?;
    all_taken(body, &value)?;
    Ok(value)
}

/// Refuses what a value does not hold that was read from this.
pub fn all_taken(body: &[u8], value: &impl Serialize) -> Result<(), Problem> {
    let taken = serde_json::to_value(value).map_err(|error| Problem::internal(&error))?;
    match not_taken(&parse(body)?, &taken) {
        None => Ok(()),
        Some(NotTaken { path, detail }) => {
            Err(Problem::new(Code::MalformedBody, detail).with("path", path.trim_start_matches('.')))
        }
    }
}

/// Something given that was not taken.
struct NotTaken {
    /// Where; it begins with a dot, or with the place in a list.
    path: String,
    /// What it is.
    detail: String,
}

/// The first thing given that was not taken.
fn not_taken(given: &Value, taken: &Value) -> Option<NotTaken> {
    let below = |place: String, found: NotTaken| NotTaken { path: place + &found.path, ..found };
    match (given, taken) {
        (Value::Object(given), Value::Object(taken)) => given.iter().find_map(|(field, given)| {
            let Some(taken) = taken.get(field) else {
                return Some(NotTaken {
                    path: format!(".{field}"),
                    detail: format!("unknown field `{field}` here"),
                });
            };
            not_taken(given, taken).map(|found| below(format!(".{field}"), found))
        }),
        (Value::Array(given), Value::Array(taken)) => {
            let mut pairs = given.iter().zip(taken).enumerate();
            pairs.find_map(|(place, (given, taken))| {
                not_taken(given, taken).map(|found| below(format!("[{place}]"), found))
            })
        }
        // Serde takes a list for a struct, field by field; whoever asks gives the names.
        (Value::Array(_), Value::Object(_)) => {
            Some(NotTaken { path: String::new(), detail: "a list stands where an object belongs".to_owned() })
        }
        _ => None,
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

/// Reads JSON, and says where it goes wrong.
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    // To keep the path takes as long as to read: it is looked for only where something is wrong.
    serde_json::from_slice(body).or_else(|_| parse_by_path(body))
}

/// Reads JSON, and keeps in mind where.
fn parse_by_path<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        malformed(error.inner(), (path != ".").then_some(path))
    })?;
    json.end().map_err(|error| malformed(&error, None))?;
    Ok(value)
}

/// A mistake in JSON; a wrong value or field is told by its path, what is no JSON at all by its position.
fn malformed(error: &serde_json::Error, path: Option<String>) -> Problem {
    let text = error.to_string();
    let detail = text.rsplit_once(" at line ").map_or(text.as_str(), |(detail, _)| detail);
    let problem =
        Problem::new(Code::MalformedBody, detail).with("line", error.line()).with("column", error.column());
    match path.filter(|_| error.classify() == Category::Data) {
        Some(path) => problem.with("path", path),
        None => problem,
    }
}

/// The query, without unknown fields where its type denies them.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        let asked = serde_path_to_error::deserialize(pairs).map_err(|error| unreadable(&error, query))?;
        countable(parts, query)?;
        Ok(Self(asked))
    }
}

/// No number of a query is more than the description allows.
fn countable(parts: &Parts, query: &str) -> Result<(), Problem> {
    if query.is_empty() {
        return Ok(());
    }
    let path = Meter::of(&parts.extensions)?.path();
    let document = &path.description()?.document;
    for (name, given) in form_urlencoded::parse(query.as_bytes()) {
        let Ok(given) = given.parse::<u64>() else { continue };
        let most = judge::most(document, parts.method.as_str(), &path.template, &name);
        if let Some(most) = most.filter(|most| given > *most) {
            let why = format!("{name} is at most {most}");
            return Err(Problem::new(Code::MalformedQuery, why).with("parameter", name.as_ref()));
        }
    }
    Ok(())
}

/// What is wrong with a query.
fn unreadable(error: &serde_path_to_error::Error<serde_urlencoded::de::Error>, query: &str) -> Problem {
    let (name, says) = (error.path().to_string(), error.inner().to_string());
    // A field that is missing or doubled has no path of its own; its name is in what serde says.
    let quoted = says.split('`').nth(1).unwrap_or_default().to_owned();
    let why = |name: &str, why: &str| Problem::new(Code::MalformedQuery, why).with("parameter", name);
    if says.starts_with("unknown field") {
        why(&quoted, &format!("there is no parameter `{}` here", quoted.chars().take(64).collect::<String>()))
    } else if says.starts_with("missing field") {
        why(&quoted, &format!("the parameter `{quoted}` is missing"))
    } else if says.starts_with("duplicate field") {
        why(&quoted, &format!("the parameter `{quoted}` is given more than once"))
    } else {
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        let given = pairs.find(|(key, _)| *key == name).map(|(_, value)| value.into_owned());
        Problem::query(&name, &given.unwrap_or_default())
    }
}

/// How many things a page is to have: 50, or as many as `most`, unless the query says otherwise.
pub fn page_limit(asked: Option<u32>, most: u32) -> Result<u32, Problem> {
    within("limit", asked.unwrap_or(50.min(most)), 1..=most)
}

/// A number of the query, where it lies within its bounds.
pub fn within(name: &str, asked: u32, bounds: RangeInclusive<u32>) -> Result<u32, Problem> {
    if bounds.contains(&asked) {
        return Ok(asked);
    }
    let why = format!("{name} must be {} to {}", bounds.start(), bounds.end());
    Err(Problem::new(Code::MalformedQuery, why).with("parameter", name))
}

/// What the path names.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(path)) => Ok(Self(path)),
            Err(rejection) => {
                let path = RawPathParams::from_request_parts(parts, state).await.ok();
                Err(nameless(path.as_ref(), &rejection))
            }
        }
    }
}

/// A part of the path that names nothing there could be.
fn nameless(path: Option<&RawPathParams>, rejection: &PathRejection) -> Problem {
    let wrong = match rejection {
        PathRejection::FailedToDeserializePathParams(error) => match error.kind() {
            ErrorKind::ParseErrorAtKey { key, .. } | ErrorKind::DeserializeError { key, .. } => Some(key),
            _ => None,
        },
        _ => None,
    };
    let is_wrong = |name: &str| wrong.is_none_or(|wrong| wrong == name);
    match path.and_then(|path| path.iter().find(|(name, _)| is_wrong(name))) {
        Some((name, given)) => {
            let why = format!("`{}` is no identifier", given.chars().take(64).collect::<String>());
            Problem::new(Code::MalformedPath, why).with("parameter", name)
        }
        None => Problem::new(Code::MalformedPath, "the path is not percent-encoded UTF-8"),
    }
}

/// The invite code that whoever asks holds, in a header: addresses are logged.
#[derive(Clone, Debug)]
pub struct Invited(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Invited {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        match single(&parts.headers, &INVITE_CODE)? {
            Some(code) if code.len() > LONGEST_CODE => {
                let why = format!("a code has at most {LONGEST_CODE} characters");
                Err(malformed_header(&INVITE_CODE, why))
            }
            code => Ok(Self(code.map(str::to_owned))),
        }
    }
}

/// More than any code has.
const LONGEST_CODE: usize = 64;

/// The header of an invite code.
pub static INVITE_CODE: HeaderName = HeaderName::from_static("invite-code");
/// The header of the name that a client gives to a request.
pub static IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Who asks, where anybody may: without a token, somebody who only watches. A wrong token is still refused.
#[derive(Clone, Copy, Debug)]
pub struct Visitor(pub Option<SignedIn>);

impl Visitor {
    /// The asker, with the invite code they hold.
    pub fn holding(self, invite_code: Option<String>) -> Asker {
        Asker { player: self.0.map(|asker| asker.player), invite_code, share: None }
    }
}

impl FromRequestParts<Arc<Services>> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        match bearer(&parts.headers)? {
            None => Ok(Self(None)),
            Some(token) => {
                let signed_in = services.sessions.who(token).await?;
                Meter::of(&parts.extensions)?.charge_player(services, signed_in.player)?;
                Ok(Self(Some(signed_in)))
            }
        }
    }
}

impl FromRequestParts<Arc<Services>> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let Visitor(asker) = Visitor::from_request_parts(parts, services).await?;
        asker.ok_or_else(|| Problem::new(Code::TokenMissing, "send `Authorization: Bearer <token>`"))
    }
}

/// The bearer token, where there is one.
pub fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = single(headers, &AUTHORIZATION)? else { return Ok(None) };
    match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(token.trim())),
        _ => Err(Problem::new(Code::TokenInvalid, "the Authorization header must be `Bearer <token>`")),
    }
}

/// The name that the client gives to this request, where it does.
#[derive(Clone, Debug)]
pub struct Keyed(pub Option<IdempotencyKey>);

impl<S: Send + Sync> FromRequestParts<S> for Keyed {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let key = single(&parts.headers, &IDEMPOTENCY_KEY)?.map(IdempotencyKey::from_str).transpose();
        key.map(Self).map_err(|error| malformed_header(&IDEMPOTENCY_KEY, error))
    }
}

/// A header that may be there once.
pub(super) fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => {
            value.to_str().map(Some).map_err(|_| malformed_header(name, "the header is not visible ASCII"))
        }
        (Some(_), Some(_)) => Err(malformed_header(name, "the header is sent more than once")),
    }
}

pub(super) fn malformed_header(name: &HeaderName, detail: impl ToString) -> Problem {
    Problem::new(Code::MalformedHeader, detail).with("header", name.as_str())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::{parse, parse_exactly};
    use crate::games::any::AnyRules;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only parsed")]
    struct Bet {
        chips: Vec<u64>,
    }

    fn problem(body: &str) -> Value {
        let mut problem = serde_json::to_value(parse::<Bet>(body.as_bytes()).unwrap_err().body()).unwrap();
        let told = ["detail", "path", "line", "column"];
        told.iter().map(|&member| (member.to_owned(), problem[member].take())).collect()
    }

    #[test]
    fn a_mistake_is_told_with_its_place() {
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
    fn what_a_kept_type_does_not_take_is_refused_in_a_request() {
        let wrong = |body: &str| {
            let problem = parse_exactly::<AnyRules>(body.as_bytes()).unwrap_err();
            serde_json::to_value(problem.body()).unwrap()["path"].take()
        };
        let blinds = r#""betting": "no_limit", "small_blind": 1, "big_blind": 2"#;
        assert_eq!(wrong(&format!(r#"{{"holdem": {{{blinds}, "anté": 1}}}}"#)), "holdem.anté");
        let ante = r#""ante": {"type": "uniform", "amount": 1, "who": 2}"#;
        assert_eq!(wrong(&format!(r#"{{"holdem": {{{blinds}, {ante}}}}}"#)), "holdem.ante.who");
        assert_eq!(wrong(r#"{"shengji": [0]}"#), "shengji", "a list of all its values");
        assert!(parse_exactly::<AnyRules>(format!(r#"{{"holdem": {{{blinds}}}}}"#).as_bytes()).is_ok());
        assert!(parse_exactly::<AnyRules>(br#"{"shengji": {"thresholds": {"take": 80}}}"#).is_ok());
    }
}
