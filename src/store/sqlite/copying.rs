//! Reading a whole card room in the form that both databases share.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use async_trait::async_trait;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Executor, Row, SqliteConnection};

use super::writing::Transaction;
use super::{Sqlite, ledger};
use crate::service::ports::error::StoreError;
use crate::store::copy::copied_table::{ColumnKind, CopiedTable};
use crate::store::copy::rows::{CopiedRow, RowReader, summed};
use cardroom_api::house::Audit;

/// Reads a card room within a transaction.
pub struct SqliteReader(pub(super) Transaction);

impl Sqlite {
    /// A reader of the whole card room, as it is now.
    pub async fn row_reader(&self) -> Result<SqliteReader, StoreError> {
        let mut transaction = self.write.begin().await?;
        put_ends_in_order(&mut transaction).await?;
        Ok(SqliteReader(transaction))
    }
}

#[async_trait]
impl RowReader for SqliteReader {
    fn rows<'a>(&'a mut self, table: &'static CopiedTable) -> BoxStream<'a, Result<CopiedRow, StoreError>> {
        let rows = sqlx::query(AssertSqlSafe(select(table))).fetch(&mut *self.0);
        rows.map_err(StoreError::from).map(move |row| copied(table, &row?)).boxed()
    }

    async fn audit(&mut self) -> Result<Audit, StoreError> {
        ledger::audit(&mut self.0).await
    }
}

fn copied(table: &CopiedTable, row: &SqliteRow) -> Result<CopiedRow, StoreError> {
    let kinds = table.columns.iter().enumerate();
    let value = |(place, (_, kind)): (usize, &(&str, ColumnKind))| {
        if *kind == ColumnKind::Real {
            return Ok(row.try_get::<Option<f64>, _>(place)?.map(|number| format!("{number:?}")));
        }
        let value: Option<String> = row.try_get(place)?;
        if *kind == ColumnKind::Tally { value.map(|tally| summed(&tally)).transpose() } else { Ok(value) }
    };
    kinds.map(value).collect()
}

/// Fills a temporary table with the places of ended hands, in an order in which each person's hands follow each other as in their list.
/// Both databases list a person's hands; across people the order is free.
pub(super) async fn put_ends_in_order(db: &mut SqliteConnection) -> Result<(), StoreError> {
    db.execute("create temp table ends (nth integer primary key, place integer not null) strict").await?;
    let ended: Vec<(i64, Option<String>)> =
        sqlx::query_as("select place, before from ended_hands order by place").fetch_all(&mut *db).await?;
    for place in in_order(&ended) {
        sqlx::query("insert into temp.ends (place) values (?)").bind(place).execute(&mut *db).await?;
    }
    Ok(())
}

/// The places of ended hands, each after those that come before it in somebody's list, else by their places.
fn in_order(ended: &[(i64, Option<String>)]) -> Vec<i64> {
    let mut missing: HashMap<i64, usize> = ended.iter().map(|(place, _)| (*place, 0)).collect();
    let mut followers: HashMap<i64, Vec<i64>> = HashMap::new();
    for (place, before) in ended {
        for earlier in places_before(before.as_deref()) {
            // A list that goes round in circles is damaged.
            if earlier != *place && missing.contains_key(&earlier) {
                followers.entry(earlier).or_default().push(*place);
                *missing.entry(*place).or_default() += 1;
            }
        }
    }
    let ready = ended.iter().map(|(place, _)| *place).filter(|place| missing[place] == 0);
    let mut ready: BinaryHeap<Reverse<i64>> = ready.map(Reverse).collect();
    let mut order = Vec::with_capacity(ended.len());
    while let Some(Reverse(place)) = ready.pop() {
        order.push(place);
        missing.remove(&place);
        for follower in followers.remove(&place).unwrap_or_default() {
            if let Some(count) = missing.get_mut(&follower) {
                *count -= 1;
                if *count == 0 {
                    ready.push(Reverse(follower));
                }
            }
        }
    }
    let mut rest: Vec<i64> = missing.into_keys().collect();
    rest.sort_unstable();
    order.extend(rest);
    order
}

