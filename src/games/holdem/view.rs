//! What one viewer may know of a Hold'em hand.

use serde::Serialize;
use utoipa::ToSchema;

use crate::games::game::Told;

/// What one viewer may know of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct View {}

impl Told for View {}
