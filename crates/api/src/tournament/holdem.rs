//! What a tournament of Hold'em is announced with.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::rules::Betting;
use cardroom_rules::games::refusal::BadOption;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::levels::built_in::{Speed, built_in};
use cardroom_rules::tournament::levels::structure::{Structure, StructureFault};
use cardroom_rules::tournament::prizes::bounties::BountyMode;
use cardroom_rules::tournament::prizes::payouts::Payouts;

/// What a tournament of Hold'em is announced with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HoldemTournament {
    /// How many seats a table has.
    #[serde(default = "HoldemTournament::seats")]
    #[schema(minimum = 2, maximum = 10)]
    pub seats: u8,
    /// The tournament chips that an entry brings; at least ten of the first big blind.
    #[serde(default = "HoldemTournament::starting_chips")]
    #[schema(value_type = u64, minimum = 20, maximum = 1_000_000_000_u64)]
    pub starting_chips: Chips,
    /// How fast the blinds rise, if the request has no `structure`.
    #[serde(default = "HoldemTournament::speed")]
    pub speed: Speed,
    /// How long the tournament is planned to last, in minutes, if the request has no `structure`.
    #[serde(default = "HoldemTournament::minutes")]
    #[schema(minimum = 1, maximum = 2_880)]
    pub minutes: u32,
    /// The levels and breaks. In a request they are made from `speed` and `minutes` if absent; an answer always has them.
    #[serde(default)]
    pub structure: Option<Structure>,
    /// The betting.
    #[serde(default = "HoldemTournament::betting")]
    pub betting: Betting,
    /// How the prizes are shared.
    #[serde(default = "HoldemTournament::payouts")]
    pub payouts: Payouts,
    /// Players may enter until this level ends, with the break that follows; 0 if only before the start.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub late_level: u32,
    /// How often a player who is out may enter again while players may enter.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub re_entries: u32,
    /// The part of an entry's price that is on the entry's head, in chips. It comes on top of `prize`.
    #[serde(default)]
    #[schema(value_type = u64, maximum = 1_000_000_000_u64)]
    pub bounty: Chips,
    /// How bounties are paid.
    #[serde(default = "HoldemTournament::bounties")]
    pub bounties: BountyMode,
    /// The terms of rebuys; absent if there are none.
    #[serde(default)]
    pub rebuy: Option<RebuyTerms>,
    /// The terms of the add-on, in the break after the last level for rebuys; absent if there is none.
    #[serde(default)]
    pub add_on: Option<AddOnTerms>,
    /// Whether a decision may take 30 seconds, and the time bank is four cards of 30 seconds, each of which is used up whole. Then
    /// `decision_seconds` and `time_bank_seconds` of the request do not count, and the bank does not grow.
    #[serde(default)]
    pub shot_clock: bool,
    /// Hand for hand starts when so many more are left than places are paid; 0 if never.
    #[serde(default = "HoldemTournament::hand_for_hand_at")]
    #[schema(maximum = 100)]
    pub hand_for_hand_at: u32,
    /// Whether all who go out in one round of hand for hand tie. Otherwise the one with more chips before the hand places higher.
    #[serde(default)]
    pub round_ties: bool,
}

/// The terms of rebuys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RebuyTerms {
    /// What one costs, in chips. All of it goes to the prizes.
    #[schema(value_type = u64, maximum = 1_000_000_000_u64)]
    pub price: Chips,
    /// The tournament chips that it brings.
    #[schema(value_type = u64, minimum = 1, maximum = 1_000_000_000_u64)]
    pub chips: Chips,
    /// The last level in which players may rebuy.
    #[schema(minimum = 1, maximum = 100)]
    pub until_level: u32,
    /// How often an entry may rebuy.
    #[schema(minimum = 1, maximum = 100)]
    pub most: u32,
}

/// The terms of the add-on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AddOnTerms {
    /// What it costs, in chips. All of it goes to the prizes.
    #[schema(value_type = u64, maximum = 1_000_000_000_u64)]
    pub price: Chips,
    /// The tournament chips that it brings.
    #[schema(value_type = u64, minimum = 1, maximum = 1_000_000_000_u64)]
    pub chips: Chips,
}

impl HoldemTournament {
    fn seats() -> u8 {
        9
    }

    fn starting_chips() -> Chips {
        1_500
    }

    fn speed() -> Speed {
        Speed::Turbo
    }

    fn minutes() -> u32 {
        45
    }

    fn betting() -> Betting {
        Betting::NoLimit
    }

    fn payouts() -> Payouts {
        Payouts::Percent { percent: Payouts::usual_percent() }
    }

    fn hand_for_hand_at() -> u32 {
        1
    }

    fn bounties() -> BountyMode {
        BountyMode::Fixed
    }

    /// The levels and breaks for this many entrants.
    pub fn levels(&self, max_entrants: u32) -> Result<Structure, BadOption> {
        BadOption::unless((2..=Seat::MOST).contains(&self.seats), "seats", "2 to 10")?;
        if let Some(structure) = &self.structure {
            return Ok(structure.clone());
        }
        let made = built_in(self.speed, self.starting_chips, max_entrants, self.minutes);
        made.map_err(|fault| {
            let option = match fault {
                StructureFault::Minutes { .. } => "minutes",
                StructureFault::Entrants { .. } => "max_entrants",
                _ => "starting_chips",
            };
            BadOption { option, must: fault.to_string().into() }
        })
    }
}
