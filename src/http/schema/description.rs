//! The description of a server, made once: when the server starts, or else when it is first needed.

use std::collections::HashMap;
use std::sync::OnceLock;

use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, HeaderValue, Method};
use serde_json::Value;

use super::validator::SchemaValidator;
use super::yaml::yaml;
use crate::http::answer;
use crate::http::answer::text::Text;
use crate::http::problem::Problem;

/// The media type of the description in JSON.
pub const JSON: &str = "application/json";
/// The media type of the description in YAML.
pub const YAML: &str = "application/yaml";

/// Makes the description from the routes. Every request carries it.
#[derive(Clone, Copy)]
pub struct Describe(pub fn() -> Value);

/// A request that carries no description.
#[derive(Debug, thiserror::Error)]
#[error("a request carries no description of the API")]
struct Undescribed;

/// The description, the texts in which it is sent, and the validators made of it.
pub struct Description {
    /// The document.
    pub document: Value,
    /// The document in YAML.
    pub yaml: Text,
    /// The document in JSON.
    pub json: Text,
    /// The validators of bodies, by path and method.
    bodies: HashMap<String, Vec<(Method, SchemaValidator)>>,
    /// The validator of the frames that clients send through a socket.
    pub client_frames: SchemaValidator,
}

impl Description {
    /// The validator of a body that is sent to this path with this method, if the operation takes one.
    pub fn body_validator(&self, path: &str, method: &Method) -> Option<&SchemaValidator> {
        self.bodies.get(path)?.iter().find(|(of, _)| of == method).map(|(_, validator)| validator)
    }
}

fn with_kind(kind: &'static str, mut headers: HeaderMap) -> HeaderMap {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers
}

/// The description that a request carries.
pub fn description_of(extensions: &Extensions) -> Result<&'static Description, Problem> {
    let describe = extensions.get::<Describe>().ok_or_else(|| Problem::internal(&Undescribed))?;
    described(*describe)
}

/// The description of this server.
pub fn described(Describe(describe): Describe) -> Result<&'static Description, Problem> {
    static DESCRIPTION: OnceLock<Result<Description, Problem>> = OnceLock::new();
    let make = || {
        let document = describe();
        let yaml = yaml(&document).map_err(|error| Problem::internal(&error))?;
        let tag = answer::content_tag(yaml.as_bytes());
        // Both texts have the tag of the YAML, which changes whenever the description does.
        let text = |kind, text| Text::new(with_kind(kind, answer::public_tag(&tag)), text);
        let (yaml, json) = (text(YAML, yaml), text(JSON, document.to_string()));
        let bodies = SchemaValidator::of_bodies(&document);
        let client_frames = SchemaValidator::of(&document, &document["components"]["schemas"]["ClientFrame"]);
        Ok(Description { document, yaml, json, bodies, client_frames })
    };
    DESCRIPTION.get_or_init(make).as_ref().map_err(Clone::clone)
}
