//! Why a change could not be made.

use super::refused::Refused;
use crate::service::entropy::NoEntropy;
use cardroom_rules::games::refusal::ReplayError;

/// Why a change could not be made. Nothing has changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DraftError {
    /// The card room says no.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The table cannot go on.
    #[error(transparent)]
    OutOfOrder(#[from] OutOfOrder),
    /// Nothing can be dealt.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
}

/// Why a table or a hand is out of order. Only an operator can repair it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutOfOrder {
    /// A log that does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The hand was dealt under a newer release of the rules than this build has.
    #[error("the hand was dealt under release {release} of the rules, which this build does not have")]
    NewerRules {
        /// The release.
        release: u32,
    },
}

impl From<ReplayError> for DraftError {
    fn from(error: ReplayError) -> Self {
        Self::OutOfOrder(error.into())
    }
}
