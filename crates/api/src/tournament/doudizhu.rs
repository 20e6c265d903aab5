//! What an event of Dou Dizhu is announced with.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use cardroom_rules::games::doudizhu::rules::Rules;
use cardroom_rules::games::level::Level;
use cardroom_rules::tournament::director::duplicate::setup::DuplicateFormat;
use cardroom_rules::tournament::prizes::payouts::Payouts;

/// What an event of Dou Dizhu is announced with. All tables of a round play the same deals, and each deal is compared with what the
/// others made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DoudizhuTournament {
    /// How it is played.
    #[serde(default = "DoudizhuTournament::format")]
    pub format: DuplicateFormat,
    /// How many deals are played in each round or stage.
    #[serde(default = "DoudizhuTournament::deals")]
    #[schema(minimum = 1, maximum = 60)]
    pub deals: u32,
    /// How long a round may last, in minutes. A deal that has not begun then is not played.
    #[serde(default = "DoudizhuTournament::round_minutes")]
    #[schema(minimum = 1, maximum = 1_440)]
    pub round_minutes: u32,
    /// The options of the game. One chip at a table is one point. Nobody doubles or shows a hand, whatever they say.
    #[serde(default)]
    pub rules: Rules,
    /// How the prizes are shared.
    #[serde(default = "DoudizhuTournament::payouts")]
    pub payouts: Payouts,
    /// How well the one or two computer players play who take the seats that are left at the last table. They are not ranked.
    #[serde(default = "DoudizhuTournament::computers")]
    pub computers: Level,
}

impl DoudizhuTournament {
    fn format() -> DuplicateFormat {
        DuplicateFormat::Duplicate { rounds: 4 }
    }

    fn deals() -> u32 {
        6
    }

    fn round_minutes() -> u32 {
        45
    }

    fn payouts() -> Payouts {
        Payouts::Percent { percent: Payouts::usual_percent() }
    }

    fn computers() -> Level {
        Level::Intermediate
    }
}
