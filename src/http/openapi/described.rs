//! The description as a server has it: made once, when it is first needed.

use std::sync::OnceLock;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::yaml::yaml;
use crate::http::problem::Problem;

/// How the description is made, from the routes.
#[derive(Clone, Copy)]
pub struct Describe(pub fn() -> Value);

/// The description, and how it is sent.
pub struct Description {
    /// What it says.
    pub document: Value,
    /// In YAML.
    pub yaml: String,
    /// In JSON.
    pub json: String,
    /// Changes when it does.
    pub tag: String,
}

/// The description of this server.
pub fn described(Describe(describe): Describe) -> Result<&'static Description, Problem> {
    static DESCRIPTION: OnceLock<Result<Description, Problem>> = OnceLock::new();
    let make = || {
        let document = describe();
        let yaml = yaml(&document).map_err(|error| Problem::internal(&error))?;
        let tag = hex::encode(&Sha256::digest(&yaml)[..8]);
        Ok(Description { yaml, json: document.to_string(), document, tag })
    };
    DESCRIPTION.get_or_init(make).as_ref().map_err(Clone::clone)
}
