//! Views of a hand after each of its changes, for replays.

use crate::service::table::error::OutOfOrder;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::record::HandRecord;
use cardroom_api::id::PlayerId;
use cardroom_api::table::change::Version;
use cardroom_api::table::hand::{HandViews, ViewAfter};
use cardroom_rules::games::game::Game;

/// How many views one answer has: a hand may have hundreds of changes, and a view several thousand bytes.
pub const MOST_VIEWS: usize = 100;

impl HandRecord {
    /// The hand as this caller may know it after each of its changes that come after a version.
    pub fn views(
        &self,
        changes: &[Change],
        caller: Option<PlayerId>,
        after: Version,
    ) -> Result<HandViews, OutOfOrder> {
        let viewer = self.viewer(caller);
        let mut states = Vec::new();
        self.replay_through(changes, |change, game| {
            if change.version > after && states.len() <= MOST_VIEWS {
                states.push(ViewAfter { version: change.version, state: game.view(viewer) });
            }
        })?;
        let more = states.len() > MOST_VIEWS;
        states.truncate(MOST_VIEWS);
        let next = states.last().filter(|_| more).map(|last| last.version);
        Ok(HandViews { states, next })
    }
}
