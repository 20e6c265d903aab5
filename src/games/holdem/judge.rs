//! What a seat may do, and what is done for it when it is absent.

use super::action::{Action, Options};
use super::event::{Answered, Event, Turn, Wager};
use super::hand::{Holdem, Phase};
use super::refusal::Refusal;
use crate::games::game::{Absence, Chips, Seat};

impl Holdem {
    /// What this seat may do now.
    pub(super) fn offered(&self, seat: Seat) -> Option<Options> {
        if !self.to_act().contains(seat) {
            return None;
        }
        let none = Options::default();
        Some(match self.phase {
            Phase::Betting { place } => {
                let offer = self.offer(place);
                let raise = offer.raise.ok();
                Options {
                    fold: true,
                    check: offer.call == 0,
                    call: (offer.call > 0).then_some(offer.call),
                    raise_min: raise.map(|(least, _)| least),
                    raise_max: raise.map(|(_, most)| most),
                    ..none
                }
            }
            Phase::Asking => Options { run_twice: true, ..none },
            Phase::Showing { place } | Phase::Winning { place } => {
                Options { show: true, muck: !self.must_show(place), ..none }
            }
            _ => none,
        })
    }

    /// The options spelled out; of a range of raises its ends, and two between.
    pub(super) fn listed(&self, seat: Seat) -> Vec<Action> {
        let Some(options) = self.offered(seat) else { return Vec::new() };
        let mut raises: Vec<Chips> = match (options.raise_min, options.raise_max) {
            (Some(least), Some(most)) => {
                let third = (most - least) / 3;
                vec![least, least + third, most - third, most]
            }
            _ => Vec::new(),
        };
        raises.dedup();
        let is_open = self.round.price > 0;
        let raise = |to| if is_open { Action::Raise { to } } else { Action::Bet { to } };
        let offers = [
            (options.fold, Action::Fold {}),
            (options.check, Action::Check {}),
            (options.call.is_some(), Action::Call {}),
            (options.run_twice, Action::RunTwice { agree: true }),
            (options.run_twice, Action::RunTwice { agree: false }),
            (options.show, Action::Show {}),
            (options.muck, Action::Muck {}),
        ];
        let offers = offers.into_iter().filter_map(|(is_offered, action)| is_offered.then_some(action));
        offers.chain(raises.into_iter().map(raise)).collect()
    }

    /// Judges an action.
    pub(super) fn judge(&self, seat: Seat, action: &Action) -> Result<Event, Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::HandOver {});
        }
        let place = self.place_of(seat).ok_or(Refusal::NotDealtIn {})?;
        let awaited = self.to_act();
        if !awaited.is_empty() && !awaited.contains(seat) {
            return Err(Refusal::NotYourTurn { awaited: awaited.iter().collect() });
        }
        match action {
            Action::RunTwice { agree } => match self.phase {
                Phase::Asking => Ok(Event::Answered(Answered { seat, agree: *agree })),
                _ => Err(Refusal::NotAsked {}),
            },
            Action::Show {} | Action::Muck {} => match self.phase {
                Phase::Showing { place } | Phase::Winning { place } => self.judge_showing(place, action),
                _ => Err(Refusal::NothingToShow {}),
            },
            _ => match self.phase {
                Phase::Betting { .. } => self.judge_bet(place, action),
                _ => Err(Refusal::BettingClosed {}),
            },
        }
    }

    fn judge_showing(&self, place: usize, action: &Action) -> Result<Event, Refusal> {
        match action {
            Action::Muck {} if self.must_show(place) => Err(Refusal::MustShow {}),
            Action::Muck {} => Ok(self.mucking(place)),
            _ => Ok(self.showing(place)),
        }
    }

    fn judge_bet(&self, place: usize, action: &Action) -> Result<Event, Refusal> {
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
            Action::Bet { to } => self.judge_raise(place, to).map(Event::Bet),
            Action::Raise { to } => self.judge_raise(place, to).map(Event::Raised),
            _ => Ok(Event::Folded(Turn { seat })),
        }
    }

    fn judge_raise(&self, place: usize, to: Chips) -> Result<Wager, Refusal> {
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

    /// What the clock plays: a late seat checks where it can, a gone one folds; nobody agrees to anything, and a
    /// hand is shown only where it must be.
    pub(super) fn clock_plays(&self, seat: Seat, why: Absence) -> Action {
        let Some(options) = self.offered(seat) else { return Action::Fold {} };
        match why {
            _ if options.run_twice => Action::RunTwice { agree: false },
            _ if options.muck => Action::Muck {},
            _ if options.show => Action::Show {},
            Absence::Late if options.check => Action::Check {},
            Absence::Late | Absence::Gone => Action::Fold {},
        }
    }
}
