//! The work of an answer does not depend on hidden information: no request computes what another seat may do.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header, request};
use axum::response::Response;
use cardroom::http::layers::Layered;
use futures::StreamExt;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::allocations::allocated;
use crate::server::{LOCALHOST, answer, routes, settings};
use crate::thinking::{LITTLE, MUCH, Thinking};

/// One player's requests, through the routes, on this thread.
struct Caller<'a> {
    routes: &'a Layered,
    token: &'a str,
}

impl Caller<'_> {
    async fn answer(&self, request: request::Builder, body: &Value) -> Response {
        let request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        let request = request.header(header::CONTENT_TYPE, "application/json");
        let request = request.body(Body::from(body.to_string())).unwrap();
        answer(self.routes, LOCALHOST, request).await
    }

    /// How often something was allocated until this was answered by this status, on this thread.
    async fn cost_of(&self, method: Method, path: &str, body: &Value, status: u16) -> u64 {
        let request = Request::builder().method(method).uri(path);
        let before = allocated();
        let answer = self.answer(request, body).await;
        let cost = allocated() - before;
        assert_eq!(answer.status(), status);
        cost
    }

    async fn cost(&self, method: Method, path: &str, body: &Value) -> u64 {
        self.cost_of(method, path, body, 200).await
    }

    /// The same, until a stream has sent this many messages.
    async fn followed(&self, path: &str, messages: usize) -> u64 {
        let request = Request::builder().uri(path).header(header::ACCEPT, "text/event-stream");
        let before = allocated();
        let answer = self.answer(request, &Value::Null).await;
        assert_eq!(answer.status(), StatusCode::OK);
        let mut stream = answer.into_body().into_data_stream();
        for _ in 0..messages {
            timeout(PATIENCE, stream.next()).await.unwrap().unwrap().unwrap();
        }
        allocated() - before
    }

    async fn version(&self, path: &str) -> Value {
        let answer = self.answer(Request::builder().uri(path), &Value::Null).await;
        let view = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        serde_json::from_slice::<Value>(&view).unwrap()["version"].take()
    }
}

/// A test that waits in vain fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many allocations depend on the moment: on the digits of a time, and on which task wakes first.
const FEW: u64 = 3;
/// The same for requests that ask the database: each of four statements allocates twice if it has to wait.
const WAITS: u64 = 12;

/// What a seat does when it is another seat's turn: set a wish, act, judge an action, read the table, its own tables
/// and the lobby, and follow the table and its player's stream. With each is how much its cost may differ.
const ASKED: [(&str, u64); 8] = [
    ("wish", WAITS),
    ("act", FEW),
    ("dry run", FEW),
    ("read", FEW),
    ("list", WAITS),
    ("lobby", WAITS),
    ("follow", FEW),
    ("follow all", WAITS),
];

/// How often something was allocated for each request.
#[derive(Debug)]
struct Costs {
    /// For the other seat, each of these;
    other: [u64; ASKED.len()],
    /// for the seat whose turn it is, and reads the table.
    own: u64,
}

/// The least of several: other work may fall into one of them.
async fn least(leader: &str, other: &str) -> Costs {
    let Thinking { store, table: path, leader, looker, .. } = Thinking::begin(leader, other).await;
    let routes = routes(&store, settings()).await;
    let asks = Caller { routes: &routes, token: looker.token.as_deref().unwrap() };
    let may_play = Caller { routes: &routes, token: leader.token.as_deref().unwrap() };
    let (nothing, acts) = (Value::Null, format!("{path}/actions"));
    let mut least = Costs { other: [u64::MAX; ASKED.len()], own: u64::MAX };
    for round in 0..20 {
        let wish = json!({"doudizhu": {"auto_pass": round % 2 == 0}});
        let wished = asks.cost(Method::PUT, &format!("{path}/seats/me/wishes"), &wish).await;
        let at = asks.version(&path).await;
        let act = json!({"at": at, "action": {"doudizhu": {"type": "pass"}}});
        let judged = json!({"at": at, "action": {"doudizhu": {"type": "pass"}}, "dry_run": true});
        let costs = [
            wished,
            asks.cost_of(Method::POST, &acts, &act, 422).await,
            asks.cost_of(Method::POST, &acts, &judged, 422).await,
            asks.cost(Method::GET, &path, &nothing).await,
            asks.cost(Method::GET, "/v1/me/tables", &nothing).await,
            asks.cost(Method::GET, "/v1/tables", &nothing).await,
            asks.followed(&format!("{path}/events"), 1).await,
            asks.followed("/v1/me/events", 2).await,
        ];
        least.other = std::array::from_fn(|asked| least.other[asked].min(costs[asked]));
        least.own = least.own.min(may_play.cost(Method::GET, &path, &nothing).await);
    }
    least
}

#[tokio::test]
async fn the_cost_of_a_request_does_not_depend_on_what_another_seat_may_play() {
    let much = least(MUCH, LITTLE).await;
    let little = least(LITTLE, MUCH).await;
    // The seat whose turn it is gets its options, which costs as much as there is to send.
    let [_, _, _, read, ..] = much.other;
    assert!(much.own > read + WAITS && much.own > little.own + WAITS, "{much:?} {little:?}");
    for ((asked, few), (much, little)) in ASKED.into_iter().zip(much.other.into_iter().zip(little.other)) {
        assert!(much.abs_diff(little) <= few, "{asked}: {much} and {little} times something was allocated");
    }
}
