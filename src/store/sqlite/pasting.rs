//! Writing a whole card room from the form that both databases share: the places of rows and the chains of lists are made anew.

use std::collections::HashMap;

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Executor, SqliteConnection};

use super::Sqlite;
use super::copying::{SqliteReader, put_ends_in_order};
use crate::service::ports::error::StoreError;
use crate::store::copy::copied_table::{ColumnKind, CopiedTable};
use crate::store::copy::rows::{CopiedRow, RowReader, RowWriter};

/// Writes a card room in one transaction.
pub struct SqliteWriter {
    /// Reads within the same transaction. `None` after the commit.
    reader: Option<SqliteReader>,
    chains: Chains,
}

/// The places of rows in the tables that lie in order, and of the last row of each list in them.
#[derive(Default)]
struct Chains {
    /// By table.
    places: HashMap<&'static str, i64>,
    /// By table and list.
    last: HashMap<(&'static str, String), i64>,
}

impl Chains {
    /// The place of the next row, and of the row before it in its list. A row without a list has none before it.
    fn next(&mut self, table: &'static str, list: Option<&String>) -> (i64, Option<i64>) {
        let place = self.places.entry(table).or_default();
        *place += 1;
        let before = list.and_then(|list| self.last.insert((table, list.clone()), *place));
        (*place, before)
    }
}

impl Sqlite {
    /// A writer of a whole card room.
    pub async fn row_writer(&self) -> Result<SqliteWriter, StoreError> {
        let mut transaction = self.write.begin().await?;
        transaction.execute(COPIED_PLAYED).await?;
        Ok(SqliteWriter { reader: Some(SqliteReader(transaction)), chains: Chains::default() })
    }
}

#[async_trait]
impl RowWriter for SqliteWriter {
    async fn has_rows(&mut self, table: &'static CopiedTable) -> Result<bool, StoreError> {
        // Who played a hand is in the row of its end.
        let name = if table.name == "played" { "ended_hands" } else { table.name };
        let exists = format!("select exists (select 1 from {name})");
        Ok(sqlx::query_scalar(AssertSqlSafe(exists)).fetch_one(self.connection()?).await?)
    }

    async fn write(&mut self, table: &'static CopiedTable, rows: Vec<CopiedRow>) -> Result<(), StoreError> {
        let statement = insert(table);
        let list = list_of(table);
        for row in rows {
            let mut insert = sqlx::query(AssertSqlSafe(statement.clone()));
            if let Some(list) = list {
                let (place, before) = self.chains.next(table.name, row.get(list).and_then(Option::as_ref));
                insert = insert.bind(place).bind(before);
            }
            for (value, (_, kind)) in row.into_iter().zip(table.columns) {
                insert = match kind {
                    // SQLite reads the last bits of a number from text in its own way.
                    ColumnKind::Real => insert.bind(value.and_then(|number| number.parse::<f64>().ok())),
                    _ => insert.bind(value),
                };
            }
            insert.execute(self.connection()?).await?;
        }
        Ok(())
    }

    async fn finish(&mut self) -> Result<(), StoreError> {
        let db = self.connection()?;
        for statement in [END_HANDS, LAST_CHANGES, LAST_HANDS, LAST_MOVEMENTS, LAST_PLAYED, DROP_PLAYED] {
            db.execute(statement).await?;
        }
        put_ends_in_order(db).await
    }

