//! Judges actions.

use super::action::Action;
use super::cards::Cards;
use super::declare::Declaration;
use super::describe::words;
use super::event::{Event, Kitty, TrickPlay, Turn};
use super::follow::{self, Breach};
use super::hand::{KITTY, Shengji};
use super::lead::Lead;
use super::order::{Group, Order};
use super::phase::Phase;
use super::refusal::Refusal;
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::refusal::{Common, NotAccepted};
use crate::games::seat::Seat;

type Judged = Result<Event, NotAccepted<Refusal>>;

/// Judges an action, and changes nothing.
pub(super) fn accept(hand: &Shengji, seat: Seat, action: &Action) -> Judged {
    if matches!(hand.phase, Phase::Over(..) | Phase::Undeclared) {
        return Err(Common::HandOver {}.into());
    }
    match action {
        _ if seat.0 >= SEATS => Err(Common::NotDealtIn {}.into()),
        Action::Declare { card, pair } => hand.declare(Declaration { seat, card: *card, pair: *pair }),
        Action::Pass {} => {
            hand.may_answer(seat)?;
            Ok(Event::Passed(Turn { seat }))
        }
        Action::Bury { cards } => hand.bury(seat, cards),
        Action::Play { cards } => hand.play(seat, cards),
    }
}

impl Shengji {
    /// The declarations so far, if this seat may add to them or pass now.
    pub(super) fn may_answer(&self, seat: Seat) -> Result<&[Declaration], NotAccepted<Refusal>> {
        if seat.0 >= SEATS {
            return Err(Common::NotDealtIn {}.into());
        }
        let (passed, made) = match &self.phase {
            Phase::Dealing(dealing) => (dealing.passed, &dealing.made),
            Phase::Asking(asking) if seat == asking.contract.taker => {
                return Err(self.not_asked());
            }
            Phase::Asking(asking) => (asking.passed, &asking.contract.made),
            _ => return Err(Refusal::DeclaringClosed {}.into()),
        };
        if passed.contains(seat) { Err(Refusal::HasPassed {}.into()) } else { Ok(made) }
    }

    fn not_asked(&self) -> NotAccepted<Refusal> {
        Common::NotYourTurn { awaited: self.awaited().iter().collect() }.into()
    }

    fn declare(&self, new: Declaration) -> Judged {
        let made = self.may_answer(new.seat)?;
        let level = self.setup.level();
        if !new.declares(level) {
            return Err(Refusal::NoDeclaration { level }.into());
        }
        if self.held(new.seat).count(new.card) < 1 + u8::from(new.pair) {
            return Err(Refusal::NotHeld { card: new.card }.into());
        }
        match made.last() {
            Some(&standing) if !self.may_follow(new, made) => {
                let is_own = standing.seat == new.seat;
                let own = Refusal::OwnDeclarationStands { standing };
                Err(if is_own { own } else { Refusal::DeclarationTooWeak { standing } }.into())
            }
            _ => Ok(Event::Declared(new)),
        }
    }

    /// Whether a declaration may follow those made. To steal the kitty it must also be strictly stronger.
    pub(super) fn may_follow(&self, new: Declaration, made: &[Declaration]) -> bool {
        let policy = self.setup.rules.policy();
        match &self.phase {
            Phase::Asking(_) => {
                let is_stronger = made.last().is_none_or(|&standing| policy.overturns(new, standing));
                is_stronger && policy.may_follow(new, made)
            }
            _ => policy.may_follow(new, made),
        }
    }

    fn bury(&self, seat: Seat, cards: &[Card]) -> Judged {
        let contract = match &self.phase {
            Phase::Burying(contract) => contract,
            Phase::Opening | Phase::Dealing(_) | Phase::Flipping(_) => {
                return Err(Refusal::DealRunning {}.into());
            }
            _ => return Err(Refusal::NothingToBury {}.into()),
        };
        if seat != contract.taker {
            return Err(self.not_asked());
        }
        let buried = held(self.held(seat), cards)?;
        if buried.len() != u32::from(KITTY) {
            return Err(Refusal::WrongNumber { demanded: KITTY.into(), given: buried.len() }.into());
        }
        Ok(Event::Buried(Kitty { seat, cards: contract.order.sorted(buried) }))
    }

    fn play(&self, seat: Seat, cards: &[Card]) -> Judged {
        let playing = match &self.phase {
            Phase::Playing(playing) => playing,
            Phase::Opening | Phase::Dealing(_) | Phase::Flipping(_) => {
                return Err(Refusal::DealRunning {}.into());
            }
            _ => return Err(Refusal::KittyNotBuried {}.into()),
        };
        if !self.is_to_play(playing) || seat != playing.trick.turn() {
            return Err(self.not_asked());
        }
        let (order, lead) = (&playing.contract.order, playing.trick.lead.as_ref());
        let chosen = chosen(order, lead, self.held(seat), cards)?;
        let play = TrickPlay { seat, cards: order.sorted(chosen) };
        let is_throw = lead.is_none() && Lead::of(order, chosen).is_some_and(|lead| lead.is_throw());
        Ok(if is_throw { Event::Thrown(play) } else { Event::Played(play) })
    }
}

/// The play of these cards, if the hand holds them and they follow the lead, or make one if there is none.
///
/// A lead is refused for its shape only. A throw is compared with the other hands after it was accepted.
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
