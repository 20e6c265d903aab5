//! Which declaration to make: the strength of the hand under each trump.

use super::notes::Notes;
use super::position::same_side;
use cardroom_rules::cards::card::{Card, Suit};
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::declare::Declaration;
use cardroom_rules::games::shengji::level::TeamLevel;
use cardroom_rules::games::shengji::options::DeclareOptions;

/// The number of cards that each seat is dealt.
const DEALT: u32 = 25;

/// When to declare: by how many trumps the hand must be better than the average.
#[derive(Clone, Copy, Debug)]
pub struct Boldness {
    /// If the seat that declares trumps also becomes the declarer.
    pub first_hand: f32,
    /// If the declarer is known.
    pub later: f32,
    /// To overturn the other side's declaration, in addition to the hand's strength under its trumps.
    pub overturning: f32,
    /// To overturn the partner's declaration.
    pub partner: f32,
    /// To take the kitty that another seat has buried.
    pub stealing: f32,
}

impl Boldness {
    /// Bold on the first hand, because the seat that declares trumps becomes the declarer; else a little above the
    /// average.
    pub const TUNED: Self =
        Self { first_hand: -1.0, later: 0.5, overturning: 0.5, partner: 4.0, stealing: 2.0 };
}

/// The seat's declaration, if any. Once it has all its cards and nothing to declare, it passes.
pub fn answer(notes: &Notes, options: &DeclareOptions, boldness: &Boldness) -> Option<Action> {
    let best =
        options.choices.iter().map(|&choice| (choice, gain(notes, choice, options.standing, boldness)));
    let mut chosen: Option<(Declaration, f32)> = None;
    for (choice, gain) in best.filter(|(_, gain)| *gain > 0.0) {
        if chosen.is_none_or(|(_, most)| gain > most) {
            chosen = Some((choice, gain));
        }
    }
    let declares = chosen.map(|(choice, _)| Action::Declare { card: choice.card, pair: choice.pair });
    let is_dealt = notes.hand.len() >= DEALT || notes.contract.is_some();
    declares.or_else(|| is_dealt.then_some(Action::Pass {}))
}

/// By how much the declaration is better than necessary; 0 or less if it should not be made.
fn gain(notes: &Notes, new: Declaration, standing: Option<Declaration>, boldness: &Boldness) -> f32 {
    let level = notes.level;
    let strength = |suit| strength(notes.hand, suit, level);
    let promised = strength(new.card.suit());
    let steals = if notes.contract.is_some() { boldness.stealing } else { 0.0 };
    let Some(standing) = standing else {
        let is_first = notes.declarer.is_none();
        return promised - if is_first { boldness.first_hand } else { boldness.later };
    };
    if standing.seat.0 == notes.seat {
        // A second card only informs the others, unless a seat could overturn the first.
        return if new.card == standing.card && steals == 0.0 { 0.1 } else { -1.0 };
    }
    let is_partner = same_side(standing.seat.0, notes.seat);
    let needed = if is_partner { boldness.partner } else { boldness.overturning };
    promised - strength(standing.card.suit()) - needed - steals
}

/// The strength of a hand, or of its cards so far, under a trump suit or none: in trumps more than the average.
pub fn strength(hand: Cards, trump: Option<Suit>, level: TeamLevel) -> f32 {
    let value = |card: Card| match (card.suit(), card.rank()) {
        (None, _) => 1.8,
        (suit, Some(rank)) if rank == level.rank() => {
            if suit == trump {
                1.6
            } else {
                1.3
            }
        }
        (suit, _) if suit == trump && trump.is_some() => 1.0,
        (_, Some(14)) if trump.is_none() => 0.6,
        (_, Some(13)) if trump.is_none() => 0.2,
        _ => 0.0,
    };
    let counted: f32 = hand.iter().map(value).sum();
    let pairs: f32 = hand.pairs().map(|card| 0.5 * value(card)).sum();
    let average: f32 = Card::ALL.into_iter().map(|card| 2.0 * value(card)).sum::<f32>() / 108.0;
    let of_pairs: f32 = Card::ALL.into_iter().map(|card| 0.5 * value(card)).sum::<f32>() * 0.05;
    let dealt = u16::try_from(hand.len()).map_or(0.0, f32::from);
    counted + pairs - dealt * average - of_pairs * dealt / 25.0
}
