//! What a hand starts from, and what outlives it.

use serde::{Deserialize, Serialize};

use super::rules::Rules;
use crate::games::game::{Chair, Chips, Entry, Seat};

/// How many play.
pub const SEATS: u8 = 3;

/// How many void deals in a row force a landlord, where the table has it so.
pub const VOID_DEALS: u8 = 3;

/// Every seat, in the order of play.
pub fn seats() -> impl DoubleEndedIterator<Item = Seat> {
    (0..SEATS).map(Seat)
}

/// Every seat, in the order of play from this one on.
pub fn seats_from(first: Seat) -> impl Iterator<Item = Seat> {
    (0..SEATS).map(move |place| Seat((first.0 + place) % SEATS))
}

/// The seat that plays after this one.
pub fn after(seat: Seat) -> Seat {
    Seat((seat.0 + 1) % SEATS)
}

/// What outlives hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// How many deals in a row nobody would be landlord of, the last one included.
    pub void_deals: u8,
}

/// Everything a hand needs but its chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    pub fn next(rules: &Rules, standing: &Standing, chairs: &[Chair]) -> Option<Self> {
        let plays = |chair: &&Chair| chair.entry != Entry::Out && (chair.chips > 0 || rules.stake == 0);
        let mut stacks = [0; SEATS as usize];
        for (stack, seat) in stacks.iter_mut().zip(seats()) {
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
