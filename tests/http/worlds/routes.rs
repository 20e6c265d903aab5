//! Every route there is, and what is worth asking of it.

use cardroom::http::router;
use reqwest::Method;
use serde_json::{Value, json};

use super::actions;

/// Every route there is: reading first, and last what ends a sign-in.
pub fn routes() -> Vec<(Method, String)> {
    let document = router::document();
    let mut routes = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            routes.push((Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(), path.clone()));
        }
    }
    let ends = |path: &str| path.starts_with("/v1/sessions") || path.contains("password");
    let rank = |method: &Method| {
        ["GET", "POST", "PUT", "PATCH", "DELETE"].iter().position(|name| *name == method.as_str())
    };
    routes.sort_by_key(|(method, path)| (ends(path), rank(method), path.clone()));
    routes
}

/// Queries and bodies worth trying by a viewer who sees this of the table; for a route of which nothing is known, none and
/// an empty one.
pub fn variants(method: &Method, path: &str, game: &str, view: &Value) -> Vec<(String, Option<Value>)> {
    if *method == Method::GET {
        let queries: &[&str] = match path {
            path if path.ends_with("/events") => &["", "?after=0", "?after=3"],
            path if path.starts_with("/v1/hands/") => &["", "?views=true", "?views=true&views_after=3"],
            _ => &["", "?limit=2"],
        };
        return queries.iter().map(|query| ((*query).to_owned(), None)).collect();
    }
    let bodies = match path {
        path if path.ends_with("/actions") => actions::bodies(game, view),
        path if path.ends_with("/wishes") => {
            vec![json!({"holdem": {"straddle": true}}), json!({"doudizhu": {"auto_pass": true}})]
        }
        path if path.ends_with("/emotes") => vec![json!({"emote": "hello"})],
        _ if *method == Method::PATCH => vec![json!({"name": "Other"})],
        _ => vec![json!({})],
    };
    bodies.into_iter().map(|body| (String::new(), Some(body))).collect()
}
