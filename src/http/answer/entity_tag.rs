//! Entity tags: an answer that a client already has need not be sent again.

use axum::extract::FromRequestParts;
use axum::http::header::IF_NONE_MATCH;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};

use crate::http::problem::Problem;

/// The entity tags of answers that the client already has, from its `If-None-Match`.
#[derive(Clone, Debug)]
pub struct KnownTags(Vec<HeaderValue>);

impl<S: Send + Sync> FromRequestParts<S> for KnownTags {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Ok(Self::of(&parts.headers))
    }
}

impl KnownTags {
    /// The tags in these headers.
    pub fn of(headers: &HeaderMap) -> Self {
        Self(headers.get_all(IF_NONE_MATCH).iter().cloned().collect())
    }

    /// Whether there is any tag.
    pub fn any(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether a tag is among them, given without quotes.
    pub fn contain(&self, tag: &str) -> bool {
        self.0.iter().any(|known| names(known, &format!("\"{tag}\"")))
    }

    /// Whether a tag is among them, given as in a header.
    pub fn contain_header(&self, tag: &HeaderValue) -> bool {
        tag.to_str().is_ok_and(|tag| self.0.iter().any(|known| names(known, tag)))
    }
}

/// Whether an `If-None-Match` names a tag. The comparison is weak, as RFC 9110 requires.
fn names(known: &HeaderValue, tag: &str) -> bool {
    let Ok(known) = known.to_str() else { return false };
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    known.split(',').any(|known| known.trim() == "*" || opaque(known) == opaque(tag))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::KnownTags;

    #[test]
    fn an_entity_tag_is_found_in_a_list() {
        let found = |known: &str| KnownTags(vec![known.parse().unwrap()]).contain("7-a");
        for known in ["\"7-a\"", "\"6-a\", \"7-a\"", "W/\"7-a\"", "*"] {
            assert!(found(known), "{known}");
        }
        for known in ["\"7-b\"", "7-a", ""] {
            assert!(!found(known), "{known}");
        }
        let header = HeaderValue::from_static("W/\"x\"");
        for known in ["*", "W/\"x\"", "\"x\""] {
            assert!(KnownTags(vec![HeaderValue::from_static(known)]).contain_header(&header), "{known}");
        }
    }
}
