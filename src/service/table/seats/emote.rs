//! The emotes that were shown at a table, and how many a player may send.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::service::table::time::later;
use cardroom_api::id::PlayerId;

/// How many emotes a player may send within [`EMOTE_TIME`].
pub const MOST_EMOTES: usize = 5;
/// The time in which a player may send so many.
pub const EMOTE_TIME: SignedDuration = SignedDuration::from_secs(10);

/// An emote that was shown a moment ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownEmote {
    /// By whom.
    pub player: PlayerId,
    /// The time at which it was sent.
    pub at: Timestamp,
}

impl ShownEmote {
    /// Whether it still counts.
    pub fn counts(&self, now: Timestamp) -> bool {
        self.at <= now && self.ends() > now
    }

    fn ends(&self) -> Timestamp {
        later(self.at, EMOTE_TIME)
    }
}

/// The emotes that still count, in order; and when this player may send the next one, if not now.
pub fn until_another(shown: &[ShownEmote], player: PlayerId) -> Option<Timestamp> {
    let mut own = shown.iter().filter(|emote| emote.player == player);
    let first = own.next()?;
    (own.count() + 1 >= MOST_EMOTES).then(|| first.ends())
}
