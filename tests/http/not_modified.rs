//! Reading a table that has not changed costs the same for every table, because no view is built.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use cardroom::http::layers::Layered;
use cardroom::service::ports::store::Store;
use cardroom::store::sqlite::Sqlite;
use serde_json::json;

use crate::allocations::allocated;
use crate::manual::ManualClock;
use crate::server::{LOCALHOST, TestServer, answer, routes, settings};

/// A watcher asks for a table: the status, the tag, and the number of allocations until the answer.
async fn ask(routes: &Layered, path: &str, known: Option<&str>) -> (StatusCode, String, u64) {
    let mut request = Request::get(path);
    if let Some(tag) = known {
        request = request.header(header::IF_NONE_MATCH, tag);
    }
    let request = request.body(Body::empty()).unwrap();
    let before = allocated();
    let answer = answer(routes, LOCALHOST, request).await;
    let cost = allocated() - before;
    (answer.status(), answer.headers()[header::ETAG].to_str().unwrap().to_owned(), cost)
}

/// The cost of a table, and of the answer that it has not changed, once all caches are filled.
async fn costs(routes: &Layered, path: &str) -> (u64, u64) {
    let (status, tag, _) = ask(routes, path, None).await;
    assert_eq!(status, StatusCode::OK);
    ask(routes, path, Some(&tag)).await;
    let (_, _, whole) = ask(routes, path, None).await;
    let (status, same, unchanged) = ask(routes, path, Some(&tag)).await;
    assert_eq!((status, same), (StatusCode::NOT_MODIFIED, tag));
    (whole, unchanged)
}

#[tokio::test]
async fn an_unchanged_table_is_answered_without_a_view() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let server = TestServer::over(Arc::clone(&store), ManualClock::start(), settings()).await;
    let mut tables = Vec::new();
    for seats in [0, 4] {
        let host = server.guest("Host").await;
        let options = json!({
            "name": "A table", "seats": 4, "min_buy_in": 0, "max_buy_in": 0, "dealing": {"type": "by_hand"},
            "game": {"shengji": {"card_millis": 0}},
        });
        let opened = host.post("/v1/tables", options).await;
        let path = opened.header("location").unwrap().to_owned();
        for _ in 0..seats {
            server.guest("Player").await.post(&format!("{path}/seats"), json!({"buy_in": 0})).await.ok();
        }
        tables.push(path);
    }
    let routes = routes(&store, settings()).await;
    let (whole_of_little, unchanged_little) = costs(&routes, &tables[0]).await;
    let (whole_of_much, unchanged_much) = costs(&routes, &tables[1]).await;
    assert!(whole_of_much > whole_of_little, "a view of more is no more work: {whole_of_much}");
    assert_eq!(
        unchanged_much, unchanged_little,
        "the answer that nothing has changed depends on what there is"
    );
}
