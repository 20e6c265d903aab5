//! The scripts that write many rows, and the values of a row of each of their statements.

use sqlx::Arguments;
use sqlx::error::BoxDynError;
use sqlx::sqlite::SqliteArguments;

use super::chains::{ChangeLink, EndLink, Link, TipAfter};
use super::many_rows::{ManyRows, RowStatement};
use super::player_total::PlayerTotal;
use crate::service::table::stored::change::Author;
use crate::service::table::stored::commit::DoneRequest;
use crate::store::batch_rows::{
    ChangedTable, HandEnd, NewChange, NewHand, NewMovement, OpenedTable, TableHead,
};
use crate::store::column::{self, json, signed};
use crate::store::history_rows::Nets;
use cardroom_api::id::PlayerId;

type Added = Result<(), BoxDynError>;

/// New tables.
pub static INSERT_TABLES: ManyRows<1> = ManyRows::new([RowStatement {
    text: "
insert into tables (id, host, game, stake, options, state, hand_id, listed, free_seats, created_at, closed_at, invite_code)
select * from (values ...) where column1 is not null",
    columns: 12,
    rows: 1,
}]);

/// Adds a row of [`INSERT_TABLES`].
pub fn add_opened_table(values: &mut SqliteArguments, row: OpenedTable<'_>) -> Added {
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
}

/// The tips of tables, with the column that has an index. New ones are inserted, the others updated.
pub static MOVE_HEADS: ManyRows<1> = ManyRows::new([RowStatement {
    text: "
insert into heads (number, table_id, version, last_change, due_at, last_hand, period)
select * from (values ...) where column1 is not null
on conflict (number) do update set
    version = excluded.version, last_change = excluded.last_change, due_at = excluded.due_at, last_hand = excluded.last_hand,
    period = excluded.period",
    columns: 7,
    rows: 1,
}]);

/// What every move writes: the tip of its table, and a change.
pub static MOVES: ManyRows<2> = ManyRows::new([
    RowStatement {
        text: "
insert into heads (number, table_id, version, last_change, due_at, last_hand, period)
select * from (values ...) where column1 is not null
on conflict (number) do update set
    version = excluded.version, last_change = excluded.last_change, due_at = excluded.due_at, last_hand = excluded.last_hand",
        columns: 7,
        rows: 1,
    },
    RowStatement {
        text: "
insert into changes (place, head, version, at, hand, author, body, before)
select * from (values ...) where column1 is not null",
        columns: 8,
        rows: 1,
    },
]);

/// Adds a row of [`MOVE_HEADS`], or of the first statement of [`MOVES`].
pub fn add_head(values: &mut SqliteArguments, (row, TipAfter { tip, .. }): (TableHead, TipAfter)) -> Added {
    values.add(tip.number)?;
    values.add(row.table_id.to_string())?;
    values.add(row.version)?;
    values.add(tip.last_change)?;
    values.add(row.due_at)?;
    values.add(tip.last_hand)?;
    values.add(row.period)
}

/// Adds a row of the second statement of [`MOVES`].
pub fn add_change(values: &mut SqliteArguments, (row, chain): (NewChange<'_>, ChangeLink)) -> Added {
    values.add(chain.link.place)?;
    values.add(chain.head)?;
    values.add(row.version)?;
    values.add(row.at)?;
    values.add(chain.hand)?;
    add_author(values, row.author)?;
    values.add(row.body)?;
    values.add(chain.link.before)
}

/// The author of a change: the identifier of a player is a blob, a word is text.
fn add_author(values: &mut SqliteArguments, author: &Author) -> Added {
    let bytes = column::author(author);
    match author {
        Author::Player(_) => values.add(bytes),
        Author::Clock | Author::Admin => values.add(str::from_utf8(bytes)?),
    }
}

/// What is written when hands are dealt and end: the state of tables, hands, their ends, movements, and the totals of players, of whom there
/// are two or more.
pub static HANDS: ManyRows<5> = ManyRows::new([
    RowStatement {
        text: "
update tables set state = new.column2, hand_id = new.column3, free_seats = new.column4
from (values ...) as new where tables.id = new.column1",
        columns: 4,
        rows: 1,
    },
    RowStatement {
        text: "
insert into hands
    (place, id, table_id, number, rules_version, setup, players, shuffle, root, mix, started_at, first_version, previous)
select * from (values ...) where column1 is not null",
        columns: 13,
        rows: 1,
    },
    // If a table was repaired by hand, its hand may have ended before.
    RowStatement {
        text: "
insert or replace into ended_hands (place, last_version, shown, nets, before)
select * from (values ...) where column1 is not null",
        columns: 5,
        rows: 1,
    },
    RowStatement {
        text: "
insert into ledger (place, id, at, debit, credit, amount, reason, player_id, table_id, version, before)
select * from (values ...) where column1 is not null",
        columns: 11,
        rows: 2,
    },
    RowStatement {
        text: "
insert into heads_of_players
    (number, player_id, last_movement, last_hand, last_hands, game, with_computers, day, hands, net, tally)
select * from (values ...) where column1 is not null
on conflict (number) do update set
    last_movement = excluded.last_movement, last_hand = excluded.last_hand, last_hands = excluded.last_hands,
    game = excluded.game, with_computers = excluded.with_computers, day = excluded.day, hands = excluded.hands,
    net = excluded.net, tally = excluded.tally",
        columns: 11,
        rows: 2,
    },
]);

/// Adds a row of the first statement of [`HANDS`].
pub fn add_changed_table(values: &mut SqliteArguments, row: ChangedTable<'_>) -> Added {
    values.add(row.id.to_string())?;
    values.add(row.state)?;
    values.add(row.hand_id.map(|hand| hand.to_string()))?;
    values.add(row.free_seats)
}

/// Adds a row of the second one.
pub fn add_hand(values: &mut SqliteArguments, (row, link): (NewHand<'_>, Link)) -> Added {
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
}

/// Adds a row of the third one.
pub fn add_end(values: &mut SqliteArguments, (row, link): (HandEnd<'_>, EndLink)) -> Added {
    values.add(link.place)?;
    values.add(row.last_version)?;
    values.add(row.shown)?;
    values.add(json(&Nets::of(row.counted))?)?;
    values.add(json(&link.before)?)
}

/// Adds a row of the fourth one.
pub fn add_movement(values: &mut SqliteArguments, (row, link): (NewMovement, Link)) -> Added {
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
}

/// Adds a row of the fifth one.
pub fn add_total(values: &mut SqliteArguments, (player, total): (PlayerId, &PlayerTotal)) -> Added {
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
}

/// Requests under a key.
pub static INSERT_REQUESTS: ManyRows<1> = ManyRows::new([RowStatement {
    text: "
insert into done_requests (player, key, digest, head, version, at)
select * from (values ...) where column1 is not null",
    columns: 6,
    rows: 1,
}]);

/// Adds a row of [`INSERT_REQUESTS`].
pub fn add_request(values: &mut SqliteArguments, (row, head): (&DoneRequest, i64)) -> Added {
    values.add(row.player.0)?;
    values.add(row.key.as_str())?;
    values.add(row.digest.as_slice())?;
    values.add(head)?;
    values.add(signed(row.version)?)?;
    values.add(row.at.as_millisecond())
}
