//! Writing a batch of changes in one transaction: what it depends on is locked and read first, then validated commit by commit, then
//! written by one statement a table.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::{Connection, PgConnection};
use tokio::time::timeout;
use uuid::Uuid;

use super::batch_rows::{
    BatchRows, ChangedTables, Changes, DayRows, EndedHands, Hands, Heads, Movements, OpenedTables, Pairs,
    RequestRows,
};
use super::retry::{cause, is_lost, is_rolled_back_for_another, retried_if};
use super::{Postgres, batch_facts, tournament_commits};
use crate::service::ports::commits::{Batch, CommitStore, Committed};
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::{BatchValidator, Wallet};
use crate::store::column::signed;
use crate::store::history_rows::people_of;
use crate::store::postgres_code::{UNIQUE_VIOLATION, postgres_code};
use cardroom_api::id::HandId;

#[async_trait]
impl CommitStore for Postgres {
    async fn commit(&self, batch: Arc<Batch>) -> Result<Vec<Committed>, StoreError> {
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        let written = retried_if(BatchFailure::is_worth_another_try, || async {
            self.commits.run(async |connection: &mut PgConnection| write(connection, &batch).await).await
        });
        written.await.map_err(BatchFailure::into_store_error)
    }
}

/// How long a batch may take before it is committed, and to be committed: longer than any wait for a lock. Without it a connection that is
/// cut off silently would hold all further batches.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a batch was not written, or may not have been.
struct BatchFailure {
    error: StoreError,
    /// Whether it came before the batch was to be committed: then nothing was written.
    is_unwritten: bool,
}

impl From<StoreError> for BatchFailure {
    fn from(error: StoreError) -> Self {
        Self { error, is_unwritten: true }
    }
}

impl BatchFailure {
    /// Whether nothing was written, and the batch may be written if it is tried again: another process was in the way, or has just
    /// used a key or opened a table of the batch, or the connection was lost.
    fn is_worth_another_try(&self) -> bool {
        let has_used_a_key = self.code() == Some(UNIQUE_VIOLATION);
        is_rolled_back_for_another(&self.error) || self.is_unwritten && (has_used_a_key || self.is_lost())
    }

    fn is_lost(&self) -> bool {
        cause(&self.error).is_some_and(is_lost)
    }

    fn code(&self) -> Option<&str> {
        cause(&self.error).and_then(postgres_code)
    }

    /// The outcome of a batch is unknown after an error, unless the error says that nothing was written.
    fn into_store_error(self) -> StoreError {
        let is_out_of_reach = self.is_lost() || matches!(cause(&self.error), Some(sqlx::Error::PoolTimedOut));
        match self.error {
            StoreError::Unavailable(source) if self.is_unwritten && is_out_of_reach => {
                StoreError::Locked(source)
            }
            error => error,
        }
    }
}

/// Writes a batch, each of its commits whole or not at all.
async fn write(connection: &mut PgConnection, batch: &Batch) -> Result<Vec<Committed>, BatchFailure> {
    let begun = timeout(PATIENCE, async {
        let mut transaction = connection.begin().await?;
        let verdicts = write_within(&mut transaction, batch).await?;
        Ok::<_, StoreError>((transaction, verdicts))
    });
    let (transaction, verdicts) = begun.await.map_err(|_| StoreError::from(sqlx::Error::PoolTimedOut))??;
    // If the answer to this one is lost, it is unknown whether the batch was written.
    let unknown = |error: sqlx::Error| BatchFailure { error: error.into(), is_unwritten: false };
    let committed = timeout(PATIENCE, transaction.commit()).await;
    committed.map_err(|_| unknown(sqlx::Error::PoolTimedOut))?.map_err(unknown)?;
    Ok(verdicts)
}

async fn write_within(db: &mut PgConnection, batch: &Batch) -> Result<Vec<Committed>, StoreError> {
    let tournaments = tournament_commits::lock(db, batch).await?;
    let versions = batch_facts::lock_tables(db, batch).await?;
    let mut validator = BatchValidator::new(batch_facts::read(db, batch).await?);
    let verdicts = validator.validate_batch(
        batch,
        |table| versions.get(&table).copied(),
        |tournament| tournaments.get(&tournament).copied(),
    );
    let mut rows = BatchRows::of(verdicts.accepted(batch))?;
    for commit in verdicts.accepted_groups(batch) {
        tournament_commits::write(db, commit).await?;
        rows.movements.extend(&commit.movements)?;
        rows.add_winnings(commit);
    }
    write_rows(db, rows, &validator.into_moved()).await?;
    Ok(verdicts.outcomes(batch))
}

