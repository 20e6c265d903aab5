//! The statements that write the rows of a batch: one for each kind of rows. Those of moves take values, rare ones JSON.

use serde::Serialize;
use sqlx::error::BoxDynError;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, SqliteConnection};

use super::chains::{ChangeLink, Chains, EndLink, Link, TipAfter};
use super::many_rows::ManyRows;
use super::player_total::PlayerTotal;
use super::tips::Tips;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::Wallet;
use crate::service::table::stored::change::Author;
use crate::service::table::stored::commit::DoneRequest;
use crate::service::table::stored::ledger::ChipMovement;
use crate::store::batch_rows::{
    BatchRows, ChangedTable, HandEnd, Head, NewChange, NewHand, NewMovement, OpenedTable,
};
use crate::store::column::{self, json, signed};
use crate::store::history_rows::Nets;
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
    write_heads(db, rows.heads, chains.heads).await?;
    change_tables(db, rows.changed_tables).await?;
    insert_hands(db, rows.hands.into_iter().zip(chains.hands)).await?;
    insert_changes(db, rows.changes.into_iter().zip(chains.changes)).await?;
    end_hands(db, rows.ended_hands.into_iter().zip(chains.ended_hands)).await?;
    insert_movements_of_moves(db, rows.movements.into_iter().zip(chains.movements)).await?;
    run(db, ADD_TO_DAYS, chains.past_days).await?;
    write_totals(db, chains.totals, tips).await?;
    insert_requests(db, rows.requests.into_iter().zip(chains.requests)).await?;
    run(db, UPDATE_WALLETS, wallets.iter().map(|wallet| (wallet.id, wallet.chips))).await?;
    run(db, DELETE_SEATS, rows.left).await?;
    run(db, INSERT_SEATS, rows.sat_down).await?;
    run(db, DELETE_WAITING, rows.stops_waiting).await?;
    run(db, INSERT_WAITING, rows.waits).await?;
    run(db, INSERT_BOTS, rows.bots_sat_down).await?;
    run(db, DELETE_BOTS, rows.bots_left).await?;
    run(db, ADD_BOT_WINNINGS, rows.bot_winnings.into_iter().map(|((player, day), chips)| (player, day, chips)))
        .await
}

/// Runs a statement on rows in JSON, if there are any.
async fn run<T: Serialize>(
    db: &mut SqliteConnection,
    statement: &'static str,
    rows: impl IntoIterator<Item = T>,
) -> Result<(), StoreError> {
    let rows: Vec<T> = rows.into_iter().collect();
    if !rows.is_empty() {
        sqlx::query(statement).bind(json(&rows)?).execute(db).await?;
    }
    Ok(())
}

async fn open_tables(db: &mut SqliteConnection, rows: Vec<OpenedTable<'_>>) -> Result<(), StoreError> {
    let bind = |values: &mut SqliteArguments, row: OpenedTable<'_>| {
        let OpenedTable { game, created_at, rare, rest } = row;
        values.add(rest.id.to_string())?;
        values.add(rare.host.to_string())?;
        values.add(game)?;
        values.add(rare.stake)?;
        values.add(rare.options)?;
        values.add(rest.state)?;
        values.add(rest.hand_id.map(|hand| hand.to_string()))?;
        values.add(rest.listed)?;
        values.add(rest.free_seats)?;
        values.add(created_at)?;
        values.add(rest.closed_at)?;
        values.add(rare.invite_code)
    };
    INSERT_TABLES.execute(db, rows, bind).await
}

/// SQLite updates every index of a column that is named, even if its value stays; so unchanged columns are not named.
async fn write_heads(
    db: &mut SqliteConnection,
    rows: Vec<Head>,
    tips: Vec<TipAfter>,
) -> Result<(), StoreError> {
    let bind = |values: &mut SqliteArguments, (row, TipAfter { tip, .. }): (Head, TipAfter)| {
        values.add(tip.number)?;
        values.add(row.table_id.to_string())?;
        values.add(row.version)?;
        values.add(tip.last_change)?;
        values.add(row.due_at)?;
        values.add(tip.last_hand)?;
        values.add(row.period)
    };
    let (moved, stay): (Vec<_>, Vec<_>) =
        rows.into_iter().zip(tips).partition(|(_, after)| after.is_bucket_changed);
    WRITE_HEADS_AND_PERIODS.execute(db, moved, bind).await?;
    WRITE_HEADS.execute(db, stay, bind).await
}

