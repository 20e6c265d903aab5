//! Problems in the description: their codes, their data, and which operation has them.

use serde_json::{Map, Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::bodies;
use super::examples;
use super::names::{Schemas, reference};
use crate::http::catalogue;
use crate::http::problem::{MEDIA_TYPE, ProblemBody};
use cardroom_rules::games::doudizhu::closest::{Closest, Flaw};

/// The schemas of what explains a problem, where no answer has them.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas =
        vec![(Closest::name().into_owned(), Closest::schema()), (Flaw::name().into_owned(), Flaw::schema())];
    Closest::schemas(&mut schemas);
    schemas
}

/// Every operation may answer with a problem that it does not name.
pub fn add(document: &mut Value) {
    let Some(Value::Object(paths)) = document.get_mut("paths") else { return };
    for (path, item) in paths {
        for operation in item.as_object_mut().into_iter().flat_map(Map::values_mut) {
            operation["responses"]["default"] = of_problem("Any other problem");
            let example = bodies::example(operation["operationId"].as_str().unwrap_or_default());
            if mark_key(operation) && operation["responses"].get("422").is_none() && path != "/v1/guests" {
                operation["responses"]["422"] = of_problem("The key was used for another request.");
            }
            let responses = operation["responses"].as_object().into_iter().flat_map(Map::keys);
            if !responses.into_iter().any(|status| status.starts_with('4')) {
                operation["responses"]["413"] = of_problem("The body is too large.");
            }
            // Without a word of it, a reader could take an operation that is open to all for one that was forgotten.
            if operation.get("security").is_none() {
                operation["security"] = json!([]);
            }
            let body =
                operation.pointer_mut("/requestBody/content/application~1json").map(|body| (body, example));
            if let Some((body, Some(example))) = body {
                body["example"] = example;
            }
            examples::give_problems(path, operation);
        }
    }
}

/// Says what an idempotency key may be; whether the operation takes one.
fn mark_key(operation: &mut Value) -> bool {
    let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
    let mut parameters = parameters.into_iter().flatten();
    let key = parameters.find(|parameter| parameter["name"] == "Idempotency-Key");
    key.is_some_and(|key| {
        key["schema"]["pattern"] = "^[!-~]+$".into();
        true
    })
}

fn of_problem(says: &str) -> Value {
    let schema = json!({ "$ref": reference(&ProblemBody::name()) });
    json!({ "description": says, "content": { MEDIA_TYPE: { "schema": schema } } })
}

/// Names the codes, and describes what explains them.
pub fn describe(schemas: &mut Schemas) {
    let codes: Vec<&str> = catalogue::kinds().iter().map(|kind| kind.code).collect();
    schemas.insert(
        "ProblemCode".to_owned(),
        json!({
            "type": "string",
            "description": "The kinds of problem; `GET /errors` tells when each comes and what to do. More may come: \
                            what to do with an unknown one goes by the status.",
            "enum": codes,
        }),
    );
    let Some(problem) = schemas.get_mut(ProblemBody::name().as_ref()) else { return };
    problem["properties"]["code"] = json!({
        "$ref": reference("ProblemCode"),
        "description": "The kind of problem, for a program to switch on. It never changes its meaning.",
    });
    if let (Some(Value::Object(members)), Value::Object(data)) = (problem.get_mut("properties"), data()) {
        members.extend(data);
    }
}

/// What explains a problem. Which members there are goes by its code.
fn data() -> Value {
    let number = |says: &str| json!({ "type": "integer", "format": "int64", "description": says });
    let text = |says: &str| json!({ "type": "string", "description": says });
    let any = |says: &str| json!({ "description": says });
    json!({
        "awaited": { "type": "array", "items": { "$ref": reference("Seat") }, "description": "Who is asked instead." },
        "call": number("What a call costs."),
        "card": { "$ref": reference("Card"), "description": "The card that is wrong." },
        "closest": {
            "oneOf": [{ "$ref": reference("DoudizhuClosest") }, { "type": "null" }],
            "description": "What the cards nearly are, and which of them to lower; null if they are nearly nothing.",
        },
        "column": number("Where the body cannot be read: the column, from 1."),
        "demanded": any("What has to be played: a number of cards, or the lengths of runs."),
        "flaw": { "$ref": reference("DoudizhuFlaw"), "description": "What is wrong with cards that are no play." },
        "game": text("Which game it is."),
        "given": any("What you sent instead."),
        "header": text("The header that is wrong."),
        "last": number("The last seat there is."),
        "least": number("The least that is taken."),
        "line": number("Where the body cannot be read: the line, from 1."),
        "max": number("The most that is taken."),
        "min": number("The least that is taken."),
        "most": number("As many as there may be."),
        "must": text("What the option must be."),
        "option": text("The option that no table can have."),
        "options": { "$ref": reference("GameOptions"), "description": "What you may do now." },
        "parameter": text("The part of the path or of the query that is wrong."),
        "path": text("Which part of the body is wrong: `players[1]`."),
        "played": text("Which game the table plays."),
        "price": number("The highest total on this street."),
        "readings": {
            "type": "array", "items": { "$ref": reference("DoudizhuReading") },
            "description": "What the cards may be.",
        },
        "seat": { "$ref": reference("Seat"), "description": "The seat in question." },
        "since": number("The version at which your decision arose."),
        "standing": { "$ref": reference("ShengjiDeclaration"), "description": "The declaration that stands." },
        "version": number("The table's version."),
        "why": text("Why not, in a word."),
    })
}
