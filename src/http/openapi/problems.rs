//! Problems in the description: their codes, their data, and the operations that have them.

use serde_json::{Map, Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::{bodies, examples};
use crate::http::problem::{MEDIA_TYPE, catalogue};
use crate::http::schema::reference::{Schemas, reference};
use cardroom_api::problem::ProblemBody;
use cardroom_rules::games::doudizhu::closest::{Closest, Flaw};

/// The schemas of problem data that no response has.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas =
        vec![(Closest::name().into_owned(), Closest::schema()), (Flaw::name().into_owned(), Flaw::schema())];
    Closest::schemas(&mut schemas);
    schemas
}

/// Makes every operation answer with problems that it does not name itself.
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
            // An explicit empty list shows that an operation needs no sign-in, and was not forgotten.
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

/// Adds the pattern of the idempotency key, and returns whether the operation takes one.
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

/// Describes the codes and the data of problems.
pub fn describe(schemas: &mut Schemas) {
    let codes: Vec<&str> = catalogue::kinds().iter().map(|kind| &*kind.code).collect();
    schemas.insert(
        "ProblemCode".to_owned(),
        json!({
            "type": "string",
            "description": "The kinds of problem. `GET /errors` explains when each occurs and what to do. There may be \
                            more in the future: treat an unknown code by its status.",
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

/// The data of problems. The code determines which members there are.
fn data() -> Value {
    let number = |says: &str| json!({ "type": "integer", "format": "int64", "description": says });
    let text = |says: &str| json!({ "type": "string", "description": says });
    let any = |says: &str| json!({ "description": says });
    json!({
        "awaited": { "type": "array", "items": { "$ref": reference("Seat") }, "description": "The seats that may act instead." },
        "call": number("The cost of a call."),
        "card": { "$ref": reference("Card"), "description": "The wrong card." },
        "closest": {
            "oneOf": [{ "$ref": reference("DoudizhuClosest") }, { "type": "null" }],
            "description": "The play that the cards come closest to, and which cards to take back; null if there is none.",
        },
        "column": number("Where the body cannot be read: the column, from 1."),
        "demanded": any("What has to be played: a number of cards, or the lengths of runs."),
        "flaw": { "$ref": reference("DoudizhuFlaw"), "description": "Why the cards are no play." },
        "game": text("The game."),
        "given": any("What you sent instead."),
        "header": text("The wrong header."),
        "last": number("The last seat of the table."),
        "least": number("The minimum."),
        "line": number("Where the body cannot be read: the line, from 1."),
        "max": number("The maximum."),
        "min": number("The minimum."),
        "most": number("The limit."),
        "must": text("What the option must be."),
        "option": text("The wrong option."),
        "options": { "$ref": reference("GameOptions"), "description": "What you may do now." },
        "parameter": text("The wrong parameter of the path or the query."),
        "path": text("The wrong part of the body: `players[1]`."),
        "played": text("The game of the table."),
        "price": number("The highest total on this street."),
        "readings": {
            "type": "array", "items": { "$ref": reference("DoudizhuReading") },
            "description": "The plays that the cards can be.",
        },
        "seat": { "$ref": reference("Seat"), "description": "The seat." },
        "since": number("The version at which your decision arose."),
        "standing": { "$ref": reference("ShengjiDeclaration"), "description": "The declaration that stands." },
        "version": number("The table's version."),
        "why": text("Why not, in a word."),
    })
}
