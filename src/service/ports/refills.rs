//! The port that gives chips anew to who has lost theirs.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::people::refill::Refill;
use cardroom_rules::games::game::Chips;

/// Gives chips anew.
#[async_trait]
pub trait RefillStore: Send + Sync + 'static {
    /// Gives a player chips anew, where they may have them: judged and done in one piece.
    async fn refill(&self, refill: &Refill) -> Result<Refilled, StoreError>;
}

/// What became of asking for chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refilled {
    /// They were given, now or by the same request before.
    Done,
    /// The last are not long enough ago.
    TooSoon {
        /// When the next may be asked for.
        until: Timestamp,
    },
    /// The player has too many, those at tables counted.
    HasChips {
        /// How many they have.
        chips: Chips,
    },
    /// There is no such player.
    NoSuchPlayer,
}
