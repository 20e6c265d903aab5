//! Writing a batch of changes in one transaction: judged one by one, written together.
//!
//! However large the batch, it takes the same few statements: rows travel as one JSON array.

use async_trait::async_trait;
use serde::Serialize;
use sqlx::SqliteConnection;

use super::Sqlite;
use super::judge::{Judge, Wallet};
use crate::service::id::PlayerId;
use crate::service::ports::commits::{CommitStore, Committed};
use crate::service::ports::error::StoreError;
use crate::service::table::commit::{Columns, Commit, EndedHand, Write};
use crate::service::table::my_hands::ShownCards;
use crate::service::table::time::day_of;
use crate::store::column::{json, signed};
use crate::store::history_rows::{HandCounted, NewFigures, NewHandOfPlayer};
use crate::store::rows::{ChangedTable, DoneRequestRow, LedgerRow, NewChange, NewHand, OpenedTable};

#[async_trait]
impl CommitStore for Sqlite {
    async fn commit(&self, batch: &[Commit]) -> Result<Vec<Committed>, StoreError> {
        let mut tx = self.write.begin_with("begin immediate").await?;
        let mut judge = Judge::read(&mut tx, batch).await?;
        let mut rows = Rows::default();
        let mut verdicts = Vec::with_capacity(batch.len());
        for commit in batch {
            let verdict = judge.judge(commit);
            if verdict == Committed::Done {
                rows.push(commit)?;
            }
            verdicts.push(verdict);
        }
        rows.wallets = judge.into_moved();
        rows.write(&mut tx).await?;
        tx.commit().await?;
        Ok(verdicts)
    }
}

/// The rows of the accepted commits.
#[derive(Default)]
struct Rows<'a> {
    opened: Vec<OpenedTable<'a>>,
    changed: Vec<ChangedTable<'a>>,
    changed_with_due: Vec<ChangedTable<'a>>,
    changed_listing: Vec<ChangedTable<'a>>,
    changed_wholly: Vec<OpenedTable<'a>>,
    dealt: Vec<NewHand<'a>>,
    dealt_in: Vec<NewHandOfPlayer>,
    ended: Vec<HandEnd<'a>>,
    counted: Vec<HandCounted>,
    figures: Vec<NewFigures<'a>>,
    changes: Vec<NewChange<'a>>,
    wallets: Vec<Wallet>,
    ledger: Vec<LedgerRow>,
    requests: Vec<DoneRequestRow>,
    left: Vec<Seat>,
    sat_down: Vec<Seat>,
    waits: Vec<Seat>,
    stops_waiting: Vec<Seat>,
    bots_left: Vec<PlayerId>,
    bots_sat_down: Vec<Seat>,
    bot_winnings: Vec<BotWinnings>,
}

/// What a player won of computer players in a hand.
#[derive(Serialize)]
struct BotWinnings {
    player_id: String,
    day: i64,
    chips: i64,
}

/// The end of a hand.
#[derive(Serialize)]
struct HandEnd<'a> {
    id: String,
    last_version: i64,
    shown: &'a [ShownCards],
}

/// A chair at a table.
#[derive(Serialize)]
struct Seat {
    player_id: String,
    table_id: String,
}

impl<'a> Rows<'a> {
    fn push(&mut self, commit: &'a Commit) -> Result<(), StoreError> {
        let table = &commit.table;
        match commit.write {
            Write::Open => self.opened.push(OpenedTable::of(table)?),
            Write::Update { columns, .. } => match columns {
                Columns::State => self.changed.push(ChangedTable::of(table)?),
                Columns::AndDue => self.changed_with_due.push(ChangedTable::of(table)?),
                Columns::AndListed => self.changed_listing.push(ChangedTable::of(table)?),
                Columns::All => self.changed_wholly.push(OpenedTable::of(table)?),
            },
        }
        self.changes.push(NewChange::of(&commit.change)?);
        if let Some(hand) = &commit.hand_started {
            self.dealt.push(NewHand::of(hand)?);
            self.dealt_in.extend(NewHandOfPlayer::all(hand));
        }
        if let Some(EndedHand { id, shown }) = &commit.hand_ended {
            let last_version = signed(commit.change.version)?;
            self.ended.push(HandEnd { id: id.to_string(), last_version, shown });
            self.counted.extend(commit.counted.iter().map(|counted| HandCounted::of(*id, counted)));
        }
        for movement in &commit.movements {
            self.ledger.push(LedgerRow::of(movement)?);
        }
        if let Some(request) = &commit.request {
            self.requests.push(DoneRequestRow::of(request)?);
        }
        let seat = |player: &PlayerId| Seat { player_id: player.to_string(), table_id: table.id.to_string() };
        self.sat_down.extend(commit.sat_down.iter().map(seat));
        self.left.extend(commit.left.iter().map(seat));
        self.waits.extend(commit.waits.iter().map(seat));
        self.stops_waiting.extend(commit.stops_waiting.iter().map(seat));
        self.bots_sat_down.extend(commit.bots.sat_down.iter().map(seat));
        self.bots_left.extend(&commit.bots.left);
        let day = day_of(commit.change.at);
        self.figures.extend(commit.counted.iter().map(|counted| NewFigures::of(counted, day)));
        let winnings =
            |&(player, chips): &(PlayerId, i64)| BotWinnings { player_id: player.to_string(), day, chips };
        self.bot_winnings.extend(commit.bots.won.iter().map(winnings));
        Ok(())
    }

