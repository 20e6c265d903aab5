//! Judges actions.

use super::action::Action;
use super::event::{Answered, Event, Turn, Wager};
use super::hand::Holdem;
use super::phase::Phase;
use super::refusal::Refusal;
use crate::games::game::{Chips, Game};
use crate::games::refusal::{Common, NotAccepted};
use crate::games::seat::Seat;

/// Judges an action, and changes nothing.
pub(super) fn accept(hand: &Holdem, seat: Seat, action: &Action) -> Result<Event, NotAccepted<Refusal>> {
    if matches!(hand.phase, Phase::Over) {
        return Err(Common::HandOver {}.into());
    }
    let place = hand.place_of(seat).ok_or(Common::NotDealtIn {})?;
    let may_act = hand.may_act();
    if !may_act.is_empty() && !may_act.contains(seat) {
        return Err(Common::NotYourTurn { awaited: may_act.iter().collect() }.into());
    }
    Ok(match (action, &hand.phase) {
        (Action::RunTwice { agree }, Phase::Asking) => Event::Answered(Answered { seat, agree: *agree }),
        (Action::RunTwice { .. }, _) => return Err(Refusal::NotAsked {}.into()),
        (Action::Show {}, Phase::Showing { .. } | Phase::Winning { .. }) => hand.showing(place),
        (Action::Muck {}, Phase::Showing { .. } | Phase::Winning { .. }) => hand.accept_mucking(place)?,
        (Action::Show {} | Action::Muck {}, _) => return Err(Refusal::NothingToShow {}.into()),
        (_, Phase::Betting { .. }) => hand.accept_bet(place, action)?,
        _ => return Err(Refusal::BettingClosed {}.into()),
    })
}

impl Holdem {
    fn accept_mucking(&self, place: usize) -> Result<Event, Refusal> {
        if self.must_show(place) { Err(Refusal::MustShow {}) } else { Ok(self.mucking(place)) }
    }

    fn accept_bet(&self, place: usize, action: &Action) -> Result<Event, Refusal> {
        let seat = self.players[place].seat;
        let offer = self.offer(place);
        let price = self.round.price;
        match *action {
            Action::Check {} if offer.call > 0 => Err(Refusal::CannotCheck { call: offer.call }),
            Action::Check {} => Ok(Event::Checked(Turn { seat })),
            Action::Call {} if offer.call == 0 => Err(Refusal::NothingToCall {}),
            Action::Call {} => Ok(Event::Called(self.wager_of(place, offer.call))),
            Action::Bet { .. } if price > 0 => Err(Refusal::RaiseInstead { price }),
            Action::Raise { .. } if price == 0 => Err(Refusal::BetInstead {}),
            Action::Bet { to } => self.accept_raise(place, to).map(Event::Bet),
            Action::Raise { to } => self.accept_raise(place, to).map(Event::Raised),
            _ => Ok(Event::Folded(Turn { seat })),
        }
    }

    fn accept_raise(&self, place: usize, to: Chips) -> Result<Wager, Refusal> {
        let (min, max) = self.offer(place).raise.map_err(|why| Refusal::RaiseNotAllowed { why })?;
        if to < min {
            return Err(Refusal::BelowMinRaise { min });
        }
        if to > max {
            return Err(Refusal::AboveMaxRaise { max });
        }
        Ok(self.wager_of(place, to.saturating_sub(self.players[place].bet)))
    }

    fn wager_of(&self, place: usize, amount: Chips) -> Wager {
        let player = &self.players[place];
        Wager { seat: player.seat, amount, to: player.bet + amount, all_in: amount == player.stack }
    }
}