/// The places of the hands before one, of each person who played it.
fn places_before(before: Option<&str>) -> Vec<i64> {
    let before: BTreeMap<String, [Option<i64>; 2]> =
        before.and_then(|before| serde_json::from_str(before).ok()).unwrap_or_default();
    before.into_values().filter_map(|[any_game, _]| any_game).collect()
}

/// The statement that reads a table.
fn select(table: &CopiedTable) -> String {
    let special = match table.name {
        "changes" => CHANGES,
        "ended_hands" => ENDED_HANDS,
        "played" => PLAYED,
        "days_of_players" => DAYS_OF_PLAYERS,
        "done_requests" => DONE_REQUESTS,
        _ => return usual(table),
    };
    special.to_owned()
}

fn usual(table: &CopiedTable) -> String {
    let as_text = |(name, kind): &(&str, ColumnKind)| match kind {
        ColumnKind::Bytes => format!("iif({name} is null, null, lower(hex({name})))"),
        ColumnKind::Number | ColumnKind::Flag => format!("cast({name} as text)"),
        ColumnKind::Id | ColumnKind::Text | ColumnKind::Real | ColumnKind::Json | ColumnKind::Tally => {
            (*name).to_owned()
        }
    };
    let columns: Vec<_> = table.columns.iter().map(as_text).collect();
    format!("select {} from {}{}", columns.join(", "), table.name, table.sorted())
}

const CHANGES: &str = "
select heads.table_id, cast(changes.version as text), cast(at as text), hands.id, lower(hex(author)), body
from changes
join heads on heads.number = changes.head
left join hands on hands.place = changes.hand
order by heads.table_id, changes.version";

const ENDED_HANDS: &str = "
select hands.id, cast(last_version as text), shown
from temp.ends
join ended_hands on ended_hands.place = ends.place
join hands on hands.place = ends.place
order by ends.nth";

const PLAYED: &str = r#"
select person.key, hands.id, tables.game,
    cast(iif(json_valid(nets), nets ->> ('$."' || person.key || '"'), null) as text)
from temp.ends
join ended_hands on ended_hands.place = ends.place
join hands on hands.place = ends.place
join tables on tables.id = hands.table_id
join json_each(iif(json_valid(before), before, '{}')) as person
order by ends.nth, person.key"#;

/// The sums of the last day are with the person. Several tallies come as a list.
const DAYS_OF_PLAYERS: &str = "
select player_id, game, cast(with_computers as text), cast(day as text), cast(sum(hands) as text), cast(sum(net) as text),
    json_group_array(json(iif(json_valid(tally), tally, '{}')))
from (
    select player_id, game, with_computers, day, hands, net, tally from days_of_players
    union all
    select player_id, game, with_computers, day, hands, net, tally from heads_of_players where game is not null)
group by player_id, game, with_computers, day";

const DONE_REQUESTS: &str = "
select lower(substr(hex(player), 1, 8) || '-' || substr(hex(player), 9, 4) || '-' || substr(hex(player), 13, 4)
        || '-' || substr(hex(player), 17, 4) || '-' || substr(hex(player), 21)),
    key, lower(hex(digest)), heads.table_id, cast(done_requests.version as text), cast(at as text)
from done_requests join heads on heads.number = done_requests.head
order by at, player, key";

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn hands_follow_each_other_as_in_each_list() {
        let before = |text: &str| Some(text.to_owned());
        // Ann's list is 3, 1, 2; Bob's is 1, 4. The last two go round in a circle.
        let ended = [
            (1, before(r#"{"ann": [3, null], "bob": [null, null]}"#)),
            (2, before(r#"{"ann": [1, 1]}"#)),
            (3, before(r#"{"ann": [null, null]}"#)),
            (4, before(r#"{"bob": [1, null], "cat": [99, null]}"#)),
            (5, before(r#"{"dan": [6, 6]}"#)),
            (6, before(r#"{"dan": [5, 5]}"#)),
            (7, None),
            (8, before("no JSON")),
            (9, before(r#"{"eve": [9, 9]}"#)),
        ];
        assert_eq!(in_order(&ended), [3, 1, 2, 4, 7, 8, 9, 5, 6]);
    }
}
