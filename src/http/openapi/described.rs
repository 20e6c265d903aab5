//! The description as a server has it: made once, at its start or else when it is first needed.

use std::collections::HashMap;
use std::sync::OnceLock;

use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, HeaderValue, Method};
use serde_json::Value;

use super::judge::Judge;
use super::yaml::yaml;
use crate::http::answer;
use crate::http::problem::Problem;
use crate::http::text::Text;

/// What it is sent as in JSON.
pub const JSON: &str = "application/json";
/// What it is sent as in YAML.
pub const YAML: &str = "application/yaml";

/// How the description is made, from the routes. Every request carries it.
#[derive(Clone, Copy)]
pub struct Describe(pub fn() -> Value);

/// A request that carries no description.
#[derive(Debug, thiserror::Error)]
#[error("a request carries no description of the API")]
struct Undescribed;

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
    /// What holds the frames of clients against it.
    pub client_frames: Judge,
}

impl Description {
    /// What holds a body of this method that is sent to this path against it, if one is taken.
    pub fn body_judge(&self, path: &str, method: &Method) -> Option<&Judge> {
        self.bodies.get(path)?.iter().find(|(of, _)| of == method).map(|(_, judge)| judge)
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
        // The tag changes when the description does.
        let text = |kind, text| Text::new(with_kind(kind, answer::public_tag(&tag)), text);
        let (yaml, json) = (text(YAML, yaml), text(JSON, document.to_string()));
        let bodies = Judge::of_bodies(&document);
        let client_frames = Judge::of(&document, &document["components"]["schemas"]["ClientFrame"]);
        Ok(Description { document, yaml, json, bodies, client_frames })
    };
    DESCRIPTION.get_or_init(make).as_ref().map_err(Clone::clone)
}