    async fn write(&self, db: &mut SqliteConnection) -> Result<(), StoreError> {
        run(db, INSERT_TABLES, &self.opened).await?;
        run(db, UPDATE_TABLES, &self.changed).await?;
        run(db, UPDATE_TABLES_AND_DUE, &self.changed_with_due).await?;
        run(db, UPDATE_TABLES_AND_LISTING, &self.changed_listing).await?;
        run(db, UPDATE_TABLES_WHOLLY, &self.changed_wholly).await?;
        run(db, INSERT_CHANGES, &self.changes).await?;
        run(db, INSERT_HANDS, &self.dealt).await?;
        run(db, INSERT_HANDS_OF_PLAYERS, &self.dealt_in).await?;
        run(db, END_HANDS, &self.ended).await?;
        run(db, COUNT_HANDS, &self.counted).await?;
        run(db, ADD_FIGURES, &self.figures).await?;
        run(db, ADD_TO_DAYS, &self.figures).await?;
        run(db, UPDATE_WALLETS, &self.wallets).await?;
        run(db, INSERT_LEDGER, &self.ledger).await?;
        run(db, INSERT_REQUESTS, &self.requests).await?;
        run(db, DELETE_SEATS, &self.left).await?;
        run(db, INSERT_SEATS, &self.sat_down).await?;
        run(db, DELETE_WAITING, &self.stops_waiting).await?;
        run(db, INSERT_WAITING, &self.waits).await?;
        run(db, INSERT_BOTS, &self.bots_sat_down).await?;
        run(db, DELETE_BOTS, &self.bots_left).await?;
        run(db, ADD_BOT_WINNINGS, &self.bot_winnings).await
    }
}

/// Keeps movements; the wallets are the caller's affair.
pub async fn insert_ledger(db: &mut SqliteConnection, movements: &[LedgerRow]) -> Result<(), StoreError> {
    run(db, INSERT_LEDGER, movements).await
}

/// Runs a statement on rows, where there are any.
async fn run<T: Serialize>(
    db: &mut SqliteConnection,
    statement: &'static str,
    rows: &[T],
) -> Result<(), StoreError> {
    if !rows.is_empty() {
        sqlx::query(statement).bind(json(rows)?).execute(db).await?;
    }
    Ok(())
}

// `->` takes JSON out as it stands, `->>` a value.

const INSERT_TABLES: &str = "
insert into tables (id, host, game, stake, options, state, version, hand_id, due_at, listed, free_seats, created_at,
    closed_at, invite_code)
select value ->> 'id', value ->> 'host', value ->> 'game', value ->> 'stake', value -> 'options', value -> 'state',
    value ->> 'version', value ->> 'hand_id', value ->> 'due_at', value ->> 'listed', value ->> 'free_seats',
    value ->> 'created_at', value ->> 'closed_at', value ->> 'invite_code'
from json_each(?)";

const UPDATE_TABLES: &str = "
update tables set state = value -> 'state', version = value ->> 'version', hand_id = value ->> 'hand_id',
    free_seats = value ->> 'free_seats'
from json_each(?) where tables.id = value ->> 'id'";

const UPDATE_TABLES_AND_DUE: &str = "
update tables set state = value -> 'state', version = value ->> 'version', hand_id = value ->> 'hand_id',
    free_seats = value ->> 'free_seats', due_at = value ->> 'due_at'
from json_each(?) where tables.id = value ->> 'id'";

const UPDATE_TABLES_AND_LISTING: &str = "
update tables set state = value -> 'state', version = value ->> 'version', hand_id = value ->> 'hand_id',
    free_seats = value ->> 'free_seats', due_at = value ->> 'due_at', listed = value ->> 'listed',
    closed_at = value ->> 'closed_at'
from json_each(?) where tables.id = value ->> 'id'";

