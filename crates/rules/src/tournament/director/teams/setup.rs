//! What an event of Shengji is announced with.

use serde::{Deserialize, Serialize};

use crate::games::game::{Chips, MOST_CHIPS};
use crate::games::refusal::BadOption;
use crate::tournament::director::setup::{EntryPrice, Setup, StartRule};
use crate::tournament::prizes::payouts::Payouts;
use crate::tournament::teams::MOST_TEAMS;

/// What an event of Shengji is announced with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamSetup {
    /// When it starts. A sit and go starts with all its players; `min_entrants` counts players too.
    pub start: StartRule,
    /// The most players, an even number from 4 to 1,024.
    pub max_entrants: u32,
    /// What each player pays. There is no bounty.
    pub price: EntryPrice,
    /// The least pool. The house adds what collected prizes fall short of it.
    pub guarantee: Chips,
    /// How the pool is paid out. Each team is one entry, and its players share a prize equally.
    pub payouts: Payouts,
    /// How it is played.
    pub format: TeamFormat,
    /// How many hands a match has at most, 1 to 100.
    pub hands: u32,
}

/// How an event of teams is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamFormat {
    /// Swiss rounds.
    Swiss,
    /// A bracket.
    KnockOut,
}

impl TeamSetup {
    /// Whether an event can be announced with this.
    pub fn check(&self) -> Result<(), BadOption> {
        let unless = BadOption::unless;
        let is_even = self.max_entrants.is_multiple_of(2);
        let is_fair = (4..=2 * MOST_TEAMS).contains(&(self.max_entrants as usize)) && is_even;
        unless(is_fair, "max_entrants", "an even number from 4 to 1,024")?;
        if let StartRule::Scheduled { min_entrants, .. } = self.start {
            unless((4..=self.max_entrants).contains(&min_entrants), "min_entrants", "4 to max_entrants")?;
        }
        let EntryPrice { prize, fee, bounty } = self.price;
        unless(prize.max(fee) <= Setup::MOST_PRICE, "price", "at most 10^9")?;
        unless(bounty == 0, "price.bounty", "0")?;
        unless(self.guarantee <= MOST_CHIPS / 2, "guarantee", "at most 2^52")?;
        unless((1..=100).contains(&self.hands), "hands", "1 to 100")?;
        let fault = self.payouts.check().err();
        fault.map_or(Ok(()), |fault| Err(BadOption { option: "payouts", must: fault.to_string().into() }))
    }
}
