//! The wishes of a seat for the hands to come.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::viewer::ViewerSafe;

/// A seat's wishes for the hands to come; absent wishes are off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = doudizhu::Wishes)]
pub struct Wishes {
    /// Passes automatically, from the next decision on, if nothing in the hand beats the table. Others can tell from it
    /// that nothing does.
    pub auto_pass: bool,
}

impl ViewerSafe for Wishes {}
