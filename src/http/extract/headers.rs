//! The headers of a request.

use std::convert::Infallible;
use std::str::FromStr;

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};

use crate::http::problem::Problem;
use crate::http::problem::code::Code;
use crate::service::people::device::Device;
use crate::service::table::command::IdempotencyKey;
use crate::service::table::randomness::invite_code;

/// The header of an invite code.
pub static INVITE_CODE: HeaderName = HeaderName::from_static("invite-code");
/// The header of an idempotency key.
pub static IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header of preferences (RFC 7240).
pub static PREFER: HeaderName = HeaderName::from_static("prefer");

/// More characters than any invite code has.
const LONGEST_CODE: usize = 64;

/// The invite code of a request, if it has one. It is a header because URLs are logged.
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

/// The idempotency key of a request, if it has one.
#[derive(Clone, Debug)]
pub struct Keyed(pub Option<IdempotencyKey>);

impl<S: Send + Sync> FromRequestParts<S> for Keyed {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let key = single(&parts.headers, &IDEMPOTENCY_KEY)?.map(IdempotencyKey::from_str).transpose();
        key.map(Self).map_err(|error| malformed_header(&IDEMPOTENCY_KEY, error))
    }
}

/// The device that a request comes from, by its `User-Agent`, if it has one.
#[derive(Clone, Debug)]
pub struct FromDevice(pub Option<Device>);

impl<S: Send + Sync> FromRequestParts<S> for FromDevice {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let agent = parts.headers.get(USER_AGENT);
        Ok(Self(agent.and_then(|agent| Device::of(agent.as_bytes()))))
    }
}

/// Whether the client prefers a minimal answer (RFC 7240).
pub struct PrefersMinimal(pub bool);

impl<S: Send + Sync> FromRequestParts<S> for PrefersMinimal {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let preferences = parts.headers.get_all(&PREFER).iter().filter_map(|value| value.to_str().ok());
        Ok(Self(preferences.flat_map(|value| value.split([',', ';'])).any(|preference| {
            let (name, value) = preference.split_once('=').unwrap_or_default();
            name.trim().eq_ignore_ascii_case("return")
                && value.trim().trim_matches('"').eq_ignore_ascii_case("minimal")
        })))
    }
}

/// The value of a header that may be sent once.
pub fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => {
            value.to_str().map(Some).map_err(|_| malformed_header(name, "the header is not visible ASCII"))
        }
        (Some(_), Some(_)) => Err(malformed_header(name, "the header is sent more than once")),
    }
}

/// The problem of a header that cannot be read.
pub fn malformed_header(name: &HeaderName, detail: impl ToString) -> Problem {
    Problem::new(Code::MalformedHeader, detail).with("header", name.as_str())
}
