//! The description as a server has it: made once, at its start or else when it is first needed.

use std::collections::HashMap;
use std::sync::OnceLock;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, Method};
use serde_json::Value;

use super::judge::Judge;
use super::yaml::yaml;
use crate::http::answer;
use crate::http::packed::Text;
use crate::http::problem::Problem;

/// What it is sent as in JSON.
pub const JSON: &str = "application/json";
/// What it is sent as in YAML.
pub const YAML: &str = "application/yaml";

/// How the description is made, from the routes.
#[derive(Clone, Copy)]
pub struct Describe(pub fn() -> Value);

/// The description, and how it is sent.
pub struct Description {
    /// What it says.
    pub document: Value,
    /// In YAML.
    pub yaml: Text,
    /// In JSON.
    pub json: Text,
    /// What holds bodies against it, by path and method.
    bodies: HashMap<String, Vec<(Method, Judge)>>,
    /// What holds requests of sockets against it.
    pub socket_requests: Judge,
}

impl Description {
    /// What holds the bodies against it that are sent to this path, by method.
    pub fn bodies_at(&self, path: &str) -> &[(Method, Judge)] {
        self.bodies.get(path).map_or(&[], Vec::as_slice)
    }
}

fn with_kind(kind: &'static str, mut headers: HeaderMap) -> HeaderMap {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers
}

/// The description of this server.
pub fn described(Describe(describe): Describe) -> Result<&'static Description, Problem> {
    static DESCRIPTION: OnceLock<Result<Description, Problem>> = OnceLock::new();
    let make = || {
        let document = describe();
        let yaml = yaml(&document).map_err(|error| Problem::internal(&error))?;
        let tag = answer::content_tag(yaml.as_bytes());
        // The tag changes when the description does.
        let text = |kind, text| Text::new(with_kind(kind, answer::public_tag(&tag)), text);
        let (yaml, json) = (text(YAML, yaml), text(JSON, document.to_string()));
        let bodies = Judge::of_bodies(&document);
        let socket_requests = Judge::of(&document, &document["components"]["schemas"]["SocketRequest"]);
        Ok(Description { document, yaml, json, bodies, socket_requests })
    };
    DESCRIPTION.get_or_init(make).as_ref().map_err(Clone::clone)
}
