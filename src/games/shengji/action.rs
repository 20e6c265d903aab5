//! What a seat of a Shengji hand asks for, and what it is offered.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::declare::Declaration;
use super::describe::Owed;
use crate::cards::card::Card;
use crate::games::game::Told;

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

/// What a seat may do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = shengji::Options)]
pub enum Options {
    /// May declare trumps, or pass.
    Declare(DeclareOptions),
    /// Buries the kitty.
    Bury(BuryOptions),
    /// Leads to a trick.
    Lead(LeadOptions),
    /// Follows a lead.
    Follow(FollowOptions),
}

impl Told for Options {}

/// What may be declared; passing always may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = shengji::DeclareOptions)]
pub struct DeclareOptions {
    /// What stands and would be overturned or added to.
    pub standing: Option<Declaration>,
    /// What the seat may declare with the cards it holds.
    pub choices: Vec<Declaration>,
}

/// What is to be buried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = shengji::BuryOptions)]
pub struct BuryOptions {
    /// How many cards.
    pub count: u8,
    /// A choice that the clock would make.
    pub suggested: Vec<Card>,
}

/// What may be led. Whatever is of one group may be thrown together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = shengji::LeadOptions)]
pub struct LeadOptions {
    /// Each card of which there is one or more.
    pub singles: Vec<Card>,
    /// Each card of which there is a pair.
    pub pairs: Vec<Card>,
    /// Each tractor; where several pairs lie at one height, with one of them.
    pub tractors: Vec<Vec<Card>>,
    /// The cards of each group that makes more than one component: any part that does is a throw.
    pub throws: Vec<Vec<Card>>,
    /// A choice that the clock would make.
    pub suggested: Vec<Card>,
}

/// What a lead demands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = shengji::FollowOptions)]
pub struct FollowOptions {
    /// What has to be played.
    pub owed: Owed,
    /// The cards of the hand that every legal play contains.
    pub must: Vec<Card>,
    /// A legal play, which the clock would choose.
    pub suggested: Vec<Card>,
}
