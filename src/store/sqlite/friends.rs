//! Friendships and requests.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::Sqlite;
use crate::service::people::friend::{Friend, FriendCounts};
use crate::service::ports::error::StoreError;
use crate::service::ports::friends::{Befriended, FriendStore};
use crate::store::column::Row;
use crate::store::social_rows::{FriendRow, RequestState};
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::player::friends::Friendship;

#[async_trait]
impl FriendStore for Sqlite {
    async fn befriend(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Befriended, StoreError> {
        let mut tx = self.write.begin().await?;
        let mut verdict = state(&mut tx, player, other).await?.judge(most);
        if verdict == Befriended::TooManyAsk && make_room_for_request(&mut tx, player, other).await? {
            verdict = Befriended::Done;
        }
        if verdict == Befriended::Done {
            sqlx::query(
                "insert into friends (player_id, friend_id, since) values (?, ?, ?) on conflict do nothing",
            )
            .bind(player.to_string())
            .bind(other.to_string())
            .bind(at.as_millisecond())
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
        }
        Ok(verdict)
    }

    async fn end_friendship(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let mut db = self.write.acquire().await?;
        end(&mut db, player, other).await
    }

    async fn friendship(&self, player: PlayerId, other: PlayerId) -> Result<Friendship, StoreError> {
        let (wants, is_wanted): (bool, bool) = sqlx::query_as(
            "select exists (select 1 from friends where player_id = ?1 and friend_id = ?2),
                exists (select 1 from friends where player_id = ?2 and friend_id = ?1)
                    and not exists (select 1 from blocks where player_id = ?1 and blocked_id = ?2)",
        )
        .bind(player.to_string())
        .bind(other.to_string())
        .fetch_one(&self.read)
        .await?;
        Ok(Friendship::of(wants, is_wanted))
    }

    async fn friends(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Friend>, StoreError> {
        sqlx::query_as::<_, FriendRow>(FRIENDS)
            .bind(player.to_string())
            .bind(after.map_or(Uuid::nil(), |after| after.0).to_string())
            .bind(limit)
            .fetch_all(&self.read)
            .await?
            .into_iter()
            .map(FriendRow::friend)
            .collect()
    }

    async fn count_friends(&self, player: PlayerId) -> Result<FriendCounts, StoreError> {
        let (friends, asking): (u32, u32) = sqlx::query_as(
            "select count(*) filter (where mine.player_id is not null),
                count(*) filter (where mine.player_id is null and blocks.player_id is null)
            from friends as theirs
            left join friends as mine on mine.player_id = ?1 and mine.friend_id = theirs.player_id
            left join blocks on blocks.player_id = ?1 and blocks.blocked_id = theirs.player_id
            where theirs.friend_id = ?1",
        )
        .bind(player.to_string())
        .fetch_one(&self.read)
        .await?;
        Ok(FriendCounts { friends, asking })
    }

    async fn public_table(&self, player: PlayerId) -> Result<Option<TableId>, StoreError> {
        let found: Option<(String,)> =
            sqlx::query_as(PUBLIC_TABLE).bind(player.to_string()).fetch_optional(&self.read).await?;
        found.map(|(id,)| Row { table: "seats", key: &id }.text("table_id", &id)).transpose()
    }
}

async fn state(
    db: &mut SqliteConnection,
    player: PlayerId,
    other: PlayerId,
) -> Result<RequestState, StoreError> {
    Ok(sqlx::query_as(STATE).bind(player.to_string()).bind(other.to_string()).fetch_one(db).await?)
}

/// Deletes one of the requests to a player, so that another fits; returns whether there was one.
async fn make_room_for_request(
    db: &mut SqliteConnection,
    player: PlayerId,
    other: PlayerId,
) -> Result<bool, StoreError> {
    let done = sqlx::query(DELETE_OLDEST_REQUEST)
        .bind(player.to_string())
        .bind(other.to_string())
        .execute(db)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Removes a friendship or a request, either way; returns whether there was one.
pub async fn end(db: &mut SqliteConnection, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
    let done = sqlx::query("delete from friends where (player_id, friend_id) in (values (?1, ?2), (?2, ?1))")
        .bind(player.to_string())
        .bind(other.to_string())
        .execute(db)
        .await?;
    Ok(done.rows_affected() > 0)
}

const STATE: &str = r#"
select
    (select count(*) from players where id in (?1, ?2) and deleted_at is null) = 2 as "exists",
    exists (select 1 from blocks where player_id = ?1 and blocked_id = ?2) as blocks,
    exists (select 1 from friends where player_id = ?1 and friend_id = ?2) as wants,
    exists (select 1 from friends where player_id = ?2 and friend_id = ?1) as is_wanted,
    (select count(*) from friends where player_id = ?1) as wanted,
    (select count(*) from friends where friend_id = ?2) as wanting"#;

/// Deletes the oldest request of a blocked player, else of a guest, else, for a request of an account, of any player. Friends
/// stay.
const DELETE_OLDEST_REQUEST: &str = "
delete from friends where friend_id = ?2 and player_id = (
    select asking.player_id from friends as asking
    left join accounts on accounts.player_id = asking.player_id
    left join blocks on blocks.player_id = ?2 and blocks.blocked_id = asking.player_id
    where asking.friend_id = ?2
        and not exists (select 1 from friends where player_id = ?2 and friend_id = asking.player_id)
        and (blocks.blocked_id is not null or accounts.player_id is null
            or exists (select 1 from accounts where player_id = ?1))
    order by blocks.blocked_id is null, accounts.player_id is not null, asking.since, asking.player_id limit 1)";

const PUBLIC_TABLE: &str = "
select tables.id from seats join tables on tables.id = seats.table_id
where seats.player_id = ? and listed = 1 and closed_at is null order by tables.id desc limit 1";

/// Requests of blocked players are left out, as if they did not exist.
const FRIENDS: &str = "
with known (id, wants, is_wanted, since) as (
    select id, max(wants), max(is_wanted), max(since) from (
        select friend_id as id, 1 as wants, 0 as is_wanted, since from friends where player_id = ?1 and friend_id > ?2
        union all
        select player_id, 0, 1, since from friends
        where friend_id = ?1 and player_id > ?2
            and player_id not in (select blocked_id from blocks where player_id = ?1)
    )
    group by id order by id limit ?3
)
select known.id, name, avatar, wants, is_wanted, since, iif(wants and is_wanted, (
    select tables.id from seats join tables on tables.id = seats.table_id
    where seats.player_id = known.id and listed = 1 and closed_at is null order by tables.id desc limit 1), null)
    as table_id
from known join players on players.id = known.id order by known.id";
