//! Movements of chips, and the audit.

use async_trait::async_trait;
use sqlx::PgConnection;
use uuid::Uuid;

use super::Postgres;
use crate::service::ports::error::StoreError;
use crate::service::ports::ledger::LedgerStore;
use crate::service::table::stored::ledger::ChipMovement;
use crate::store::audit_row::AuditRow;
use crate::store::column::signed;
use crate::store::rows::LedgerRow;
use cardroom_api::house::Audit;
use cardroom_api::id::{MovementId, PlayerId};
use cardroom_rules::games::game::Chips;

#[async_trait]
impl LedgerStore for Postgres {
    async fn ledger(
        &self,
        player: PlayerId,
        after: Option<MovementId>,
        limit: u32,
    ) -> Result<Vec<ChipMovement>, StoreError> {
        let rows: Vec<LedgerRow> = sqlx::query_as(LEDGER)
            .bind(player.0)
            .bind(after.map(|movement| movement.0))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(LedgerRow::movement).collect()
    }

    async fn won_enough(
        &self,
        players: &[PlayerId],
        day: i64,
        most: Chips,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let players: Vec<Uuid> = players.iter().map(|player| player.0).collect();
        let ids: Vec<Uuid> = sqlx::query_scalar(
            "select player_id from bot_winnings where day = $1 and chips >= $2 and player_id = any($3)",
        )
        .bind(day)
        .bind(signed(most)?)
        .bind(players)
        .fetch_all(&self.pool)
        .await?;
        Ok(ids.into_iter().map(PlayerId).collect())
    }

    /// One statement, so that all of it is read at one moment.
    async fn audit(&self) -> Result<Audit, StoreError> {
        audit(&mut *self.pool.acquire().await?).await
    }
}

/// The sums of all chips.
pub async fn audit(db: &mut PgConnection) -> Result<Audit, StoreError> {
    let row: AuditRow = sqlx::query_as(AUDIT).fetch_one(db).await?;
    Ok(row.audit())
}

/// A page after a movement that is not the player's is empty.
const LEDGER: &str = "
select id::text, at, debit, credit, amount, reason, player_id::text, table_id::text, version
from ledger
where player_id = $1
    and ($2::uuid is null or place < (select place from ledger where id = $2::uuid and player_id = $1))
order by place desc limit $3";

/// Sums that exceed 64 bits fail rather than be wrong.
///
/// The balances of rows are compared with those of the ledger: both are summed with opposite signs, so that only differences are
/// left. Chips at the tables of tournaments are no money.
const AUDIT: &str = r#"
with moves (account, chips) as (
    select debit, -amount from ledger union all select credit, amount from ledger
),
balances (account, kind, chips) as materialized (
    select account, split_part(account, ':', 1), sum(chips) from moves group by account
),
chairs (table_id, chair) as (
    select tables.id, chair
    from tables cross join json_array_elements(
        case json_typeof(state -> 'chairs') when 'array' then state -> 'chairs' else '[]' end) as chair
    where state -> 'tournament' is null
),
kept (account, kind, chips) as materialized (
    select ('wallet:' || id) collate "C", 'wallet', chips from players
    union all
    select ('stack:' || table_id || ':' || (chair ->> 'player')) collate "C", 'stack', (chair ->> 'chips')::bigint
    from chairs
    union all
    select ('stack:' || table_id || ':' || (chair -> 'successor' ->> 'player')) collate "C", 'stack',
        (chair -> 'successor' ->> 'chips')::bigint
    from chairs where chair -> 'successor' ->> 'player' is not null
),
differing (kind) as materialized (
    select kind from (
        select account, kind, chips from kept union all select account, kind, -chips from balances
    ) as both_sides
    where kind in ('wallet', 'stack') group by account, kind having sum(chips) <> 0
)
select
    coalesce(sum(-chips) filter (where kind = 'mint'), 0)::bigint as minted,
    coalesce(sum(chips) filter (where kind = 'wallet'), 0)::bigint as wallets,
    coalesce(sum(chips) filter (where kind = 'stack'), 0)::bigint as stacks,
    coalesce(sum(abs(chips)) filter (where kind = 'pot'), 0)::bigint as pots,
    coalesce(sum(chips) filter (where kind = 'house'), 0)::bigint as house,
    coalesce(sum(chips) filter (where kind = 'bots'), 0)::bigint as bots,
    coalesce(sum(chips) filter (where kind = 'tournament'), 0)::bigint as tournaments,
    (select coalesce(sum(chips), 0) from kept where kind = 'wallet')::bigint as players_chips,
    (select coalesce(sum(chips), 0) from kept where kind = 'stack')::bigint as chairs_chips,
    (select count(*) from differing where kind = 'wallet') as wallets_off,
    (select count(*) from differing where kind = 'stack') as stacks_off
from balances"#;
