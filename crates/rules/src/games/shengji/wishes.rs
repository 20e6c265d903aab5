//! What a seat may wish for the hands to come.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::viewer::ViewerSafe;

/// What a seat wishes for the hands to come: there is nothing to wish for yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Wishes)]
pub struct Wishes {}

impl ViewerSafe for Wishes {}
