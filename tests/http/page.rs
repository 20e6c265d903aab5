//! The page for browsers, and its content security policy.

use reqwest::{Method, StatusCode};

use crate::server::TestServer;

/// The `Accept` header of a browser that asks for a page.
const BROWSER: &str = "text/html,application/xhtml+xml,*/*;q=0.8";

#[tokio::test]
async fn a_browser_gets_the_page_at_every_other_path() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous();
    let ask = async |path: &str, accept: &str| {
        let url = format!("http://{}{path}", server.address);
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        client.get(url).header("accept", accept).send().await.unwrap()
    };
    for path in ["/", "/t/0190cafe-0000-7000-8000-000000000000", "/me"] {
        let page = ask(path, BROWSER).await;
        assert_eq!(page.status(), StatusCode::OK, "{path}");
        assert_eq!(page.headers()["content-type"], "text/html");
        let policy = page.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(page.headers()["cache-control"], "public, no-cache");
        assert!(page.text().await.unwrap().contains(r#"<div id="app">"#));
    }
    // A program that asks for a path that does not exist gets a problem; so does a browser below the API's path.
    anonymous.get("/t/x").await.refused(404, "no_such_route");
    for path in ["/v1/nothing", "/assets/gone.js"] {
        let answer = ask(path, BROWSER).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.headers()["content-type"], "application/problem+json");
    }
    let posted = anonymous.send(anonymous.request(Method::POST, "/")).await;
    posted.refused(405, "method_not_allowed");
}

/// Answers contain text of players: a browser must take each as the type that it is sent as, and never as a page.
#[tokio::test]
async fn no_browser_guesses_the_type_of_an_answer() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous();
    for (method, path, accept, status) in [
        (Method::GET, "/", BROWSER, 200),
        (Method::GET, "/openapi.yaml", BROWSER, 200),
        (Method::GET, "/v1/tables", BROWSER, 200),
        (Method::GET, "/v1/lobby/events", "text/event-stream", 200),
        (Method::GET, "/healthz", BROWSER, 200),
        (Method::GET, "/v1/me", BROWSER, 401),
        (Method::GET, "/v1/nothing", BROWSER, 404),
        (Method::PUT, "/v1/me", BROWSER, 405),
        (Method::POST, "/v1/guests", BROWSER, 415),
    ] {
        let answer = anonymous.request(method, path).header("accept", accept).send().await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{path}");
    }
}

#[tokio::test]
async fn files_with_a_hash_in_their_name_are_cached_for_ever() {
    let server = TestServer::open().await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let get = async |path: &str| client.get(format!("http://{}{path}", server.address)).send().await.unwrap();
    let page = get("/").await;
    let tag = page.headers()["etag"].clone();
    let page = page.text().await.unwrap();
    let script = page.split('"').find(|part| part.starts_with("/assets/index-")).unwrap();
    let script = get(script).await;
    assert_eq!(script.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(script.headers()["content-type"], "text/javascript");
    assert_eq!(script.headers()["x-content-type-options"], "nosniff");
    let again = client.get(format!("http://{}/", server.address)).header("if-none-match", tag);
    assert_eq!(again.send().await.unwrap().status(), StatusCode::NOT_MODIFIED);
}
