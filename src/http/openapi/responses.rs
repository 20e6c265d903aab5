//! Responses that several operations share. Each is described once, under a name.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::names::pascal;
use crate::http::problem::MEDIA_TYPE;
use crate::http::schema::reference::target;

const PLACE: &str = "#/components/responses/";

/// A response of operations.
struct Given {
    status: String,
    /// The first operation that has it.
    operation: String,
    response: Value,
    times: usize,
}

/// Gives a name to every response that several operations have, and makes them refer to it.
pub fn name_shared(document: &mut Value) {
    let mut given = all_given(document);
    given.retain(|given| given.times > 1);
    // The most frequent response gets the plain name.
    given.sort_by_key(|given| Reverse(given.times));
    let mut taken = HashSet::new();
    let mut names = HashMap::new();
    let mut shared = Map::new();
    for given in given {
        let mut name = plain_name(&given);
        while !taken.insert(name.clone()) {
            name += &pascal(&given.operation);
        }
        names.insert(given.response.to_string(), name.clone());
        shared.insert(name, given.response);
    }
    for (.., response) in responses(document) {
        if let Some(name) = names.get(&response.to_string()) {
            *response = json!({ "$ref": format!("{PLACE}{name}") });
        }
    }
    document["components"]["responses"] = shared.into();
}

/// Every response once, in the order of the operations.
fn all_given(document: &mut Value) -> Vec<Given> {
    let mut all: Vec<Given> = vec![];
    let mut places = HashMap::new();
    for (operation, status, response) in responses(document) {
        let place = *places.entry(response.to_string()).or_insert(all.len());
        match all.get_mut(place) {
            Some(given) => given.times += 1,
            None => all.push(Given { status, operation, response: response.clone(), times: 1 }),
        }
    }
    all
}

/// The responses of all operations, each with the operation's name and the status.
fn responses(document: &mut Value) -> impl Iterator<Item = (String, String, &mut Value)> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let operations = paths.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut);
    operations.flat_map(Map::values_mut).flat_map(|operation| {
        let name = operation["operationId"].as_str().unwrap_or_default().to_owned();
        let responses = operation.get_mut("responses").and_then(Value::as_object_mut).into_iter().flatten();
        responses.map(move |(status, response)| (name.clone(), status.clone(), response))
    })
}

/// The code of a problem, the name of a body's schema, or else the status.
fn plain_name(Given { status, response, .. }: &Given) -> String {
    let content = &response["content"];
    let code = content[MEDIA_TYPE]["example"]["code"].as_str();
    match (status.as_str(), code, target(&content["application/json"]["schema"])) {
        ("default", ..) => "OtherProblem".to_owned(),
        (_, Some(code), _) => pascal(&code.replace('.', "_")),
        (.., Some(schema)) => schema.to_owned(),
        ("304", ..) => "NotModified".to_owned(),
        (status, ..) => format!("Status{status}"),
    }
}
