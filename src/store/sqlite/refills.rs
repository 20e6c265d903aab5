//! Refills for players who have lost their chips.

use async_trait::async_trait;
use sqlx::FromRow;

use super::{Sqlite, commits};
use crate::service::people::refill::Refill;
use crate::service::ports::error::StoreError;
use crate::service::ports::refills::{RefillStore, Refilled};
use crate::service::table::stored::ledger::{Account, ChipMovement};
use crate::service::table::time::later;
use crate::store::column::{Row, signed};
use crate::store::rows::LedgerRow;
use cardroom_api::player::ledger::Reason;

#[async_trait]
impl RefillStore for Sqlite {
    async fn refill(&self, refill: &Refill) -> Result<Refilled, StoreError> {
        let mut tx = self.write.begin().await?;
        let id = refill.player.to_string();
        let found: Option<Purse> = sqlx::query_as(PURSE).bind(&id).fetch_optional(&mut *tx).await?;
        let Some(purse) = found else { return Ok(Refilled::NoSuchPlayer) };
        let row = Row { table: "players", key: &id };
        if let Some(at) = purse.refilled_at {
            if refill.key.is_some() && refill.key == purse.refill_key {
                return Ok(Refilled::Done);
            }
            let until = later(row.time("refilled_at", at)?, refill.terms.every);
            if refill.at < until {
                return Ok(Refilled::TooSoon { until });
            }
        }
        let chips = row.number("chips", purse.chips.saturating_add(purse.at_tables))?;
        if chips >= refill.terms.below {
            return Ok(Refilled::HasChips { chips });
        }
        sqlx::query("update players set chips = chips + ?, refilled_at = ?, refill_key = ? where id = ?")
            .bind(signed(refill.terms.chips)?)
            .bind(refill.at.as_millisecond())
            .bind(&refill.key)
            .bind(&id)
            .execute(&mut *tx)
            .await?;
        commits::insert_ledger(&mut tx, &[LedgerRow::of(&given(refill))?]).await?;
        tx.commit().await?;
        Ok(Refilled::Done)
    }
}

fn given(refill: &Refill) -> ChipMovement {
    ChipMovement {
        id: refill.movement,
        at: refill.at,
        debit: Account::Mint,
        credit: Account::Wallet(refill.player),
        amount: refill.terms.chips,
        reason: Reason::Refill,
        player: Some(refill.player),
        table: None,
    }
}

/// A player's chips, and their last refill.
#[derive(FromRow)]
struct Purse {
    chips: i64,
    at_tables: i64,
    refilled_at: Option<i64>,
    refill_key: Option<String>,
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
    join json_each(iif(json_valid(tables.state), tables.state, '{}'), '$.chairs') as chair
    where seats.player_id = players.id), 0) as at_tables
from players where id = ? and deleted_at is null";
