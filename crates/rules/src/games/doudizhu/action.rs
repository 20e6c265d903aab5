//! What a seat of a Dou Dizhu hand asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::reading::Named;
use crate::cards::card::Card;

/// What a seat asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = doudizhu::Action)]
pub enum Action {
    /// Shows its hand for the rest of the deal and the play.
    Show {},
    /// Bids for the landlord's place.
    Bid {
        /// So many points.
        #[schema(minimum = 1, maximum = 3)]
        points: u8,
    },
    /// Calls for the landlord's place.
    Call {},
    /// Robs it.
    Rob {},
    /// Doubles its own stake.
    Double {},
    /// Does none of this, or plays nothing.
    Pass {},
    /// Leads, or beats what lies on the table.
    Play {
        /// Which cards, in any order.
        #[schema(min_items = 1, max_items = 20)]
        cards: Vec<Card>,
        /// What they are, where they can be several things, or where wild cards stand for others.
        #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
        named: Option<Named>,
    },
}
