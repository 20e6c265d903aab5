//! A version of a table as it is published, and the views that have been built of it.

use std::ops::Deref;
use std::sync::Arc;

use jiff::Timestamp;

use super::authors_view::AuthorsView;
use super::seen_by::{Audience, SeenBy};
use crate::service::table::live::{LiveHand, Table};
use crate::service::table::views::seen_chairs::SeenChairs;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::id::PlayerId;
use cardroom_api::table::presence::Presence;
use cardroom_api::table::view::{ChairView, TableView};
use cardroom_rules::games::any::AnyView;
use cardroom_rules::games::game::Game;

/// A version of a table as it is published. Each of its views is built once, and sent to all who may see it.
#[derive(Debug)]
pub struct PublishedTable {
    table: Arc<Table>,
    /// The chairs, as everybody sees them.
    chairs: SeenChairs,
    /// The hand, as each viewer may know it.
    hand: SeenBy<AnyView>,
    /// The view in the answer to the change that led here.
    pub authors: AuthorsView,
}

impl PublishedTable {
    /// A table whose version before is not in memory.
    pub fn new(table: Arc<Table>) -> Self {
        let chairs = SeenChairs::of(&table.record.state.chairs);
        Self::with(table, chairs)
    }

    /// A later version of this table. It keeps the views of the chairs if they are the same, as after most changes.
    #[must_use]
    pub fn after(&self, table: Arc<Table>) -> Self {
        let chairs = self.chairs.after(&self.record.state.chairs, &table.record.state.chairs);
        Self::with(table, chairs)
    }

    fn with(table: Arc<Table>, chairs: SeenChairs) -> Self {
        Self { table, chairs, hand: SeenBy::default(), authors: AuthorsView::default() }
    }

    /// The chairs, as everybody sees them.
    pub fn chairs(&self) -> CachedJson<Vec<ChairView>> {
        self.chairs.cached()
    }

    /// The table as this caller may know it.
    pub fn view(
        &self,
        caller: Option<PlayerId>,
        audience: Audience,
        presence: CachedJson<Presence>,
        now: Timestamp,
    ) -> TableView {
        let state_of = |hand: &LiveHand| {
            let viewer = hand.record.viewer(caller);
            self.hand.by(viewer, audience, || hand.game.view(viewer))
        };
        self.table.view(caller, self.chairs(), state_of, presence, now)
    }
}

impl Deref for PublishedTable {
    type Target = Table;

    fn deref(&self) -> &Table {
        &self.table
    }
}
