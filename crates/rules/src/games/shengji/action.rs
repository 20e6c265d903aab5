//! What a seat of a Shengji hand asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cards::card::Card;

/// What a seat asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = shengji::Action)]
pub enum Action {
    /// Declares trumps: while cards are dealt, in the grace after it, or to take the kitty where it may be stolen.
    Declare {
        /// A level card or a joker.
        card: Card,
        /// Whether both of its kind are shown; jokers only declare so.
        pair: bool,
    },
    /// Declares nothing, until the seat draws again or another declares.
    Pass {},
    /// Lays eight cards away as the kitty.
    Bury {
        /// Which.
        #[schema(min_items = 8, max_items = 8)]
        cards: Vec<Card>,
    },
    /// Leads, or follows.
    Play {
        /// Which cards; a lead of several singles, pairs or tractors of one group is a throw.
        #[schema(min_items = 1, max_items = 25)]
        cards: Vec<Card>,
    },
}
