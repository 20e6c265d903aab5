//! Emotes of players whom a viewer has muted or blocked.

use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use cardroom_api::id::PlayerId;
use cardroom_api::table::change::{SeenChange, SeenEvent};
use cardroom_api::table::event::TableEvent;

/// Removes events of players whom this viewer has muted or blocked. Emotes are rare: if there is none, nothing is looked up.
pub(in crate::service::room) async fn remove_unheard(
    store: &dyn Store,
    changes: &mut [SeenChange],
    viewer: Option<PlayerId>,
) -> Result<(), StoreError> {
    let Some(viewer) = viewer else { return Ok(()) };
    let events = changes.iter().flat_map(|change| &*change.events);
    let speakers: Vec<PlayerId> = events.filter_map(speaker).filter(|&player| player != viewer).collect();
    if speakers.is_empty() {
        return Ok(());
    }
    let unheard = store.unheard(viewer, &speakers).await?;
    let is_unheard = |event: &SeenEvent| speaker(event).is_some_and(|player| unheard.contains(&player));
    for change in changes.iter_mut().filter(|change| change.events.iter().any(is_unheard)) {
        let heard = change.events.iter().filter(|event| !is_unheard(event));
        change.events = heard.cloned().collect::<Vec<_>>().into();
    }
    Ok(())
}

/// The player who sent an emote.
fn speaker(event: &SeenEvent) -> Option<PlayerId> {
    match event {
        SeenEvent::Table(TableEvent::Emoted { player, .. }) => Some(*player),
        SeenEvent::Table(_) | SeenEvent::Hand(_) => None,
    }
}
