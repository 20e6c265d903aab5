//! The duty of a seat that follows, and a test whether a play meets it: fullness, 饱满 (rules, section 5).

use super::cards::Cards;
use super::lead::Lead;
use super::order::{Group, Order};
use super::runs::{Lengths, Pairs, Search};
use crate::cards::card::Card;

/// The demands of a lead on one hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duty {
    /// The group led.
    pub group: Group,
    /// The number of cards to play.
    pub size: u8,
    /// The number of them that have to be of the group.
    pub in_group: u8,
    /// The pairs and tractors that they have to contain.
    pub shape: Lengths,
}

/// The duty that a play does not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// A play has as many cards as the lead.
    Size {
        /// The number of cards that were led.
        demanded: u32,
        /// The number of cards that were played.
        given: u32,
    },
    /// The hand does not hold all of the cards.
    NotHeld {
        /// The first card that the hand does not hold, or not as often.
        card: Card,
    },
    /// More cards of the group have to be played.
    Group {
        /// The group that was led.
        group: Group,
        /// The number of its cards that have to be played.
        demanded: u32,
        /// The number that were played.
        given: u32,
    },
    /// Pairs or tractors are kept back.
    Shape {
        /// The runs that the hand can serve.
        demanded: Lengths,
        /// The runs that the play serves.
        given: Lengths,
    },
}

/// The demands of this lead on this hand.
pub fn duty(order: &Order, lead: &Lead, hand: Cards) -> Duty {
    let of_group = order.within(hand, lead.group);
    let held = u8::try_from(of_group.len()).unwrap_or(u8::MAX);
    // A seat that has to play all its cards of the group owes no shape.
    let shape = if held > lead.size { profile(order, lead, of_group) } else { Lengths::NONE };
    Duty { group: lead.group, size: lead.size, in_group: held.min(lead.size), shape }
}

/// Judges a play on a lead.
pub fn judge(order: &Order, lead: &Lead, hand: Cards, play: Cards) -> Result<(), Breach> {
    if let Some(card) = not_held(hand, play) {
        return Err(Breach::NotHeld { card });
    }
    if play.len() != u32::from(lead.size) {
        return Err(Breach::Size { demanded: lead.size.into(), given: play.len() });
    }
    let duty = duty(order, lead, hand);
    let of_group = order.within(play, lead.group);
    if of_group.len() < duty.in_group.into() {
        let (demanded, given) = (duty.in_group.into(), of_group.len());
        return Err(Breach::Group { group: lead.group, demanded, given });
    }
    if duty.shape == Lengths::NONE {
        return Ok(());
    }
    match profile(order, lead, of_group) {
        given if given == duty.shape => Ok(()),
        given => Err(Breach::Shape { demanded: duty.shape, given }),
    }
}

/// The runs of the lead's shape that these cards, all of its group, can serve.
pub(super) fn profile(order: &Order, lead: &Lead, cards: Cards) -> Lengths {
    Search::new(order, lead.group).profile(Pairs::among(order, cards), lead.wanted)
}

/// The first card that `play` has more often than `hand`.
pub(super) fn not_held(hand: Cards, play: Cards) -> Option<Card> {
    if hand.contain(play) {
        return None;
    }
    play.kinds().find(|&card| play.count(card) > hand.count(card))
}
