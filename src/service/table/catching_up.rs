//! A table after changes that another server has written, made from the table before them.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::error::OutOfOrder;
use super::live::{LiveHand, Table};
use super::time::later;
use crate::service::table::stored::change::{Change, Event};
use crate::service::table::stored::record::{HandRecord, TableRecord};
use cardroom_api::id::HandId;
use cardroom_rules::games::game::Game;
use cardroom_rules::games::refusal::ReplayError;

/// How far the times of two servers may differ: a deadline that another one has just set is not in the future of this one.
pub const CLOCKS_DIFFER: SignedDuration = SignedDuration::from_secs(2);

impl Table {
    /// The hand that has to be read to make the table of this record from this one; `None` if it is known.
    pub fn unknown_hand(&self, record: &TableRecord) -> Option<HandId> {
        let shown = record.hand.or(record.state.last_hand)?;
        self.known_hand(shown).is_none().then_some(shown)
    }

    /// The table of a newer record, after these changes, which follow this table's last one.
    pub fn caught_up(
        &self,
        record: TableRecord,
        changes: &[Arc<Change>],
        unknown: Option<HandRecord>,
        now: Timestamp,
    ) -> Result<Self, OutOfOrder> {
        let shown = record.hand.or(record.state.last_hand);
        let live = match (shown, unknown) {
            (None, _) => None,
            (Some(_), Some(hand)) => {
                let game = hand.replay(changes.iter().map(|change| &**change))?;
                Some(LiveHand { record: Arc::new(hand), game })
            }
            (Some(id), None) => self.known_hand(id).map(|hand| hand.after(changes)).transpose()?,
        };
        let is_played = record.hand.is_some();
        ReplayError::unless(live.is_some() || !is_played, "the hand is not known")?;
        let (hand, ended) = match live {
            Some(hand) if is_played => (Some(hand), None),
            hand => (None, hand.filter(LiveHand::is_over).map(Arc::new)),
        };
        let mut table = Self { hand, ended, ..Self::between_hands(record) };
        table.limit_deadlines(later(now, CLOCKS_DIFFER));
        Ok(table)
    }

    fn known_hand(&self, id: HandId) -> Option<&LiveHand> {
        self.hand.as_ref().into_iter().chain(self.ended.as_deref()).find(|hand| hand.record.id == id)
    }
}

impl LiveHand {
    /// The hand after these changes, as far as they are its own.
    fn after(&self, changes: &[Arc<Change>]) -> Result<Self, OutOfOrder> {
        let mut game = self.game.clone();
        for change in changes.iter().filter(|change| change.hand == Some(self.record.id)) {
            for event in &change.body.events {
                if let Event::Hand(event) = event {
                    game.record(event)?;
                }
            }
        }
        Ok(Self { record: Arc::clone(&self.record), game })
    }
}
