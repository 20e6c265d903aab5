//! The legal actions of a player, from the API alone.

#![allow(dead_code, reason = "each test takes what it needs")]

use serde_json::Value;

/// A legal action.
pub fn choice(options: &Value) -> Value {
    cardroom_load::choice::choice(options).unwrap_or_else(|| panic!("{options}"))
}
