//! The options of a seat in a Shengji hand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cards::Cards;
use super::choices;
use super::declare::{Declaration, showable};
use super::describe::Owed;
use super::follow;
use super::hand::{KITTY, Shengji};
use super::lead::Lead;
use super::order::{Group, Order};
use super::phase::Phase;
use super::trick::{points, points_of};
use crate::cards::card::Card;
use crate::games::seat::Seat;
use crate::games::viewer::ViewerSafe;

/// What a seat may do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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

impl ViewerSafe for Options {}

/// The possible declarations; passing is always possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::DeclareOptions)]
pub struct DeclareOptions {
    /// The declaration that stands and would be overturned or added to.
    pub standing: Option<Declaration>,
    /// The declarations that the seat holds the cards for.
    pub choices: Vec<Declaration>,
}

/// The reason for the suggested cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::SuggestedFor)]
pub enum SuggestedFor {
    /// They have the least value.
    #[default]
    Lowest,
    /// The rules leave no other choice.
    OnlyChoice,
    /// They have no points, but other cards would.
    NoPoints,
    /// They are no trumps, but the hand could ruff.
    TrumpSaved,
}

/// What is to be buried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::BuryOptions)]
pub struct BuryOptions {
    /// The number of cards.
    pub count: u8,
    /// The clock's choice.
    pub suggested: Vec<Card>,
    /// The reason for it.
    #[serde(default)]
    pub why: SuggestedFor,
}

/// What may be led. Any cards of one group may be thrown together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::LeadOptions)]
pub struct LeadOptions {
    /// Each card that the hand holds once or twice.
    pub singles: Vec<Card>,
    /// Each card that the hand holds twice.
    pub pairs: Vec<Card>,
    /// Each tractor; if several pairs have one height, with one of them.
    pub tractors: Vec<Vec<Card>>,
    /// The cards of each group that has more than one component: any part with more than one is a throw.
    pub throws: Vec<Vec<Card>>,
    /// The clock's choice.
    pub suggested: Vec<Card>,
    /// The reason for it.
    #[serde(default)]
    pub why: SuggestedFor,
}

/// What a lead demands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::FollowOptions)]
pub struct FollowOptions {
    /// What has to be played.
    pub owed: Owed,
    /// The cards of the hand that every legal play contains.
    pub must: Vec<Card>,
    /// A legal play, the clock's choice.
    pub suggested: Vec<Card>,
    /// The reason for it.
    #[serde(default)]
    pub why: SuggestedFor,
}

/// The options of this seat now.
pub(super) fn options(hand: &Shengji, seat: Seat) -> Option<Options> {
    if let Ok(made) = hand.may_answer(seat) {
        let (standing, choices) = (made.last().copied(), hand.declarations(seat, made));
        return Some(Options::Declare(DeclareOptions { standing, choices }));
    }
    if !hand.awaited().contains(seat) {
        return None;
    }
    match &hand.phase {
        Phase::Burying(_) => {
            let suggested = hand.cheapest_kitty(seat);
            let why = SuggestedFor::by_points(&suggested, hand.held(seat));
            Some(Options::Bury(BuryOptions { count: KITTY, suggested, why }))
        }
        Phase::Playing(playing) => {
            let (order, lead) = (&playing.contract.order, playing.trick.lead.as_ref());
            Some(Options::to_play(order, lead, hand.held(seat)))
        }
        _ => None,
    }
}

impl Shengji {
    /// The declarations that a seat may make after those already made.
    pub(super) fn declarations(&self, seat: Seat, made: &[Declaration]) -> Vec<Declaration> {
        let showable = showable(seat, self.held(seat), self.setup.level());
        showable.filter(|&new| self.may_follow(new, made)).collect()
    }

    /// The eight cards of the least value.
    pub(super) fn cheapest_kitty(&self, seat: Seat) -> Vec<Card> {
        let cheap = choices::cheapest_first(&self.order(), self.held(seat));
        cheap.into_iter().take(KITTY.into()).collect()
    }
}

impl SuggestedFor {
    /// The reason for cards that have the least value of these.
    fn by_points(suggested: &[Card], of: Cards) -> Self {
        let has_points = suggested.iter().any(|&card| points_of(card) > 0);
        if !has_points && points(of) > 0 { Self::NoPoints } else { Self::Lowest }
    }
}

impl Options {
    /// The leads of a hand, or the cards that it owes to the lead.
    pub(super) fn to_play(order: &Order, lead: Option<&Lead>, hand: Cards) -> Self {
        match lead {
            None => Self::Lead(LeadOptions::of(order, hand)),
            Some(lead) => Self::Follow(FollowOptions::of(order, lead, hand)),
        }
    }
}

impl LeadOptions {
    fn of(order: &Order, hand: Cards) -> Self {
        let sorted = |all: Vec<Cards>| all.into_iter().map(|cards| order.sorted(cards)).collect();
        let suggested = choices::cheapest_play(order, None, hand);
        let each = |kinds: Vec<Card>| order.sorted(Cards::gathered(&kinds).unwrap_or_default());
        Self {
            singles: each(hand.kinds().collect()),
            pairs: each(hand.pairs().collect()),
            tractors: sorted(choices::tractors(order, hand)),
            throws: sorted(choices::throws(order, hand)),
            why: SuggestedFor::by_points(&suggested, hand),
            suggested,
        }
    }
}

impl FollowOptions {
    fn of(order: &Order, lead: &Lead, hand: Cards) -> Self {
        let duty = follow::duty(order, lead, hand);
        let must = order.sorted(choices::must_play(order, lead, hand, &duty));
        let suggested = choices::cheapest_play(order, Some(lead), hand);
        let own = order.within(hand, lead.group);
        let is_trump = |card: &Card| order.group(*card) == Group::Trump;
        let could_ruff =
            own.is_empty() && lead.group != Group::Trump && hand.iter().any(|card| is_trump(&card));
        let why = if must.len() == suggested.len() {
            SuggestedFor::OnlyChoice
        } else if could_ruff && !suggested.iter().any(is_trump) {
            SuggestedFor::TrumpSaved
        } else {
            let from = if own.len() >= u32::from(lead.size) { own } else { hand };
            SuggestedFor::by_points(&suggested, from)
        };
        Self { owed: Owed::from(duty), must, suggested, why }
    }
}
