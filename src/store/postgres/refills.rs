//! Refills for players who have lost their chips.

use async_trait::async_trait;

use super::retry::retried;
use super::{Postgres, batch_statements};
use crate::service::people::refill::Refill;
use crate::service::ports::error::StoreError;
use crate::service::ports::refills::{RefillStore, Refilled};
use crate::store::column::signed;
use crate::store::purse::{Purse, given};

#[async_trait]
impl RefillStore for Postgres {
    async fn refill(&self, refill: &Refill) -> Result<Refilled, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            // Under this lock no chips leave the wallet for a table, and none come back.
            let locked = sqlx::query(LOCK).bind(refill.player.0).fetch_optional(&mut *tx).await?;
            if locked.is_none() {
                return Ok(Refilled::NoSuchPlayer);
            }
            let purse: Purse = sqlx::query_as(PURSE).bind(refill.player.0).fetch_one(&mut *tx).await?;
            if let Some(outcome) = purse.judge(refill)? {
                return Ok(outcome);
            }
            sqlx::query(
                "update players set chips = chips + $1, refilled_at = $2, refill_key = $3 where id = $4",
            )
            .bind(signed(refill.terms.chips)?)
            .bind(refill.at.as_millisecond())
            .bind(&refill.key)
            .bind(refill.player.0)
            .execute(&mut *tx)
            .await?;
            batch_statements::insert_movements(&mut tx, &[given(refill)]).await?;
            tx.commit().await?;
            Ok(Refilled::Done)
        })
        .await
    }
}

const LOCK: &str = "select 1 from players where id = $1 and deleted_at is null for no key update";

/// The chips at tables are in the tables' own rows; a damaged one counts nothing.
const PURSE: &str = "
select chips, refilled_at, refill_key, coalesce((
    select sum(case
        when chair ->> 'player' = players.id::text then (chair ->> 'chips')::bigint
        when chair -> 'successor' ->> 'player' = players.id::text then (chair -> 'successor' ->> 'chips')::bigint
        else 0 end)
    from seats
    join tables on tables.id = seats.table_id and tables.state -> 'tournament' is null
    cross join json_array_elements(
        case json_typeof(tables.state -> 'chairs') when 'array' then tables.state -> 'chairs' else '[]' end) as chair
    where seats.player_id = players.id), 0)::bigint as at_tables
from players where id = $1";