async fn change_tables(db: &mut SqliteConnection, rows: Vec<ChangedTable<'_>>) -> Result<(), StoreError> {
    let listings = rows.iter().filter(|row| row.is_listing_changed);
    run(db, UPDATE_LISTINGS, listings.map(|row| (row.id, row.listed, row.closed_at))).await?;
    let rare = rows.iter().filter_map(|row| row.rare.as_ref().map(|rare| (row.id, rare)));
    let rare = rare.map(|(id, rare)| (id, rare.host, rare.stake, &rare.options, rare.invite_code));
    run(db, UPDATE_RARE_COLUMNS, rare).await?;
    let bind = |values: &mut SqliteArguments, row: ChangedTable<'_>| {
        values.add(row.id.to_string())?;
        values.add(row.state)?;
        values.add(row.hand_id.map(|hand| hand.to_string()))?;
        values.add(row.free_seats)
    };
    UPDATE_TABLES.execute(db, rows, bind).await
}

async fn insert_hands(
    db: &mut SqliteConnection,
    rows: impl Iterator<Item = (NewHand<'_>, Link)>,
) -> Result<(), StoreError> {
    let bind = |values: &mut SqliteArguments, (row, link): (NewHand<'_>, Link)| {
        values.add(link.place)?;
        values.add(row.id.to_string())?;
        values.add(row.table_id.to_string())?;
        values.add(row.number)?;
        values.add(row.rules_version)?;
        values.add(row.setup)?;
        values.add(row.players)?;
        values.add(row.shuffle)?;
        values.add(row.root)?;
        values.add(row.mix)?;
        values.add(row.started_at)?;
        values.add(row.first_version)?;
        values.add(link.before)
    };
    INSERT_HANDS.execute(db, rows, bind).await
}

async fn insert_changes(
    db: &mut SqliteConnection,
    rows: impl Iterator<Item = (NewChange<'_>, ChangeLink)>,
) -> Result<(), StoreError> {
    let bind = |values: &mut SqliteArguments, (row, chain): (NewChange<'_>, ChangeLink)| {
        values.add(chain.link.place)?;
        values.add(chain.head)?;
        values.add(row.version)?;
        values.add(row.at)?;
        values.add(chain.hand)?;
        add_author(values, row.author)?;
        values.add(row.body)?;
        values.add(chain.link.before)
    };
    INSERT_CHANGES.execute(db, rows, bind).await
}

/// The author of a change: the identifier of a player is a blob, a word is text.
fn add_author(values: &mut SqliteArguments, author: &Author) -> Result<(), BoxDynError> {
    let bytes = column::author(author);
    match author {
        Author::Player(_) => values.add(bytes),
        Author::Clock | Author::Admin => values.add(str::from_utf8(bytes)?),
    }
}

async fn end_hands(
    db: &mut SqliteConnection,
    rows: impl Iterator<Item = (HandEnd<'_>, Option<EndLink>)>,
) -> Result<(), StoreError> {
    let rows = rows.filter_map(|(row, link)| Some((row, link?)));
    let bind = |values: &mut SqliteArguments, (row, link): (HandEnd<'_>, EndLink)| {
        values.add(link.place)?;
        values.add(row.last_version)?;
        values.add(row.shown)?;
        values.add(json(&Nets::of(row.counted))?)?;
        values.add(json(&link.before)?)
    };
    END_HANDS.execute(db, rows, bind).await
}

async fn insert_movements_of_moves(
    db: &mut SqliteConnection,
    rows: impl Iterator<Item = (NewMovement, Link)>,
) -> Result<(), StoreError> {
    let bind = |values: &mut SqliteArguments, (row, link): (NewMovement, Link)| {
        values.add(link.place)?;
        values.add(row.id.to_string())?;
        values.add(row.at)?;
        values.add(row.debit)?;
        values.add(row.credit)?;
        values.add(row.amount)?;
        values.add(row.reason)?;
        values.add(row.player_id.map(|player| player.to_string()))?;
        values.add(row.table_id.map(|table| table.to_string()))?;
        values.add(row.version)?;
        values.add(link.before)
    };
    INSERT_MOVEMENTS.execute(db, rows, bind).await
}

async fn write_totals(
    db: &mut SqliteConnection,
    players: Vec<PlayerId>,
    tips: &Tips,
) -> Result<(), StoreError> {
    let rows = players.into_iter().filter_map(|player| Some((player, tips.players.get(&player)?)));
    let bind = |values: &mut SqliteArguments, (player, total): (PlayerId, &PlayerTotal)| {
        let PlayerTotal { number, last_movement, last_hand, last_hands, today } = total;
        let (of, sums) = (today.as_ref().map(|today| &today.of), today.as_ref().map(|today| &today.sums));
        values.add(*number)?;
        values.add(player.to_string())?;
        values.add(*last_movement)?;
        values.add(*last_hand)?;
        values.add(json(last_hands)?)?;
        values.add(of.map(|of| of.game.as_str()))?;
        values.add(of.map(|of| of.with_computers))?;
        values.add(of.map(|of| of.day))?;
        values.add(sums.map(|sums| sums.hands))?;
        values.add(sums.map(|sums| sums.net))?;
        values.add(sums.map(|sums| json(&sums.tally)).transpose()?)
    };
    WRITE_TOTALS.execute(db, rows, bind).await
}

async fn insert_requests(
    db: &mut SqliteConnection,
    rows: impl Iterator<Item = (&DoneRequest, i64)>,
) -> Result<(), StoreError> {
    let bind = |values: &mut SqliteArguments, (row, head): (&DoneRequest, i64)| {
        values.add(row.player.0)?;
        values.add(row.key.as_str())?;
        values.add(row.digest.as_slice())?;
        values.add(head)?;
        values.add(signed(row.version)?)?;
        values.add(row.at.as_millisecond())
    };
    INSERT_REQUESTS.execute(db, rows, bind).await
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

static INSERT_TABLES: ManyRows = ManyRows::new(
    12,
    "
insert into tables (id, host, game, stake, options, state, hand_id, listed, free_seats, created_at, closed_at, invite_code)
select * from (values ...) where column1 is not null",
);

/// Inserts the tips of new tables, and updates the others.
static WRITE_HEADS: ManyRows = ManyRows::new(
    7,
    "
insert into heads (number, table_id, version, last_change, due_at, last_hand, period)
select * from (values ...) where column1 is not null
on conflict (number) do update set
    version = excluded.version, last_change = excluded.last_change, due_at = excluded.due_at, last_hand = excluded.last_hand",
);

static WRITE_HEADS_AND_PERIODS: ManyRows = ManyRows::new(
    7,
    "
insert into heads (number, table_id, version, last_change, due_at, last_hand, period)
select * from (values ...) where column1 is not null
on conflict (number) do update set
    version = excluded.version, last_change = excluded.last_change, due_at = excluded.due_at, last_hand = excluded.last_hand,
    period = excluded.period",
);

static UPDATE_TABLES: ManyRows = ManyRows::new(
    4,
    "
update tables set state = new.column2, hand_id = new.column3, free_seats = new.column4
from (values ...) as new where tables.id = new.column1",
);

const UPDATE_LISTINGS: &str = "
update tables set listed = new.value ->> 1, closed_at = new.value ->> 2
from json_each(?) as new where tables.id = new.value ->> 0";

const UPDATE_RARE_COLUMNS: &str = "
update tables set host = new.value ->> 1, stake = new.value ->> 2, options = new.value ->> 3, invite_code = new.value ->> 4
from json_each(?) as new where tables.id = new.value ->> 0";

static INSERT_HANDS: ManyRows = ManyRows::new(
    13,
    "
insert into hands
    (place, id, table_id, number, rules_version, setup, players, shuffle, root, mix, started_at, first_version, previous)
select * from (values ...) where column1 is not null",
);

static INSERT_CHANGES: ManyRows = ManyRows::new(
    8,
    "
insert into changes (place, head, version, at, hand, author, body, before)
select * from (values ...) where column1 is not null",
);

/// If a table was repaired by hand, its hand may have ended before.
static END_HANDS: ManyRows = ManyRows::new(
    5,
    "
insert or replace into ended_hands (place, last_version, shown, nets, before)
select * from (values ...) where column1 is not null",
);

static INSERT_MOVEMENTS: ManyRows = ManyRows::new(
    11,
    "
insert into ledger (place, id, at, debit, credit, amount, reason, player_id, table_id, version, before)
select * from (values ...) where column1 is not null",
);

const INSERT_MOVEMENT: &str = "
insert into ledger (id, at, debit, credit, amount, reason, player_id, table_id, version, before)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, (select last_movement from heads_of_players where player_id = ?7))";

const SET_LAST_MOVEMENT: &str = "
insert into heads_of_players (player_id, last_movement) values (?, ?)
on conflict (player_id) do update set last_movement = excluded.last_movement";

static WRITE_TOTALS: ManyRows = ManyRows::new(
    11,
    "
insert into heads_of_players
    (number, player_id, last_movement, last_hand, last_hands, game, with_computers, day, hands, net, tally)
select * from (values ...) where column1 is not null
on conflict (number) do update set
    last_movement = excluded.last_movement, last_hand = excluded.last_hand, last_hands = excluded.last_hands,
    game = excluded.game, with_computers = excluded.with_computers, day = excluded.day, hands = excluded.hands,
    net = excluded.net, tally = excluded.tally",
);

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

static INSERT_REQUESTS: ManyRows = ManyRows::new(
    6,
    "
insert into done_requests (player, key, digest, head, version, at)
select * from (values ...) where column1 is not null",
);

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
