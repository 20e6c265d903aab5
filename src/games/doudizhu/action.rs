//! What a seat of a Dou Dizhu hand asks for, and what it is offered.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::choices::{Group, Suggestion};
use super::reading::{Named, Reading};
use crate::cards::card::Card;
use crate::games::game::Told;

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

/// What a seat may do now. Passing is always possible, but for who leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = doudizhu::Options)]
pub enum Options {
    /// May show its hand.
    Show(ShowOptions),
    /// May bid.
    Bid(BidOptions),
    /// May call.
    Call(BaseOptions),
    /// May rob.
    Rob(BaseOptions),
    /// May double its own stake.
    Double(DoubleOptions),
    /// Leads, or may beat what lies on the table.
    Play(PlayOptions),
}

impl Told for Options {}

/// What showing a hand is worth now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::ShowOptions)]
pub struct ShowOptions {
    /// What it multiplies the stake by, unless another hand does by more.
    pub factor: u8,
}

/// What may be bid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::BidOptions)]
pub struct BidOptions {
    /// The bids that are higher than the last.
    pub points: Vec<u8>,
}

/// What calling or robbing leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::BaseOptions)]
pub struct BaseOptions {
    /// The base after it.
    pub base: u8,
}

/// What doubling leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::DoubleOptions)]
pub struct DoubleOptions {
    /// What it multiplies the seat's own stake by.
    pub factor: u8,
}

/// What may be played, in short: `POST /v1/doudizhu/moves` tells all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::PlayOptions)]
pub struct PlayOptions {
    /// What has to be beaten; absent for who leads, and may not pass.
    #[schema(required)]
    pub to_beat: Option<Reading>,
    /// How many plays there are, passing not counted.
    pub count: u32,
    /// The plays by kind and length.
    pub groups: Vec<Group>,
    /// A few plays, the cheapest first.
    #[schema(max_items = 5)]
    pub suggested: Vec<Suggestion>,
}
