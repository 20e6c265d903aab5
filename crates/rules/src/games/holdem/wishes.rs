//! The wishes of a seat for the hands to come.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::refusal::Refusal;
use super::rules::{Rules, Straddle};
use crate::games::viewer::ViewerSafe;

/// A seat's wishes for the hands to come; absent wishes are off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = holdem::Wishes)]
pub struct Wishes {
    /// Posts a straddle, from the next deal on, when its turn for it comes. Only if the table leaves that to its seats
    /// (`"straddle": "voluntary"`).
    pub straddle: bool,
}

impl ViewerSafe for Wishes {}

impl Wishes {
    /// Whether a seat at a table with these rules may have these wishes.
    pub(super) fn check(self, rules: &Rules) -> Result<(), Refusal> {
        let allowed = !self.straddle || rules.straddle == Straddle::Voluntary;
        if allowed { Ok(()) } else { Err(Refusal::NoStraddle {}) }
    }
}