/// Writes the rows of a batch, by one statement for each table that has some.
async fn write_rows(db: &mut PgConnection, rows: BatchRows, wallets: &[Wallet]) -> Result<(), StoreError> {
    open_tables(db, rows.opened_tables).await?;
    write_heads(db, rows.heads).await?;
    change_tables(db, rows.changed_tables).await?;
    insert_changes(db, rows.changes).await?;
    insert_hands(db, rows.hands).await?;
    end_hands(db, rows.ended_hands).await?;
    write_wallets(db, wallets).await?;
    insert_movements(db, rows.movements).await?;
    add_to_days(db, rows.days.rows()?).await?;
    insert_requests(db, rows.requests.rows()?).await?;
    write_pairs(db, DELETE_SEATS, rows.left).await?;
    write_pairs(db, INSERT_SEATS, rows.sat_down).await?;
    write_pairs(db, DELETE_WAITING, rows.stops_waiting).await?;
    write_pairs(db, INSERT_WAITING, rows.waits).await?;
    // One that moves to another table leaves the first.
    if !rows.bots_left.is_empty() {
        sqlx::query(DELETE_BOTS).bind(rows.bots_left).execute(&mut *db).await?;
    }
    write_pairs(db, INSERT_BOTS, rows.bots_sat_down).await?;
    if !rows.bot_winnings.is_empty() {
        let players: Vec<Uuid> = rows.bot_winnings.keys().map(|(player, _)| player.0).collect();
        let days: Vec<i64> = rows.bot_winnings.keys().map(|(_, day)| *day).collect();
        let chips: Vec<i64> = rows.bot_winnings.into_values().collect();
        sqlx::query(ADD_BOT_WINNINGS).bind(players).bind(days).bind(chips).execute(db).await?;
    }
    Ok(())
}

async fn open_tables(db: &mut PgConnection, rows: OpenedTables) -> Result<(), StoreError> {
    let OpenedTables { game, created_at, columns } = rows;
    if game.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_TABLES)
        .bind(columns.id)
        .bind(columns.state)
        .bind(columns.hand_id)
        .bind(columns.free_seats)
        .bind(columns.listed)
        .bind(columns.closed_at)
        .bind(columns.host)
        .bind(columns.stake)
        .bind(columns.options)
        .bind(columns.invite_code)
        .bind(game)
        .bind(created_at)
        .execute(db)
        .await?;
    Ok(())
}

async fn change_tables(db: &mut PgConnection, rows: ChangedTables) -> Result<(), StoreError> {
    if rows.id.is_empty() {
        return Ok(());
    }
    sqlx::query(UPDATE_TABLES)
        .bind(rows.id)
        .bind(rows.state)
        .bind(rows.hand_id)
        .bind(rows.free_seats)
        .bind(rows.listed)
        .bind(rows.closed_at)
        .bind(rows.host)
        .bind(rows.stake)
        .bind(rows.options)
        .bind(rows.invite_code)
        .execute(db)
        .await?;
    Ok(())
}

async fn write_heads(db: &mut PgConnection, rows: Heads) -> Result<(), StoreError> {
    if rows.table_id.is_empty() {
        return Ok(());
    }
    let query = sqlx::query(UPDATE_HEADS).bind(rows.table_id).bind(rows.version);
    query.bind(rows.due_at).bind(rows.period).execute(db).await?;
    Ok(())
}

async fn insert_changes(db: &mut PgConnection, rows: Changes) -> Result<(), StoreError> {
    if rows.version.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_CHANGES)
        .bind(rows.table_id)
        .bind(rows.version)
        .bind(rows.at)
        .bind(rows.hand_id)
        .bind(rows.author)
        .bind(rows.body)
        .execute(db)
        .await?;
    Ok(())
}

async fn insert_hands(db: &mut PgConnection, rows: Hands) -> Result<(), StoreError> {
    if rows.id.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_HANDS)
        .bind(rows.id)
        .bind(rows.table_id)
        .bind(rows.number)
        .bind(rows.rules_version)
        .bind(rows.setup)
        .bind(rows.players)
        .bind(rows.shuffle)
        .bind(rows.root)
        .bind(rows.mix)
        .bind(rows.started_at)
        .bind(rows.first_version)
        .execute(db)
        .await?;
    Ok(())
}

