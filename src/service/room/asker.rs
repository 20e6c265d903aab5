//! Who reads, and how much at once.

use std::sync::Arc;
use std::time::Duration;

use super::origins::Origin;
use crate::service::id::PlayerId;
use crate::service::table::live::Table;
use crate::service::work::share::Share;

/// The most rows a page of anything has.
pub const MOST_ROWS: u32 = 100;

/// The most seconds that a wait for events lasts.
pub const MOST_WAIT_SECONDS: u32 = 30;

/// The longest that a wait for events lasts.
pub const LONGEST_WAIT: Duration = Duration::from_secs(MOST_WAIT_SECONDS as u64);

/// Somebody who reads: who they are, where they said so, and the invite code they hold.
#[derive(Clone, Debug, Default)]
pub struct Asker {
    /// Who; `None` without a sign-in.
    pub player: Option<PlayerId>,
    /// For tables that are not public.
    pub invite_code: Option<String>,
    /// From where they ask, if that is known.
    pub origin: Option<Origin>,
    /// What they have of the house's time for what they read of a log, where that is bounded: for whoever asks without a turn.
    pub share: Option<Arc<Share>>,
}

impl Asker {
    /// Whether they have a chair at this table.
    pub(super) fn has_chair_at(&self, table: &Table) -> bool {
        self.player.is_some_and(|player| table.sitting(player).is_some())
    }
}
