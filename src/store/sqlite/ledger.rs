//! Movements of chips, and the audit.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::Sqlite;
use crate::service::ports::error::StoreError;
use crate::service::ports::ledger::LedgerStore;
use crate::service::table::stored::ledger::ChipMovement;
use crate::store::audit_row::AuditRow;
use crate::store::column::{Row, json, signed};
use crate::store::rows::LedgerRow;
use cardroom_api::house::Audit;
use cardroom_api::id::{MovementId, PlayerId};
use cardroom_rules::games::game::Chips;

#[async_trait]
impl LedgerStore for Sqlite {
    async fn ledger(
        &self,
        player: PlayerId,
        after: Option<MovementId>,
        limit: u32,
    ) -> Result<Vec<ChipMovement>, StoreError> {
        sqlx::query_as::<_, LedgerRow>(LEDGER)
            .bind(player.to_string())
            .bind(after.map(|movement| movement.to_string()))
            .bind(limit)
            .fetch_all(&self.read)
            .await?
            .iter()
            .map(LedgerRow::movement)
            .collect()
    }

    async fn won_enough(
        &self,
        players: &[PlayerId],
        day: i64,
        most: Chips,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "select player_id from bot_winnings
            where day = ? and chips >= ? and player_id in (select value from json_each(?))",
        )
        .bind(day)
        .bind(signed(most)?)
        .bind(json(&players)?)
        .fetch_all(&self.read)
        .await?;
        let player = |(id,): &(String,)| Row { table: "bot_winnings", key: id }.text("player_id", id);
        rows.iter().map(player).collect()
    }

    /// One statement, so that all of it is read at one moment.
    async fn audit(&self) -> Result<Audit, StoreError> {
        audit(&mut *self.read.acquire().await?).await
    }
}

/// The sums of all chips.
pub async fn audit(db: &mut SqliteConnection) -> Result<Audit, StoreError> {
    let row: AuditRow = sqlx::query_as(AUDIT).fetch_one(db).await?;
    Ok(row.audit())
}

/// From the player's last movement, or the one before the last page, backwards.
const LEDGER: &str = "
with recursive walk (place, before) as (
    select place, before from ledger where place = iif(?2 is null,
        (select last_movement from heads_of_players where player_id = ?1),
        (select before from ledger where id = ?2 and player_id = ?1))
    union all
    select ledger.place, ledger.before from walk join ledger on ledger.place = walk.before
    limit ?3
)
select ledger.* from walk join ledger on ledger.place = walk.place order by walk.place desc";

/// Sums are of 64 bits. Only a ledger in which more than 2^63 chips have passed through one account exceeds them, a thousand
/// times all the chips that there can be; then SQLite fails rather than return a wrong sum.
///
/// The balances of rows are compared with those of the ledger: both are summed with opposite signs, so that only differences are
/// left. Chips at the tables of tournaments are no money.
const AUDIT: &str = "
with moves (account, chips) as (
    select debit, -amount from ledger union all select credit, amount from ledger
),
balances (account, kind, chips) as materialized (
    select account, substr(account, 1, instr(account || ':', ':') - 1), sum(chips) from moves group by account
),
kept (account, kind, chips) as materialized (
    select 'wallet:' || id, 'wallet', chips from players
    union all
    select 'stack:' || tables.id || ':' || (chair.value ->> 'player'), 'stack', chair.value ->> 'chips'
    from tables, json_each(iif(json_valid(tables.state), tables.state, '{}'), '$.chairs') as chair
    where iif(json_valid(tables.state), tables.state -> '$.tournament', null) is null
    union all
    select 'stack:' || tables.id || ':' || (chair.value ->> '$.successor.player'), 'stack',
        chair.value ->> '$.successor.chips'
    from tables, json_each(iif(json_valid(tables.state), tables.state, '{}'), '$.chairs') as chair
    where chair.value -> '$.successor' is not null
),
off (kind) as materialized (
    select kind from (
        select account, kind, chips from kept union all select account, kind, -chips from balances
    )
    where kind in ('wallet', 'stack') group by account, kind having sum(chips) <> 0
)
select
    coalesce(sum(-chips) filter (where kind = 'mint'), 0) as minted,
    coalesce(sum(chips) filter (where kind = 'wallet'), 0) as wallets,
    coalesce(sum(chips) filter (where kind = 'stack'), 0) as stacks,
    coalesce(sum(abs(chips)) filter (where kind = 'pot'), 0) as pots,
    coalesce(sum(chips) filter (where kind = 'house'), 0) as house,
    coalesce(sum(chips) filter (where kind = 'bots'), 0) as bots,
    coalesce(sum(chips) filter (where kind = 'tournament'), 0) as tournaments,
    (select coalesce(sum(chips), 0) from kept where kind = 'wallet') as players_chips,
    (select coalesce(sum(chips), 0) from kept where kind = 'stack') as chairs_chips,
    (select count(*) from off where kind = 'wallet') as wallets_off,
    (select count(*) from off where kind = 'stack') as stacks_off
from balances";
