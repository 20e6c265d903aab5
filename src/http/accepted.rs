//! What a client takes: lists of media types or codings, each with a weight (RFC 9110, section 12.4.2).

use axum::http::{HeaderMap, HeaderName};

/// Whether the client names this among what it takes. Names are compared without case, and a weight of 0 is a no.
pub fn names(headers: &HeaderMap, header: &HeaderName, wanted: &str) -> bool {
    weight(headers, header, wanted).is_some_and(|weight| weight > 0.0)
}

/// The weight that the client gives to this, if it names it.
pub fn weight(headers: &HeaderMap, header: &HeaderName, wanted: &str) -> Option<f32> {
    let lists = headers.get_all(header).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).find_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let is_named = parts.next()?.eq_ignore_ascii_case(wanted);
        is_named.then(|| parts.find_map(quality).unwrap_or(1.0))
    })
}

/// A weight; what cannot be read is a no.
fn quality(parameter: &str) -> Option<f32> {
    let (name, weight) = parameter.split_once('=')?;
    name.trim().eq_ignore_ascii_case("q").then(|| weight.trim().parse().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use axum::http::header::ACCEPT;
    use axum::http::{HeaderMap, HeaderValue};

    use super::names;

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
}
