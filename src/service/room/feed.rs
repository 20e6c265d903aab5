//! A table as it was last published, with its last changes. Its followers are served from it.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::service::table::live::Table;
use crate::service::table::stored::change::{Change, Event};
use crate::service::table::stored::record::HandRecord;
use crate::service::table::views::seen_by::{Audience, SeenBy};
use cardroom_api::id::PlayerId;
use cardroom_api::table::change::{SeenChange, SeenEvent, Version};

/// How many changes of a table stay in memory. A follower that is further behind reads the log. Without followers a few are kept,
/// for clients that reconnect at once.
const fn most_recent(audience: Audience) -> usize {
    match audience {
        Audience::Alone => 8,
        Audience::Shared => 64,
    }
}

/// A change as it was published.
#[derive(Clone, Debug)]
pub struct Published {
    /// The change, which is stored.
    pub change: Arc<Change>,
    /// The hand that it belongs to.
    pub hand: Option<Arc<HandRecord>>,
    /// Its events, as each viewer may know them.
    seen: SeenBy<Vec<SeenEvent>>,
}

impl Published {
    /// A change to publish, with the table before and after it.
    pub fn new(change: Arc<Change>, before: Option<&Table>, after: &Table) -> Self {
        let hands = [Some(after), before].into_iter().flatten().filter_map(|table| table.hand.as_ref());
        let hand = hands.map(|hand| &hand.record).find(|hand| change.hand == Some(hand.id)).cloned();
        Self::of(change, hand)
    }

    /// A change to publish, with its hand.
    pub fn of(change: Arc<Change>, hand: Option<Arc<HandRecord>>) -> Self {
        Self { change, hand, seen: SeenBy::default() }
    }

    /// As this caller may know it.
    pub fn seen(&self, caller: Option<PlayerId>, audience: Audience) -> SeenChange {
        self.change.seen_among(self.hand.as_deref(), caller, audience, &self.seen)
    }
}

/// A table as it was last published, and the changes before it.
#[derive(Debug, Default)]
pub struct Feed {
    table: Option<Arc<Table>>,
    /// The table before it was dropped; a newer one can be made from it.
    dropped: Option<Arc<Table>>,
    /// Without a gap. If there is a table, the last of them made it.
    recent: VecDeque<Arc<Published>>,
}

impl Feed {
    /// The table; `None` if it has to be read first.
    pub fn table(&self) -> Option<&Arc<Table>> {
        self.table.as_ref()
    }

    /// The table as it was last known, also if it has been dropped since.
    pub fn last_known(&self) -> Option<&Arc<Table>> {
        self.table.as_ref().or(self.dropped.as_ref())
    }

    /// Publishes the table after some more changes, and keeps as many of them as this audience needs.
    pub fn publish(
        &mut self,
        table: Arc<Table>,
        published: impl IntoIterator<Item = Arc<Published>>,
        audience: Audience,
    ) {
        // Most followers have read the last two changes by now, so the views built of them are dropped.
        self.recent.iter_mut().rev().take(2).for_each(|last| Arc::make_mut(last).seen = SeenBy::default());
        for published in published {
            if self.last() != Some(published.change.version.saturating_sub(1)) {
                self.recent.clear();
            }
            self.recent.push_back(published);
        }
        let surplus = self.recent.len().saturating_sub(most_recent(audience));
        self.recent.drain(..surplus);
        self.table = Some(table);
        self.dropped = None;
    }

    /// Sets the table as it was read. If another process has changed it meanwhile, the changes in memory are incomplete and
    /// dropped.
    pub fn load(&mut self, table: Arc<Table>) {
        if self.last() != Some(table.version()) {
            self.recent.clear();
        }
        self.table = Some(table);
        self.dropped = None;
    }

    /// Drops the table, so that it is read again.
    pub fn forget(&mut self) {
        self.dropped = self.table.take().or(self.dropped.take());
    }

    /// Drops the table and its changes, so that all is read again.
    pub fn forget_all(&mut self) {
        self.table = None;
        self.dropped = None;
        self.recent.clear();
    }

    /// Whether anything in memory holds this player's name, apart from their own chair.
    pub fn names(&self, player: PlayerId) -> bool {
        let table = self.table.iter();
        let live = table.clone().filter_map(|table| table.hand.as_ref()).map(|hand| &hand.record);
        let ended = table.filter_map(|table| table.ended.as_ref()).map(|hand| &hand.record);
        let published = self.recent.iter().filter_map(|published| published.hand.as_ref());
        let mut events = self.recent.iter().flat_map(|published| &published.change.body.events);
        self.table.as_ref().is_some_and(|table| table.record.state.host == player)
            || live.chain(ended).chain(published).any(|hand| hand.seat_of(player).is_some())
            || events.any(|event| matches!(event, Event::Table(event) if event.named() == Some(player)))
    }

    /// The changes after a version; `None` if the oldest of them is not in memory.
    pub fn after(&self, version: Version) -> Option<Vec<Arc<Published>>> {
        let first = self.recent.front()?.change.version;
        let known = (version + 1).checked_sub(first)?;
        Some(self.recent.iter().skip(usize::try_from(known).ok()?).cloned().collect())
    }

    fn last(&self) -> Option<Version> {
        self.recent.back().map(|published| published.change.version)
    }
}
