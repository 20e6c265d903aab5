//! The whole house in figures.

use sqlx::{FromRow, SqlitePool};

use crate::service::ledger::Audit;
use crate::service::store::StoreError;

#[derive(FromRow)]
struct AuditRow {
    minted: i64,
    wallets: i64,
    stacks: i64,
    pots: i64,
    house: i64,
    players_chips: i64,
    chairs_chips: i64,
    wallets_off: i64,
    stacks_off: i64,
}

/// One statement, so that all of it is read in one moment.
pub async fn audit(pool: &SqlitePool) -> Result<Audit, StoreError> {
    let row: AuditRow = sqlx::query_as(AUDIT).fetch_one(pool).await?;
    Ok(Audit {
        minted: row.minted,
        wallets: row.wallets,
        stacks: row.stacks,
        pots: row.pots,
        house: row.house,
        players_chips: row.players_chips,
        chairs_chips: row.chairs_chips,
        wallets_off: row.wallets_off,
        stacks_off: row.stacks_off,
    })
}

const AUDIT: &str = "
with moves (account, chips) as (
    select debit, -amount from ledger union all select credit, amount from ledger
),
balances as materialized (
    select account, substr(account, 1, instr(account || ':', ':') - 1) as kind, sum(chips) as chips
    from moves group by account
),
wallets as (
    select 'wallet:' || id as account, chips from players
),
chairs as materialized (
    select 'stack:' || tables.id || ':' || (chair.value ->> 'player') as account,
        sum(chair.value ->> 'chips') as chips
    from tables, json_each(tables.state, '$.chairs') as chair group by 1
)
select
    coalesce(sum(-chips) filter (where kind = 'mint'), 0) as minted,
    coalesce(sum(chips) filter (where kind = 'wallet'), 0) as wallets,
    coalesce(sum(chips) filter (where kind = 'stack'), 0) as stacks,
    coalesce(sum(abs(chips)) filter (where kind = 'pot'), 0) as pots,
    coalesce(sum(chips) filter (where kind = 'house'), 0) as house,
    (select coalesce(sum(chips), 0) from wallets) as players_chips,
    (select coalesce(sum(chips), 0) from chairs) as chairs_chips,
    (select count(*) from wallets full join (select * from balances where kind = 'wallet') as kept using (account)
        where coalesce(wallets.chips, 0) <> coalesce(kept.chips, 0)) as wallets_off,
    (select count(*) from chairs full join (select * from balances where kind = 'stack') as kept using (account)
        where coalesce(chairs.chips, 0) <> coalesce(kept.chips, 0)) as stacks_off
from balances";
