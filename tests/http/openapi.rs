//! The API's description: the file in the project is the code's own, and it is whole.

use std::collections::BTreeSet;
use std::fs;

use cardroom::http::problem::catalogue;
use cardroom::http::router;
use cardroom::http::schema::validator::SchemaValidator;
use cardroom::http::schema::yaml;
use cardroom_rules::games::any::GameKind;
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml");

pub fn document() -> Value {
    router::document()
}

/// The target of a reference; anything else unchanged.
pub fn resolved<'a>(document: &'a Value, part: &'a Value) -> &'a Value {
    let to = part["$ref"].as_str().map(|to| document.pointer(to.trim_start_matches('#')).unwrap());
    to.unwrap_or(part)
}

/// Every operation, with its method and path.
pub fn operations(document: &Value) -> Vec<(String, &Value)> {
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
fn the_file_matches_the_code() {
    let code = yaml::yaml(&router::document()).unwrap();
    let file = fs::read_to_string(FILE).unwrap_or_default();
    assert!(code == file, "openapi.yaml differs from the code: run `cargo run -- openapi > openapi.yaml`");
}

#[test]
fn every_operation_has_a_unique_name_and_a_description() {
    let document = document();
    let operations = operations(&document);
    let names: BTreeSet<_> =
        operations.iter().map(|(_, operation)| operation["operationId"].as_str()).collect();
    assert_eq!(names.len(), operations.len());
    assert!(!names.contains(&None));
    for (name, operation) in &operations {
        assert!(operation["summary"].is_string(), "{name}");
        assert!(operation["description"].is_string(), "{name}");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{name}: {parameter}");
        }
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
            let response = resolved(&document, response);
            let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
            assert_eq!(schema, "#/components/schemas/Problem", "{name} {status}");
            let problem = &response["content"]["application/problem+json"];
            let example = &problem["example"];
            assert_eq!(
                SchemaValidator::of(&document, &problem["schema"]).violation(example),
                None,
                "{name} {status}"
            );
            let kind = catalogue::kind_of(example["code"].as_str().unwrap()).unwrap();
            assert!(status == "default" || *status == kind.status.to_string(), "{name} {status}: {example}");
            assert_eq!((&example["type"], &example["title"]), (&json!(kind.address), &json!(kind.title)));
        }
    }
}

#[test]
fn every_schema_and_every_property_is_described() {
    let document = document();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(schema["description"].is_string(), "{name}");
        assert!(name.chars().all(char::is_alphanumeric) && name.starts_with(char::is_uppercase), "{name}");
        for (property, schema) in schema["properties"].as_object().into_iter().flatten() {
            assert!(schema["description"].is_string(), "{name}.{property}");
        }
    }
}

#[test]
fn every_variant_has_a_name_and_a_tag() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let unions = schemas.iter().filter(|(_, schema)| schema["oneOf"].is_array());
    let mut tagged = 0;
    for (name, union) in unions {
        let choices: BTreeSet<_> =
            union["oneOf"].as_array().unwrap().iter().map(|one| one["$ref"].as_str().unwrap()).collect();
        assert!(schemas.get(name).unwrap().get("allOf").is_none(), "{name}");
        let Some(tag) = union["discriminator"]["propertyName"].as_str() else { continue };
        tagged += 1;
        let mapping = union["discriminator"]["mapping"].as_object().unwrap();
        assert_eq!(
            mapping.values().map(|to| to.as_str().unwrap()).collect::<BTreeSet<_>>(),
            choices,
            "{name}"
        );
        for (value, to) in mapping {
            let variant = document.pointer(to.as_str().unwrap().trim_start_matches('#')).unwrap();
            assert_eq!(variant["properties"][tag]["enum"], json!([value]), "{name}");
        }
    }
    assert!(tagged > 10, "the unions are not where they were");
}

#[test]
fn every_body_has_an_example() {
    let document = document();
    for (name, operation) in operations(&document) {
        let body = &operation["requestBody"]["content"]["application/json"];
        let Some(schema) = body.get("schema") else { continue };
        let named = schema["$ref"].as_str().and_then(|to| document.pointer(to.trim_start_matches('#')));
        let example = body.get("example").or_else(|| named?.get("example"));
        let example = example.unwrap_or_else(|| panic!("{name} has no example"));
        assert_eq!(SchemaValidator::of(&document, schema).violation(example), None, "{name}: {example}");
    }
}

