//! How one schema of the description refers to another.

use serde_json::{Map, Value};

/// The schemas of a description, by their names.
pub type Schemas = Map<String, Value>;

/// How a reference to a schema begins.
pub const SCHEMAS: &str = "#/components/schemas/";

/// The reference to a schema.
pub fn reference(name: &str) -> String {
    format!("{SCHEMAS}{name}")
}

/// The name of the schema that this one refers to, if it only refers to another.
pub fn target(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(SCHEMAS)
}
