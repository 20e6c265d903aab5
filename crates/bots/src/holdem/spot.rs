//! A player's decision, as numbers.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::options::{Options, WagerKind};
use cardroom_rules::games::holdem::street::StreetName;
use cardroom_rules::games::holdem::view::{PlayerState, View};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::Witness;

/// An opponent who still plays for the pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rival {
    /// The seat.
    pub(super) seat: Seat,
    /// The chips behind.
    pub(super) stack: Chips,
    /// The chips bet on this street.
    pub(super) bet: Chips,
    /// Whether it acts after the own seat on this street if nobody has bet, or raised a blind.
    pub(super) follows: bool,
}

/// A decision of betting.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// The seat that decides.
    pub(super) seat: Seat,
    /// The own cards.
    pub(super) hole: [Card; 2],
    /// The open cards.
    pub(super) board: Vec<Card>,
    pub(super) street: StreetName,
    /// All chips in the middle.
    pub(super) pot: Chips,
    /// The price of a call; 0 if a check is free.
    pub(super) call: Chips,
    /// The highest total on this street.
    pub(super) price: Chips,
    /// The own chips bet on this street.
    pub(super) bet: Chips,
    /// The own chips behind.
    pub(super) stack: Chips,
    /// The least and the largest total of a raise that an opponent could call.
    pub(super) raise: Option<(Chips, Chips)>,
    wager: WagerKind,
    /// The others who have not folded.
    pub(super) rivals: Vec<Rival>,
    /// How many of them act after this seat on the streets after the flop.
    pub(super) behind: usize,
    /// How many of all players act after this seat before the flop, the blinds included, or have not folded and sit
    /// there later.
    pub(super) to_come: usize,
    /// How many players were dealt in.
    pub(super) dealt: usize,
}

/// The question to a player.
pub(super) enum Asked {
    /// A betting decision.
    Bet(Box<Spot>),
    /// Another question, with its answer.
    Answer(Action),
    /// None.
    Nothing,
}

impl Asked {
    /// The question to the player of this witness. It runs all-ins twice, which costs nothing on average and reduces
    /// the variance, and shows no hand that it may keep hidden.
    pub(super) fn of(witness: &Witness<Holdem>) -> Self {
        let Some(options) = witness.options() else { return Self::Nothing };
        if options.run_twice {
            return Self::Answer(Action::RunTwice { agree: true });
        }
        if options.muck {
            return Self::Answer(Action::Muck {});
        }
        if options.show {
            return Self::Answer(Action::Show {});
        }
        let Viewer::Seat(seat) = witness.viewer() else { return Self::Nothing };
        match Spot::new(seat, &options, witness.view()) {
            Some(spot) => Self::Bet(Box::new(spot)),
            // A seat without cards has nothing to decide.
            None => Self::Answer(if options.check { Action::Check {} } else { Action::Fold {} }),
        }
    }
}

impl Spot {
    fn new(seat: Seat, options: &Options, view: View) -> Option<Self> {
        let place = view.players.iter().position(|player| player.seat == seat)?;
        let own = &view.players[place];
        let is_rival = |state| matches!(state, PlayerState::In | PlayerState::AllIn);
        let rivals = view
            .players
            .iter()
            .enumerate()
            .filter(|(other, player)| *other != place && is_rival(player.state));
        let behind = rivals.clone().filter(|&(other, player)| other > place && player.stack > 0).count();
        let to_come = Self::to_come(&view, place);
        let rivals: Vec<Rival> = rivals
            .map(|(other, player)| Rival {
                seat: player.seat,
                stack: player.stack,
                bet: player.bet,
                follows: match view.street {
                    StreetName::Preflop => view.aggressor.is_none() && player.bet == view.price,
                    _ => other > place,
                },
            })
            .collect();
        let reach = rivals.iter().map(|rival| rival.bet + rival.stack).max().unwrap_or(0);
        let raise = options.raise_min.zip(options.raise_max);
        Some(Self {
            seat,
            hole: own.cards?,
            street: view.street,
            pot: view.middle,
            call: options.call.unwrap_or(0),
            price: view.price,
            bet: own.bet,
            stack: own.stack,
            raise: raise.map(|(least, most)| (least, most.min(reach).max(least))),
            wager: options.wager.unwrap_or(WagerKind::Raise),
            rivals,
            behind,
            to_come,
            dealt: view.players.len(),
            board: view.boards.into_iter().next()?,
        })
    }

    /// How many act after a place before the flop, if no seat raises: those between it and the last poster.
    fn to_come(view: &View, place: usize) -> usize {
        let last =
            view.players.iter().position(|player| player.seat == view.positions.big_blind).unwrap_or(0);
        let players = view.players.len();
        let steps = (last + players - place) % players;
        let ahead = (1..=steps).map(|step| &view.players[(place + step) % players]);
        ahead.filter(|player| player.state == PlayerState::In).count()
    }

    /// The most that a rival could still lose to this seat, beyond the current bets.
    pub(super) fn effective(&self) -> Chips {
        let reach = self.rivals.iter().map(|rival| rival.bet + rival.stack).max().unwrap_or(0);
        self.stack.min(reach.saturating_sub(self.bet))
    }

    /// The price as a share of the pot after a call: the equity that a call needs.
    pub(super) fn odds(&self) -> f32 {
        ratio(self.call, self.pot + self.call)
    }

    /// How far an equity is above an equal share; an equal share is 0.5.
    pub(super) fn ahead(&self, equity: f32) -> f32 {
        let fair = 1.0 / (1.0 + ratio(self.rivals.len() as Chips, 1));
        equity / (equity + fair * (1.0 - equity) / (1.0 - fair))
    }

    /// Stays in as cheaply as possible.
    pub(super) fn stay(&self) -> Action {
        if self.call > 0 { Action::Call {} } else { Action::Check {} }
    }

    /// Folds if that saves chips.
    pub(super) fn give_up(&self) -> Action {
        if self.call > 0 { Action::Fold {} } else { Action::Check {} }
    }

    /// Raises to this total, or as near as possible; stays in if it may not raise.
    pub(super) fn raise_to(&self, total: Chips) -> Action {
        let Some((least, most)) = self.raise else { return self.stay() };
        // A raise that would leave a tenth of the stack behind is all in.
        let total = if total.saturating_mul(10) >= most.saturating_mul(9) { most } else { total };
        let to = total.clamp(least, most);
        match self.wager {
            WagerKind::Bet => Action::Bet { to },
            WagerKind::Raise => Action::Raise { to },
        }
    }

    /// Raises by this share of the pot, counted after calling.
    pub(super) fn raise_by(&self, share: f32) -> Action {
        self.raise_to(self.total_of(share))
    }

    /// The total of a raise by this share of the pot, counted after calling.
    pub(super) fn total_of(&self, share: f32) -> Chips {
        self.price + scaled(self.pot + self.call, share)
    }

    /// Goes all in.
    pub(super) fn all_in(&self) -> Action {
        self.raise_to(Chips::MAX)
    }
}

/// One amount over another.
#[allow(clippy::cast_precision_loss, reason = "what is decided by it need not be exact")]
pub(super) fn ratio(amount: Chips, of: Chips) -> f32 {
    amount as f32 / of.max(1) as f32
}

/// A share of an amount, rounded down.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a size need not be exact, and a cast ends at the bounds of the type"
)]
pub(super) fn scaled(amount: Chips, share: f32) -> Chips {
    (amount as f64 * f64::from(share)) as Chips
}
