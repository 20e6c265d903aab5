//! The tools under load: each question takes one of a few permits of the compute pool, and no other request waits for them.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use cardroom::http::layers::Layered;
use cardroom::http::router;
use cardroom::service::ports::store::Store;
use cardroom::service::work::equity::ComputePool;
use cardroom::store::sqlite::Sqlite;
use futures::FutureExt;
use futures::future::{BoxFuture, join_all};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::server::{answer, services, settings};

const HERE: &str = "203.0.113.1";
const ELSEWHERE: &str = "203.0.113.2";
const THERE: &str = "203.0.113.3";

/// Longer than any answer takes: a test that waits in vain fails.
const PATIENCE: Duration = Duration::from_mins(1);

/// Evaluating seven cards takes less time than waiting for a permit.
const AT_ONCE: &str = "holdem_evaluate";

/// A request.
#[derive(Debug)]
struct Question {
    operation: String,
    method: String,
    path: String,
    body: Value,
}

impl Question {
    /// Without a body.
    fn get(path: &str) -> Self {
        let [operation, method, path] = ["", "GET", path].map(str::to_owned);
        Self { operation, method, path, body: Value::Null }
    }

    /// The answer to a request from this address.
    fn ask(&self, routes: &Layered, from: &str) -> BoxFuture<'static, Response> {
        let request = Request::builder().method(&*self.method).uri(&self.path);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        let request = request.body(Body::from(self.body.to_string())).unwrap();
        let asked = timeout(PATIENCE, answer(routes, from.parse().unwrap(), request));
        async { asked.await.expect("an answer in time") }.boxed()
    }
}

/// Every tool in the description, with its example.
fn questions() -> Vec<Question> {
    let document = router::document();
    let mut questions = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if operation["tags"] == json!(["tools"]) {
                let body = &operation["requestBody"]["content"]["application/json"];
                let named = body["schema"]["$ref"].as_str().and_then(|name| name.rsplit('/').next());
                let named = named.map(|name| &document["components"]["schemas"][name]["example"]);
                questions.push(Question {
                    operation: operation["operationId"].as_str().unwrap().to_owned(),
                    method: method.to_uppercase(),
                    path: path.clone(),
                    body: body.get("example").or(named).cloned().unwrap_or_default(),
                });
            }
        }
    }
    questions
}

/// Routes, and their compute pool.
async fn server() -> (Layered, ComputePool) {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let services = services(&store, settings()).await;
    let pool = services.compute_pool.clone();
    (router::router(services), pool)
}

/// Jobs that hold this many permits of the pool until the sender is dropped.
fn hold(pool: &ComputePool, permits: usize) -> (mpsc::Sender<()>, Vec<BoxFuture<'static, ()>>) {
    let (end, ended) = mpsc::channel::<()>();
    let ended = Arc::new(Mutex::new(ended));
    let work = (0..permits).map(|_| {
        let (pool, ended) = (pool.clone(), Arc::clone(&ended));
        let until_the_end = move || assert!(ended.lock().unwrap().recv().is_err());
        waits(async move { pool.work(until_the_end).await.unwrap() }.boxed())
    });
    let work = work.collect();
    (end, work)
}

/// The same future, which is not ready at once: it runs, or waits in the queue.
#[track_caller]
fn waits<T>(mut work: BoxFuture<'static, T>) -> BoxFuture<'static, T> {
    assert!((&mut work).now_or_never().is_none(), "it does not wait");
    work
}

#[track_caller]
fn is_answered(answer: &Response, what: &Question) {
    assert_eq!(answer.status(), StatusCode::OK, "{what:?}");
}

/// Checks that a request was refused because too many are waiting, and may be repeated.
async fn is_refused(answer: Response, what: &Question) {
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS, "{what:?}");
    assert_eq!(answer.headers()[header::RETRY_AFTER], "1", "{what:?}");
    let got = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
    let got: Value = serde_json::from_slice(&got).unwrap();
    assert_eq!(got["code"], "busy", "{what:?}");
}

/// While every permit is taken, requests for tools are refused, and all other requests are answered.
#[tokio::test]
async fn rule_computations_block_no_other_request() {
    let (routes, pool) = server().await;
    let (at_once, questions): (Vec<_>, Vec<_>) =
        questions().into_iter().partition(|question| question.operation == AT_ONCE);
    assert!(at_once.len() == 1 && questions.len() > 8, "the rules are not where they were");
    let (end, held) = hold(&pool, pool.capacity());
    for question in &questions {
        is_refused(question.ask(&routes, HERE).await, question).await;
    }
    let others = ["/healthz", "/readyz", "/v1/version", "/v1/tables"].map(Question::get);
    for question in at_once.iter().chain(&others) {
        is_answered(&question.ask(&routes, HERE).await, question);
    }
    drop(end);
    join_all(held).await;
    for question in &questions {
        is_answered(&question.ask(&routes, HERE).await, question);
    }
}

/// One address holds at most half of the permits, so another gets one.
#[tokio::test]
async fn one_address_holds_half_of_the_permits_at_most() {
    let (routes, pool) = server().await;
    let question = questions().into_iter().find(|question| question.operation == "doudizhu_moves").unwrap();
    let half = pool.capacity() / 2;
    // Every thread is busy, and one more than half of the permits are free.
    let (end, held) = hold(&pool, pool.capacity() - half - 1);
    let mine: Vec<_> = (0..half).map(|_| waits(question.ask(&routes, HERE))).collect();
    is_refused(question.ask(&routes, HERE).await, &question).await;
    let theirs = waits(question.ask(&routes, ELSEWHERE));
    is_refused(question.ask(&routes, THERE).await, &question).await;
    drop(end);
    let (_, mine, theirs) = tokio::join!(join_all(held), join_all(mine), theirs);
    for answer in mine.iter().chain([&theirs]) {
        is_answered(answer, &question);
    }
}
