//! The options of a Hold'em table that the rules depend on.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::game::{Chips, MOST_CHIPS};
use crate::games::refusal::BadOption;

/// The options of a Hold'em table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Rules)]
#[allow(clippy::struct_excessive_bools, reason = "each is a custom that a table has or has not")]
pub struct Rules {
    /// The limit on bets and raises.
    pub betting: Betting,
    /// The small blind, 1 to the big blind.
    pub small_blind: Chips,
    /// The big blind: the least opening bet, and the small bet in fixed limit.
    pub big_blind: Chips,
    /// The antes: the chips that are posted beside the blinds.
    #[serde(default)]
    pub ante: Ante,
    /// Whether the seat left of the big blind posts twice as much, and acts last before the flop.
    #[serde(default)]
    pub straddle: Straddle,
    /// The rake from each pot.
    #[serde(default)]
    pub rake: Rake,
    /// Fixed limit: lifts the cap of a bet and three raises while two players are left.
    #[serde(default)]
    pub uncapped_heads_up: bool,
    /// Offers two boards when betting is closed by an all-in before the river.
    #[serde(default)]
    pub run_it_twice: bool,
    /// Tables every hand at a showdown once one of them is all in, even if the last bets were made on the river, as in
    /// tournaments.
    #[serde(default)]
    pub table_all_ins: bool,
    /// Posts the big blind before a big-blind ante if the stack is too short for both, as in tournaments (TDA RP-11). If
    /// false, the ante is posted first. Left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blind_first: bool,
    /// How long a hand waits at its showdown for a player to show or muck, 0–30 seconds.
    #[serde(default = "Rules::showdown_seconds")]
    #[schema(maximum = 30)]
    pub showdown_seconds: u16,
}

/// The betting structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = holdem::Betting)]
pub enum Betting {
    /// Up to the whole stack.
    NoLimit,
    /// Up to the price, the pot and the chips needed to call.
    PotLimit,
    /// The big blind on the first two streets, twice that on the later ones; a bet and three raises a street.
    FixedLimit,
}

/// The antes: the chips that are posted beside the blinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = holdem::Ante)]
pub enum Ante {
    /// No ante.
    None {},
    /// Each seat posts this much.
    Uniform {
        /// In chips.
        amount: Chips,
    },
    /// The big blind posts this much for the table, as dead money; usually one big blind.
    BigBlind {
        /// In chips.
        amount: Chips,
    },
    /// The button posts this much for the table, as dead money.
    Button {
        /// In chips.
        amount: Chips,
    },
}

impl Default for Ante {
    fn default() -> Self {
        Self::None {}
    }
}

impl Ante {
    /// The amount of the ante, in chips, paid by each seat that posts it.
    pub fn amount(self) -> Chips {
        match self {
            Self::None {} => 0,
            Self::Uniform { amount } | Self::BigBlind { amount } | Self::Button { amount } => amount,
        }
    }
}

/// Whether the seat left of the big blind may, or has to, post two big blinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = holdem::Straddle)]
pub enum Straddle {
    /// There are no straddles.
    #[default]
    None,
    /// A seat that has asked to straddle does so when its turn for it comes.
    Voluntary,
    /// Every hand of three or more players is straddled.
    Mandatory,
}

/// The rake: what the house keeps of each pot, after uncalled bets were returned, rounded down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Rake)]
pub struct Rake {
    /// Hundredths of a percent, 0–1000 (10 %).
    #[schema(maximum = 1000)]
    pub basis_points: u16,
    /// The most that is taken from one hand; unlimited if absent.
    #[serde(default)]
    pub cap: Option<Chips>,
    /// Takes nothing from a hand that ends before the flop.
    #[serde(default)]
    pub no_flop_no_drop: bool,
}

impl Rules {
    /// Whether a table can be opened with these options.
    pub fn check(&self) -> Result<(), BadOption> {
        let ante = self.ante.amount();
        BadOption::unless(self.big_blind >= 1, "big_blind", "at least 1")?;
        BadOption::unless(self.big_blind <= Self::MOST_BLIND, "big_blind", "at most 10^12")?;
        BadOption::unless(self.small_blind >= 1, "small_blind", "at least 1")?;
        BadOption::unless(self.small_blind <= self.big_blind, "small_blind", "at most the big blind")?;
        BadOption::unless(ante <= Self::MOST_BLIND, "ante", "at most 10^12")?;
        BadOption::unless(self.rake.basis_points <= 1_000, "rake.basis_points", "0 to 1000 (10 %)")?;
        BadOption::unless(self.showdown_seconds <= 30, "showdown_seconds", "0 to 30")?;
        BadOption::unless(self.rake.cap.is_none_or(|cap| cap <= MOST_CHIPS), "rake.cap", "at most 2^53 - 1")
    }

    fn showdown_seconds() -> u16 {
        3
    }

    /// The largest blind or ante: small enough that every sum at a table stays far below [`MOST_CHIPS`].
    pub const MOST_BLIND: Chips = 1_000_000_000_000;
}
