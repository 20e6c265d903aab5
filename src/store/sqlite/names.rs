//! Names of people: stored with the player alone, and filled in where a log has their identifier.

use std::collections::{BTreeSet, HashMap};

use sqlx::SqlitePool;

use crate::service::ports::error::StoreError;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::record::HandRecord;
use crate::store::column::json;
use crate::store::redacted::{in_event, in_player};
use cardroom_api::id::PlayerId;
use cardroom_api::player::name::DELETED;

/// Fills in the names of the people in changes.
pub async fn fill_in_changes(db: &SqlitePool, changes: &mut [Change]) -> Result<(), StoreError> {
    let events = changes.iter_mut().flat_map(|change| &mut change.body.events);
    fill_in(db, events.filter_map(in_event).collect()).await
}

/// Fills in the names of the people who played hands.
pub async fn fill_in_hands<'a>(
    db: &SqlitePool,
    hands: impl IntoIterator<Item = &'a mut HandRecord>,
) -> Result<(), StoreError> {
    let players = hands.into_iter().flat_map(|hand| &mut hand.players);
    fill_in(db, players.filter_map(in_player).collect()).await
}

async fn fill_in(db: &SqlitePool, places: Vec<(PlayerId, &mut String)>) -> Result<(), StoreError> {
    if places.is_empty() {
        return Ok(());
    }
    let players: BTreeSet<PlayerId> = places.iter().map(|(player, _)| *player).collect();
    let names: HashMap<String, String> = sqlx::query_as::<_, (String, String)>(
        "select id, name from players where deleted_at is null and id in (select value from json_each(?))",
    )
    .bind(json(&players)?)
    .fetch_all(db)
    .await?
    .into_iter()
    .collect();
    for (player, place) in places {
        let name = names.get(&player.to_string()).map_or(DELETED, String::as_str);
        name.clone_into(place);
    }
    Ok(())
}
