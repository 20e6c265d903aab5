//! What whoever made a table so was told of it.

use std::sync::OnceLock;

use jiff::{SignedDuration, Timestamp};

use super::presence::Presence;
use super::told::Told;
use super::view::TableView;
use crate::service::id::PlayerId;

/// How long a view tells the time: as exactly as an answer that is on its way to a phone.
const A_MOMENT: SignedDuration = SignedDuration::from_millis(50);

/// What the author of a table's last change was answered of the table. Their own stream tells them the same a moment later,
/// and it is neither built nor written as JSON again.
#[derive(Debug, Default)]
pub struct ToldAuthor(OnceLock<(PlayerId, Told<TableView>)>);

/// The table is copied to be changed, and nobody has been told of it.
impl Clone for ToldAuthor {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl ToldAuthor {
    /// Keeps what the author is told.
    pub fn keep(&self, author: PlayerId, told: &Told<TableView>) {
        // A table is made by one change, which is answered once.
        let _ = self.0.set((author, told.clone()));
    }

    /// What the author was told, where it is what this asker is to be told now.
    pub fn again(
        &self,
        asker: PlayerId,
        presence: &Told<Presence>,
        now: Timestamp,
    ) -> Option<Told<TableView>> {
        let (author, told) = self.0.get()?;
        let is_now = now.duration_since(told.now).abs() <= A_MOMENT;
        (*author == asker && told.presence.is(presence) && is_now).then(|| told.clone())
    }
}
