//! The setup with which an event of Shengji is announced.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::game::Chips;
use crate::games::refusal::BadOption;
use crate::games::shengji::rules::Rules;
use crate::tournament::director::setup::{EntryPrice, StartRule, check_prizes};
use crate::tournament::director::time::Millis;
use crate::tournament::prizes::payouts::Payouts;
use crate::tournament::teams::MOST_TEAMS;

/// The setup with which an event of Shengji is announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamSetup {
    /// When it starts. A sit and go starts with all its players; `min_entrants` counts players too.
    pub start: StartRule,
    /// The most players, an even number from 4 to 1,024.
    pub max_entrants: u32,
    /// The price for each player. There is no bounty.
    pub price: EntryPrice,
    /// The least pool. The house adds what collected prizes fall short of it.
    pub guarantee: Chips,
    /// How the pool is paid out. Each team is one entry, and its players share a prize equally.
    pub payouts: Payouts,
    /// How it is played.
    pub format: TeamFormat,
    /// How many hands a match has at most, 1 to 100. In a knock-out, hands are added one at a time while both are equal.
    pub hands: u32,
    /// The options of the game at each table. If nobody declares, the kitty is turned up, whatever they say: else a match
    /// whose players are all away would never end.
    pub rules: Rules,
    /// The pause before each hand of a match, and before the next round, in milliseconds.
    pub pause_millis: Millis,
}

/// How an event of teams is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
        unless((1..=100).contains(&self.hands), "hands", "1 to 100")?;
        unless(self.pause_millis <= 60_000, "pause_millis", "at most 60,000")?;
        self.hand_rules().check()?;
        check_prizes(self.price, self.guarantee, &self.payouts)
    }

    /// The options of the game at each table, which is not for chips.
    pub fn hand_rules(&self) -> Rules {
        Rules { stake: 0, reveal_kitty: true, ..self.rules.clone() }
    }
}