    fn reader(&mut self) -> Option<&mut dyn RowReader> {
        self.reader.as_mut().map(|reader| reader as _)
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        self.connection()?.execute("drop table temp.ends").await?;
        let reader = self.reader.take().ok_or(sqlx::Error::PoolClosed)?;
        Ok(reader.0.commit().await?)
    }
}

impl SqliteWriter {
    fn connection(&mut self) -> Result<&mut SqliteConnection, StoreError> {
        Ok(self.reader.as_mut().map(|reader| &mut *reader.0).ok_or(sqlx::Error::PoolClosed)?)
    }
}

/// The column by which the rows of a table are chained.
fn list_of(table: &CopiedTable) -> Option<usize> {
    let column = match table.name {
        "changes" | "hands" => "table_id",
        "ledger" => "player_id",
        _ => return None,
    };
    table.columns.iter().position(|(name, _)| *name == column)
}

/// The statement that writes a row of a table.
fn insert(table: &CopiedTable) -> String {
    match table.name {
        "changes" => INSERT_CHANGE.to_owned(),
        "done_requests" => INSERT_REQUEST.to_owned(),
        "ended_hands" => INSERT_ENDED_HAND.to_owned(),
        "played" => INSERT_PLAYED.to_owned(),
        "hands" => usual(table, Some("previous")),
        "ledger" => usual(table, Some("before")),
        _ => usual(table, None),
    }
}

fn usual(table: &CopiedTable, chain: Option<&str>) -> String {
    let mut names: Vec<&str> = chain.into_iter().flat_map(|chain| ["place", chain]).collect();
    let mut values = vec!["?"; names.len()];
    for (name, kind) in table.columns {
        names.push(name);
        values.push(match kind {
            ColumnKind::Bytes => "unhex(?)",
            ColumnKind::Number | ColumnKind::Flag => "cast(? as integer)",
            ColumnKind::Id | ColumnKind::Text | ColumnKind::Real | ColumnKind::Json | ColumnKind::Tally => {
                "?"
            }
        });
    }
    format!("insert into {} ({}) values ({})", table.name, names.join(", "), values.join(", "))
}

const COPIED_PLAYED: &str = "
create temp table copied_played (
    nth integer primary key,
    player_id text not null,
    place integer not null,
    game text not null,
    net integer
) strict";

/// The author of a change is a player's identifier in 16 bytes, or a word.
const INSERT_CHANGE: &str = "
insert into changes (place, before, head, version, at, hand, author, body)
values (?1, ?2, (select number from heads where table_id = ?3), cast(?4 as integer), cast(?5 as integer),
    (select place from hands where id = ?6), iif(length(?7) = 32, unhex(?7), cast(unhex(?7) as text)), ?8)";

const INSERT_REQUEST: &str = "
insert into done_requests (player, key, digest, head, version, at)
values (unhex(?1, '-'), ?2, unhex(?3), (select number from heads where table_id = ?4), cast(?5 as integer), cast(?6 as integer))";

const INSERT_ENDED_HAND: &str = "
insert into ended_hands (place, last_version, shown, nets, before)
values ((select place from hands where id = ?1), cast(?2 as integer), ?3, '{}', '{}')";

const INSERT_PLAYED: &str = "
insert into temp.copied_played (player_id, place, game, net)
values (?1, (select place from hands where id = ?2), ?3, cast(?4 as integer))";

/// Each person's hands are chained: of any game, and of one.
const END_HANDS: &str = "
update ended_hands set nets = people.nets, before = people.before
from (
    select place, json_group_object(player_id, net) filter (where net is not null) as nets,
        json_group_object(player_id, json_array(earlier, earlier_of_game)) as before
    from (
        select place, player_id, net,
            lag(place) over (partition by player_id order by nth) as earlier,
            lag(place) over (partition by player_id, game order by nth) as earlier_of_game
        from temp.copied_played)
    group by place) as people
where people.place = ended_hands.place";

const LAST_CHANGES: &str = "
update heads set last_change = last.place
from (select head, max(place) as place from changes group by head) as last
where last.head = heads.number";

const LAST_HANDS: &str = "
update heads set last_hand = last.place
from (select table_id, max(place) as place from hands group by table_id) as last
where last.table_id = heads.table_id";

const LAST_MOVEMENTS: &str = "
insert into heads_of_players (player_id, last_movement)
select player_id, max(place) from ledger where player_id is not null group by player_id";

/// Of the columns beside `max(nth)`, `place` is that of the same row.
const LAST_PLAYED: &str = "
insert into heads_of_players (player_id, last_hand, last_hands)
select player_id, last, lasts from (
    select player_id, place as last, max(nth), json_group_object(game, place) as lasts
    from (select player_id, game, place, max(nth) as nth from temp.copied_played group by player_id, game)
    group by player_id)
where true
on conflict (player_id) do update set last_hand = excluded.last_hand, last_hands = excluded.last_hands";

const DROP_PLAYED: &str = "drop table temp.copied_played";
