//! The setup of a hand, and the standing that the next hand needs.

use serde::{Deserialize, Serialize};

use super::level::TeamLevel;
use super::rules::Rules;
use super::score::{Levels, Progress, Team};
use super::wishes::Wishes;
use crate::games::game::{Chair, Chips, Entry};
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;

/// The number of players.
pub const SEATS: u8 = 4;

/// The standing after a hand: the state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Both teams' levels.
    pub levels: Levels,
    /// The declarer; absent before the first hand of a game, in which the seat that declares trumps becomes it.
    pub declarer: Option<Seat>,
}

impl Standing {
    /// Before the first hand of a game.
    pub const OPENING: Self = Self { levels: Levels::OPENING, declarer: None };

    /// After a hand. A new game follows one that is won.
    pub fn after(progress: &Progress) -> Self {
        match progress.champion {
            Some(_) => Self::OPENING,
            None => Self { levels: progress.levels, declarer: Some(progress.declarer) },
        }
    }
}

/// Everything a hand needs except its randomness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The options the hand is played by.
    pub rules: Rules,
    /// Both teams' levels.
    pub levels: Levels,
    /// The declarer; absent on the first hand of a game.
    pub declarer: Option<Seat>,
    /// The chips of the four seats.
    pub stacks: [Chips; SEATS as usize],
}

impl Setup {
    /// The next hand; `None` unless all four seats play. If all four are newcomers, a new game begins.
    pub fn next(rules: &Rules, standing: &Standing, chairs: &[Chair<Wishes>]) -> Option<Self> {
        let plays =
            |chair: &&Chair<Wishes>| chair.entry != Entry::Out && (chair.chips > 0 || rules.stake == 0);
        let mut stacks = [0; SEATS as usize];
        for (stack, seat) in stacks.iter_mut().zip(Seat::first(SEATS)) {
            *stack = chairs.iter().filter(plays).find(|chair| chair.seat == seat)?.chips;
        }
        let all_new = chairs.iter().all(|chair| chair.newcomer);
        let standing = if all_new { &Standing::OPENING } else { standing };
        Some(Self { rules: rules.clone(), levels: standing.levels, declarer: standing.declarer, stacks })
    }

    /// The level of the hand: the declarers', or on the first hand that of both teams.
    pub fn level(&self) -> TeamLevel {
        self.levels.of(self.declarer.map_or(Team::Even, Team::of))
    }

    /// Whether a hand can be dealt from it.
    pub(super) fn check(&self) -> Result<(), ReplayError> {
        let is_seated = self.declarer.is_none_or(|seat| seat.0 < SEATS);
        ReplayError::unless(is_seated, "the declarer has no seat")
    }
}
