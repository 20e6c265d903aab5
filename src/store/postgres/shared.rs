//! What several servers on one database share.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::PgConnection;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{Postgres, batch_statements, players, sessions, tournament_leases};
use crate::service::people::player::Player;
use crate::service::people::session::{Session, SignedIn, TokenHash};
use crate::service::ports::error::StoreError;
use crate::service::ports::hints::{Heard, Hint, HintPort};
use crate::service::ports::shared::{Lease, LeaseOutcome, ListedDigest, ServerId, SharedStore, Sighting};
use crate::service::table::stored::ledger::ChipMovement;
use crate::store::column::{Row, signed};
use crate::store::rows::due_bucket;
use cardroom_api::id::{PlayerId, SessionId, TableId, TournamentId};
use cardroom_api::table::change::Version;

impl HintPort for Postgres {
    fn hint(&self, hint: Hint) {
        self.hints.send(hint);
    }

    fn listen(&self) -> mpsc::Receiver<Heard> {
        self.hints.listen()
    }
}

#[async_trait]
impl SharedStore for Postgres {
    async fn time(&self) -> Result<Timestamp, StoreError> {
        let at: i64 = sqlx::query_scalar(TIME).fetch_one(&self.pool).await?;
        Row { table: "clock", key: "now" }.time("now", at)
    }

    async fn versions(&self, tables: &[TableId]) -> Result<Vec<(TableId, Version)>, StoreError> {
        let rows: Vec<(Uuid, i64)> =
            sqlx::query_as(VERSIONS).bind(uuids(tables)).fetch_all(&self.pool).await?;
        let version = |(id, version): (Uuid, i64)| {
            Ok((TableId(id), Row { table: "heads", key: &id.to_string() }.number("version", version)?))
        };
        rows.into_iter().map(version).collect()
    }

    async fn listed(&self) -> Result<Vec<ListedDigest>, StoreError> {
        let rows: Vec<(Uuid, String, i64)> = sqlx::query_as(LISTED).fetch_all(&self.pool).await?;
        let listed = |(id, game, digest): (Uuid, String, i64)| {
            let game = Row { table: "tables", key: &id.to_string() }.word("game", &game)?;
            Ok(ListedDigest { table: TableId(id), game, digest })
        };
        rows.into_iter().map(listed).collect()
    }

