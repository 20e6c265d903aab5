//! The wishes of a seat for the hands to come.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::viewer::ViewerSafe;

/// A seat's wishes for the hands to come; there are none yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Wishes)]
pub struct Wishes {}

impl ViewerSafe for Wishes {}
