//! What a seat that follows owes, and whether a play pays it: fullness, 饱满 (rules, section 5).

use super::cards::Cards;
use super::lead::Lead;
use super::order::{Group, Order};
use super::runs::{Lengths, Pairs, Search};
use crate::cards::card::Card;

/// What a lead demands of one hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duty {
    /// The group led.
    pub group: Group,
    /// How many cards are played.
    pub size: u8,
    /// How many of them have to be of the group.
    pub in_group: u8,
    /// The pairs and tractors that have to be among them.
    pub shape: Lengths,
}

/// What a play owes and does not pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// As many cards are played as were led.
    Size {
        /// How many were led.
        demanded: u32,
        /// How many were played.
        given: u32,
    },
    /// The hand does not hold them all.
    NotHeld {
        /// The first that is not there, or not often enough.
        card: Card,
    },
    /// More cards of the group have to go.
    Group {
        /// Which group.
        group: Group,
        /// How many of its cards have to be played.
        demanded: u32,
        /// How many were.
        given: u32,
    },
    /// Pairs or tractors are kept back.
    Shape {
        /// What the hand can serve.
        demanded: Lengths,
        /// What the play serves.
        given: Lengths,
    },
}

/// What this lead demands of this hand.
pub fn duty(order: &Order, lead: &Lead, hand: Cards) -> Duty {
    let of_group = order.within(hand, lead.group);
    let held = u8::try_from(of_group.len()).unwrap_or(u8::MAX);
    // Whoever has no choice but to play them all owes no shape beside.
    let shape = if held > lead.size { profile(order, lead, of_group) } else { Lengths::NONE };
    Duty { group: lead.group, size: lead.size, in_group: held.min(lead.size), shape }
}

/// Judges what a hand plays on a lead.
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

/// What of the lead's shape these cards, all of its group, can serve.
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
