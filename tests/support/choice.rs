//! What somebody who plays through the API alone may do.

#![allow(dead_code, reason = "each test takes what it needs")]

use serde_json::Value;

/// Something that may be done.
pub fn choice(options: &Value) -> Value {
    cardroom_load::choice::choice(options).unwrap_or_else(|| panic!("{options}"))
}
