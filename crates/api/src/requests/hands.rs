//! Requests in a hand, and to the tools of a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::table::change::Version;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::AnyAction;

/// An action in the hand.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"at": 41, "action": {"holdem": {"type": "raise", "to": 300}}}))]
pub struct NewAction {
    /// The table's version that you saw. If your decision has changed since then, the action is refused as stale.
    pub at: Version,
    /// The action, by game.
    pub action: AnyAction,
    /// Only judges the action: nothing happens, no player sees it, and the idempotency key is not used up.
    #[serde(default)]
    #[schema(default = false)]
    pub dry_run: bool,
}

/// Cards to evaluate.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Cards, example = json!({"cards": ["As", "Ah", "Kd", "Kc", "Qs", "7h", "2c"]}))]
pub struct CardsToEvaluate {
    /// Five to seven different cards, without jokers, in any order.
    #[schema(min_items = 5, max_items = 7)]
    pub cards: Vec<Card>,
}
