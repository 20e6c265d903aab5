//! The actions of a seat in a Shengji hand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cards::card::Card;

/// An action of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = shengji::Action)]
pub enum Action {
    /// Declares trumps: during the deal, in the grace period after it, or to steal the kitty if the table allows it.
    Declare {
        /// A level card or a joker.
        card: Card,
        /// Whether both cards of this kind are shown. Jokers declare only as a pair.
        pair: bool,
    },
    /// Declares nothing, until the seat draws again or another seat declares.
    Pass {},
    /// Buries eight cards as the kitty.
    Bury {
        /// The cards to bury, as many as the kitty has.
        #[schema(min_items = 8, max_items = 8)]
        cards: Vec<Card>,
    },
    /// Leads, or follows.
    Play {
        /// The cards. A lead of several singles, pairs or tractors of one group is a throw.
        #[schema(min_items = 1, max_items = 25)]
        cards: Vec<Card>,
    },
}
