//! Reads the names of people.

use std::collections::HashMap;

use sqlx::SqlitePool;

use crate::service::ports::error::StoreError;
use crate::store::column::{Row, json};
use crate::store::names::NamePlaces;
use cardroom_api::id::PlayerId;

/// Fills in names.
pub async fn fill_in(db: &SqlitePool, places: NamePlaces<'_>) -> Result<(), StoreError> {
    let players = places.players();
    if players.is_empty() {
        return Ok(());
    }
    let rows: Vec<(String, String)> = sqlx::query_as(
        "select id, name from players where deleted_at is null and id in (select value from json_each(?))",
    )
    .bind(json(&players)?)
    .fetch_all(db)
    .await?;
    let named =
        |(id, name): (String, String)| Ok((Row { table: "players", key: &id }.text("id", &id)?, name));
    let names: HashMap<PlayerId, String> = rows.into_iter().map(named).collect::<Result<_, StoreError>>()?;
    places.fill_in(&names);
    Ok(())
}
