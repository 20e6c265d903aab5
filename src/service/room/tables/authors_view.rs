//! The view in the answer to a table's last change.

use std::sync::OnceLock;

use jiff::{SignedDuration, Timestamp};

use cardroom_api::cached_json::CachedJson;
use cardroom_api::id::PlayerId;
use cardroom_api::table::presence::Presence;
use cardroom_api::table::view::TableView;

/// For how long the time in a view is accurate enough: its way to a phone takes as long.
const A_MOMENT: SignedDuration = SignedDuration::from_millis(50);

/// The view of the table in the answer to its last change. The author's own streams send the same view a moment later, so it is
/// neither built nor written as JSON again.
#[derive(Debug, Default)]
pub struct AuthorsView(OnceLock<(PlayerId, CachedJson<TableView>)>);

impl AuthorsView {
    /// Keeps the view of an answer.
    pub fn keep(&self, author: PlayerId, view: &CachedJson<TableView>) {
        // A table is the result of one change, which is answered once.
        let _ = self.0.set((author, view.clone()));
    }

    /// The view of the author's answer, if it is still what this caller should get.
    pub fn again(
        &self,
        caller: PlayerId,
        presence: &CachedJson<Presence>,
        now: Timestamp,
    ) -> Option<CachedJson<TableView>> {
        let (author, view) = self.0.get()?;
        let is_now = now.duration_since(view.now).abs() <= A_MOMENT;
        (*author == caller && view.presence.is(presence) && is_now).then(|| view.clone())
    }
}
