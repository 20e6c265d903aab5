//! The winner of a trick, and its points (rules, sections 6 and 7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cards::Cards;
use super::layout;
use super::lead::Lead;
use super::order::{CardHeight, Group, Order};
use super::runs::{Lengths, Pairs, Search};
use crate::cards::card::Card;

/// How plays on a throw are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::ThrowEvaluation)]
pub enum ThrowEvaluation {
    /// By the largest component alone.
    #[default]
    LargestComponent,
    /// Each component has to be higher than its counterpart.
    EveryComponent,
    /// By the highest card alone.
    HighestCard,
}

/// The points of a card: 5 for a five, 10 for a ten and a king.
pub fn points_of(card: Card) -> u16 {
    match card.rank() {
        Some(5) => 5,
        Some(10 | 13) => 10,
        _ => 0,
    }
}

/// The points of these cards together; all of them have 200.
pub fn points(cards: Cards) -> u16 {
    cards.iter().map(points_of).sum()
}

/// The play that wins, counted from the lead, which comes first. Of equal plays the earlier one wins.
pub fn winner(order: &Order, evaluation: ThrowEvaluation, lead: &Lead, plays: &[Cards]) -> usize {
    let mut winning = 0;
    let mut best: Option<Strength> = None;
    for (place, &play) in plays.iter().enumerate() {
        if let Some(strength) = larger_than(order, evaluation, lead, play, best.as_ref()) {
            (winning, best) = (place, Some(strength));
        }
    }
    winning
}

/// The key by which competing plays are compared: whether the play is trump, then its heights.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Strength {
    is_trump: bool,
    /// One height; or, if every component counts, all of them by length, then from high to low.
    heights: Vec<CardHeight>,
}

/// The strength of a play if it is strictly larger than the best so far.
///
/// A play competes only if all its cards are of one group, the one led or the trumps, and its pairs cover the lead's.
fn larger_than(
    order: &Order,
    evaluation: ThrowEvaluation,
    lead: &Lead,
    play: Cards,
    best: Option<&Strength>,
) -> Option<Strength> {
    let group = order.only_group(play).filter(|&group| group == lead.group || group == Group::Trump)?;
    let is_trump = group == Group::Trump;
    if best.is_some_and(|best| best.is_trump && !is_trump) {
        return None;
    }
    // Any trump play beats any other, in every layout.
    let floor = best.filter(|best| best.is_trump == is_trump).map(|best| best.heights.as_slice());
    let mut search = Search::new(order, group);
    let pairs = Pairs::among(order, play);
    let highest_card = || play.kinds().map(|card| order.height(card)).max();
    let heights = match evaluation {
        ThrowEvaluation::EveryComponent => {
            layout::highest_above(order, play, lead.wanted, &mut search, floor)?
        }
        ThrowEvaluation::LargestComponent if lead.wanted != Lengths::NONE => {
            vec![search.highest_covering(pairs, lead.wanted)?.top()]
        }
        ThrowEvaluation::LargestComponent => vec![highest_card()?],
        ThrowEvaluation::HighestCard if search.covers(pairs, lead.wanted) => vec![highest_card()?],
        ThrowEvaluation::HighestCard => return None,
    };
    let is_larger = floor.is_none_or(|floor| heights.iter().zip(floor).all(|(mine, its)| mine > its));
    is_larger.then_some(Strength { is_trump, heights })
}
