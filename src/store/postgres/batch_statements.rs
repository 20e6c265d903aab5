//! The statements that write the rows of a batch: one for each table that has some.

use sqlx::PgConnection;
use uuid::Uuid;

use super::day_rows::DayRows;
use super::tournament_commits;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::Wallet;
use crate::service::table::stored::commit::DoneRequest;
use crate::service::table::stored::ledger::ChipMovement;
use crate::store::batch_rows::{
    AtTable, BatchRows, ChangedTable, HandEnd, NewChange, NewHand, NewMovement, OpenedTable, TableHead,
};
use crate::store::column::{author, signed};
use cardroom_api::id::PlayerId;

/// Writes the rows of a batch, by one statement for each table that has some.
pub async fn write(db: &mut PgConnection, rows: BatchRows<'_>, wallets: &[Wallet]) -> Result<(), StoreError> {
    open_tables(db, &rows.opened_tables).await?;
    write_heads(db, &rows.heads).await?;
    change_tables(db, &rows.changed_tables).await?;
    insert_changes(db, &rows.changes).await?;
    insert_hands(db, &rows.hands).await?;
    end_hands(db, &rows.ended_hands).await?;
    write_wallets(db, wallets).await?;
    insert_movement_rows(db, &rows.movements).await?;
    add_to_days(db, DayRows::of(&rows.ended_hands)?).await?;
    insert_requests(db, rows.requests).await?;
    write_pairs(db, DELETE_SEATS, &rows.left).await?;
    write_pairs(db, INSERT_SEATS, &rows.sat_down).await?;
    write_pairs(db, DELETE_WAITING, &rows.stops_waiting).await?;
    write_pairs(db, INSERT_WAITING, &rows.waits).await?;
    // One that moves to another table leaves the first.
    if !rows.bots_left.is_empty() {
        let bots = column(&rows.bots_left, |bot| bot.0);
        sqlx::query(DELETE_BOTS).bind(bots).execute(&mut *db).await?;
    }
    write_pairs(db, INSERT_BOTS, &rows.bots_sat_down).await?;
    if !rows.bot_winnings.is_empty() {
        let players: Vec<Uuid> = rows.bot_winnings.keys().map(|(player, _)| player.0).collect();
        let days: Vec<i64> = rows.bot_winnings.keys().map(|(_, day)| *day).collect();
        let chips: Vec<i64> = rows.bot_winnings.into_values().collect();
        sqlx::query(ADD_BOT_WINNINGS).bind(players).bind(days).bind(chips).execute(&mut *db).await?;
    }
    tournament_commits::write(db, rows.tournaments).await
}

