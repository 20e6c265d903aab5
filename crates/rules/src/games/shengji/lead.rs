//! A lead and its components (rules, section 4).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cards::Cards;
use super::order::{CardHeight, Group, Order, by_suit};
use super::runs::{Lengths, Pairs, Run, Search};
use crate::cards::card::Card;

/// The demands of a lead on the seats that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The group led.
    pub group: Group,
    /// The number of cards.
    pub size: u8,
    /// The lengths of its pairs and tractors.
    pub wanted: Lengths,
}

/// A single, a pair or a tractor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Component)]
pub struct Component {
    /// Its cards, from low to high.
    pub cards: Vec<Card>,
    /// The number of consecutive pairs: 0 for a single, 1 for a pair, more for a tractor.
    pub pairs: u8,
    /// The group of its cards.
    pub group: Group,
    /// The height of its highest card in the group, from 0.
    #[schema(value_type = u8)]
    pub top: CardHeight,
}

impl Component {
    /// Its size, for comparison: by its number of cards, then its height; of equal height the first by suit is the
    /// least.
    pub(super) fn size(&self) -> (usize, CardHeight, u8) {
        (self.cards.len(), self.top, self.cards.first().map_or(0, |&card| by_suit(card)))
    }
}

impl Lead {
    /// The most cards of a lead: a whole hand.
    pub const MOST: u32 = 25;

    /// These cards as a lead; `None` unless they are of one group, and at most a hand.
    pub fn of(order: &Order, cards: Cards) -> Option<Self> {
        let group = order.only_group(cards)?;
        let size = u8::try_from(cards.len()).ok().filter(|&size| u32::from(size) <= Self::MOST)?;
        let search = Search::new(order, group);
        let mut pairs = Pairs::among(order, cards);
        let mut wanted = Lengths::NONE;
        while let Some(run) = search.longest(pairs) {
            pairs = pairs.without(run);
            wanted = wanted.with(run.length);
        }
        Some(Self { group, size, wanted })
    }

    /// Whether it is a throw: more than one single, pair or tractor.
    pub fn is_throw(&self) -> bool {
        let runs = self.wanted.iter().count();
        let singles = usize::from(self.size - 2 * self.wanted.total());
        runs + singles > 1
    }

    /// The number of cards of its largest component.
    pub fn largest(&self) -> u8 {
        self.wanted.longest().map_or(1, |pairs| 2 * pairs)
    }
}

/// Splits a lead into its components: the longest tractor first, then the next, then pairs, then singles; each kind
/// from high to low. Cards of several groups are no lead, and have no components.
///
/// If several pairs have one height, the shape is the same whichever joins the tractor; see [`cards_of`].
pub fn components(order: &Order, cards: Cards) -> Vec<Component> {
    let Some(group) = order.only_group(cards) else { return Vec::new() };
    let search = Search::new(order, group);
    let mut left = cards;
    let mut components = Vec::new();
    while let Some(run) = search.longest(Pairs::among(order, left)) {
        let taken = cards_of(order, left, run);
        left = left.without(taken);
        components.push(Component { cards: order.sorted(taken), pairs: run.length, group, top: run.top() });
    }
    let single = |card| Component { cards: vec![card], pairs: 0, group, top: order.height(card) };
    components.extend(order.sorted(left).into_iter().rev().map(single));
    components
}

/// The cards of a run in `cards`, which are of one group. Of several pairs at one height, by suit S, H, D, C, the first
/// begins a run and the last continues one.
pub fn cards_of(order: &Order, cards: Cards, run: Run) -> Cards {
    let at = |height| cards.pairs().filter(move |&card| order.height(card) == height);
    let lowest = at(run.bottom).min_by_key(|&card| by_suit(card));
    let above =
        (run.bottom + 1..=run.top()).filter_map(|height| at(height).max_by_key(|&card| by_suit(card)));
    lowest.into_iter().chain(above).fold(Cards::default(), |taken, card| taken.with(Cards::two(card)))
}
