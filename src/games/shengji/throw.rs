//! Whether a throw stands, and what is led if it does not (rules, section 4).

use super::cards::Cards;
use super::lead::Component;
use super::order::Order;
use super::runs::{Pairs, Search};

/// The components of a throw that another hand beats: somebody holds, alone and within the group, one of the same
/// shape that is strictly higher.
pub fn illegal_part<'a>(order: &Order, components: &'a [Component], others: &[Cards]) -> Vec<&'a Component> {
    let beaten = |component: &&Component| others.iter().any(|&hand| beats(order, hand, component));
    components.iter().filter(beaten).collect()
}

/// What is led instead when components are beaten: of those the smallest, by cards, then height, then suit.
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
