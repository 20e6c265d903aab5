//! What a change of a table changes in the lobby, told to those who follow it.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::service::id::TableId;
use crate::service::table::live::Table;
use crate::service::table::record::{ListedTable, TableRecord};
use crate::service::table::state::Sitting;
use cardroom_rules::games::any::GameKind;

/// How many changes lie unread before who reads too slowly is let go.
const MOST_UNREAD: usize = 4_096;

/// Word of what the lobby lists.
#[derive(Clone)]
pub(super) enum Word {
    /// A table is listed, or looks otherwise.
    Listed(Arc<ListedTable>),
    /// A table of this game is listed no more.
    Gone(TableId, GameKind),
    /// It has changed who is at a table, perhaps how many watch.
    Presence(TableId),
}

/// What the lobby lists, for those who follow it.
pub(super) struct Listing(broadcast::Sender<Word>);

impl Default for Listing {
    fn default() -> Self {
        Self(broadcast::Sender::new(MOST_UNREAD))
    }
}

impl Listing {
    /// Everything from now on.
    pub(super) fn listen(&self) -> broadcast::Receiver<Word> {
        self.0.subscribe()
    }

    /// Says what a change of a table changes in the lobby.
    pub(super) fn tell(&self, before: Option<&Table>, after: &Table) {
        if self.0.receiver_count() == 0 {
            return;
        }
        let before = before.map(|table| &table.record).filter(|record| record.listed);
        let after = &after.record;
        let word = match before {
            None if !after.listed => return,
            Some(_) if !after.listed => Word::Gone(after.id, after.options.game.kind()),
            Some(before) if looks_alike(before, after) => return,
            _ => Word::Listed(Arc::new(after.clone().into())),
        };
        self.send(word);
    }

    /// Says that it has changed who is at a table.
    pub(super) fn tell_of_presence(&self, table: TableId) {
        if self.0.receiver_count() > 0 {
            self.send(Word::Presence(table));
        }
    }

    fn send(&self, word: Word) {
        // Nobody listens any more.
        drop(self.0.send(word));
    }
}

/// Whether the lobby shows both alike.
fn looks_alike(before: &TableRecord, after: &TableRecord) -> bool {
    let shown = |record: &TableRecord| (record.free_seats, record.hand.is_some(), record.state.host);
    let sits = |chair: &Sitting| (chair.seat, chair.player);
    let seated_alike = before.state.chairs.iter().map(sits).eq(after.state.chairs.iter().map(sits));
    seated_alike && shown(before) == shown(after) && before.options == after.options
}
