//! The setup of a hand, and the standing that the next hand needs.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rules::Rules;
use crate::games::game::{Chips, MOST_CHIPS};
use crate::games::refusal::ReplayError;
use crate::games::seat::{Seat, Seats};

/// The standing after a hand: where the button and the blinds were, and which seats missed which blind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Those of the last hand; absent before the first.
    pub positions: Option<Positions>,
    /// The blinds that seats owe.
    pub dues: Vec<Dues>,
}

/// Where the button and the blinds are. A dead button or small blind is an empty seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Positions)]
pub struct Positions {
    /// The dealer button; heads-up it is the small blind too.
    pub button: Seat,
    /// The small blind's place. If no seat is dealt in there, no small blind is posted.
    pub small_blind: Seat,
    /// The big blind; always dealt in.
    pub big_blind: Seat,
}

/// The blinds that a seat missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dues {
    /// The seat that owes.
    pub seat: Seat,
    /// Whether it owes a small blind, to be posted dead.
    pub small_blind: bool,
    /// Whether it owes a big blind, to be posted live.
    pub big_blind: bool,
}

impl Dues {
    /// Whether anything is owed at all.
    pub(super) fn is_owed(self) -> bool {
        self.small_blind || self.big_blind
    }
}

/// Everything a hand needs except its randomness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The options the hand is played by.
    pub rules: Rules,
    /// The seats of the button and the blinds.
    pub positions: Positions,
    /// The players dealt in, clockwise from the seat left of the button: the order in which cards and odd chips are
    /// given.
    pub players: Vec<Player>,
    /// The seat that straddles.
    pub straddle: Option<Seat>,
    /// The blinds that other seats owe; they are part of the next standing.
    pub dues: Vec<Dues>,
}

/// A player dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The seat that is dealt in.
    pub seat: Seat,
    /// The chips before anything is posted.
    pub stack: Chips,
    /// Whether it posts a missed small blind, dead.
    pub dead_blind: bool,
    /// Whether it posts as much as the big blind, live: as a newcomer, or for a missed one.
    pub entry_blind: bool,
}

impl Setup {
    /// Checks that a hand can be played from this, because a stored setup may be damaged. Options are checked when a
    /// table opens, and not here, so that old hands stay playable when options become stricter.
    pub(super) fn check(&self) -> Result<(), ReplayError> {
        let seats: Seats = self.players.iter().map(|player| player.seat).collect();
        let is_in = |seat: Seat| seats.contains(seat);
        let stacks_fit = self.players.iter().all(|player| (1..=MOST_CHIPS).contains(&player.stack));
        let checks = [
            (self.rules.small_blind.max(self.rules.big_blind) <= MOST_CHIPS, "a blind is too large"),
            ((2..=Seat::MOST.into()).contains(&self.players.len()), "a hand is played by 2 to 10"),
            (seats.iter().count() == self.players.len(), "a seat plays twice"),
            (stacks_fit, "a stack is empty, or too large"),
            (is_in(self.positions.big_blind), "the big blind is not dealt in"),
            (self.straddle.is_none_or(is_in), "the straddler is not dealt in"),
        ];
        checks.into_iter().try_for_each(|(holds, why)| ReplayError::unless(holds, why))
    }
}
