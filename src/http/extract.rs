//! What handlers take from a request beside its body, parsed once. Every rejection is a [`Problem`].

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use serde::de::DeserializeOwned;

use super::code::Code;
use super::meter::Meter;
use super::openapi::described::description_of;
use super::openapi::judge;
use super::problem::Problem;
use super::request_log;
use super::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::room::asker::Asker;
use crate::service::table::command::IdempotencyKey;
use crate::service::table::invite_code;

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
    let route = Meter::of(&parts.extensions)?.route();
    let document = &description_of(&parts.extensions)?.document;
    for (name, given) in form_urlencoded::parse(query.as_bytes()) {
        let Ok(given) = given.parse::<u64>() else { continue };
        let most = judge::most(document, parts.method.as_str(), route, &name);
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
            code => Ok(Self(code.map(invite_code::read))),
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
        Asker { player: self.0.map(|asker| asker.player), invite_code, origin: None, share: None }
    }
}

impl FromRequestParts<Arc<Services>> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        match bearer(&parts.headers)? {
            None => Ok(Self(None)),
            Some(token) => {
                let signed_in = services.sessions.who(token).await?;
                request_log::note_player(signed_in.player);
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
