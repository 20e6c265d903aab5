//! Reads the names of people.

use std::collections::HashMap;

use sqlx::PgPool;
use uuid::Uuid;

use crate::service::ports::error::StoreError;
use crate::store::names::NamePlaces;
use cardroom_api::id::PlayerId;

/// Fills in names.
pub async fn fill_in(db: &PgPool, places: NamePlaces<'_>) -> Result<(), StoreError> {
    let players: Vec<Uuid> = places.players().into_iter().map(|player| player.0).collect();
    if players.is_empty() {
        return Ok(());
    }
    let rows: Vec<(Uuid, String)> =
        sqlx::query_as("select id, name from players where deleted_at is null and id = any($1)")
            .bind(players)
            .fetch_all(db)
            .await?;
    let names: HashMap<PlayerId, String> = rows.into_iter().map(|(id, name)| (PlayerId(id), name)).collect();
    places.fill_in(&names);
    Ok(())
}
