//! A table as it was last published, with its last changes. Its followers are served from it.

use std::collections::VecDeque;
use std::sync::Arc;

use super::published_table::PublishedTable;
use super::seen_by::{Audience, SeenBy};
use crate::service::table::stored::change::{Change, Event};
use crate::service::table::stored::record::HandRecord;
use crate::service::table::views::seen::viewer_of;
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
#[derive(Debug)]
pub struct PublishedChange {
    /// The change, which is stored.
    pub change: Arc<Change>,
    /// The hand that it belongs to.
    pub hand: Option<Arc<HandRecord>>,
    /// Its events, as each viewer may know them.
    seen: SeenBy<Vec<SeenEvent>>,
}

impl PublishedChange {
    /// A change to publish, with the table before and after it.
    pub fn new(change: Arc<Change>, before: Option<&PublishedTable>, after: &PublishedTable) -> Self {
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
        let viewer = viewer_of(self.hand.as_deref(), caller);
        self.change.with_events(self.seen.by(viewer, audience, || self.change.seen_events(viewer)))
    }

    /// The same change, of which no view has been built.
    fn without_views(&self) -> Self {
        Self { change: Arc::clone(&self.change), hand: self.hand.clone(), seen: SeenBy::default() }
    }
}

/// A table as it was last published, and the changes before it.
#[derive(Debug, Default)]
pub struct Feed {
    table: Option<Arc<PublishedTable>>,
    /// The table before it was dropped; a newer one can be made from it.
    dropped: Option<Arc<PublishedTable>>,
    /// Without a gap. If there is a table, the last of them made it.
    recent: VecDeque<Arc<PublishedChange>>,
}

impl Feed {
    /// The table; `None` if it has to be read first.
    pub fn table(&self) -> Option<&Arc<PublishedTable>> {
        self.table.as_ref()
    }

    /// The table as it was last known, also if it has been dropped since.
    pub fn last_known(&self) -> Option<&Arc<PublishedTable>> {
        self.table.as_ref().or(self.dropped.as_ref())
    }

    /// Publishes the table after some more changes, and keeps as many of them as this audience needs.
    pub fn publish(
        &mut self,
        table: Arc<PublishedTable>,
        published: impl IntoIterator<Item = Arc<PublishedChange>>,
        audience: Audience,
    ) {
        // Most followers have read the last two changes by now, so the views built of them are dropped.
        for last in self.recent.iter_mut().rev().take(2) {
            *last = Arc::new(last.without_views());
        }
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
    pub fn load(&mut self, table: Arc<PublishedTable>) {
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
    pub fn after(&self, version: Version) -> Option<Vec<Arc<PublishedChange>>> {
        let first = self.recent.front()?.change.version;
        let known = (version + 1).checked_sub(first)?;
        Some(self.recent.iter().skip(usize::try_from(known).ok()?).cloned().collect())
    }

    fn last(&self) -> Option<Version> {
        self.recent.back().map(|published| published.change.version)
    }
}