/// The objects within a value, by their places: as pointers, and as a problem writes them.
fn objects(value: &Value, pointer: &str, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => {
            found.push((pointer.to_owned(), path.to_owned()));
            for (name, member) in members {
                objects(member, &format!("{pointer}/{name}"), &format!("{path}.{name}"), found);
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                objects(item, &format!("{pointer}/{place}"), &format!("{path}[{place}]"), found);
            }
        }
        _ => {}
    }
}

/// Checks that each object within a schema, also behind references, has only the members that it names.
fn assert_closed(document: &Value, schema: &Value, seen: &mut BTreeSet<String>) {
    match schema {
        Value::Object(parts) => {
            if parts.get("properties").is_some_and(Value::is_object) {
                assert_eq!(schema["additionalProperties"], false, "{schema}");
            }
            if let Some(to) = schema["$ref"].as_str()
                && seen.insert(to.to_owned())
            {
                assert_closed(document, resolved(document, schema), seen);
            }
            let parts = parts.iter().filter(|(name, _)| !name.starts_with("example"));
            parts.for_each(|(_, part)| assert_closed(document, part, seen));
        }
        Value::Array(parts) => parts.iter().for_each(|part| assert_closed(document, part, seen)),
        _ => {}
    }
}

#[test]
fn every_schema_of_a_request_is_closed() {
    let document = document();
    let mut seen = BTreeSet::new();
    for (_, operation) in operations(&document) {
        assert_closed(
            &document,
            &operation["requestBody"]["content"]["application/json"]["schema"],
            &mut seen,
        );
        assert_closed(&document, &operation["x-client-frames"], &mut seen);
    }
    assert!(seen.len() > 60, "only {} schemas found", seen.len());
}

/// Types that are also stored or answered are read without a look at unknown members, and serde reads a list as a struct. So the
/// description alone refuses both.
#[test]
fn a_request_has_no_member_without_a_name_in_the_description_and_no_list_in_place_of_an_object() {
    let document = document();
    let mut refused = 0;
    for (name, operation) in operations(&document) {
        let body = &operation["requestBody"]["content"]["application/json"];
        let Some(schema) = body.get("schema") else { continue };
        let validator = SchemaValidator::of(&document, schema);
        let example = body.get("example").unwrap_or(&resolved(&document, schema)["example"]);
        let mut places = Vec::new();
        objects(example, "", "", &mut places);
        for (pointer, path) in places {
            let path_of = |put: &dyn Fn(&mut Value)| {
                let mut body = example.clone();
                put(body.pointer_mut(&pointer).unwrap());
                let found = validator.violation(&body);
                found.unwrap_or_else(|| panic!("{name} takes {body}")).path
            };
            assert_eq!(path_of(&|object| object["colour"] = Value::Null), format!("{path}.colour"), "{name}");
            assert_eq!(path_of(&|object| *object = json!([])), path, "{name}");
            refused += 1;
        }
    }
    assert!(refused > 40, "only {refused} objects found");
}

#[test]
fn a_request_may_leave_out_what_an_answer_always_has() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    let required = |name: &str| schemas[name]["required"].as_array().map_or(0, Vec::len);
    assert_eq!(required("NewTable"), 5);
    assert_eq!(required("TableOptions"), schemas["TableOptions"]["properties"].as_object().unwrap().len());
    assert_eq!(schemas["NewTable"]["additionalProperties"], false);
    assert!(schemas["TableOptions"].get("additionalProperties").is_none());
}

#[test]
fn every_code_is_in_the_enum() {
    let document = document();
    let codes = document["components"]["schemas"]["ProblemCode"]["enum"].as_array().unwrap().len();
    assert!(codes == catalogue::kinds().len() && codes > 100, "{codes}");
}

#[test]
fn both_versions_of_yaml_read_the_same() {
    let yaml = yaml::yaml(&json!({ "on": ["off", "yes", { "no": "it is on" }], "x": "y" })).unwrap();
    assert_eq!(yaml, "'on':\n- 'off'\n- 'yes'\n- 'no': it is on\nx: 'y'\n");
}

#[test]
fn operations_that_need_a_token_declare_it() {
    let document = document();
    let schemes = &document["components"]["securitySchemes"];
    for (name, operation) in operations(&document) {
        let security = operation["security"].as_array();
        for scheme in security.into_iter().flatten().flat_map(|choice| choice.as_object().unwrap().keys()) {
            assert_eq!(schemes[scheme]["scheme"], "bearer", "{name}");
        }
        let may_refuse = operation["responses"].get("401").is_some();
        let is_refresh = operation["operationId"] == "refresh_session";
        assert_eq!(!security.unwrap().is_empty(), may_refuse && !is_refresh, "{name}");
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
