//! Statements with many rows of values.

use std::sync::{Arc, OnceLock};

use sqlx::error::BoxDynError;
use sqlx::query::{Query, QueryAs};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, FromRow, Sqlite, SqliteConnection};

use crate::service::ports::error::StoreError;

/// How many sizes a statement has: 1, 2, 4 and so on, to 512 rows.
const SIZES: usize = 10;

/// How many rows a statement takes at most. SQLite takes 32,766 values.
const MOST: usize = 1 << (SIZES - 1);

/// A statement that takes many rows of values at once.
///
/// It exists in a few sizes, so that its connection keeps all of them prepared. Values that are left over are null, so a statement has to
/// skip rows whose first column is null.
pub struct ManyRows {
    text: &'static str,
    columns: usize,
    sized: [OnceLock<Arc<str>>; SIZES],
}

impl ManyRows {
    /// A statement with rows of this many columns, which has `values ...` in its text for them.
    pub const fn new(columns: usize, text: &'static str) -> Self {
        Self { text, columns, sized: [const { OnceLock::new() }; SIZES] }
    }

    /// Runs it for these rows, if there are any. `bind` adds the values of a row.
    pub async fn execute<R>(
        &self,
        db: &mut SqliteConnection,
        rows: impl IntoIterator<Item = R>,
        bind: impl Fn(&mut SqliteArguments, R) -> Result<(), BoxDynError>,
    ) -> Result<(), StoreError> {
        for (text, values) in self.filled(rows, bind)? {
            let statement: Query<'_, Sqlite, _> = sqlx::query_with(AssertSqlSafe(text), values);
            statement.execute(&mut *db).await?;
        }
        Ok(())
    }

    /// The rows that it returns for these rows.
    pub async fn fetch<R, T: for<'r> FromRow<'r, SqliteRow> + Send + Unpin>(
        &self,
        db: &mut SqliteConnection,
        rows: impl IntoIterator<Item = R>,
        bind: impl Fn(&mut SqliteArguments, R) -> Result<(), BoxDynError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut found = Vec::new();
        for (text, values) in self.filled(rows, bind)? {
            let statement: QueryAs<'_, Sqlite, T, _> = sqlx::query_as_with(AssertSqlSafe(text), values);
            found.append(&mut statement.fetch_all(&mut *db).await?);
        }
        Ok(found)
    }

    /// The statements for these rows, with their values: mostly one.
    fn filled<R>(
        &self,
        rows: impl IntoIterator<Item = R>,
        bind: impl Fn(&mut SqliteArguments, R) -> Result<(), BoxDynError>,
    ) -> Result<Vec<(Arc<str>, SqliteArguments)>, StoreError> {
        let mut statements = Vec::new();
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let (mut values, mut count) = (SqliteArguments::default(), 0);
            for row in rows.by_ref().take(MOST) {
                bind(&mut values, row).map_err(sqlx::Error::Encode)?;
                count += 1;
            }
            statements.push((self.of_size(count), values));
        }
        Ok(statements)
    }

    /// The text of the smallest statement for this many rows.
    fn of_size(&self, rows: usize) -> Arc<str> {
        let rows = rows.next_power_of_two().min(MOST);
        let sized = &self.sized[rows.trailing_zeros() as usize];
        Arc::clone(sized.get_or_init(|| {
            let row = format!("({})", vec!["?"; self.columns].join(", "));
            self.text.replace("values ...", &format!("values {}", vec![row; rows].join(", "))).into()
        }))
    }
}

#[cfg(test)]
mod tests {
    use sqlx::{Arguments, Connection};

    use super::*;

    static INSERT: ManyRows = ManyRows::new(
        2,
        "insert into kept (number, word) select * from (values ...) where column1 is not null",
    );
    static READ: ManyRows =
        ManyRows::new(1, "select word from (values ...) as asked cross join kept on number = column1");

    #[tokio::test]
    async fn any_number_of_rows_is_written_and_read() {
        let mut db = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        sqlx::query("create table kept (number integer primary key, word text)").execute(&mut db).await.unwrap();
        let mut number = 0_i64;
        for rows in [0, 1, 2, 3, 5, 64, 65, 511, 512, 513, 1_025] {
            let numbers: Vec<i64> = (number..).take(rows).collect();
            number += i64::try_from(rows).unwrap();
            let bind = |values: &mut SqliteArguments, number: i64| {
                values.add(number)?;
                values.add((number % 2 == 0).then_some("even"))
            };
            INSERT.execute(&mut db, numbers.clone(), bind).await.unwrap();
            let read: Vec<(Option<String>,)> =
                READ.fetch(&mut db, numbers.clone(), |values, number| values.add(number)).await.unwrap();
            let expected = numbers.iter().map(|number| ((number % 2 == 0).then(|| "even".to_owned()),));
            assert_eq!(read, expected.collect::<Vec<_>>());
        }
    }
}
