//! Open decisions, as they are stored with the change that left them open.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use cardroom_api::cached_json::CachedJson;
use cardroom_api::moment;
use cardroom_api::table::change::{Decision, DecisionClock, Version};
use cardroom_rules::games::seat::Seat;

/// The open decisions of a version of a table; they do not change.
pub type SharedDecisions = Arc<Vec<StoredDecision>>;

/// The decisions as they are sent.
pub fn sent(decisions: &[StoredDecision]) -> CachedJson<Vec<Decision>> {
    decisions.iter().copied().map(Into::into).collect::<Vec<_>>().into()
}

/// An open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDecision {
    /// The seat that has to decide.
    pub seat: Seat,
    /// The version of the table at which it arose.
    pub since: Version,
    /// Its clock; `None` if the seat may act but nothing waits for it.
    pub clock: Option<StoredDecisionClock>,
}

/// The clock of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDecisionClock {
    /// The time at which the decision time is over and the time bank starts to run.
    #[serde(serialize_with = "moment::exact")]
    pub bank_from: Timestamp,
    /// The time at which the time bank is used up too, and the clock plays for the seat.
    #[serde(serialize_with = "moment::exact")]
    pub due: Timestamp,
}

impl From<StoredDecision> for Decision {
    fn from(StoredDecision { seat, since, clock }: StoredDecision) -> Self {
        Self { seat, since, clock: clock.map(Into::into) }
    }
}

impl From<StoredDecisionClock> for DecisionClock {
    fn from(StoredDecisionClock { bank_from, due }: StoredDecisionClock) -> Self {
        Self { bank_from, due }
    }
}
