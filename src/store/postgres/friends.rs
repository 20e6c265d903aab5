//! Friendships and requests.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::PgConnection;
use uuid::Uuid;

use super::Postgres;
use super::retry::retried;
use crate::service::people::friend::{Friend, FriendCounts};
use crate::service::ports::error::StoreError;
use crate::service::ports::friends::{Befriended, FriendStore};
use crate::store::column::Row;
use crate::store::social_rows::{FriendRow, RequestState};
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::player::friends::Friendship;

#[async_trait]
impl FriendStore for Postgres {
    async fn befriend(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Befriended, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            lock(&mut tx, player, other).await?;
            let state: RequestState =
                sqlx::query_as(STATE).bind(player.0).bind(other.0).fetch_one(&mut *tx).await?;
            let mut verdict = state.judge(most);
            if verdict == Befriended::TooManyAsk && make_room_for_request(&mut tx, player, other).await? {
                verdict = Befriended::Done;
            }
            if verdict == Befriended::Done {
                sqlx::query(INSERT)
                    .bind(player.0)
                    .bind(other.0)
                    .bind(at.as_millisecond())
                    .execute(&mut *tx)
                    .await?;
                tx.commit().await?;
            }
            Ok(verdict)
        })
        .await
    }

    async fn end_friendship(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            lock(&mut tx, player, other).await?;
            let had_one = end(&mut tx, player, other).await?;
            tx.commit().await?;
            Ok(had_one)
        })
        .await
    }

    async fn friendship(&self, player: PlayerId, other: PlayerId) -> Result<Friendship, StoreError> {
        let (wants, is_wanted): (bool, bool) = sqlx::query_as(
            "select exists (select 1 from friends where player_id = $1 and friend_id = $2),
                exists (select 1 from friends where player_id = $2 and friend_id = $1)
                    and not exists (select 1 from blocks where player_id = $1 and blocked_id = $2)",
        )
        .bind(player.0)
        .bind(other.0)
        .fetch_one(&self.pool)
        .await?;
        Ok(Friendship::of(wants, is_wanted))
    }

    async fn friends(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Friend>, StoreError> {
        let rows: Vec<FriendRow> = sqlx::query_as(FRIENDS)
            .bind(player.0)
            .bind(after.map_or(Uuid::nil(), |after| after.0))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter().map(FriendRow::friend).collect()
    }

    async fn count_friends(&self, player: PlayerId) -> Result<FriendCounts, StoreError> {
        let (friends, asking): (i64, i64) = sqlx::query_as(
            "select count(*) filter (where mine.player_id is not null),
                count(*) filter (where mine.player_id is null and blocks.player_id is null)
            from friends as theirs
            left join friends as mine on mine.player_id = $1 and mine.friend_id = theirs.player_id
            left join blocks on blocks.player_id = $1 and blocks.blocked_id = theirs.player_id
            where theirs.friend_id = $1",
        )
        .bind(player.0)
        .fetch_one(&self.pool)
        .await?;
        let key = player.to_string();
        let row = Row { table: "friends", key: &key };
        Ok(FriendCounts { friends: row.number("count", friends)?, asking: row.number("count", asking)? })
    }

    async fn public_table(&self, player: PlayerId) -> Result<Option<TableId>, StoreError> {
        let found: Option<Uuid> =
            sqlx::query_scalar(PUBLIC_TABLE).bind(player.0).fetch_optional(&self.pool).await?;
        Ok(found.map(TableId))
    }
}

/// Locks two players, so that what is between them, and how many requests, blocks and mutes each has, stays.
pub async fn lock(db: &mut PgConnection, player: PlayerId, other: PlayerId) -> Result<(), StoreError> {
    sqlx::query("select 1 from players where id in ($1, $2) order by id for no key update")
        .bind(player.0)
        .bind(other.0)
        .execute(db)
        .await?;
    Ok(())
}

/// Deletes one of the requests to a player, so that another fits; returns whether there was one.
async fn make_room_for_request(
    db: &mut PgConnection,
    player: PlayerId,
    other: PlayerId,
) -> Result<bool, StoreError> {
    let done = sqlx::query(REPLACE_A_REQUEST).bind(player.0).bind(other.0).execute(db).await?;
    Ok(done.rows_affected() > 0)
}

/// Removes a friendship or a request, either way; returns whether there was one.
pub async fn end(db: &mut PgConnection, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
    let done = sqlx::query("delete from friends where (player_id, friend_id) in (($1, $2), ($2, $1))")
        .bind(player.0)
        .bind(other.0)
        .execute(db)
        .await?;
    Ok(done.rows_affected() > 0)
}

const STATE: &str = r#"
select
    (select count(*) from players where id in ($1, $2) and deleted_at is null) = 2 as "exists",
    exists (select 1 from blocks where player_id = $1 and blocked_id = $2) as blocks,
    exists (select 1 from friends where player_id = $1 and friend_id = $2) as wants,
    exists (select 1 from friends where player_id = $2 and friend_id = $1) as is_wanted,
    (select count(*) from friends where player_id = $1) as wanted,
    (select count(*) from friends where friend_id = $2) as wanting"#;

const INSERT: &str = "
insert into friends (player_id, friend_id, since) values ($1, $2, $3) on conflict do nothing";

/// First requests of blocked players, then of guests, then, for a request of an account, of others: of each the oldest. Friends
/// stay.
const REPLACE_A_REQUEST: &str = "
delete from friends where friend_id = $2 and player_id = (
    select asking.player_id from friends as asking
    left join accounts on accounts.player_id = asking.player_id
    left join blocks on blocks.player_id = $2 and blocks.blocked_id = asking.player_id
    where asking.friend_id = $2
        and not exists (select 1 from friends where player_id = $2 and friend_id = asking.player_id)
        and (blocks.blocked_id is not null or accounts.player_id is null
            or exists (select 1 from accounts where player_id = $1))
    order by blocks.blocked_id is null, accounts.player_id is not null, asking.since, asking.player_id limit 1)";

const PUBLIC_TABLE: &str = "
select tables.id from seats join tables on tables.id = seats.table_id
where seats.player_id = $1 and listed and closed_at is null order by tables.id desc limit 1";

/// Requests of blocked players are left out, as if they did not exist.
const FRIENDS: &str = "
with known (id, wants, is_wanted, since) as (
    select id, bool_or(wants), bool_or(is_wanted), max(since) from (
        select friend_id as id, true as wants, false as is_wanted, since
        from friends where player_id = $1 and friend_id > $2
        union all
        select player_id, false, true, since from friends
        where friend_id = $1 and player_id > $2
            and player_id not in (select blocked_id from blocks where player_id = $1)
    ) as each_way
    group by id order by id limit $3
)
select known.id::text, name, avatar, wants, is_wanted, since, case when wants and is_wanted then (
    select tables.id::text from seats join tables on tables.id = seats.table_id
    where seats.player_id = known.id and listed and closed_at is null order by tables.id desc limit 1) end
    as table_id
from known join players on players.id = known.id order by known.id";
