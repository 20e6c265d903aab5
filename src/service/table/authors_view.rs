//! The view in the answer to a table's last change.

use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};

use super::presence::Presence;
use super::told::Told;
use super::view::TableView;
use crate::service::id::PlayerId;

/// For how long the time in a view is near enough: its way to a phone takes as long.
const A_MOMENT: SignedDuration = SignedDuration::from_millis(50);

/// What the author of a table's last change was answered of the table. Their own stream tells them the same a moment later,
/// and it is neither built nor written as JSON again.
#[derive(Debug, Default)]
pub struct AuthorsView(Mutex<Option<(PlayerId, Told<TableView>)>>);

/// The table is copied to be changed, and nobody has an answer about the copy yet.
impl Clone for AuthorsView {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl AuthorsView {
    /// Keeps the view of an answer, until the author's stream takes it.
    pub fn keep(&self, author: PlayerId, view: &Told<TableView>) {
        *self.kept() = Some((author, view.clone()));
    }

    /// The view of the author's answer, where it is what this asker is to be told now.
    pub fn take(
        &self,
        asker: PlayerId,
        presence: &Told<Presence>,
        now: Timestamp,
    ) -> Option<Told<TableView>> {
        let (_, view) = self.kept().take_if(|(author, _)| *author == asker)?;
        let is_now = now.duration_since(view.now).abs() <= A_MOMENT;
        (view.presence.is(presence) && is_now).then_some(view)
    }

    fn kept(&self) -> MutexGuard<'_, Option<(PlayerId, Told<TableView>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
