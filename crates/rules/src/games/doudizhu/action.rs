//! The actions of a seat in a Dou Dizhu hand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::reading::Named;
use crate::cards::card::Card;

/// An action of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = doudizhu::Action)]
pub enum Action {
    /// Shows its hand for the rest of the deal and the play.
    Show {},
    /// Bids to be the landlord.
    Bid {
        /// The number of points, 1 to 3.
        #[schema(minimum = 1, maximum = 3)]
        points: u8,
    },
    /// Calls to be the landlord.
    Call {},
    /// Robs the landlord's place.
    Rob {},
    /// Doubles its own stake.
    Double {},
    /// Declines any of these, or passes in play.
    Pass {},
    /// Leads, or beats the play on the table.
    Play {
        /// The cards, in any order.
        #[schema(min_items = 1, max_items = 20)]
        cards: Vec<Card>,
        /// The reading, if the cards have several or if wild cards stand for others.
        #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
        named: Option<Named>,
    },
}
