//! The setup with which an event of Dou Dizhu is announced.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::doudizhu::rules::Rules;
use crate::games::game::Chips;
use crate::games::refusal::BadOption;
use crate::tournament::director::setup::{EntryPrice, StartRule, check_prizes};
use crate::tournament::director::time::Millis;
use crate::tournament::prizes::payouts::Payouts;

/// The setup with which an event of Dou Dizhu is announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuplicateSetup {
    /// When it starts.
    pub start: StartRule,
    /// The most entrants, 6 to [`DuplicateSetup::MOST_ENTRANTS`].
    pub max_entrants: u32,
    /// The price of an entry. There is no bounty.
    pub price: EntryPrice,
    /// The least pool. The house adds what collected prizes fall short of it.
    pub guarantee: Chips,
    /// How the pool is paid out.
    pub payouts: Payouts,
    /// How it is played.
    pub format: DuplicateFormat,
    /// How many deals are played in each round or stage, 1 to 60.
    pub deals: u32,
    /// How long a round may last, in milliseconds: a deal that has not begun then is not played.
    pub round_millis: Millis,
    /// Whether computer players fill up the last table. If not, the last who have registered do not play.
    pub fills_with_computers: bool,
    /// The options of the game at each table. No seat may double or show its hand, whatever they say, and a deal that is
    /// passed out is not dealt again.
    pub rules: Rules,
    /// The pause before each deal of a table, and before the next round, in milliseconds.
    pub pause_millis: Millis,
}

/// How an event of Dou Dizhu is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DuplicateFormat {
    /// So many rounds, 1 to 20. After the first, players meet those near them in the standing.
    Duplicate {
        /// The rounds.
        #[schema(minimum = 1, maximum = 20)]
        rounds: u32,
    },
    /// Stages, after each of which the better half goes on.
    KnockOut {},
}

impl DuplicateSetup {
    /// The fewest players.
    pub const FEWEST: usize = 6;

    /// The most entrants.
    pub const MOST_ENTRANTS: u32 = 9_999;

    /// Whether an event can be announced with this.
    pub fn check(&self) -> Result<(), BadOption> {
        let unless = BadOption::unless;
        unless((6..=Self::MOST_ENTRANTS).contains(&self.max_entrants), "max_entrants", "6 to 9,999")?;
        if let StartRule::Scheduled { min_entrants, .. } = self.start {
            unless((2..=self.max_entrants).contains(&min_entrants), "min_entrants", "2 to max_entrants")?;
        }
        unless((1..=60).contains(&self.deals), "deals", "1 to 60")?;
        unless((60_000..=86_400_000).contains(&self.round_millis), "round_minutes", "1 to 1,440")?;
        if let DuplicateFormat::Duplicate { rounds } = self.format {
            unless((1..=20).contains(&rounds), "format.rounds", "1 to 20")?;
        }
        unless(self.pause_millis <= 60_000, "pause_millis", "at most 60,000")?;
        self.hand_rules().check()?;
        check_prizes(self.price, self.guarantee, &self.payouts)
    }

    /// The options of the game at each table: one chip is one point.
    pub fn hand_rules(&self) -> Rules {
        let rules = self.rules.clone();
        Rules { stake: 1, force_landlord: false, doubling: false, open_hand: false, ..rules }
    }
}
