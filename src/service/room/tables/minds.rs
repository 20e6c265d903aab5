//! The strategies of the computer players that play now, in memory until they leave.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::service::lock::lock;
use crate::service::table::stored::record::HandRecord;
use cardroom_api::id::PlayerId;
use cardroom_api::table::change::Version;
use cardroom_bots::bot::Bot;

/// A strategy with all that its seat has seen. It can be rebuilt from the log.
pub(in crate::service::room) struct Mind {
    pub(in crate::service::room) hand: Arc<HandRecord>,
    /// The version up to which it has seen the events.
    pub(in crate::service::room) seen_until: Version,
    pub(in crate::service::room) bot: Bot,
}

/// The strategies of all computer players.
#[derive(Default)]
pub(in crate::service::room) struct Minds(Mutex<HashMap<PlayerId, Mind>>);

impl Minds {
    /// Takes the strategy of a computer player, to think with it.
    pub(in crate::service::room) fn remove(&self, player: PlayerId) -> Option<Mind> {
        lock(&self.0).remove(&player)
    }

    /// Keeps the strategy of a computer player for its next decision if it still sits. Otherwise nothing would drop it again.
    pub(in crate::service::room) fn keep_if(
        &self,
        player: PlayerId,
        mind: Mind,
        still_sits: impl FnOnce() -> bool,
    ) {
        let mut minds = lock(&self.0);
        if still_sits() {
            minds.insert(player, mind);
        }
    }

    /// Drops the strategies of computer players that have left.
    pub(in crate::service::room) fn forget(&self, left: &[PlayerId]) {
        if !left.is_empty() {
            let mut minds = lock(&self.0);
            for player in left {
                minds.remove(player);
            }
        }
    }
}
