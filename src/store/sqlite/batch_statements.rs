//! Writes the rows of a batch: those of moves by scripts with values, rare ones as JSON.

use sqlx::SqliteConnection;

use super::chains::{Chains, ChangeLink, EndLink, Link, TipAfter};
use super::json_rows::run;
use super::row_scripts::{
    HANDS, INSERT_REQUESTS, INSERT_TABLES, MOVE_HEADS, MOVES, add_change, add_changed_table, add_end,
    add_hand, add_head, add_movement, add_opened_table, add_request, add_total,
};
use super::tips::Tips;
use super::tournament_commits;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::Wallet;
use crate::service::table::stored::commit::DoneRequest;
use crate::service::table::stored::ledger::ChipMovement;
use crate::store::batch_rows::{
    BatchRows, ChangedTable, HandEnd, NewChange, NewHand, NewMovement, OpenedTable, TableHead,
};
use cardroom_api::id::PlayerId;

/// Writes the rows of a batch. The tips are those after it.
pub async fn write(
    db: &mut SqliteConnection,
    rows: BatchRows<'_>,
    chains: Chains,
    tips: &Tips,
    wallets: Vec<Wallet>,
) -> Result<(), StoreError> {
    open_tables(db, rows.opened_tables).await?;
    let (moved, heads): (Vec<_>, Vec<_>) =
        rows.heads.into_iter().zip(chains.heads).partition(|(_, after)| after.is_bucket_changed);
    move_heads(db, moved).await?;
    write_moves(db, heads, rows.changes.into_iter().zip(chains.changes).collect()).await?;
    change_rare_columns(db, &rows.changed_tables).await?;
    let ended = rows.ended_hands.into_iter().zip(chains.ended_hands);
    let hands = Hands {
        tables: rows.changed_tables,
        dealt: rows.hands.into_iter().zip(chains.hands).collect(),
        ended: ended.filter_map(|(row, link)| Some((row, link?))).collect(),
        movements: rows.movements.into_iter().zip(chains.movements).collect(),
        totals: chains.totals,
    };
    hands.write(db, tips).await?;
    insert_requests(db, rows.requests.into_iter().zip(chains.requests).collect()).await?;
    run(db, ADD_TO_DAYS, chains.past_days).await?;
    run(db, UPDATE_WALLETS, wallets.iter().map(|wallet| (wallet.id, wallet.chips))).await?;
    run(db, DELETE_SEATS, rows.left).await?;
    run(db, INSERT_SEATS, rows.sat_down).await?;
    run(db, DELETE_WAITING, rows.stops_waiting).await?;
    run(db, INSERT_WAITING, rows.waits).await?;
    // One that moves to another table leaves the first.
    run(db, DELETE_BOTS, rows.bots_left).await?;
    run(db, INSERT_BOTS, rows.bots_sat_down).await?;
    let winnings = rows.bot_winnings.into_iter().map(|((player, day), chips)| (player, day, chips));
    run(db, ADD_BOT_WINNINGS, winnings).await?;
    tournament_commits::write(db, rows.tournaments).await
}

async fn open_tables(db: &mut SqliteConnection, rows: Vec<OpenedTable<'_>>) -> Result<(), StoreError> {
    let mut rows = rows.into_iter();
    while rows.len() > 0 {
        let mut script = INSERT_TABLES.for_rows([rows.len()]);
        script.add(&mut rows, add_opened_table)?;
        script.execute(db).await?;
    }
    Ok(())
}

/// Writes the tips of tables that are due in other ten minutes than before. SQLite updates every index of a column that is named, even if
/// its value stays; so others are written without it.
async fn move_heads(db: &mut SqliteConnection, rows: Vec<(TableHead, TipAfter)>) -> Result<(), StoreError> {
    let mut rows = rows.into_iter();
    while rows.len() > 0 {
        let mut script = MOVE_HEADS.for_rows([rows.len()]);
        script.add(&mut rows, add_head)?;
        script.execute(db).await?;
    }
    Ok(())
}

