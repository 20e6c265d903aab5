//! Advice: what a good player would do in the caller's seat.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::Version;
use cardroom_rules::games::any::{AnyAction, AnyAdvice};
use cardroom_rules::games::viewer::ViewerSafe;

/// What a good player would do now, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Advice {
    /// A legal action of your seat.
    pub action: AnyAction,
    /// Why, by game.
    pub why: AnyAdvice,
    /// The table's version that the advice is about: to follow it, send it as `at`.
    pub version: Version,
}

impl ViewerSafe for Advice {}
