//! What a tournament is announced with.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::doudizhu::DoudizhuTournament;
use super::holdem::HoldemTournament;
use super::shengji::ShengjiTournament;
use crate::id::TournamentId;
use crate::moment;
use crate::table::bots::{BotPace, FillWithBots, NewFillWithBots};
use crate::table::options::Access;
use cardroom_rules::games::game::Chips;

/// What a tournament is announced with. Without `starts_at` it is a sit & go: it starts when `max_entrants` have registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentOptions {
    /// The name in the list; 1–60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// The game, and what belongs to it.
    pub game: TournamentGame,
    /// How many may enter.
    #[schema(minimum = 2, maximum = 10_000)]
    pub max_entrants: u32,
    /// What an entry costs, in chips. All of it goes to the prizes.
    #[schema(value_type = u64, maximum = 1_000_000_000_u64)]
    pub prize: Chips,
    /// What an entry costs besides, in chips: the house keeps it. Only the operator sets it.
    #[serde(default)]
    #[schema(value_type = u64, maximum = 1_000_000_000_u64)]
    pub fee: Chips,
    /// The least sum of the prizes, in chips. The house adds what the entries fall short of it. Only the operator sets it.
    #[serde(default)]
    #[schema(value_type = u64, maximum = 4_503_599_627_370_496_u64)]
    pub guarantee: Chips,
    /// The players who can find it and enter.
    #[serde(default)]
    pub access: Access,
    /// When it starts, if at least `min_entrants` have registered; else it is cancelled.
    #[serde(default, serialize_with = "moment::exact_or_null")]
    pub starts_at: Option<Timestamp>,
    /// The fewest entries with which it starts at `starts_at`.
    #[serde(default = "TournamentOptions::min_entrants")]
    #[schema(minimum = 2, maximum = 10_000)]
    pub min_entrants: u32,
    /// How long a decision may take, in seconds.
    #[serde(default = "TournamentOptions::decision_seconds")]
    #[schema(minimum = 1, maximum = 600)]
    pub decision_seconds: u16,
    /// A reserve for long decisions, in seconds. In Hold'em each level adds 10 to it, up to 120; in the other games a tenth of it is
    /// restored with each hand.
    #[serde(default = "TournamentOptions::time_bank_seconds")]
    #[schema(maximum = 600)]
    pub time_bank_seconds: u16,
    /// Computer players who fill a sit & go up, once a person has waited this long.
    #[serde(default)]
    #[schema(value_type = Option<NewFillWithBots>)]
    pub fill_with_bots: Option<FillWithBots>,
    /// How long computer players take for a move.
    #[serde(default)]
    pub bot_pace: BotPace,
    /// The tournament whose entries are its prizes: as many first places get one as the entries of this tournament pay for, and the next
    /// place gets what is left. A player who cannot enter there any more gets its price in chips.
    #[serde(default)]
    pub satellite_to: Option<TournamentId>,
    /// Whether its result counts for the ratings of the players with accounts; at most 1,000 may enter then.
    #[serde(default)]
    pub rated: bool,
}

/// The game of a tournament, and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentGame {
    /// Hold'em: one is out without chips, and the last one left wins.
    Holdem(HoldemTournament),
    /// Dou Dizhu: all tables play the same deals, in rounds or in stages of a knock-out.
    Doudizhu(DoudizhuTournament),
    /// Shengji: teams of two play matches, in Swiss rounds or in a bracket.
    Shengji(ShengjiTournament),
}

impl TournamentOptions {
    fn min_entrants() -> u32 {
        2
    }

    fn decision_seconds() -> u16 {
        20
    }

    fn time_bank_seconds() -> u16 {
        60
    }
}
