//! The view in the answer to a table's last change.

use std::sync::OnceLock;

use jiff::{SignedDuration, Timestamp};

use super::presence::Presence;
use super::told::Told;
use super::view::TableView;
use crate::service::id::PlayerId;

/// For how long the time in a view is near enough: its way to a phone takes as long.
const A_MOMENT: SignedDuration = SignedDuration::from_millis(50);

/// What the author of a table's last change was answered of the table. Their own streams tell them the same a moment later,
/// and it is neither built nor written as JSON again. It stays until the next change, as what was built of the hand does.
#[derive(Debug, Default)]
pub struct AuthorsView(OnceLock<(PlayerId, Told<TableView>)>);

/// The table is copied to be changed, and nobody has an answer about the copy yet.
impl Clone for AuthorsView {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl AuthorsView {
    /// Keeps the view of an answer.
    pub fn keep(&self, author: PlayerId, view: &Told<TableView>) {
        // A table is made by one change, which is answered once.
        let _ = self.0.set((author, view.clone()));
    }

    /// The view of the author's answer, where it is what this asker is to be told now.
    pub fn again(
        &self,
        asker: PlayerId,
        presence: &Told<Presence>,
        now: Timestamp,
    ) -> Option<Told<TableView>> {
        let (author, view) = self.0.get()?;
        let is_now = now.duration_since(view.now).abs() <= A_MOMENT;
        (*author == asker && view.presence.is(presence) && is_now).then(|| view.clone())
    }
}
