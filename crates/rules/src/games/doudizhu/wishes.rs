//! What a seat may wish for the hands to come.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::viewer::ViewerSafe;

/// What a seat wishes for the hands to come; what is left out is not wished for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = doudizhu::Wishes)]
pub struct Wishes {
    /// Passes without being asked, from the next decision on, where nothing in the hand beats the table. Others can tell
    /// by it that nothing does.
    pub auto_pass: bool,
}

impl ViewerSafe for Wishes {}
