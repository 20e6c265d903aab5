//! Who plays.

use jiff::Timestamp;

use super::id::PlayerId;
use crate::games::game::Chips;

/// A player: a guest, or one with an account to sign in to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// What others see.
    pub name: String,
    /// What they sign in with; `None` for a guest. Lower case.
    pub login: Option<String>,
    /// Since when.
    pub created_at: Timestamp,
    /// Chips away from any table.
    pub chips: Chips,
}
