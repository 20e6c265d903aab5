//! What a client accepts: lists of media types or codings, each with a weight (RFC 9110, section 12.4.2).

use axum::http::header::ACCEPT_ENCODING;
use axum::http::{HeaderMap, HeaderName};

/// Whether a header accepts a name. Names are compared without case, and a weight of 0 means no.
pub fn names(headers: &HeaderMap, header: &HeaderName, wanted: &str) -> bool {
    weight(headers, header, wanted).is_some_and(|weight| weight > 0.0)
}

/// The weight that a header gives to a name, if it has the name.
pub fn weight(headers: &HeaderMap, header: &HeaderName, wanted: &str) -> Option<f32> {
    let lists = headers.get_all(header).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).find_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let is_named = parts.next()?.eq_ignore_ascii_case(wanted);
        is_named.then(|| parts.find_map(quality).unwrap_or(1.0))
    })
}

/// Whether the client accepts gzip, by its name or by `*`.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let weight = |coding| self::weight(headers, &ACCEPT_ENCODING, coding);
    weight("gzip").or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
}

/// A weight. One that cannot be read counts as 0.
fn quality(parameter: &str) -> Option<f32> {
    let (name, weight) = parameter.split_once('=')?;
    name.trim().eq_ignore_ascii_case("q").then(|| weight.trim().parse().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use axum::http::header::{ACCEPT, ACCEPT_ENCODING};
    use axum::http::{HeaderMap, HeaderValue};

    use super::{names, takes_gzip};

    #[test]
    fn case_does_not_matter_and_a_weight_of_0_is_a_no() {
        let takes = |accept: &'static str| {
            let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(accept))]);
            names(&headers, &ACCEPT, "text/event-stream")
        };
        for accept in
            ["text/event-stream", "*/*, Text/Event-Stream;q=0.5", "text/event-stream; charset=utf-8 ; Q=1"]
        {
            assert!(takes(accept), "{accept}");
        }
        for accept in
            ["", "*/*", "text/event-stream;q=0", "text/event-stream; Q = 0.000", "text/event-streams"]
        {
            assert!(!takes(accept), "{accept}");
        }
    }

    #[test]
    fn a_coding_that_is_refused_by_name_is_not_taken_as_any() {
        let takes = |codings| {
            takes_gzip(&HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(codings))]))
        };
        assert!(takes("gzip") && takes("br, GZip;q=0.1") && takes("*"));
        assert!(!takes("gzip;q=0, *") && !takes("gzip; Q=0.0") && !takes("br") && !takes("*;q=0"));
    }
}
