//! The normal form of a path: characters that need no percent-encoding are decoded before the route is matched (RFC 3986, section
//! 6.2.2.2).

use axum::extract::Request;
use axum::http::Uri;

/// Gives a request the normal form of its path.
pub fn of(mut request: Request) -> Request {
    if let Some(uri) = decoded(request.uri()) {
        *request.uri_mut() = uri;
    }
    request
}

/// The normal form of a URI, if it differs.
fn decoded(uri: &Uri) -> Option<Uri> {
    let (path, query) = (uri.path(), uri.query());
    let mut parts = path.split('%');
    let mut written = parts.next()?.to_owned();
    for part in parts {
        let letter = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()).map(char::from);
        match letter.filter(|&letter| is_unreserved(letter)) {
            Some(letter) => written.extend([letter].into_iter().chain(part.chars().skip(2))),
            None => written.extend(['%'].into_iter().chain(part.chars())),
        }
    }
    if written == path {
        return None;
    }
    if let Some(query) = query {
        written.extend(['?'].into_iter().chain(query.chars()));
    }
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(written.parse().ok()?);
    Uri::from_parts(parts).ok()
}

fn is_unreserved(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-._~".contains(letter)
}

#[cfg(test)]
mod tests {
    use axum::http::Uri;

    use super::decoded;

    #[test]
    fn only_needless_encoding_is_decoded() {
        let of = |text: &str| decoded(&text.parse::<Uri>().unwrap()).map(|uri| uri.to_string());
        assert_eq!(of("/v1/%74ables?q=%74"), Some("/v1/tables?q=%74".to_owned()));
        assert_eq!(of("/v1/%7Eada/%2e"), Some("/v1/~ada/.".to_owned()));
        for same in ["/v1/tables", "/v1/a%2Fb", "/v1/%zz", "/v1/%", "/v1/%7", "/v1/%C3%A9"] {
            assert_eq!(of(same), None, "{same}");
        }
    }
}
