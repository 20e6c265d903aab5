//! The port for refills.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::people::refill::Refill;
use cardroom_rules::games::game::Chips;

/// Gives refills.
#[async_trait]
pub trait RefillStore: Send + Sync + 'static {
    /// Refills a player's chips, if they may have a refill, in one transaction.
    async fn refill(&self, refill: &Refill) -> Result<Refilled, StoreError>;
}

/// The outcome of requesting a refill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refilled {
    /// The refill was given, now or by the same request before.
    Done,
    /// The last are not long enough ago.
    TooSoon {
        /// When the next refill may be requested.
        until: Timestamp,
    },
    /// The player has too many chips, including those at tables.
    HasChips {
        /// How many they have.
        chips: Chips,
    },
    /// There is no such player.
    NoSuchPlayer,
}
