//! Judging what a seat asks for.

use super::action::Action;
use super::cards::Cards;
use super::declare::Declaration;
use super::describe::words;
use super::event::{Event, Kitty, Play, Turn};
use super::follow::{self, Breach};
use super::hand::{KITTY, Shengji};
use super::lead::Lead;
use super::order::{Group, Order};
use super::phase::Phase;
use super::refusal::Refusal;
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::game::Seat;

impl Shengji {
    pub(super) fn judge(&self, seat: Seat, action: &Action) -> Result<Event, Refusal> {
        if matches!(self.phase, Phase::Over(..) | Phase::Undeclared) {
            return Err(Refusal::HandOver {});
        }
        match action {
            Action::Declare { card, pair } => self.declare(Declaration { seat, card: *card, pair: *pair }),
            Action::Pass {} => {
                self.may_answer(seat)?;
                Ok(Event::Passed(Turn { seat }))
            }
            Action::Bury { cards } => self.bury(seat, cards),
            Action::Play { cards } => self.play(seat, cards),
        }
    }

    /// What was declared so far, if this seat may add to it or pass now.
    pub(super) fn may_answer(&self, seat: Seat) -> Result<&[Declaration], Refusal> {
        if seat.0 >= SEATS {
            return Err(Refusal::NotDealtIn {});
        }
        let (passed, made) = match &self.phase {
            Phase::Dealing(dealing) => (dealing.passed, &dealing.made),
            Phase::Asking(asking) if seat == asking.contract.taker => return Err(self.not_asked(seat)),
            Phase::Asking(asking) => (asking.passed, &asking.contract.made),
            _ => return Err(Refusal::DeclaringClosed {}),
        };
        if passed.contains(seat) { Err(Refusal::HasPassed {}) } else { Ok(made) }
    }

    /// Why a seat that is not asked may do nothing.
    fn not_asked(&self, seat: Seat) -> Refusal {
        if seat.0 < SEATS {
            Refusal::NotYourTurn { awaited: self.awaited().iter().collect() }
        } else {
            Refusal::NotDealtIn {}
        }
    }

    fn declare(&self, new: Declaration) -> Result<Event, Refusal> {
        let made = self.may_answer(new.seat)?;
        let level = self.setup.level();
        if !new.declares(level) {
            return Err(Refusal::NoDeclaration { level });
        }
        if self.held(new.seat).count(new.card) < 1 + u8::from(new.pair) {
            return Err(Refusal::NotHeld { card: new.card });
        }
        match made.last() {
            Some(&standing) if !self.may_follow(new, made) => Err(if standing.seat == new.seat {
                Refusal::OwnDeclarationStands { standing }
            } else {
                Refusal::DeclarationTooWeak { standing }
            }),
            _ => Ok(Event::Declared(new)),
        }
    }

    /// Whether a declaration may follow those made: to steal the kitty it has to be strictly stronger.
    pub(super) fn may_follow(&self, new: Declaration, made: &[Declaration]) -> bool {
        let policy = self.setup.rules.policy();
        match &self.phase {
            Phase::Asking(_) => made.last().is_none_or(|&standing| policy.overturns(new, standing)),
            _ => policy.may_follow(new, made),
        }
    }

    fn bury(&self, seat: Seat, cards: &[Card]) -> Result<Event, Refusal> {
        let contract = match &self.phase {
            Phase::Burying(contract) => contract,
            Phase::Opening | Phase::Dealing(_) | Phase::Flipping(_) => return Err(Refusal::DealRunning {}),
            _ => return Err(Refusal::NothingToBury {}),
        };
        if seat != contract.taker {
            return Err(self.not_asked(seat));
        }
        let buried = held(self.held(seat), cards)?;
        if buried.len() != u32::from(KITTY) {
            return Err(Refusal::WrongNumber { demanded: KITTY.into(), given: buried.len() });
        }
        Ok(Event::Buried(Kitty { seat, cards: contract.order.sorted(buried) }))
    }

    fn play(&self, seat: Seat, cards: &[Card]) -> Result<Event, Refusal> {
        let playing = match &self.phase {
            Phase::Playing(playing) => playing,
            Phase::Opening | Phase::Dealing(_) | Phase::Flipping(_) => return Err(Refusal::DealRunning {}),
            _ => return Err(Refusal::KittyNotBuried {}),
        };
        if !self.is_to_play(playing) || seat != playing.trick.turn() {
            return Err(self.not_asked(seat));
        }
        let (order, lead) = (&playing.contract.order, playing.trick.lead.as_ref());
        let chosen = chosen(order, lead, self.held(seat), cards)?;
        let play = Play { seat, cards: order.sorted(chosen) };
        let is_throw = lead.is_none() && Lead::of(order, chosen).is_some_and(|lead| lead.is_throw());
        Ok(if is_throw { Event::Thrown(play) } else { Event::Played(play) })
    }
}

/// What a hand plays, if it holds the cards and they follow the lead, or make one where there is none.
///
/// A lead is refused for its shape only; a throw is held against the other hands once it is made.
pub(super) fn chosen(
    order: &Order,
    lead: Option<&Lead>,
    hand: Cards,
    named: &[Card],
) -> Result<Cards, Refusal> {
    let cards = held(hand, named)?;
    match lead {
        Some(lead) => follow::judge(order, lead, hand, cards)?,
        None if cards.is_empty() => return Err(Refusal::NoCards {}),
        None if order.only_group(cards).is_none() => {
            return Err(Refusal::MixedGroups { groups: groups(order, cards) });
        }
        None => {}
    }
    Ok(cards)
}

pub(super) fn groups(order: &Order, cards: Cards) -> Vec<Group> {
    Group::ALL.into_iter().filter(|&group| !order.within(cards, group).is_empty()).collect()
}

/// The cards that a seat names, if its hand holds them all.
fn held(hand: Cards, named: &[Card]) -> Result<Cards, Refusal> {
    let mut cards = Cards::default();
    for &card in named {
        if !cards.add(card) || cards.count(card) > hand.count(card) {
            return Err(Refusal::NotHeld { card });
        }
    }
    Ok(cards)
}

impl From<Breach> for Refusal {
    fn from(breach: Breach) -> Self {
        match breach {
            Breach::Size { demanded, given } => Self::WrongNumber { demanded, given },
            Breach::NotHeld { card } => Self::NotHeld { card },
            Breach::Group { group, demanded, given } => Self::MustFollow { group, demanded, given },
            Breach::Shape { demanded, given } => Self::MustServe {
                demanded: demanded.iter().collect(),
                given: given.iter().collect(),
                demanded_says: words(demanded),
                given_says: words(given),
            },
        }
    }
}
