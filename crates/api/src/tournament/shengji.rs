//! What an event of Shengji is announced with.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use cardroom_rules::games::shengji::rules::Rules;
use cardroom_rules::tournament::director::teams::setup::TeamFormat;
use cardroom_rules::tournament::prizes::payouts::Payouts;

/// What an event of Shengji is announced with. Teams of two play matches: both begin at level 2, and the higher level wins. Who enters alone
/// gets a partner by lot, unless another player joins them by their team code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShengjiTournament {
    /// How it is played.
    #[serde(default = "ShengjiTournament::format")]
    pub format: TeamFormat,
    /// How many hands a match has at most. In a knock-out, hands are added one at a time while both teams are at one level.
    #[serde(default = "ShengjiTournament::hands")]
    #[schema(minimum = 1, maximum = 100)]
    pub hands: u32,
    /// The options of the game. It is not for chips, and if nobody declares, the kitty is turned up, whatever they say.
    #[serde(default)]
    pub rules: Rules,
    /// How the prizes are shared among teams. The players of a team share a prize equally.
    #[serde(default = "ShengjiTournament::payouts")]
    pub payouts: Payouts,
}

impl ShengjiTournament {
    fn format() -> TeamFormat {
        TeamFormat::Swiss
    }

    fn hands() -> u32 {
        8
    }

    fn payouts() -> Payouts {
        Payouts::Percent { percent: Payouts::usual_percent() }
    }
}
