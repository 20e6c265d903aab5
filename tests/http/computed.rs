//! What answering somebody takes depends on nothing that they may not know: nobody's request computes what another may do.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use cardroom::http::entrance::Entrance;
use serde_json::{Value, json};

use crate::allocations::allocated;
use crate::house::{LOCALHOST, routes, settings};
use crate::thinking::{LITTLE, MUCH, Thinking};

/// How often something was allocated until this was answered, on this thread.
async fn cost(entrance: &Entrance, method: Method, path: &str, token: &str, body: &Value) -> u64 {
    let request = Request::builder().method(method).uri(path);
    let request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let request = request.body(Body::from(body.to_string())).unwrap();
    let before = allocated();
    let answer = entrance.clone().answer(LOCALHOST, request).await;
    let cost = allocated() - before;
    assert_eq!(answer.status(), StatusCode::OK);
    cost
}

/// How often something is allocated that depends on the moment: on how many digits a time has, on who is first to wake.
const FEW: u64 = 3;

/// How often something was allocated for each request.
#[derive(Debug)]
struct Costs {
    /// For another seat that wishes something,
    wished: u64,
    /// that reads the table,
    read: u64,
    /// and its own tables;
    listed: u64,
    /// for the seat that may play, and reads the table.
    own: u64,
}

/// The least of several: others' work may fall into one of them.
async fn least(leader: &str, other: &str) -> Costs {
    let Thinking { store, table: path, leader, looker, .. } = Thinking::begin(leader, other).await;
    let entrance = routes(&store, settings()).await;
    let token = looker.token.as_deref().unwrap();
    let mut least = Costs { wished: u64::MAX, read: u64::MAX, listed: u64::MAX, own: u64::MAX };
    for round in 0..20 {
        let wish = json!({"doudizhu": {"auto_pass": round % 2 == 0}});
        let put = cost(&entrance, Method::PUT, &format!("{path}/seats/me/wishes"), token, &wish).await;
        least.wished = least.wished.min(put);
        least.read = least.read.min(cost(&entrance, Method::GET, &path, token, &Value::Null).await);
        least.listed =
            least.listed.min(cost(&entrance, Method::GET, "/v1/me/tables", token, &Value::Null).await);
        let own = leader.token.as_deref().unwrap();
        least.own = least.own.min(cost(&entrance, Method::GET, &path, own, &Value::Null).await);
    }
    least
}

#[tokio::test]
async fn what_one_seat_asks_costs_the_same_whatever_another_may_play() {
    let much = least(MUCH, LITTLE).await;
    let little = least(LITTLE, MUCH).await;
    // Whoever may play is told how, and that costs what there is to tell.
    assert!(much.own > much.read + FEW && much.own > little.own + FEW, "{much:?} {little:?}");
    let others = |costs: &Costs| [costs.wished, costs.read, costs.listed];
    for (much, little) in others(&much).into_iter().zip(others(&little)) {
        assert!(much.abs_diff(little) <= FEW, "{much} and {little} times something was allocated");
    }
}
