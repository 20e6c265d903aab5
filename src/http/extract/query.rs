//! The query of a request.

use std::ops::RangeInclusive;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::http::limits::request_usage::RequestUsage;
use crate::http::problem::Problem;
use crate::http::problem::code::Code;
use crate::http::schema::description::description_of;
use crate::http::schema::validator;

/// The query, without unknown parameters if its type denies them.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        let read = serde_path_to_error::deserialize(pairs).map_err(|error| unreadable(&error, query))?;
        check_numbers(parts, query)?;
        Ok(Self(read))
    }
}

/// Checks that no number of a query is greater than the description allows.
fn check_numbers(parts: &Parts, query: &str) -> Result<(), Problem> {
    if query.is_empty() {
        return Ok(());
    }
    let route = RequestUsage::of(&parts.extensions)?.route();
    let document = &description_of(&parts.extensions)?.document;
    for (name, given) in form_urlencoded::parse(query.as_bytes()) {
        let Ok(given) = given.parse::<u64>() else { continue };
        let most = validator::most(document, parts.method.as_str(), route, &name);
        if let Some(most) = most.filter(|most| given > *most) {
            let why = format!("{name} is at most {most}");
            return Err(Problem::new(Code::MalformedQuery, why).with("parameter", name.as_ref()));
        }
    }
    Ok(())
}

/// The error in a query.
fn unreadable(error: &serde_path_to_error::Error<serde_urlencoded::de::Error>, query: &str) -> Problem {
    let (name, says) = (error.path().to_string(), error.inner().to_string());
    // A field that is missing or doubled has no path of its own. Serde's message has its name.
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

/// How many rows a page has: 50, or `most` if that is fewer, unless the query says otherwise.
pub fn page_limit(asked: Option<u32>, most: u32) -> Result<u32, Problem> {
    within("limit", asked.unwrap_or(50.min(most)), 1..=most)
}

/// A number of the query, if it lies within these bounds.
pub fn within(name: &str, asked: u32, bounds: RangeInclusive<u32>) -> Result<u32, Problem> {
    if bounds.contains(&asked) {
        return Ok(asked);
    }
    let why = format!("{name} must be {} to {}", bounds.start(), bounds.end());
    Err(Problem::new(Code::MalformedQuery, why).with("parameter", name))
}
