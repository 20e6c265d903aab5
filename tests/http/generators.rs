//! The description as generators of clients read it: each thing has one name, and is described once.

use std::collections::{BTreeMap, BTreeSet};

use cardroom::http::settings::Settings;
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::openapi::{document, operations, resolved};
use crate::server::{TestServer, settings};

/// Every object within a part of the description, with the name of its member.
fn objects<'a>(part: &'a Value, within: &'a str, found: &mut Vec<(&'a str, &'a Map<String, Value>)>) {
    match part {
        Value::Object(members) => {
            found.push((within, members));
            // The keys of `properties` are names of members.
            let place = |name: &'a str| if within == "properties" { "a property" } else { name };
            members.iter().for_each(|(name, member)| objects(member, place(name), found));
        }
        Value::Array(items) => items.iter().for_each(|item| objects(item, within, found)),
        _ => {}
    }
}

/// A generator takes a reference that has more to it for a schema without a name, but for that of a member.
#[test]
fn a_reference_has_only_a_description_beside_it() {
    let document = document();
    let mut found = vec![];
    objects(&document, "", &mut found);
    let references = found.into_iter().filter(|(_, part)| part.get("$ref").is_some_and(Value::is_string));
    let mut count = 0;
    for (within, reference) in references {
        count += 1;
        let beside = reference.keys().filter(|word| *word != "$ref");
        let allowed = |word: &&String| within == "a property" && *word == "description";
        let beside: Vec<_> = beside.filter(|word| !allowed(word)).collect();
        assert!(beside.is_empty(), "{beside:?} beside {reference:?} in {within}");
    }
    assert!(count > 1_000, "the references are not where they were");
}

/// Generators make a type of `null` alone, and then miss it.
#[test]
fn null_is_always_one_of_several_types() {
    let document = document();
    let mut found = vec![];
    objects(&document, "", &mut found);
    for (within, part) in found {
        assert!(
            part.get("type").is_none_or(|kind| kind != "null") || within == "oneOf",
            "{part:?} in {within}"
        );
        if let Some(choices) = part.get("oneOf").and_then(Value::as_array) {
            let nulls = choices.iter().filter(|choice| choice["type"] == "null").count();
            assert!(nulls == 0 || (nulls == 1 && choices.len() > 1), "{choices:?}");
        }
    }
}

/// The type names that generators make of operations, their parameters, tags, and the members of schemas.
fn generated_names(document: &Value) -> Vec<String> {
    let mut names = vec![];
    for (_, operation) in operations(document) {
        let name = operation["operationId"].as_str().unwrap();
        names.extend(["Request", "OperationRequest", "Response"].map(|suffix| format!("{name}{suffix}")));
        let statuses = operation["responses"].as_object().unwrap().keys();
        names.extend(statuses.map(|status| format!("{name}{status}Response")));
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let listed = parameters.filter(|parameter| parameter["schema"].get("enum").is_some());
        names.extend(listed.map(|parameter| format!("{name}{}Enum", parameter["name"].as_str().unwrap())));
    }
    let tags = document["tags"].as_array().unwrap().iter();
    names.extend(tags.map(|tag| format!("{}Api", tag["name"].as_str().unwrap())));
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        names.extend([name.clone(), format!("instanceOf{name}")]);
        let suffixes = ["FromJSON", "FromJSONTyped", "ToJSON", "ToJSONTyped"];
        names.extend(suffixes.map(|suffix| format!("{name}{suffix}")));
        let members = schema["properties"].as_object().into_iter().flatten();
        let listed = members.filter(|(_, member)| member.get("enum").is_some());
        names.extend(listed.map(|(member, _)| format!("{name}{member}Enum")));
    }
    names
}

/// Some languages and file systems do not distinguish upper and lower case.
#[test]
fn no_name_is_generated_twice() {
    let document = document();
    let mut known = BTreeSet::new();
    for name in generated_names(&document) {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        assert!(known.insert(plain.to_ascii_lowercase()), "{name} is generated twice");
    }
    for needed in ["clientframe", "socketrequest", "playersapi", "act200response", "dryrunfromjson"] {
        assert!(known.contains(needed), "the names are not made as they were: {needed}");
    }
}