    async fn closed_of(&self, tables: &[TableId]) -> Result<Vec<TableId>, StoreError> {
        let ids: Vec<Uuid> = sqlx::query_scalar(CLOSED).bind(uuids(tables)).fetch_all(&self.pool).await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    async fn take_lease(&self, table: TableId, lease: Lease) -> Result<LeaseOutcome, StoreError> {
        let turn = sqlx::query_as(TAKE_TURN)
            .bind(table.0)
            .bind(lease.now.as_millisecond())
            .bind(lease.until.as_millisecond())
            .bind(lease.server.0);
        let found: Option<(bool, bool)> = turn.fetch_optional(&self.pool).await?;
        Ok(match found {
            None => LeaseOutcome::NoSuchTable,
            Some((_, true)) => LeaseOutcome::Taken,
            Some((true, false)) => LeaseOutcome::Held,
            Some((false, false)) => LeaseOutcome::NotDue,
        })
    }

    async fn take_overdue(
        &self,
        before: Timestamp,
        lease: Lease,
        limit: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let ids: Vec<Uuid> = sqlx::query_scalar(TAKE_OVERDUE)
            .bind(due_bucket(before))
            .bind(before.as_millisecond())
            .bind(lease.now.as_millisecond())
            .bind(lease.until.as_millisecond())
            .bind(lease.server.0)
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    async fn renew_lease(&self, table: TableId, lease: Lease) -> Result<(), StoreError> {
        let renewal = sqlx::query(RENEW_TURN).bind(table.0).bind(lease.until.as_millisecond());
        renewal.bind(lease.server.0).execute(&self.pool).await?;
        Ok(())
    }

    async fn tournament_versions(
        &self,
        tournaments: &[TournamentId],
    ) -> Result<Vec<(TournamentId, Version)>, StoreError> {
        tournament_leases::versions(&self.pool, tournaments).await
    }

    async fn ended_tournaments(&self, of: &[TournamentId]) -> Result<Vec<TournamentId>, StoreError> {
        tournament_leases::ended(&self.pool, of).await
    }

    async fn take_overdue_tournaments(
        &self,
        lease: Lease,
        limit: u32,
    ) -> Result<Vec<TournamentId>, StoreError> {
        tournament_leases::take_overdue(&self.pool, lease, limit).await
    }

    async fn keep_tournaments(
        &self,
        tournaments: &[TournamentId],
        lease: Lease,
    ) -> Result<Vec<TournamentId>, StoreError> {
        tournament_leases::keep(&self.pool, tournaments, lease).await
    }

    async fn let_go_of_tournaments(
        &self,
        tournaments: &[TournamentId],
        server: ServerId,
    ) -> Result<(), StoreError> {
        tournament_leases::let_go(&self.pool, tournaments, server).await
    }

    async fn begin_quick_seat(&self, lease: Lease) -> Result<bool, StoreError> {
        let begun = sqlx::query(BEGIN_QUICK_SEAT)
            .bind(Uuid::nil())
            .bind(lease.now.as_millisecond())
            .bind(lease.until.as_millisecond())
            .bind(lease.server.0);
        Ok(begun.execute(&self.pool).await?.rows_affected() > 0)
    }

    async fn end_quick_seat(&self, server: ServerId) -> Result<(), StoreError> {
        let end = sqlx::query("delete from leases where table_id = $1 and server_id = $2");
        end.bind(Uuid::nil()).bind(server.0).execute(&self.pool).await?;
        Ok(())
    }

    async fn write_presence(&self, seen: &[Sighting], forget: Timestamp) -> Result<(), StoreError> {
        let tables: Vec<Uuid> = seen.iter().map(|seen| seen.table.0).collect();
        let players: Vec<Uuid> = seen.iter().map(|seen| seen.who).collect();
        let times: Vec<i64> = seen.iter().map(|seen| seen.at.as_millisecond()).collect();
        let anonymous: Vec<Option<i64>> = seen.iter().map(|seen| seen.anonymous.map(i64::from)).collect();
        let write = sqlx::query(WRITE_PRESENCE).bind(tables).bind(players).bind(times).bind(anonymous);
        write.execute(&self.pool).await?;
        sqlx::query(FORGET_PRESENCE).bind(forget.as_millisecond()).execute(&self.pool).await?;
        Ok(())
    }

    async fn presence(&self, tables: &[TableId], since: Timestamp) -> Result<Vec<Sighting>, StoreError> {
        let rows: Vec<(Uuid, Uuid, i64, Option<i64>)> = sqlx::query_as(PRESENCE)
            .bind(uuids(tables))
            .bind(since.as_millisecond())
            .fetch_all(&self.pool)
            .await?;
        let seen = |(table, who, at, anonymous): (Uuid, Uuid, i64, Option<i64>)| {
            let key = table.to_string();
            let row = Row { table: "presence", key: &key };
            let at = row.time("seen_at", at)?;
            let anonymous = anonymous.map(|count| row.number("anonymous", count)).transpose()?;
            Ok(Sighting { table: TableId(table), who, at, anonymous })
        };
        rows.into_iter().map(seen).collect()
    }

    async fn ended_of(&self, sessions: &[SessionId]) -> Result<Vec<SessionId>, StoreError> {
        let ids: Vec<Uuid> = sessions.iter().map(|session| session.0).collect();
        let ended: Vec<Uuid> = sqlx::query_scalar(ENDED).bind(ids).fetch_all(&self.pool).await?;
        Ok(ended.into_iter().map(SessionId).collect())
    }

    async fn deleted_since(&self, since: Timestamp) -> Result<Vec<PlayerId>, StoreError> {
        let deleted = sqlx::query_scalar(DELETED).bind(since.as_millisecond());
        let ids: Vec<Uuid> = deleted.fetch_all(&self.pool).await?;
        Ok(ids.into_iter().map(PlayerId).collect())
    }

    async fn keep_ticket(
        &self,
        ticket: TokenHash,
        to: SignedIn,
        until: Timestamp,
        most: usize,
    ) -> Result<(), StoreError> {
        sqlx::query(DROP_TICKETS)
            .bind(to.player.0)
            .bind(signed(most.saturating_sub(1) as u64)?)
            .execute(&self.pool)
            .await?;
        sqlx::query("insert into tickets (ticket, player_id, session_id, access_until, until) values ($1, $2, $3, $4, $5)")
            .bind(&ticket.0[..])
            .bind(to.player.0)
            .bind(to.session.0)
            .bind(to.until.as_millisecond())
            .bind(until.as_millisecond())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn take_ticket(&self, ticket: TokenHash, now: Timestamp) -> Result<Option<SignedIn>, StoreError> {
        let taken: Option<(Uuid, Uuid, i64, i64)> =
            sqlx::query_as(TAKE_TICKET).bind(&ticket.0[..]).fetch_optional(&self.pool).await?;
        let Some((player, session, access_until, until)) = taken else { return Ok(None) };
        let key = session.to_string();
        let row = Row { table: "tickets", key: &key };
        if row.time("until", until)? <= now {
            return Ok(None);
        }
        let until = row.time("access_until", access_until)?;
        Ok(Some(SignedIn { player: PlayerId(player), session: SessionId(session), until }))
    }

    async fn guest_of_key(&self, key: [u8; 32]) -> Result<Option<(TokenHash, Timestamp)>, StoreError> {
        let found: Option<(Vec<u8>, i64)> =
            sqlx::query_as("select refresh, at from guest_keys where key = $1")
                .bind(&key[..])
                .fetch_optional(&self.pool)
                .await?;
        let Some((refresh, at)) = found else { return Ok(None) };
        let row = Row { table: "guest_keys", key: "" };
        Ok(Some((TokenHash(row.bytes("refresh", refresh)?), row.time("at", at)?)))
    }

    async fn create_guest_under_key(
        &self,
        key: [u8; 32],
        (player, grant, session): (&Player, &[ChipMovement], &Session),
        replaced: Option<TokenHash>,
    ) -> Result<bool, StoreError> {
        let mut tx = self.pool.begin().await?;
        let used = use_key(&mut tx, key, (session.refresh, player.created_at), replaced).await?;
        if !used {
            return Ok(false);
        }
        players::insert(&mut tx, player).await?;
        batch_statements::insert_movements(&mut tx, grant).await?;
        sessions::create(&mut tx, session).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn renew_guest_of_key(
        &self,
        key: [u8; 32],
        was: TokenHash,
        session: &Session,
    ) -> Result<bool, StoreError> {
        let mut tx = self.pool.begin().await?;
        // The row of the key first: another request under the key waits for it.
        let renewed = sqlx::query("update guest_keys set refresh = $2 where key = $1 and refresh = $3")
            .bind(&key[..])
            .bind(&session.refresh.0[..])
            .bind(&was.0[..])
            .execute(&mut *tx)
            .await?;
        if renewed.rows_affected() == 0 || !sessions::rotate(&mut tx, was, session).await? {
            return Ok(false);
        }
        tx.commit().await?;
        Ok(true)
    }
}

/// Uses a key for a guest who gets this refresh token now; false if another refresh token than `replaced` came first.
async fn use_key(
    db: &mut PgConnection,
    key: [u8; 32],
    (refresh, now): (TokenHash, Timestamp),
    replaced: Option<TokenHash>,
) -> Result<bool, StoreError> {
    let used = sqlx::query(USE_KEY)
        .bind(&key[..])
        .bind(&refresh.0[..])
        .bind(now.as_millisecond())
        .bind(replaced.as_ref().map(|replaced| &replaced.0[..]));
    Ok(used.execute(db).await?.rows_affected() > 0)
}

fn uuids(tables: &[TableId]) -> Vec<Uuid> {
    tables.iter().map(|table| table.0).collect()
}

const TIME: &str = "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint";

const VERSIONS: &str = "select table_id, version from heads where table_id = any($1)";

const CLOSED: &str = "select id from tables where id = any($1) and closed_at is not null";

/// What `looks_alike` of the lobby compares.
const LISTED: &str = "
select id, game, hashtextextended(concat_ws('|', host::text, free_seats::text, (hand_id is null)::text, options::text,
    (select string_agg(concat(chair ->> 'seat', ':', chair ->> 'player'), ',') from json_array_elements(state -> 'chairs') as chair)), 0)
from tables where listed and closed_at is null";

/// A lease on an older version does not count. A server that has the lease gets it again.
const TAKE_TURN: &str = "
with head as (select table_id, version, coalesce(due_at <= $2, false) as is_due from heads where table_id = $1),
taken as (
    insert into leases (table_id, version, server_id, until)
    select table_id, version, $4, $3 from head where is_due
    on conflict (table_id) do update
    set version = excluded.version, server_id = excluded.server_id, until = excluded.until
    where leases.until <= $2 or leases.version < excluded.version or leases.server_id = excluded.server_id
    returning 1
)
select is_due, exists (select 1 from taken) from head";

/// Leases are taken in the order of tables, so that two servers never wait for each other.
const TAKE_OVERDUE: &str = "
with overdue as (
    select heads.table_id, heads.version from heads left join leases on leases.table_id = heads.table_id
    where period <= $1 and due_at <= $2
        and (leases.table_id is null or leases.until <= $3 or leases.version < heads.version)
    order by due_at limit $6
)
insert into leases (table_id, version, server_id, until)
select table_id, version, $5, $4 from overdue order by table_id
on conflict (table_id) do update
set version = excluded.version, server_id = excluded.server_id, until = excluded.until
where leases.until <= $3 or leases.version < excluded.version
returning table_id";

const RENEW_TURN: &str = "update leases set until = $2 where table_id = $1 and server_id = $3";

const BEGIN_QUICK_SEAT: &str = "
insert into leases (table_id, version, server_id, until) values ($1, 0, $4, $3)
on conflict (table_id) do update set server_id = excluded.server_id, until = excluded.until
where leases.until <= $2";

/// In the order of their keys, so that two servers never wait for each other.
const WRITE_PRESENCE: &str = "
insert into presence (table_id, player_id, seen_at, anonymous)
select table_id, player_id, max(seen_at), max(anonymous)
from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) as seen (table_id, player_id, seen_at, anonymous)
group by table_id, player_id order by table_id, player_id
on conflict (table_id, player_id) do update
set seen_at = greatest(presence.seen_at, excluded.seen_at), anonymous = excluded.anonymous";

/// A row that another server writes or deletes is skipped.
const FORGET_PRESENCE: &str = "
delete from presence where (table_id, player_id) in (
    select table_id, player_id from presence where seen_at < $1 order by table_id, player_id limit 1000 for update skip locked)";

const PRESENCE: &str = "
select table_id, player_id, seen_at, anonymous from presence where table_id = any($1) and seen_at >= $2";

const ENDED: &str = "
select id from unnest($1::uuid[]) as known (id)
where not exists (select 1 from sessions where sessions.id = known.id)";

const DELETED: &str = "select id from players where deleted_at >= $1";

/// All but the newest.
const DROP_TICKETS: &str = "
delete from tickets where ticket in (
    select ticket from tickets where player_id = $1 order by until desc offset $2)";

const TAKE_TICKET: &str = "
delete from tickets where ticket = $1 returning player_id, session_id, access_until, until";

const USE_KEY: &str = "
insert into guest_keys (key, refresh, at) values ($1, $2, $3)
on conflict (key) do update set refresh = excluded.refresh, at = excluded.at where guest_keys.refresh = $4";
