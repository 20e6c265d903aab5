//! Throws: a test whether one stands, and the lead if it does not (rules, section 4).

use super::cards::Cards;
use super::lead::{self, Component, Lead};
use super::order::Order;
use super::rules::ThrowPenalty;
use super::runs::{Pairs, Search};

/// A lead, compared with the other hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tested {
    /// The components of the throw: tractors, pairs and singles.
    pub components: Vec<Component>,
    /// The components of a throw that another hand beats; none if it stands.
    pub beaten: Vec<Component>,
    /// The cards that are led: all of them, or the forced ones.
    pub led: Cards,
    /// The penalty for the thrower's team, in points.
    pub penalty: u16,
}

/// Compares a lead with the other hands. A lead that is no throw always stands.
pub fn test(order: &Order, lead: Cards, others: &[Cards], penalty: ThrowPenalty) -> Tested {
    let components = lead::components(order, lead);
    let is_throw = Lead::of(order, lead).is_some_and(|lead| lead.is_throw());
    let beaten = if is_throw { illegal_part(order, &components, others) } else { Vec::new() };
    let led = match forced(&beaten) {
        None => lead,
        Some(forced) if penalty == ThrowPenalty::PerCard => {
            forced.cards.first().map_or(lead, |&lowest| Cards::one(lowest))
        }
        Some(forced) => Cards::gathered(&forced.cards).unwrap_or(lead),
    };
    let (beaten, penalty) = (beaten.iter().copied().cloned().collect(), penalty.of(&beaten));
    Tested { components, beaten, led, penalty }
}

/// The components of a throw that another hand beats: one hand holds, within the group, the same shape and is strictly
/// higher.
#[doc(hidden)]
pub fn illegal_part<'a>(order: &Order, components: &'a [Component], others: &[Cards]) -> Vec<&'a Component> {
    let beaten = |component: &&Component| others.iter().any(|&hand| beats(order, hand, component));
    components.iter().filter(beaten).collect()
}

/// The component that is led instead when some are beaten: the smallest of those, by cards, then height, then suit.
pub fn forced<'a>(beaten: &[&'a Component]) -> Option<&'a Component> {
    beaten.iter().copied().min_by_key(|component| component.size())
}

/// Whether a hand holds a higher single, pair or tractor of the same length in the component's group.
fn beats(order: &Order, hand: Cards, component: &Component) -> bool {
    let hand = order.within(hand, component.group);
    if component.pairs == 0 {
        return hand.kinds().any(|card| order.height(card) > component.top);
    }
    let highest = Search::new(order, component.group).runs(Pairs::among(order, hand), component.pairs).next();
    highest.is_some_and(|run| run.top() > component.top)
}

impl ThrowPenalty {
    /// The penalty for a throw with these beaten components, in points.
    fn of(self, beaten: &[&Component]) -> u16 {
        let of_component = |component: &&Component| match component.pairs {
            0 => 10,
            1 => 20,
            _ => 40,
        };
        let cards: usize = beaten.iter().map(|component| component.cards.len()).sum();
        match self {
            Self::None => 0,
            Self::PerAttempt if beaten.is_empty() => 0,
            Self::PerAttempt => 10,
            Self::PerCard => u16::try_from(10 * cards).unwrap_or(u16::MAX),
            Self::PerComponent => beaten.iter().map(of_component).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::card::{Card, Suit};
    use crate::games::shengji::level::TeamLevel;
    use crate::games::shengji::order::{Adjacency, Trump};

    #[test]
    fn a_failed_throw_costs_the_tables_penalty() {
        let trump = Trump { suit: Some(Suit::Spades), level: Some(TeamLevel::TWO) };
        let cards = ["3h", "3h", "4h", "4h", "6h", "6h", "8h"].map(|card| card.parse::<Card>().unwrap());
        let thrown = Cards::gathered(&cards).unwrap();
        let components = lead::components(&Order::new(trump, Adjacency::default()), thrown);
        let beaten: Vec<&Component> = components.iter().collect();
        assert_eq!(ThrowPenalty::None.of(&beaten), 0);
        assert_eq!(ThrowPenalty::PerAttempt.of(&beaten), 10);
        assert_eq!(ThrowPenalty::PerCard.of(&beaten), 70);
        assert_eq!(ThrowPenalty::PerComponent.of(&beaten), 10 + 20 + 40);
        assert_eq!(ThrowPenalty::PerComponent.of(&beaten[1..2]), 20, "only what is beaten");
        assert_eq!(ThrowPenalty::PerAttempt.of(&[]), 0, "it stands");
    }
}
