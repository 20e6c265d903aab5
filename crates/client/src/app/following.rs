//! A tournament that is followed, and its stream.

use std::sync::Arc;
use std::time::Duration;

use crate::net::stream::Stream;
use crate::tournament::followed::Followed;

/// A tournament that is followed until this is dropped.
#[derive(Debug)]
pub(super) struct Following {
    /// The tournament.
    pub followed: Arc<Followed>,
    /// Its stream, which ends with this.
    #[expect(dead_code, reason = "it is kept, so that it goes on")]
    pub stream: Stream,
    /// When the standing may be read next.
    pub standing_from: Duration,
    /// The version at which it was read.
    pub standing_at: Option<u64>,
    /// Whether it is being read.
    pub is_reading: bool,
    /// When the player's new table is shown.
    pub jump_at: Option<Duration>,
}
