//! The setup of a hand, and the standing that the next hand needs.

use serde::{Deserialize, Serialize};

use super::rules::Rules;
use super::wishes::Wishes;
use crate::games::game::{Chair, Chips, Entry};
use crate::games::seat::Seat;

/// The number of players.
pub const SEATS: u8 = 3;

/// After this many void deals in a row the lot chooses a landlord, if the table's options say so.
pub const VOID_DEALS: u8 = 3;

/// The data that the next hand needs from this one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The number of void deals in a row, the last one included.
    pub void_deals: u8,
}

/// Everything a hand needs except its randomness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The options the hand is played by.
    pub rules: Rules,
    /// The number of void deals in a row before this one.
    pub void_deals: u8,
    /// The chips of the three seats.
    pub stacks: [Chips; SEATS as usize],
}

impl Setup {
    /// The next hand; `None` unless all three seats play. If all three are newcomers, the count of void deals starts at
    /// 0.
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

    /// Whether the lot chooses the landlord, without an auction.
    pub fn forces_landlord(&self) -> bool {
        self.rules.force_landlord && self.void_deals >= VOID_DEALS
    }
}
