//! The options of a Dou Dizhu table.

use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use super::preset::WingRules;
use crate::games::game::Chips;
use crate::games::refusal::BadOption;

/// The options of a Dou Dizhu table; each may be left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = doudizhu::Rules)]
pub struct Rules {
    /// What one point is worth between the landlord and each peasant, in chips; 0 if the game is not for chips.
    #[schema(maximum = 1_000_000_000)]
    pub stake: Chips,
    /// How the landlord is chosen.
    pub bidding: Bidding,
    /// After three void deals in a row, the lot chooses the landlord of the next one, at base 1.
    pub force_landlord: bool,
    /// Once the landlord is known, each seat may double its own stake (加倍).
    pub doubling: bool,
    /// Seats may show their hands (明牌): before the deal ×5, during it ×4; the landlord before leading ×2.
    pub open_hand: bool,
    /// What trios, airplanes and quads may carry.
    pub wings: WingRules,
    /// How many ranks are wild (癞子).
    pub wild: Wild,
    /// When a player has no cards left, the others show theirs. On at a new table, unless it is opened with `false`;
    /// off at a table that was opened before this option existed.
    #[serde(default, serialize_with = "as_played")]
    #[schema(value_type = bool)]
    pub reveal: Option<bool>,
    /// If hands may be shown: how long a dealt card takes, 0–2000 milliseconds; 0 deals all at once. If no hand may be
    /// shown, all cards are dealt at once in any case.
    #[schema(maximum = 2_000)]
    pub card_millis: u16,
    /// The time for showing one's hand before any card is dealt, 1–60 seconds. It ends when every seat has answered.
    #[schema(minimum = 1, maximum = 60)]
    pub showing_seconds: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            stake: 1,
            bidding: Bidding::default(),
            force_landlord: false,
            doubling: false,
            open_hand: false,
            wings: WingRules::default(),
            wild: Wild::default(),
            reveal: None,
            card_millis: 250,
            showing_seconds: 5,
        }
    }
}

/// How the landlord is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::Bidding)]
pub enum Bidding {
    /// Each seat in turn bids 1, 2 or 3, higher than before, or passes, once. The highest bid is the base.
    #[default]
    Points,
    /// The first to call sets base 1. Then others may rob, each rob ×2.
    CallRob,
}

/// How many ranks are wild.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::Wild)]
pub enum Wild {
    /// None.
    #[default]
    None,
    /// One, drawn after the deal (天癞).
    One,
    /// One more, drawn after the auction (地癞).
    Two,
}

/// A table that was opened before this option shows no cards.
#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn as_played<S: Serializer>(reveal: &Option<bool>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_bool(reveal.unwrap_or(false))
}

impl Rules {
    /// The largest stake. A hand multiplies it by less than 2^23, so every sum stays below 2^53.
    pub const MOST_STAKE: Chips = 1_000_000_000;

    /// Whether the remaining cards are shown at the end.
    pub fn reveals(&self) -> bool {
        self.reveal.unwrap_or(false)
    }

    /// The same for one person among computer players: all cards are dealt in two seconds.
    pub(super) fn hastened(self) -> Self {
        Self { card_millis: self.card_millis.min(40), ..self }
    }

    /// Whether a table can be opened with these options.
    pub fn check(&self) -> Result<(), BadOption> {
        BadOption::unless(self.stake <= Self::MOST_STAKE, "stake", "at most 10^9")?;
        BadOption::unless(self.card_millis <= 2_000, "card_millis", "0 to 2000")?;
        BadOption::unless((1..=60).contains(&self.showing_seconds), "showing_seconds", "1 to 60")
    }
}
