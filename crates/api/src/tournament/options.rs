//! What a tournament is announced with.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::moment;
use crate::table::bots::{BotPace, FillWithBots};
use crate::text::{has_many_marks, is_unprintable, shows};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::rules::Betting;
use cardroom_rules::games::refusal::BadOption;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::director::money::payout::Reward;
use cardroom_rules::tournament::director::setup::{EntryPrice, Setup, StartRule};
use cardroom_rules::tournament::levels::built_in::{Speed, built_in};
use cardroom_rules::tournament::levels::structure::Structure;
use cardroom_rules::tournament::prizes::bounties::BountyMode;
use cardroom_rules::tournament::prizes::payouts::Payouts;

/// What a tournament of Hold'em is announced with. Without `starts_at` it is a sit & go: it starts when `max_entrants` have registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"name": "Friday night", "max_entrants": 9, "prize": 100}))]
pub struct TournamentOptions {
    /// The name in the list; 1–60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// How many may enter.
    #[schema(minimum = 2, maximum = 10_000)]
    pub max_entrants: u32,
    /// How many seats a table has.
    #[serde(default = "TournamentOptions::seats")]
    #[schema(minimum = 2, maximum = 10)]
    pub seats: u8,
    /// What an entry costs, in chips. All of it goes to the prizes.
    #[schema(value_type = u64, maximum = 1_000_000_000_u64)]
    pub prize: Chips,
    /// The tournament chips that an entry brings; at least ten of the first big blind.
    #[serde(default = "TournamentOptions::starting_chips")]
    #[schema(value_type = u64, minimum = 20, maximum = 1_000_000_000_u64)]
    pub starting_chips: Chips,
    /// How fast the blinds rise, if `structure` is absent.
    #[serde(default = "TournamentOptions::speed")]
    pub speed: Speed,
    /// How long the tournament is planned to last, in minutes, if `structure` is absent.
    #[serde(default = "TournamentOptions::minutes")]
    #[schema(minimum = 1, maximum = 2_880)]
    pub minutes: u32,
    /// The levels and breaks; made from `speed` and `minutes` if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<Structure>,
    /// The betting.
    #[serde(default = "TournamentOptions::betting")]
    pub betting: Betting,
    /// How the prizes are shared.
    #[serde(default = "TournamentOptions::payouts")]
    pub payouts: Payouts,
    /// When it starts, if at least `min_entrants` have registered; else it is cancelled.
    #[serde(default, serialize_with = "moment::exact_or_null", skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Timestamp>,
    /// The fewest entries with which it starts at `starts_at`.
    #[serde(default = "TournamentOptions::min_entrants")]
    #[schema(minimum = 2, maximum = 10_000)]
    pub min_entrants: u32,
    /// Players may enter until this level ends, with the break that follows; 0 if only before the start.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub late_level: u32,
    /// How long a decision may take, in seconds.
    #[serde(default = "TournamentOptions::decision_seconds")]
    #[schema(minimum = 1, maximum = 600)]
    pub decision_seconds: u16,
    /// A reserve for long decisions, in seconds; a tenth of it is restored with each hand.
    #[serde(default = "TournamentOptions::time_bank_seconds")]
    #[schema(maximum = 600)]
    pub time_bank_seconds: u16,
    /// Computer players who fill a sit & go up, once a person has waited this long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill_with_bots: Option<FillWithBots>,
    /// How long computer players take for a move.
    #[serde(default)]
    pub bot_pace: BotPace,
}

impl TournamentOptions {
    /// The pause between two hands of a table, in milliseconds.
    const PAUSE_MILLIS: u64 = 3_000;

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

    fn min_entrants() -> u32 {
        2
    }

    fn decision_seconds() -> u16 {
        20
    }

    fn time_bank_seconds() -> u16 {
        60
    }

    /// What its director starts from, if a tournament can be announced with these options.
    pub fn setup(&self) -> Result<Setup, BadOption> {
        let unless = BadOption::unless;
        let letters = self.name.chars().count();
        let printable = !self.name.chars().any(is_unprintable)
            && self.name.chars().any(shows)
            && !has_many_marks(&self.name);
        unless((1..=60).contains(&letters) && printable, "name", "1 to 60 printable characters")?;
        unless((2..=Setup::MOST_ENTRANTS).contains(&self.max_entrants), "max_entrants", "2 to 10,000")?;
        unless((2..=Seat::MOST).contains(&self.seats), "seats", "2 to 10")?;
        unless((1..=600).contains(&self.decision_seconds), "decision_seconds", "1 to 600")?;
        unless(self.time_bank_seconds <= 600, "time_bank_seconds", "0 to 600")?;
        let patience = self.fill_with_bots.map_or(0, |fill| fill.after_seconds);
        unless(patience <= 600, "fill_with_bots.after_seconds", "0 to 600")?;
        let fills = self.fill_with_bots.is_none() || self.starts_at.is_none();
        unless(fills, "fill_with_bots", "absent if the tournament starts at a set time")?;
        let structure = match &self.structure {
            Some(structure) => structure.clone(),
            None => built_in(self.speed, self.starting_chips, self.max_entrants, self.minutes)
                .map_err(|fault| BadOption { option: "starting_chips", must: fault.to_string().into() })?,
        };
        let start = match self.starts_at {
            None => StartRule::SitAndGo {},
            Some(at) => StartRule::Scheduled {
                at: u64::try_from(at.as_millisecond()).unwrap_or(0),
                min_entrants: self.min_entrants,
            },
        };
        let setup = Setup {
            start,
            max_entrants: self.max_entrants,
            price: EntryPrice { prize: self.prize, fee: 0, bounty: 0 },
            starting_chips: self.starting_chips,
            structure,
            betting: self.betting,
            seats: self.seats,
            late_level: self.late_level,
            re_entries: 0,
            rebuy: None,
            add_on: None,
            guarantee: 0,
            reward: Reward::Chips(self.payouts.clone()),
            bounties: BountyMode::Fixed,
            hand_for_hand_at: 1,
            round_ties: false,
            pause_millis: Self::PAUSE_MILLIS,
        };
        setup.check()?;
        Ok(setup)
    }
}