async fn end_hands(db: &mut PgConnection, rows: EndedHands) -> Result<(), StoreError> {
    let EndedHands { hand_id, last_version, shown, mut played, unread } = rows;
    if hand_id.is_empty() {
        return Ok(());
    }
    if !unread.is_empty() {
        // Who played a hand was written when it was dealt.
        let ids: Vec<Uuid> = unread.iter().map(|hand| hand.ended.id.0).collect();
        let found: Vec<(Uuid, String)> = sqlx::query_as(READ_PLAYERS).bind(ids).fetch_all(&mut *db).await?;
        for (id, players) in found {
            for hand in unread.iter().filter(|hand| hand.ended.id == HandId(id)) {
                played.push(&people_of(hand.ended.id, &players), &hand.ended, hand.game, &hand.counted);
            }
        }
    }
    sqlx::query(END_HANDS)
        .bind(hand_id)
        .bind(last_version)
        .bind(shown)
        .bind(played.player_id)
        .bind(played.hand_id)
        .bind(played.game)
        .bind(played.net)
        .execute(db)
        .await?;
    Ok(())
}

async fn write_wallets(db: &mut PgConnection, wallets: &[Wallet]) -> Result<(), StoreError> {
    if wallets.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = wallets.iter().map(|wallet| wallet.id.0).collect();
    let chips = wallets.iter().map(|wallet| signed(wallet.chips)).collect::<Result<Vec<i64>, _>>()?;
    sqlx::query(UPDATE_WALLETS).bind(ids).bind(chips).execute(db).await?;
    Ok(())
}

/// Writes movements; the caller changes the wallets.
pub async fn insert_movements(db: &mut PgConnection, rows: Movements) -> Result<(), StoreError> {
    if rows.id.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_MOVEMENTS)
        .bind(rows.id)
        .bind(rows.at)
        .bind(rows.debit)
        .bind(rows.credit)
        .bind(rows.amount)
        .bind(rows.reason)
        .bind(rows.player_id)
        .bind(rows.table_id)
        .bind(rows.version)
        .execute(db)
        .await?;
    Ok(())
}

async fn add_to_days(db: &mut PgConnection, rows: DayRows) -> Result<(), StoreError> {
    if rows.day.is_empty() {
        return Ok(());
    }
    sqlx::query(ADD_TO_DAYS)
        .bind(rows.player_id)
        .bind(rows.game)
        .bind(rows.with_computers)
        .bind(rows.day)
        .bind(rows.hands)
        .bind(rows.net)
        .bind(rows.tally)
        .execute(db)
        .await?;
    Ok(())
}

async fn insert_requests(db: &mut PgConnection, rows: RequestRows) -> Result<(), StoreError> {
    if rows.key.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_REQUESTS)
        .bind(rows.player_id)
        .bind(rows.key)
        .bind(rows.digest)
        .bind(rows.table_id)
        .bind(rows.version)
        .bind(rows.at)
        .execute(db)
        .await?;
    Ok(())
}

async fn write_pairs(db: &mut PgConnection, statement: &'static str, rows: Pairs) -> Result<(), StoreError> {
    if !rows.players.is_empty() {
        sqlx::query(statement).bind(rows.players).bind(rows.tables).execute(db).await?;
    }
    Ok(())
}

/// A new table gets its head in the same statement; it is then written like all heads.
const INSERT_TABLES: &str = "
with opened as (
    insert into tables (id, state, hand_id, free_seats, listed, closed_at, host, stake, options, invite_code, game, created_at)
    select id, state::json, hand_id, free_seats, listed, closed_at, host, stake, options::json, invite_code, game, created_at
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::boolean[], $6::bigint[], $7::uuid[], $8::bigint[],
        $9::text[], $10::text[], $11::text[], $12::bigint[])
        as new (id, state, hand_id, free_seats, listed, closed_at, host, stake, options, invite_code, game, created_at)
    returning id
)
insert into heads (table_id, version) select id, 0 from opened";

const UPDATE_HEADS: &str = "
update heads set version = new.version, due_at = new.due_at, period = new.period
from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[]) as new (table_id, version, due_at, period)
where heads.table_id = new.table_id";

/// The columns that rarely change come together, or not at all.
const UPDATE_TABLES: &str = "
update tables set state = new.state::json, hand_id = new.hand_id, free_seats = new.free_seats, listed = new.listed,
    closed_at = new.closed_at, host = coalesce(new.host, tables.host), stake = coalesce(new.stake, tables.stake),
    options = coalesce(new.options::json, tables.options),
    invite_code = case when new.options is null then tables.invite_code else new.invite_code end
from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::boolean[], $6::bigint[], $7::uuid[], $8::bigint[],
    $9::text[], $10::text[])
    as new (id, state, hand_id, free_seats, listed, closed_at, host, stake, options, invite_code)
where tables.id = new.id";

