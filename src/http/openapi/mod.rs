//! Completes the API's description, beyond what the routes give.

mod bodies;
mod events;
mod examples;
mod frames;
mod headers;
mod names;
mod problems;
mod requests;
mod responses;
mod unions;

use serde_json::{Map, Value, json};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Components, OpenApi};
use utoipa::{Modify, OpenApi as Describe, PartialSchema, ToSchema};

use crate::http::schema::validator::{MOST, MOST_OF_A_WORD};
use cardroom_api::problem::ProblemBody;

/// The description without routes.
#[derive(Describe)]
#[openapi(
    info(
        title = "Cardroom",
        description = "A self-hosted card-game backend: exact rules, durable moves, hidden cards that stay hidden.",
        contact(name = "The operator of this server"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    tags(
        (name = "players", description = "Guests, accounts, sign-ins, ledgers"),
        (name = "tables", description = "Opening, finding, following and closing tables"),
        (name = "hosts", description = "What the host of a table may do"),
        (name = "seats", description = "Sitting down, standing up, and between the hands"),
        (name = "tournaments", description = "Announcing, finding, entering and following tournaments"),
        (name = "ratings", description = "Ratings and leaderboards"),
        (name = "hands", description = "Dealing, acting, and what was played"),
        (name = "tools", description = "The rules as a calculator, without a table"),
        (name = "house", description = "The service itself"),
    ),
    servers((url = "/", description = "This server")),
    modifiers(&Security),
)]
struct Frame;

struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_with(Components::new);
        let scheme = |says: &str| {
            let mut http = Http::new(HttpAuthScheme::Bearer);
            http.description = Some(says.to_owned());
            SecurityScheme::Http(http)
        };
        components.add_security_scheme("bearer", scheme("A player's access token"));
        components.add_security_scheme("admin", scheme("The admin token that the server was started with"));
    }
}

/// The description without routes.
pub fn frame() -> OpenApi {
    Frame::openapi()
}

/// Completes a description: schemas get names, requests get schemas apart from responses, every operation may answer with a problem, and
/// schemas get bounds and examples.
pub fn finish(mut document: OpenApi) -> Value {
    let components = document.components.get_or_insert_with(Components::new);
    components.schemas.insert(ProblemBody::name().into_owned(), ProblemBody::schema());
    components.schemas.extend(frames::schemas());
    components.schemas.extend(problems::schemas());
    // A description can always be written as JSON. If it could not, the tests would miss every route.
    let mut document = serde_json::to_value(document).unwrap_or_default();
    frames::as_bodies(&mut document);
    names::give_names(&mut document);
    names::everywhere(&mut document, &mut unions::describe_null);
    names::everywhere(&mut document, &mut unions::refer_alone);
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        unions::name_variants(schemas);
    }
    problems::add(&mut document);
    names::everywhere(&mut document, &mut date);
    requests::part_from_answers(&mut document);
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        problems::describe(schemas);
    }
    frames::as_frames(&mut document);
    events::add(&mut document);
    requests::forget_unused(&mut document);
    names::everywhere(&mut document, &mut bound);
    names::everywhere(&mut document, &mut as_text);
    headers::add(&mut document);
    responses::name_shared(&mut document);
    document
}

/// Content in YAML has an empty schema.
fn as_text(content: &mut Map<String, Value>) {
    if let Some(text) = content.get_mut("application/yaml") {
        *text = json!({ "schema": {} });
    }
}

/// Gives times an example: they always have milliseconds.
fn date(part: &mut Map<String, Value>) {
    if part.get("format").is_some_and(|format| format == "date-time") {
        part.insert("examples".to_owned(), json!(["2026-11-22T01:02:03.000Z"]));
    }
}

/// Gives whole numbers a maximum that every client can read exactly: 2^53 − 1.
fn bound(part: &mut Map<String, Value>) {
    let is_whole = |kind: &Value| {
        kind == "integer" || kind.as_array().is_some_and(|kinds| kinds.contains(&"integer".into()))
    };
    if part.get("type").is_some_and(is_whole) && !part.contains_key("maximum") && part.contains_key("format")
    {
        let most = if part["format"] == "int64" { MOST } else { MOST_OF_A_WORD };
        part.insert("maximum".to_owned(), most.into());
    }
}
