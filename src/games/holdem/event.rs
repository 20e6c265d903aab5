//! What happens in a Hold'em hand, and how much of it a viewer may know.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::game::Told;

/// What happened. Stored with its cards, never sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {}

/// An event as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Seen {
    /// Placeholder.
    Nothing {},
}

impl Told for Seen {}