const INSERT_CHANGES: &str = "
insert into changes (table_id, version, at, hand_id, author, body)
select table_id, version, at, hand_id, author, body::json
from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::uuid[], $5::bytea[], $6::text[])
    as new (table_id, version, at, hand_id, author, body)";

const INSERT_HANDS: &str = "
insert into hands (id, table_id, number, rules_version, setup, players, shuffle, root, mix, started_at, first_version)
select id, table_id, number, rules_version, setup, players::json, shuffle, root, mix, started_at, first_version
from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::bigint[], $11::bigint[])
    as new (id, table_id, number, rules_version, setup, players, shuffle, root, mix, started_at, first_version)";

const READ_PLAYERS: &str = "select id, players::text from hands where id = any($1)";

/// If a table was repaired by hand, its hand may have ended before; and a hand that was never dealt does not end.
const END_HANDS: &str = "
with ended as (
    insert into ended_hands (hand_id, last_version, shown)
    select new.hand_id, new.last_version, new.shown
    from unnest($1::uuid[], $2::bigint[], $3::text[]) with ordinality as new (hand_id, last_version, shown, nth)
    where exists (select 1 from hands where hands.id = new.hand_id)
    order by nth
    on conflict (hand_id) do update set last_version = excluded.last_version, shown = excluded.shown
    returning hand_id, place
)
insert into played (player_id, place, hand_id, game, net)
select player_id, place, hand_id, game, net
from unnest($4::uuid[], $5::uuid[], $6::text[], $7::bigint[]) as new (player_id, hand_id, game, net)
join ended using (hand_id)
on conflict (player_id, place) do update set net = excluded.net";

const UPDATE_WALLETS: &str = "
update players set chips = new.chips from unnest($1::uuid[], $2::bigint[]) as new (id, chips)
where players.id = new.id";

const INSERT_MOVEMENTS: &str = "
insert into ledger (id, at, debit, credit, amount, reason, player_id, table_id, version)
select id, at, debit, credit, amount, reason, player_id, table_id, version
from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::uuid[], $8::uuid[], $9::bigint[])
    with ordinality as new (id, at, debit, credit, amount, reason, player_id, table_id, version, nth)
order by nth";

/// The counts of the game are added name by name. The rows come in the order of their keys, so that two batches do not wait for each
/// other.
const ADD_TO_DAYS: &str = "
insert into days_of_players as days (player_id, game, with_computers, day, hands, net, tally)
select player_id, game, with_computers, day, hands, net, tally::jsonb
from unnest($1::uuid[], $2::text[], $3::boolean[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[])
    with ordinality as new (player_id, game, with_computers, day, hands, net, tally, nth)
order by nth
on conflict (player_id, game, with_computers, day) do update
set hands = days.hands + excluded.hands, net = days.net + excluded.net, tally = (
    select coalesce(jsonb_object_agg(key, amount), '{}') from (
        select key, sum(value::bigint)::bigint as amount from (
            select * from jsonb_each_text(days.tally) union all select * from jsonb_each_text(excluded.tally)) as counts
        group by key) as sums)";

const INSERT_REQUESTS: &str = "
insert into done_requests (player_id, key, digest, table_id, version, at)
select player_id, key, digest, table_id, version, at
from unnest($1::uuid[], $2::text[], $3::bytea[], $4::uuid[], $5::bigint[], $6::bigint[])
    with ordinality as new (player_id, key, digest, table_id, version, at, nth)
order by nth";

const DELETE_SEATS: &str = "
delete from seats where (player_id, table_id) in (select * from unnest($1::uuid[], $2::uuid[]))";

const INSERT_SEATS: &str = "
insert into seats (player_id, table_id) select * from unnest($1::uuid[], $2::uuid[])";

const DELETE_WAITING: &str = "
delete from waiting where (player_id, table_id) in (select * from unnest($1::uuid[], $2::uuid[]))";

const INSERT_WAITING: &str = "
insert into waiting (player_id, table_id) select * from unnest($1::uuid[], $2::uuid[])";

const INSERT_BOTS: &str = "
insert into bots (player_id, table_id) select * from unnest($1::uuid[], $2::uuid[])";

const DELETE_BOTS: &str = "delete from bots where player_id = any($1)";

/// In the order of their keys: the rows come so.
const ADD_BOT_WINNINGS: &str = "
insert into bot_winnings as won (player_id, day, chips)
select player_id, day, chips from unnest($1::uuid[], $2::bigint[], $3::bigint[])
    with ordinality as new (player_id, day, chips, nth)
order by nth
on conflict (player_id, day) do update set chips = won.chips + excluded.chips";