/// A column of rows, as `unnest` takes it.
fn column<'r, R, T>(rows: &'r [R], of: impl FnMut(&'r R) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}

async fn open_tables(db: &mut PgConnection, rows: &[OpenedTable<'_>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_TABLES)
        .bind(column(rows, |row| row.rest.id.0))
        .bind(column(rows, |row| row.rest.state.as_str()))
        .bind(column(rows, |row| row.rest.hand_id.map(|hand| hand.0)))
        .bind(column(rows, |row| row.rest.free_seats))
        .bind(column(rows, |row| row.rest.listed))
        .bind(column(rows, |row| row.rest.closed_at))
        .bind(column(rows, |row| row.rare.host.0))
        .bind(column(rows, |row| row.rare.stake))
        .bind(column(rows, |row| row.rare.options.as_str()))
        .bind(column(rows, |row| row.rare.invite_code))
        .bind(column(rows, |row| row.game))
        .bind(column(rows, |row| row.created_at))
        .execute(db)
        .await?;
    Ok(())
}

async fn change_tables(db: &mut PgConnection, rows: &[ChangedTable<'_>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(UPDATE_TABLES)
        .bind(column(rows, |row| row.id.0))
        .bind(column(rows, |row| row.state.as_str()))
        .bind(column(rows, |row| row.hand_id.map(|hand| hand.0)))
        .bind(column(rows, |row| row.free_seats))
        .bind(column(rows, |row| row.listed))
        .bind(column(rows, |row| row.closed_at))
        .bind(column(rows, |row| row.rare.as_ref().map(|rare| rare.host.0)))
        .bind(column(rows, |row| row.rare.as_ref().map(|rare| rare.stake)))
        .bind(column(rows, |row| row.rare.as_ref().map(|rare| rare.options.as_str())))
        .bind(column(rows, |row| row.rare.as_ref().and_then(|rare| rare.invite_code)))
        .execute(db)
        .await?;
    Ok(())
}

async fn write_heads(db: &mut PgConnection, rows: &[TableHead]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(UPDATE_HEADS)
        .bind(column(rows, |row| row.table_id.0))
        .bind(column(rows, |row| row.version))
        .bind(column(rows, |row| row.due_at))
        .bind(column(rows, |row| row.period))
        .execute(db)
        .await?;
    Ok(())
}

async fn insert_changes(db: &mut PgConnection, rows: &[NewChange<'_>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_CHANGES)
        .bind(column(rows, |row| row.table_id.0))
        .bind(column(rows, |row| row.version))
        .bind(column(rows, |row| row.at))
        .bind(column(rows, |row| row.hand_id.map(|hand| hand.0)))
        .bind(column(rows, |row| author(row.author)))
        .bind(column(rows, |row| row.body.as_str()))
        .execute(db)
        .await?;
    Ok(())
}

async fn insert_hands(db: &mut PgConnection, rows: &[NewHand<'_>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_HANDS)
        .bind(column(rows, |row| row.id.0))
        .bind(column(rows, |row| row.table_id.0))
        .bind(column(rows, |row| row.number))
        .bind(column(rows, |row| row.rules_version))
        .bind(column(rows, |row| row.setup.as_str()))
        .bind(column(rows, |row| row.players.as_str()))
        .bind(column(rows, |row| row.shuffle.as_str()))
        .bind(column(rows, |row| row.root))
        .bind(column(rows, |row| row.mix))
        .bind(column(rows, |row| row.started_at))
        .bind(column(rows, |row| row.first_version))
        .execute(db)
        .await?;
    Ok(())
}

async fn end_hands(db: &mut PgConnection, rows: &[HandEnd<'_>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let played: Vec<(&HandEnd<'_>, PlayerId)> =
        rows.iter().flat_map(|row| row.people.iter().map(move |&person| (row, person))).collect();
    sqlx::query(END_HANDS)
        .bind(column(rows, |row| row.hand_id.0))
        .bind(column(rows, |row| row.last_version))
        .bind(column(rows, |row| row.shown.as_str()))
        .bind(column(&played, |(_, person)| person.0))
        .bind(column(&played, |(row, _)| row.hand_id.0))
        .bind(column(&played, |(row, _)| row.game))
        .bind(column(&played, |(row, person)| row.net(*person)))
        .execute(db)
        .await?;
    Ok(())
}

async fn write_wallets(db: &mut PgConnection, wallets: &[Wallet]) -> Result<(), StoreError> {
    if wallets.is_empty() {
        return Ok(());
    }
    let ids = column(wallets, |wallet| wallet.id.0);
    let chips = wallets.iter().map(|wallet| signed(wallet.chips)).collect::<Result<Vec<i64>, _>>()?;
    sqlx::query(UPDATE_WALLETS).bind(ids).bind(chips).execute(db).await?;
    Ok(())
}

/// Writes movements; the caller changes the wallets.
pub async fn insert_movements(db: &mut PgConnection, movements: &[ChipMovement]) -> Result<(), StoreError> {
    let rows = movements.iter().map(NewMovement::of).collect::<Result<Vec<_>, _>>()?;
    insert_movement_rows(db, &rows).await
}

async fn insert_movement_rows(db: &mut PgConnection, rows: &[NewMovement]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_MOVEMENTS)
        .bind(column(rows, |row| row.id.0))
        .bind(column(rows, |row| row.at))
        .bind(column(rows, |row| row.debit.as_str()))
        .bind(column(rows, |row| row.credit.as_str()))
        .bind(column(rows, |row| row.amount))
        .bind(column(rows, |row| row.reason.as_str()))
        .bind(column(rows, |row| row.player_id.map(|player| player.0)))
        .bind(column(rows, |row| row.table_id.map(|table| table.0)))
        .bind(column(rows, |row| row.version))
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

/// Two batches with the same keys insert them in the same order, so that they do not wait for each other.
async fn insert_requests(db: &mut PgConnection, mut rows: Vec<&DoneRequest>) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    rows.sort_by_key(|row| (row.player, &row.key));
    let versions = rows.iter().map(|row| signed(row.version)).collect::<Result<Vec<i64>, _>>()?;
    sqlx::query(INSERT_REQUESTS)
        .bind(column(&rows, |row| row.player.0))
        .bind(column(&rows, |row| row.key.as_str()))
        .bind(column(&rows, |row| row.digest.as_slice()))
        .bind(column(&rows, |row| row.table.0))
        .bind(versions)
        .bind(column(&rows, |row| row.at.as_millisecond()))
        .execute(db)
        .await?;
    Ok(())
}

async fn write_pairs(
    db: &mut PgConnection,
    statement: &'static str,
    rows: &[AtTable],
) -> Result<(), StoreError> {
    if !rows.is_empty() {
        let players = column(rows, |(player, _)| player.0);
        sqlx::query(statement).bind(players).bind(column(rows, |(_, table)| table.0)).execute(db).await?;
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
