//! What handlers take from a request, parsed once. Every rejection is a [`Problem`].

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::problem::Problem;
use super::services::Services;
use crate::service::command::Key;
use crate::service::reading::Asker;
use crate::service::sessions::SignedIn;

/// A body in JSON, whole, without unknown fields where its type denies them.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "send the body as application/json",
            ));
        }
        let body = Bytes::from_request(request, state).await.map_err(|rejection| {
            Problem::new(StatusCode::BAD_REQUEST, "malformed_body", rejection.body_text())
        })?;
        parse(&body).map(Self)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let essence = |value: &str| value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).map(essence);
    kind.as_deref() == Some("application/json")
}

/// Reads JSON, and says where it goes wrong.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
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
    let problem = Problem::new(StatusCode::BAD_REQUEST, "malformed_body", detail)
        .with("line", error.line())
        .with("column", error.column());
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

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(query)) => Ok(Self(query)),
            Err(rejection) => {
                Err(Problem::new(StatusCode::BAD_REQUEST, "malformed_query", rejection.body_text()))
            }
        }
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
    Err(Problem::new(StatusCode::BAD_REQUEST, "malformed_query", why))
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
                Err(Problem::new(StatusCode::BAD_REQUEST, "malformed_path", rejection.body_text()))
            }
        }
    }
}

/// Who asks, where anybody may: without a token, somebody who only watches. A wrong token is still refused.
#[derive(Clone, Copy, Debug)]
pub struct Visitor(pub Option<SignedIn>);

impl Visitor {
    /// The asker, with the invite code they hold.
    pub fn holding(self, invite_code: Option<String>) -> Asker {
        Asker { player: self.0.map(|asker| asker.player), invite_code }
    }
}

impl FromRequestParts<Arc<Services>> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        match bearer(&parts.headers)? {
            None => Ok(Self(None)),
            Some(token) => Ok(Self(Some(services.sessions.who(token).await?))),
        }
    }
}

impl FromRequestParts<Arc<Services>> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let Visitor(asker) = Visitor::from_request_parts(parts, services).await?;
        asker.ok_or_else(|| {
            Problem::new(StatusCode::UNAUTHORIZED, "token_missing", "send `Authorization: Bearer <token>`")
        })
    }
}

/// The bearer token, where there is one.
pub fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = single(headers, AUTHORIZATION.as_str())? else { return Ok(None) };
    match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(token.trim())),
        _ => Err(Problem::new(
            StatusCode::UNAUTHORIZED,
            "token_invalid",
            "the Authorization header must be `Bearer <token>`",
        )),
    }
}

/// The name that the client gives to this request, where it does.
#[derive(Clone, Debug)]
pub struct IdempotencyKey(pub Option<Key>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let key = single(&parts.headers, "idempotency-key")?.map(Key::from_str).transpose();
        key.map(Self).map_err(|error| malformed_header("idempotency-key", error))
    }
}

/// A header that may be there once.
fn single<'a>(headers: &'a HeaderMap, name: &'static str) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => {
            value.to_str().map(Some).map_err(|_| malformed_header(name, "the header is not visible ASCII"))
        }
        (Some(_), Some(_)) => Err(malformed_header(name, "the header is sent more than once")),
    }
}

fn malformed_header(name: &'static str, detail: impl ToString) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "malformed_header", detail).with("header", name)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::parse;

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
}
