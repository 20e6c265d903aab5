//! Deleting a player: only the identifier is left, in logs, in the ledger and with hands.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::writing::Writing;
use super::{Sqlite, batch_statements};
use crate::service::people::deletion::Deletion;
use crate::service::ports::deletion::{Deleted, DeletionStore};
use crate::service::ports::error::StoreError;
use crate::store::column::Row;
use crate::store::last_chips::given_back;
use cardroom_api::id::PlayerId;

#[async_trait]
impl DeletionStore for Sqlite {
    async fn delete_player(&self, deletion: &Deletion) -> Result<Deleted, StoreError> {
        delete(&self.write, deletion).await
    }
}

async fn delete(write: &Writing, deletion: &Deletion) -> Result<Deleted, StoreError> {
    let mut tx = write.begin().await?;
    let id = deletion.player.to_string();
    let found: Option<(i64, Option<String>, bool)> = sqlx::query_as(
        "select chips, password_hash, exists (
            select 1 from seats where seats.player_id = players.id
            union all select 1 from waiting where waiting.player_id = players.id
            union all select 1 from registrations where registrations.player_id = players.id)
        from players left join accounts on accounts.player_id = players.id
        where players.id = ? and deleted_at is null",
    )
    .bind(&id)
    .fetch_optional(&mut *tx)
    .await?;
    let Some((chips, password_hash, is_seated)) = found else { return Ok(Deleted::NoSuchPlayer) };
    if password_hash != deletion.password_hash {
        return Ok(Deleted::OtherPassword);
    }
    if is_seated {
        return Ok(Deleted::Seated);
    }
    let chips = Row { table: "players", key: &id }.number("chips", chips)?;
    if let Some(movement) = given_back(deletion, chips) {
        batch_statements::insert_movements(&mut tx, &[movement]).await?;
    }
    let known_to = known_to(&mut tx, &id).await?;
    for statement in FORGET {
        sqlx::query(statement).bind(&id).execute(&mut *tx).await?;
    }
    sqlx::query(DELETE).bind(deletion.at.as_millisecond()).bind(&id).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(Deleted::Done { known_to })
}

/// A player's friends, and the players with open requests from or to them.
async fn known_to(db: &mut SqliteConnection, id: &str) -> Result<Vec<PlayerId>, StoreError> {
    let row_of = Row { table: "friends", key: id };
    let known: Vec<(String,)> = sqlx::query_as(
        "select friend_id from friends where player_id = ?1 union select player_id from friends where friend_id = ?1",
    )
    .bind(id)
    .fetch_all(db)
    .await?;
    known.into_iter().map(|(known,)| row_of.word("friend_id", &known)).collect()
}

/// Whatever belongs to the player alone.
const FORGET: [&str; 20] = [
    "delete from sessions where player_id = ?",
    "delete from accounts where player_id = ?",
    "delete from recovery_codes where player_id = ?",
    "delete from device_codes where player_id = ?",
    "delete from friends where player_id = ?",
    "delete from friends where friend_id = ?",
    "delete from blocks where player_id = ?",
    "delete from blocks where blocked_id = ?",
    "delete from mutes where player_id = ?",
    "delete from mutes where muted_id = ?",
    "delete from done_requests where player = unhex(?, '-')",
    "delete from done_tournament_requests where player_id = ?",
    "delete from tournament_results where player_id = ?",
    "delete from bot_winnings where player_id = ?",
    "delete from heads_of_players where player_id = ?",
    "delete from days_of_players where player_id = ?",
    "delete from open_figures where player_id = ?",
    "delete from ratings where player_id = ?",
    "delete from hidden_from_leaderboards where player_id = ?",
    "delete from rated_networks where player_id = ?",
];

const DELETE: &str = "
update players set name = '', avatar = null, chips = 0, refilled_at = null, refill_key = null, deleted_at = ?
where id = ?";
