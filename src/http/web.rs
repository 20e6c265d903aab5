//! The page: the built web client, a part of this program, under a policy by which a browser loads and asks nothing of
//! anybody else for it.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, File, include_dir};

use super::answer;
use super::code::Code;
use super::packed::{TakesGzip, Text};
use super::problem::Problem;

static PAGE: Dir = include_dir!("$CARGO_MANIFEST_DIR/web/dist");

const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; require-trusted-types-for 'script'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
);
/// What lies here has its content's hash in its name.
const HASHED: &str = "/assets/";
/// Where no page is, whatever a browser asks for.
const NO_PAGES: [&str; 6] = ["/v1", "/docs", "/errors", "/openapi", "/healthz", HASHED];

/// The files of the page, by their paths. Each has one: where a path is looked up as the system's, dots and slashes make endless
/// ones of it.
static FILES: LazyLock<HashMap<String, Text>> = LazyLock::new(|| {
    let text = |file: &'static File<'static>| Some((format!("/{}", file.path().to_str()?), text(file)));
    files(&PAGE).into_iter().filter_map(text).collect()
});

/// A file of the page; for a browser the page itself wherever nothing else is, because it knows more addresses.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap, takes: TakesGzip) -> Response {
    let path = uri.path();
    let asks = method == Method::GET || method == Method::HEAD;
    let is_page = path == "/" || wants_page(&headers) && !NO_PAGES.iter().any(|at| path.starts_with(at));
    let file = match FILES.get(path) {
        Some(file) if asks => Some(file),
        None if asks && is_page => FILES.get("/index.html"),
        _ => None,
    };
    match file {
        Some(file) => file.answer(takes).await,
        None => Problem::new(Code::NoSuchRoute, format!("there is nothing at {path}")).into_response(),
    }
}

/// All files below a folder.
fn files(folder: &'static Dir<'static>) -> Vec<&'static File<'static>> {
    folder.files().chain(folder.dirs().flat_map(files)).collect()
}

fn wants_page(headers: &HeaderMap) -> bool {
    let accepts = headers.get_all(ACCEPT).iter().filter_map(|accept| accept.to_str().ok());
    accepts.flat_map(|accept| accept.split(',')).any(|kind| kind.trim().starts_with("text/html"))
}

fn text(file: &'static File<'static>) -> Text {
    let mut headers = if file.path().starts_with(HASHED.trim_matches('/')) {
        let for_ever = HeaderValue::from_static("public, max-age=31536000, immutable");
        HeaderMap::from_iter([(CACHE_CONTROL, for_ever)])
    } else {
        answer::public_tag(&answer::content_tag(file.contents()))
    };
    let kind = file.path().extension().and_then(|end| end.to_str()).map_or("", kind_of);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Text::new(headers, file.contents())
}

fn kind_of(end: &str) -> &'static str {
    match end {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