/// Writes what every move does: its change, and the tip of its table.
async fn write_moves(
    db: &mut SqliteConnection,
    heads: Vec<(TableHead, TipAfter)>,
    changes: Vec<(NewChange<'_>, ChangeLink)>,
) -> Result<(), StoreError> {
    let (mut heads, mut changes) = (heads.into_iter(), changes.into_iter());
    while heads.len() + changes.len() > 0 {
        let mut script = MOVES.for_rows([heads.len(), changes.len()]);
        script.add(&mut heads, add_head)?;
        script.add(&mut changes, add_change)?;
        script.execute(db).await?;
    }
    Ok(())
}

async fn change_rare_columns(db: &mut SqliteConnection, rows: &[ChangedTable<'_>]) -> Result<(), StoreError> {
    let listings = rows.iter().filter(|row| row.is_listing_changed);
    run(db, UPDATE_LISTINGS, listings.map(|row| (row.id, row.listed, row.closed_at))).await?;
    let rare = rows.iter().filter_map(|row| row.rare.as_ref().map(|rare| (row.id, rare)));
    let rare = rare.map(|(id, rare)| (id, rare.host, rare.stake, &rare.options, rare.invite_code));
    run(db, UPDATE_RARE_COLUMNS, rare).await
}

/// The rows that are written when hands are dealt and end.
struct Hands<'a> {
    tables: Vec<ChangedTable<'a>>,
    dealt: Vec<(NewHand<'a>, Link)>,
    ended: Vec<(HandEnd<'a>, EndLink)>,
    movements: Vec<(NewMovement, Link)>,
    totals: Vec<PlayerId>,
}

impl Hands<'_> {
    async fn write(self, db: &mut SqliteConnection, tips: &Tips) -> Result<(), StoreError> {
        let (mut tables, mut dealt) = (self.tables.into_iter(), self.dealt.into_iter());
        let (mut ended, mut movements) = (self.ended.into_iter(), self.movements.into_iter());
        let totals = self.totals.into_iter().filter_map(|player| Some((player, tips.players.get(&player)?)));
        let mut totals = totals.collect::<Vec<_>>().into_iter();
        loop {
            let rows = [tables.len(), dealt.len(), ended.len(), movements.len(), totals.len()];
            if rows.iter().sum::<usize>() == 0 {
                return Ok(());
            }
            let mut script = HANDS.for_rows(rows);
            script.add(&mut tables, add_changed_table)?;
            script.add(&mut dealt, add_hand)?;
            script.add(&mut ended, add_end)?;
            script.add(&mut movements, add_movement)?;
            script.add(&mut totals, add_total)?;
            script.execute(db).await?;
        }
    }
}

async fn insert_requests(
    db: &mut SqliteConnection,
    rows: Vec<(&DoneRequest, i64)>,
) -> Result<(), StoreError> {
    let mut rows = rows.into_iter();
    while rows.len() > 0 {
        let mut script = INSERT_REQUESTS.for_rows([rows.len()]);
        script.add(&mut rows, add_request)?;
        script.execute(db).await?;
    }
    Ok(())
}

/// Writes movements outside a batch, each with the place of its player's previous one; the caller changes the wallets.
pub async fn insert_movements(
    db: &mut SqliteConnection,
    movements: &[ChipMovement],
) -> Result<(), StoreError> {
    for movement in movements {
        let NewMovement { id, at, debit, credit, amount, reason, player_id, table_id, version } =
            NewMovement::of(movement)?;
        let player = player_id.map(|player| player.to_string());
        let inserted = sqlx::query(INSERT_MOVEMENT)
            .bind(id.to_string())
            .bind(at)
            .bind(debit)
            .bind(credit)
            .bind(amount)
            .bind(reason)
            .bind(&player)
            .bind(table_id.map(|table| table.to_string()))
            .bind(version)
            .execute(&mut *db)
            .await?;
        if player.is_some() {
            let place = inserted.last_insert_rowid();
            sqlx::query(SET_LAST_MOVEMENT).bind(player).bind(place).execute(&mut *db).await?;
        }
    }
    Ok(())
}

const UPDATE_LISTINGS: &str = "
update tables set listed = new.value ->> 1, closed_at = new.value ->> 2
from json_each(?) as new where tables.id = new.value ->> 0";

const UPDATE_RARE_COLUMNS: &str = "
update tables set host = new.value ->> 1, stake = new.value ->> 2, options = new.value ->> 3, invite_code = new.value ->> 4
from json_each(?) as new where tables.id = new.value ->> 0";

const INSERT_MOVEMENT: &str = "
insert into ledger (id, at, debit, credit, amount, reason, player_id, table_id, version, before)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, (select last_movement from heads_of_players where player_id = ?7))";

const SET_LAST_MOVEMENT: &str = "
insert into heads_of_players (player_id, last_movement) values (?, ?)
on conflict (player_id) do update set last_movement = excluded.last_movement";

/// Both counts are added name by name.
const ADD_TO_DAYS: &str = "
insert into days_of_players (player_id, game, with_computers, day, hands, net, tally)
select value ->> 'player_id', value ->> 'game', value ->> 'with_computers', value ->> 'day', value ->> 'hands', value ->> 'net',
    value -> 'tally'
from json_each(?) where true
on conflict do update set hands = hands + excluded.hands, net = net + excluded.net, tally = (
    select json_group_object(key, amount) from (
        select key, sum(value) as amount from (
            select key, value from json_each(iif(json_valid(days_of_players.tally), days_of_players.tally, '{}'))
            union all select key, value from json_each(excluded.tally))
        group by key))";

const UPDATE_WALLETS: &str = "
update players set chips = new.value ->> 1 from json_each(?) as new where players.id = new.value ->> 0";

const DELETE_SEATS: &str = "
delete from seats where (player_id, table_id) in (select value ->> 0, value ->> 1 from json_each(?))";

const INSERT_SEATS: &str = "
insert into seats (player_id, table_id) select value ->> 0, value ->> 1 from json_each(?)";

const DELETE_WAITING: &str = "
delete from waiting where (player_id, table_id) in (select value ->> 0, value ->> 1 from json_each(?))";

const INSERT_WAITING: &str = "
insert into waiting (player_id, table_id) select value ->> 0, value ->> 1 from json_each(?)";

const INSERT_BOTS: &str = "
insert into bots (player_id, table_id) select value ->> 0, value ->> 1 from json_each(?)";

const DELETE_BOTS: &str = "delete from bots where player_id in (select value from json_each(?))";

/// `where true` tells the parser that no join follows.
const ADD_BOT_WINNINGS: &str = "
insert into bot_winnings (player_id, day, chips)
select value ->> 0, value ->> 1, value ->> 2 from json_each(?) where true
on conflict do update set chips = chips + excluded.chips";
