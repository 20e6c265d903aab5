//! The API's description: the file in the project is the code's own, and it is whole.

use std::collections::BTreeSet;
use std::fs;

use cardroom::games::any::GameKind;
use cardroom::http::{openapi, router};
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml");

fn document() -> Value {
    serde_json::to_value(router::document()).unwrap()
}

/// Every operation, with its method and path.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, item)| {
            item.as_object()
                .unwrap()
                .iter()
                .map(move |(method, operation)| (format!("{method} {path}"), operation))
        })
        .collect()
}

#[test]
fn the_file_is_what_the_code_says() {
    let code = openapi::yaml(&router::document()).unwrap();
    let file = fs::read_to_string(FILE).unwrap_or_default();
    assert!(code == file, "openapi.yaml differs from the code: run `cargo run -- openapi > openapi.yaml`");
}

#[test]
fn every_operation_has_a_name_of_its_own_and_says_what_it_does() {
    let document = document();
    let operations = operations(&document);
    let names: BTreeSet<_> =
        operations.iter().map(|(_, operation)| operation["operationId"].as_str()).collect();
    assert_eq!(names.len(), operations.len());
    assert!(!names.contains(&None));
    for (name, operation) in &operations {
        assert!(operation["summary"].is_string(), "{name}");
        assert!(operation["tags"][0].is_string(), "{name}");
    }
}

#[test]
fn games_are_named_as_on_the_wire() {
    let document = document();
    let parameters = document["paths"]["/v1/tables"]["get"]["parameters"].as_array().unwrap().iter();
    let game = parameters.filter(|parameter| parameter["name"] == "game").map(|game| &game["schema"]["enum"]);
    let names: Vec<&str> = GameKind::ALL.iter().map(|game| game.name()).collect();
    assert_eq!(game.collect::<Vec<_>>(), [&json!(names)]);
}

#[test]
fn every_error_is_a_problem() {
    let document = document();
    for (name, operation) in operations(&document) {
        let responses = operation["responses"].as_object().unwrap();
        assert!(responses.contains_key("default"), "{name}");
        for (status, response) in responses.iter().filter(|(status, _)| !status.starts_with(['1', '2', '3']))
        {
            let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
            assert_eq!(schema, "#/components/schemas/Problem", "{name} {status}");
        }
    }
}

#[test]
fn whatever_needs_a_token_says_so() {
    let document = document();
    let schemes = &document["components"]["securitySchemes"];
    for (name, operation) in operations(&document) {
        let security = operation["security"].as_array();
        for scheme in security.into_iter().flatten().flat_map(|choice| choice.as_object().unwrap().keys()) {
            assert_eq!(schemes[scheme]["scheme"], "bearer", "{name}");
        }
        let may_refuse = operation["responses"].get("401").is_some();
        let is_refresh = operation["operationId"] == "refresh_session";
        assert_eq!(security.is_some(), may_refuse && !is_refresh, "{name}");
    }
}

#[test]
fn every_reference_is_resolved() {
    fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str));
                members.values().for_each(|member| references(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }
    let document = document();
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    assert!(!found.is_empty());
    for reference in found {
        assert!(document.pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
    }
}
