//! Refills for players who have lost their chips.

use async_trait::async_trait;

use super::{Sqlite, batch_statements};
use crate::service::people::refill::Refill;
use crate::service::ports::error::StoreError;
use crate::service::ports::refills::{RefillStore, Refilled};
use crate::store::column::signed;
use crate::store::purse::{Purse, given};

#[async_trait]
impl RefillStore for Sqlite {
    async fn refill(&self, refill: &Refill) -> Result<Refilled, StoreError> {
        let mut tx = self.write.begin().await?;
        let id = refill.player.to_string();
        let found: Option<Purse> = sqlx::query_as(PURSE).bind(&id).fetch_optional(&mut *tx).await?;
        let Some(purse) = found else { return Ok(Refilled::NoSuchPlayer) };
        if let Some(outcome) = purse.judge(refill)? {
            return Ok(outcome);
        }
        sqlx::query("update players set chips = chips + ?, refilled_at = ?, refill_key = ? where id = ?")
            .bind(signed(refill.terms.chips)?)
            .bind(refill.at.as_millisecond())
            .bind(&refill.key)
            .bind(&id)
            .execute(&mut *tx)
            .await?;
        batch_statements::insert_movements(&mut tx, &[given(refill)]).await?;
        tx.commit().await?;
        Ok(Refilled::Done)
    }
}

/// The chips at tables are in the tables' own rows; a damaged one counts nothing.
const PURSE: &str = "
select chips, refilled_at, refill_key, coalesce((
    select sum(case
        when chair.value ->> 'player' = players.id then chair.value ->> 'chips'
        when chair.value ->> '$.successor.player' = players.id then chair.value ->> '$.successor.chips'
        else 0 end)
    from seats
    join tables on tables.id = seats.table_id
        and iif(json_valid(tables.state), tables.state -> '$.tournament', null) is null
    join json_each(iif(json_valid(tables.state), tables.state, '{}'), '$.chairs') as chair
    where seats.player_id = players.id), 0) as at_tables
from players where id = ? and deleted_at is null";
