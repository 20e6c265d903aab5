//! The path of a request.

use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::http::problem::Problem;
use crate::http::problem::code::Code;

/// The parameters of the path.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(path)) => Ok(Self(path)),
            Err(rejection) => {
                let path = RawPathParams::from_request_parts(parts, state).await.ok();
                Err(unreadable(path.as_ref(), &rejection))
            }
        }
    }
}

/// The problem of a path with a parameter that cannot be read.
fn unreadable(path: Option<&RawPathParams>, rejection: &PathRejection) -> Problem {
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
            let why = format!("`{}` is not an identifier", given.chars().take(64).collect::<String>());
            Problem::new(Code::MalformedPath, why).with("parameter", name)
        }
        None => Problem::new(Code::MalformedPath, "the path is not percent-encoded UTF-8"),
    }
}
