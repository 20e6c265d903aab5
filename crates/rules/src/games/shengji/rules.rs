//! The options of a Shengji table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::declare::{Overturning, Policy, Reinforcing};
use super::order::Adjacency;
use super::score::{MustPlay, Thresholds};
use super::trick::ThrowEvaluation;
use crate::games::game::Chips;
use crate::games::refusal::BadOption;

/// The options of a Shengji table; each may be left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = shengji::Rules)]
#[allow(clippy::struct_excessive_bools, reason = "each is a custom that a table has or has not")]
pub struct Rules {
    /// What each loser pays for each level that the winners go up, in chips; 0 if the game is not for chips.
    pub stake: Chips,
    /// Which cards are neighbours in a tractor, and whether 2s are always trumps.
    pub adjacency: Adjacency,
    /// What beats a standing declaration.
    pub bidding: Overturning,
    /// Which seats may add to a declaration of their own.
    pub reinforcing: Reinforcing,
    /// If nobody declares, the kitty is turned up card by card until a level card or a joker sets trumps.
    pub reveal_kitty: bool,
    /// After the kitty is buried, the other seats may take it with a stronger declaration (抄底).
    pub steal: bool,
    /// The penalty for a throw that fails.
    pub throw_penalty: ThrowPenalty,
    /// How plays on a throw are compared.
    pub throw_evaluation: ThrowEvaluation,
    /// The multiplier of the kitty's points for attackers who win the last trick.
    pub kitty_multiplier: KittyMultiplier,
    /// Levels that a team leaves only by winning as declarers at them.
    pub must_play: MustPlay,
    /// Declarers at jack go back to 2 if the attackers take the last trick with a jack (勾到底).
    pub hook_jack: bool,
    /// How points become levels.
    pub thresholds: Thresholds,
    /// Whether views show the groups in which each seat has shown a void.
    pub show_voids: bool,
    /// How long a card takes that is dealt or turned up, 0–2000 milliseconds; 0 deals them all at once.
    #[schema(maximum = 2_000)]
    pub card_millis: u16,
    /// The time for declaring after all cards are dealt, 1–60 seconds. It ends when every seat has answered.
    #[schema(minimum = 1, maximum = 60)]
    pub declaring_seconds: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            stake: 0,
            adjacency: Adjacency::default(),
            bidding: Overturning::default(),
            reinforcing: Reinforcing::default(),
            reveal_kitty: false,
            steal: false,
            throw_penalty: ThrowPenalty::default(),
            throw_evaluation: ThrowEvaluation::default(),
            kitty_multiplier: KittyMultiplier::default(),
            must_play: MustPlay::default(),
            hook_jack: false,
            thresholds: Thresholds::default(),
            show_voids: false,
            card_millis: 250,
            declaring_seconds: 5,
        }
    }
}

/// The penalty for a throw that fails, in points of the thrower's team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::ThrowPenalty)]
pub enum ThrowPenalty {
    /// Nothing.
    #[default]
    None,
    /// 10.
    PerAttempt,
    /// 10 for each card of the beaten components; only the lowest card of the smallest one is led.
    PerCard,
    /// 10 for each beaten single, 20 for each pair, 40 for each tractor.
    PerComponent,
}

/// The multiplier of the kitty's points for attackers who win the last trick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::KittyMultiplier)]
pub enum KittyMultiplier {
    /// Twice the number of cards of the last lead's largest component.
    #[default]
    TwicePerCard,
    /// Two to the power of that number.
    PowerOfTwo,
    /// Twice the number of cards of the largest component of the play that won.
    ByWinningPlay,
}

impl Rules {
    /// The largest stake: small enough that every sum at a table stays far below the largest amount.
    pub const MOST_STAKE: Chips = 1_000_000_000_000;

    /// Whether a table can be opened with these options.
    pub fn check(&self) -> Result<(), BadOption> {
        let points = |points: u16| (5..=200).contains(&points) && points.is_multiple_of(5);
        BadOption::unless(self.stake <= Self::MOST_STAKE, "stake", "at most 10^12")?;
        BadOption::unless(self.card_millis <= 2_000, "card_millis", "0 to 2000")?;
        BadOption::unless((1..=60).contains(&self.declaring_seconds), "declaring_seconds", "1 to 60")?;
        BadOption::unless(points(self.thresholds.take), "thresholds.take", "a multiple of 5, 5 to 200")?;
        BadOption::unless(points(self.thresholds.step), "thresholds.step", "a multiple of 5, 5 to 200")
    }

    /// The same for one person among computer players: all cards are dealt in two and a half seconds, and declarations
    /// end two seconds later.
    pub(super) fn hastened(self) -> Self {
        let (card_millis, declaring_seconds) = (self.card_millis.min(25), self.declaring_seconds.min(2));
        Self { card_millis, declaring_seconds, ..self }
    }

    /// The table's rules of declaring.
    pub(super) fn policy(&self) -> Policy {
        Policy { bidding: self.bidding, reinforcing: self.reinforcing }
    }
}
