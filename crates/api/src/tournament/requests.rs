//! The bodies of requests about tournaments.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An answer to a proposed deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DealAnswer {
    /// Whether you accept it. If you do not, it lapses.
    pub accept: bool,
}
