//! What a hand starts from, and what outlives it.

use serde::{Deserialize, Serialize};

use super::rules::Rules;
use super::wishes::Wishes;
use crate::games::game::{Chair, Chips, Entry};
use crate::games::seat::Seat;

/// How many play.
pub const SEATS: u8 = 3;

/// How many void deals in a row force a landlord, where the table has it so.
pub const VOID_DEALS: u8 = 3;

/// What outlives hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// How many deals in a row nobody would be landlord of, the last one included.
    pub void_deals: u8,
}

/// Everything a hand needs but its chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The options the hand is played by.
    pub rules: Rules,
    /// How many deals in a row before this one were void.
    pub void_deals: u8,
    /// The chips of the three seats.
    pub stacks: [Chips; SEATS as usize],
}

impl Setup {
    /// The next hand; `None` unless all three seats play. Three players who have not played yet begin anew.
    pub fn next(rules: &Rules, standing: &Standing, chairs: &[Chair<Wishes>]) -> Option<Self> {
        let plays =
            |chair: &&Chair<Wishes>| chair.entry != Entry::Out && (chair.chips > 0 || rules.stake == 0);
        let mut stacks = [0; SEATS as usize];
        for (stack, seat) in stacks.iter_mut().zip(Seat::first(SEATS)) {
            *stack = chairs.iter().filter(plays).find(|chair| chair.seat == seat)?.chips;
        }
        let all_new = chairs.iter().all(|chair| chair.newcomer);
        let void_deals = if all_new { 0 } else { standing.void_deals };
        Some(Self { rules: rules.clone(), void_deals, stacks })
    }

    /// Whether the lot makes the landlord, and nobody is asked.
    pub fn forces_landlord(&self) -> bool {
        self.rules.force_landlord && self.void_deals >= VOID_DEALS
    }
}
