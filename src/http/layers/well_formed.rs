//! Refuses requests whose head no server may accept (RFC 9112).

use axum::extract::Request;
use axum::http::header::{HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Version};

use crate::http::extract::headers::malformed_header;
use crate::http::problem::Problem;

/// Refuses a request whose `Host` does not name one host, or whose transfer coding is not supported.
pub fn check(request: &Request) -> Result<(), Problem> {
    if !names_one_host(request.version(), request.uri().authority(), request.headers()) {
        return Err(malformed_header(&HOST, "send the header `Host` once, as `host` or `host:port`"));
    }
    if !is_plainly_transferred(request.headers()) {
        return Err(malformed_header(&TRANSFER_ENCODING, "`chunked` is the only coding here"));
    }
    Ok(())
}

/// Whether `Host` is sent once and names a host. HTTP/1.0 and HTTP/2 requests may lack it.
fn names_one_host(version: Version, target: Option<&Authority>, headers: &HeaderMap) -> bool {
    // Over HTTP/1.1 the target of the request takes precedence over `Host` (RFC 9112, section 3.2.2).
    let named = target.filter(|_| version >= Version::HTTP_2);
    let mut hosts = headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => version != Version::HTTP_11,
        (Some(host), None) => is_host(host, named),
        (Some(_), Some(_)) => false,
    }
}

/// Whether the value names a host, and over HTTP/2 the one of `:authority` (RFC 9113, section 8.3.1).
fn is_host(host: &HeaderValue, named: Option<&Authority>) -> bool {
    match Authority::try_from(host.as_bytes()) {
        // An authority may contain a user. `Host` may not.
        Ok(host) => !host.as_str().contains('@') && named.is_none_or(|named| *named == host),
        // The target of the request has no host.
        Err(_) => host.is_empty() && named.is_none(),
    }
}

fn is_plainly_transferred(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    let is_chunked = codings.next().is_none_or(|coding| {
        coding.to_str().is_ok_and(|coding| coding.trim().eq_ignore_ascii_case("chunked"))
    });
    is_chunked && codings.next().is_none()
}

#[cfg(test)]
mod tests {
    use axum::http::header::{HOST, TRANSFER_ENCODING};
    use axum::http::uri::Authority;
    use axum::http::{HeaderMap, HeaderValue, Version};

    use super::{is_plainly_transferred, names_one_host};

    /// Whether these values are accepted as the `Host` of a request for this authority.
    fn takes(version: Version, authority: Option<&str>, hosts: &[&'static str]) -> bool {
        let mut headers = HeaderMap::new();
        for &host in hosts {
            headers.append(HOST, HeaderValue::from_static(host));
        }
        let authority = authority.map(|authority| authority.parse::<Authority>().unwrap());
        names_one_host(version, authority.as_ref(), &headers)
    }

    #[test]
    fn one_host_is_named() {
        assert!(!takes(Version::HTTP_11, None, &[]) && !takes(Version::HTTP_11, None, &["a", "a"]));
        assert!(takes(Version::HTTP_10, None, &[]) && !takes(Version::HTTP_10, None, &["a", "a"]));
        for host in ["a", "a.example:8080", "203.0.113.9", "[2001:db8::1]:80", ""] {
            assert!(takes(Version::HTTP_11, None, &[host]), "{host}");
        }
        for host in ["a b", "http://a/", "a/", "ada@a", "a:80:80", "[::1"] {
            assert!(!takes(Version::HTTP_11, None, &[host]), "{host}");
        }
        assert!(takes(Version::HTTP_11, Some("a"), &["b"]), "the target counts");
    }

    #[test]
    fn over_http_2_a_host_is_the_authority() {
        let takes = |hosts| takes(Version::HTTP_2, Some("a.example"), hosts);
        assert!(takes(&[]) && takes(&["A.example"]));
        assert!(!takes(&["b.example"]) && !takes(&[""]) && !takes(&["a.example", "a.example"]));
    }

    #[test]
    fn bodies_are_chunked_or_have_a_length() {
        let is_read = |coding| {
            let coding = (TRANSFER_ENCODING, HeaderValue::from_static(coding));
            is_plainly_transferred(&HeaderMap::from_iter([coding]))
        };
        assert!(is_read("chunked") && is_read("Chunked ") && is_plainly_transferred(&HeaderMap::new()));
        assert!(!is_read("gzip, chunked") && !is_read("gzip"));
        let mut headers = HeaderMap::new();
        for _ in 0..2 {
            headers.append(TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
        }
        assert!(!is_plainly_transferred(&headers));
    }
}