#[test]
fn every_answer_is_described_once() {
    let document = document();
    let mut given: BTreeMap<String, usize> = BTreeMap::new();
    for (_, operation) in operations(&document) {
        for response in operation["responses"].as_object().unwrap().values() {
            *given.entry(response.to_string()).or_default() += 1;
        }
    }
    let mut used = BTreeSet::new();
    for (response, times) in given {
        let response: Value = serde_json::from_str(&response).unwrap();
        match response["$ref"].as_str().map(|to| to.strip_prefix("#/components/responses/").unwrap()) {
            Some(name) => {
                assert!(times > 1, "{name} is an answer of one operation");
                used.insert(name.to_owned());
            }
            None => assert_eq!(times, 1, "{response:#} is described more than once"),
        }
    }
    let named = document["components"]["responses"].as_object().unwrap();
    assert_eq!(named.keys().cloned().collect::<BTreeSet<_>>(), used);
    let texts: BTreeSet<_> = named.values().map(Value::to_string).collect();
    assert!(texts.len() == named.len() && named.len() > 30, "{}", named.len());
}

/// The answers of the tests are held against them in `support/schema.rs`.
#[tokio::test]
async fn every_header_that_a_client_reads_is_described_once() {
    let document = document();
    let described = document["components"]["headers"].as_object().unwrap();
    let mut used = BTreeSet::new();
    for (name, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let headers = resolved(&document, response)["headers"].as_object().unwrap();
            for common in ["Date", "RateLimit", "RateLimit-Policy", "X-Request-Id"] {
                assert!(headers.contains_key(common), "{name} {status}: {common}");
            }
            for (header, reference) in headers {
                assert_eq!(reference, &json!({ "$ref": format!("#/components/headers/{header}") }));
                used.insert(header);
            }
            let responses = operation["responses"].as_object().unwrap();
            let has_tag = matches!(status.as_str(), "200" | "304") && responses.contains_key("304");
            assert_eq!(headers.contains_key("ETag"), has_tag, "{name} {status}");
            assert_eq!(headers.contains_key("Location"), status == "201", "{name} {status}");
            let may_wait = ["429", "503", "default"].contains(&status.as_str());
            assert_eq!(headers.contains_key("Retry-After"), may_wait, "{name} {status}");
        }
    }
    assert_eq!(used, described.keys().collect::<BTreeSet<_>>());
    for (name, header) in described {
        assert!(header["description"].is_string() && header["schema"]["type"].is_string(), "{name}");
    }

    let origin = "https://cards.example.org";
    let origins = vec![origin.parse().unwrap()];
    let server = TestServer::set(Settings { cors_origins: origins, ..settings() }).await;
    let caller = server.anonymous();
    let reply = caller.send(caller.request(Method::GET, "/healthz").header("origin", origin)).await;
    let exposed = reply.header("access-control-expose-headers").unwrap().to_lowercase();
    let known: BTreeSet<String> = described.keys().map(|name| name.to_lowercase()).collect();
    for name in exposed.split(',').map(str::trim) {
        assert!(known.contains(name), "{name} is exposed to scripts, and is not described");
    }
}

#[test]
fn every_message_is_an_event_of_some_stream() {
    let document = document();
    let mut kinds = BTreeSet::new();
    for (_, operation) in operations(&document) {
        let responses = operation["responses"].as_object().unwrap();
        let Some(content) = responses.get("200").map(|response| &resolved(&document, response)["content"])
        else {
            continue;
        };
        let Some(events) = content.get("text/event-stream") else { continue };
        let union = resolved(&document, &events["x-itemSchema"]);
        let mapping = union["discriminator"]["mapping"].as_object().unwrap();
        assert!(mapping.contains_key("end"), "{union}");
        for (kind, to) in mapping {
            let event = document.pointer(to.as_str().unwrap().trim_start_matches('#')).unwrap();
            let message = &event["properties"]["data"]["contentSchema"];
            let variant = format!("#/components/schemas/Message{}{}", kind[..1].to_uppercase(), &kind[1..]);
            let variant = document.pointer(variant.trim_start_matches('#')).unwrap();
            assert_eq!(message["$ref"], variant["properties"][kind]["$ref"], "{kind}");
            kinds.insert(kind.clone());
        }
    }
    let messages = document["components"]["schemas"]["Message"]["oneOf"].as_array().unwrap();
    let messages =
        messages.iter().flat_map(|to| resolved(&document, to)["properties"].as_object().unwrap().keys());
    assert_eq!(kinds, messages.cloned().collect::<BTreeSet<_>>());
}
