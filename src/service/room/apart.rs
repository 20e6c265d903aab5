//! Players who want nothing to do with each other, or do not hear each other.

use super::shared::Shared;
use crate::service::id::PlayerId;
use crate::service::ports::error::StoreError;
use crate::service::table::change::TableEvent;
use crate::service::table::live::Table;
use crate::service::table::view::{SeenChange, SeenEvent};

impl Shared {
    /// Whether somebody at the table and this player were apart before it was opened: then neither sits beside the other.
    pub(super) async fn is_kept_apart(&self, table: &Table, player: PlayerId) -> Result<bool, StoreError> {
        let coming = table.record.state.chairs.iter().filter_map(|chair| chair.successor.as_ref());
        let seated = table.people().map(|chair| chair.player);
        let others: Vec<PlayerId> = seated.chain(coming.map(|next| next.player)).collect();
        if others.is_empty() {
            return Ok(false);
        }
        self.store.were_apart(player, &others, table.record.created_at).await
    }
    /// Takes from changes what this viewer does not hear. Emotes are rare: where there is none, nothing is looked up.
    pub(super) async fn hush(
        &self,
        changes: &mut [SeenChange],
        viewer: Option<PlayerId>,
    ) -> Result<(), StoreError> {
        let Some(viewer) = viewer else { return Ok(()) };
        let events = changes.iter().flat_map(|change| &change.events);
        let speakers: Vec<PlayerId> = events.filter_map(speaker).filter(|&player| player != viewer).collect();
        if speakers.is_empty() {
            return Ok(());
        }
        let unheard = self.store.unheard(viewer, &speakers).await?;
        for change in changes {
            change.events.retain(|event| !speaker(event).is_some_and(|player| unheard.contains(&player)));
        }
        Ok(())
    }
}

/// Who says something by an event.
fn speaker(event: &SeenEvent) -> Option<PlayerId> {
    match event {
        SeenEvent::Table(TableEvent::Emoted { player, .. }) => Some(*player),
        SeenEvent::Table(_) | SeenEvent::Hand(_) => None,
    }
}