const UPDATE_TABLES_WHOLLY: &str = "
update tables set state = value -> 'state', version = value ->> 'version', hand_id = value ->> 'hand_id',
    free_seats = value ->> 'free_seats', due_at = value ->> 'due_at', listed = value ->> 'listed',
    closed_at = value ->> 'closed_at', host = value ->> 'host', stake = value ->> 'stake',
    options = value -> 'options', invite_code = value ->> 'invite_code'
from json_each(?) where tables.id = value ->> 'id'";

const INSERT_CHANGES: &str = "
insert into changes (table_id, version, at, hand_id, author, body)
select value ->> 'table_id', value ->> 'version', value ->> 'at', value ->> 'hand_id', value ->> 'author',
    value -> 'body'
from json_each(?)";

const INSERT_HANDS: &str = "
insert into hands (id, table_id, number, rules_version, setup, players, shuffle, root, mix, started_at, first_version)
select value ->> 'id', value ->> 'table_id', value ->> 'number', value ->> 'rules_version', value -> 'setup',
    value -> 'players', value -> 'shuffle', value ->> 'root', value ->> 'mix', value ->> 'started_at',
    value ->> 'first_version'
from json_each(?)";

const END_HANDS: &str = "
update hands set last_version = value ->> 'last_version', shown = value -> 'shown'
from json_each(?) where hands.id = value ->> 'id'";

const INSERT_HANDS_OF_PLAYERS: &str = "
insert into hands_of_players (player_id, hand_id, game)
select value ->> 'player_id', value ->> 'hand_id', value ->> 'game'
from json_each(?)";

const COUNT_HANDS: &str = "
update hands_of_players set net = value ->> 'net'
from json_each(?)
where hands_of_players.player_id = value ->> 'player_id' and hands_of_players.hand_id = value ->> 'hand_id'";

/// What every game counts, and the game's own counts beside it: each a row, where it is not 0.
const ADD_FIGURES: &str = "
insert into figures (player_id, game, with_computers, figure, amount)
select one.value ->> 'player_id', one.value ->> 'game', one.value ->> 'with_computers', figure.key, figure.value
from json_each(?) as one, json_each(json_patch(
    json_object('hands', 1, 'net', one.value -> 'net'), one.value -> 'tally' -> (one.value ->> 'game'))) as figure
where figure.value <> 0
on conflict do update set amount = amount + excluded.amount";

const ADD_TO_DAYS: &str = "
insert into days_of_players (player_id, game, with_computers, day, hands, net)
select value ->> 'player_id', value ->> 'game', value ->> 'with_computers', value ->> 'day', 1, value ->> 'net'
from json_each(?) where true
on conflict do update set hands = hands + 1, net = net + excluded.net";

const UPDATE_WALLETS: &str = "
update players set chips = value ->> 'chips'
from json_each(?) where players.id = value ->> 'id'";

const INSERT_LEDGER: &str = "
insert into ledger (id, at, debit, credit, amount, reason, player_id, table_id, version)
select value ->> 'id', value ->> 'at', value ->> 'debit', value ->> 'credit', value ->> 'amount',
    value ->> 'reason', value ->> 'player_id', value ->> 'table_id', value ->> 'version'
from json_each(?)";

const INSERT_REQUESTS: &str = "
insert into done_requests (player_id, key, digest, table_id, version, at)
select value ->> 'player_id', value ->> 'key', value ->> 'digest', value ->> 'table_id', value ->> 'version',
    value ->> 'at'
from json_each(?)";

const DELETE_SEATS: &str = "
delete from seats where (player_id, table_id) in (
    select value ->> 'player_id', value ->> 'table_id' from json_each(?))";

const INSERT_SEATS: &str = "
insert into seats (player_id, table_id)
select value ->> 'player_id', value ->> 'table_id'
from json_each(?)";

const DELETE_WAITING: &str = "
delete from waiting where (player_id, table_id) in (
    select value ->> 'player_id', value ->> 'table_id' from json_each(?))";

const INSERT_WAITING: &str = "
insert into waiting (player_id, table_id)
select value ->> 'player_id', value ->> 'table_id'
from json_each(?)";

const INSERT_BOTS: &str = "
insert into bots (player_id, table_id)
select value ->> 'player_id', value ->> 'table_id'
from json_each(?)";

const DELETE_BOTS: &str = "
delete from bots where player_id in (select value from json_each(?))";

/// `where true` tells the parser that no join follows.
const ADD_BOT_WINNINGS: &str = "
insert into bot_winnings (player_id, day, chips)
select value ->> 'player_id', value ->> 'day', value ->> 'chips' from json_each(?) where true
on conflict do update set chips = chips + excluded.chips";
