//! Deleting a player: only the identifier is left, in logs, in the ledger and with hands.

use async_trait::async_trait;
use sqlx::PgPool;
use uuid::Uuid;

use super::retry::retried;
use super::{Postgres, batch_statements};
use crate::service::people::deletion::Deletion;
use crate::service::ports::deletion::{Deleted, DeletionStore};
use crate::service::ports::error::StoreError;
use crate::store::column::Row;
use crate::store::last_chips::given_back;
use cardroom_api::id::PlayerId;

#[async_trait]
impl DeletionStore for Postgres {
    async fn delete_player(&self, deletion: &Deletion) -> Result<Deleted, StoreError> {
        retried(|| delete(&self.pool, deletion)).await
    }
}

async fn delete(db: &PgPool, deletion: &Deletion) -> Result<Deleted, StoreError> {
    let mut tx = db.begin().await?;
    let id = deletion.player.0;
    // Under this lock the player sits down nowhere, and nothing that refers to them is added.
    let chips: Option<i64> = sqlx::query_scalar(LOCK).bind(id).fetch_optional(&mut *tx).await?;
    let Some(chips) = chips else { return Ok(Deleted::NoSuchPlayer) };
    let (password_hash, is_seated): (Option<String>, bool) =
        sqlx::query_as(STATE).bind(id).fetch_one(&mut *tx).await?;
    if password_hash != deletion.password_hash {
        return Ok(Deleted::OtherPassword);
    }
    if is_seated {
        return Ok(Deleted::Seated);
    }
    let key = id.to_string();
    let chips = Row { table: "players", key: &key }.number("chips", chips)?;
    if let Some(movement) = given_back(deletion, chips) {
        batch_statements::insert_movements(&mut tx, &[movement]).await?;
    }
    let known_to: Vec<Uuid> = sqlx::query_scalar(KNOWN_TO).bind(id).fetch_all(&mut *tx).await?;
    // While the logs of rated events are locked, no rating is written.
    sqlx::query(LOCK_RATING_LOGS).execute(&mut *tx).await?;
    for statement in FORGET {
        sqlx::query(statement).bind(id).execute(&mut *tx).await?;
    }
    sqlx::query(DELETE).bind(deletion.at.as_millisecond()).bind(id).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(Deleted::Done { known_to: known_to.into_iter().map(PlayerId).collect() })
}

const LOCK: &str = "select chips from players where id = $1 and deleted_at is null for update";

const LOCK_RATING_LOGS: &str = "select game from rating_logs order by game for update";

const STATE: &str = "
select (select password_hash from accounts where player_id = $1),
    exists (select 1 from seats where player_id = $1) or exists (select 1 from waiting where player_id = $1)
        or exists (select 1 from registrations where player_id = $1)";

/// A player's friends, and the players with open requests from or to them.
const KNOWN_TO: &str = "
select friend_id from friends where player_id = $1 union select player_id from friends where friend_id = $1";

/// Whatever belongs to the player alone. The account comes first: who changes a password holds its lock.
const FORGET: [&str; 20] = [
    "delete from accounts where player_id = $1",
    "delete from recovery_codes where player_id = $1",
    "delete from device_codes where player_id = $1",
    "delete from sessions where player_id = $1",
    "delete from friends where player_id = $1",
    "delete from friends where friend_id = $1",
    "delete from blocks where player_id = $1",
    "delete from blocks where blocked_id = $1",
    "delete from mutes where player_id = $1",
    "delete from mutes where muted_id = $1",
    "delete from done_requests where player_id = $1",
    "delete from done_tournament_requests where player_id = $1",
    "delete from tournament_results where player_id = $1",
    "delete from bot_winnings where player_id = $1",
    "delete from played where player_id = $1",
    "delete from days_of_players where player_id = $1",
    "delete from open_figures where player_id = $1",
    "delete from ratings where player_id = $1",
    "delete from hidden_from_leaderboards where player_id = $1",
    "delete from rated_networks where player_id = $1",
];

const DELETE: &str = "
update players set name = '', avatar = null, chips = 0, refilled_at = null, refill_key = null, deleted_at = $1
where id = $2";
