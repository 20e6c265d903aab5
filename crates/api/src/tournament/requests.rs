//! The bodies of requests about tournaments.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::options::TournamentOptions;
use crate::id::PlayerId;

/// The code of a player who waits for a partner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"code": "K7QWXMNP"}))]
#[serde(deny_unknown_fields)]
pub struct TeamEntry {
    /// The code, as the player sees it in `team_code`. Small letters, spaces and hyphens do not matter.
    #[schema(min_length = 1, max_length = 32)]
    pub code: String,
}

/// An answer to a proposed deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DealAnswer {
    /// Whether you accept it. If you do not, it lapses.
    pub accept: bool,
}

/// A tournament that the operator announces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({
    "host": "0199c0de-0000-7000-8000-000000000001",
    "options": {"name": "Friday night", "game": {"holdem": {}}, "max_entrants": 9, "prize": 100, "fee": 10},
}))]
#[serde(deny_unknown_fields)]
pub struct HouseTournament {
    /// The player who becomes its host, and may pause it.
    pub host: PlayerId,
    /// What it is announced with; `fee` and `guarantee` may be above 0.
    pub options: TournamentOptions,
}

/// The cancellation of a tournament by the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"why": "The line was down for an hour"}))]
#[serde(deny_unknown_fields)]
pub struct HouseCancellation {
    /// Why; everybody may read it.
    #[schema(min_length = 1, max_length = 200)]
    pub why: String,
}
