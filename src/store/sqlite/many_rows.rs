//! Statements with many rows of values.

use std::sync::{Arc, OnceLock};

use sqlx::error::BoxDynError;
use sqlx::query::{Query, QueryAs};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Arguments, AssertSqlSafe, FromRow, Sqlite, SqliteConnection};

use crate::service::ports::error::StoreError;

/// How many sizes a script has: 1, 2, 4 and so on, to 512.
const SIZES: usize = 10;

/// The largest size. SQLite takes 32,766 values in a statement.
const MOST: usize = 1 << (SIZES - 1);

/// Statements that take many rows of values at once, and run one after the other. Each call of the database switches threads twice, so
/// statements that mostly run together are one script.
///
/// A script exists in a few sizes, so that its connection keeps all of them prepared. Values that are left over are null, so a statement
/// has to skip rows whose first column is null.
pub struct ManyRows<const N: usize> {
    statements: [RowStatement; N],
    sized: [OnceLock<Arc<str>>; SIZES],
}

/// One statement of a script.
pub struct RowStatement {
    /// Its text, with `values ...` for the rows.
    pub text: &'static str,
    /// How many columns a row has.
    pub columns: usize,
    /// How many rows it takes in the script of size 1.
    pub rows: usize,
}

/// A script of some size, while its values are added.
pub struct FilledRows<'a, const N: usize> {
    script: &'a ManyRows<N>,
    size: usize,
    values: SqliteArguments,
    /// How many statements have their rows.
    filled: usize,
}

impl<const N: usize> ManyRows<N> {
    /// A script of these statements.
    pub const fn new(statements: [RowStatement; N]) -> Self {
        Self { statements, sized: [const { OnceLock::new() }; SIZES] }
    }

    /// The smallest script that takes so many rows of each statement; the largest one if there is none.
    pub fn for_rows(&self, rows: [usize; N]) -> FilledRows<'_, N> {
        let sizes = rows.iter().zip(&self.statements).map(|(rows, statement)| rows.div_ceil(statement.rows));
        let size = sizes.max().unwrap_or(0).next_power_of_two().min(MOST);
        FilledRows { script: self, size, values: SqliteArguments::default(), filled: 0 }
    }

    fn text(&self, size: usize) -> Arc<str> {
        let text = self.sized[size.trailing_zeros() as usize].get_or_init(|| {
            let statements = self.statements.iter().map(|statement| {
                let row = format!("({})", vec!["?"; statement.columns].join(", "));
                let rows = vec![row; size * statement.rows].join(", ");
                statement.text.replace("values ...", &format!("values {rows}"))
            });
            statements.collect::<Vec<_>>().join(";\n").into()
        });
        Arc::clone(text)
    }
}

impl<const N: usize> FilledRows<'_, N> {
    /// Adds rows of the next statement, as many as it takes. `add` adds the values of a row.
    pub fn add<R>(
        &mut self,
        rows: &mut impl Iterator<Item = R>,
        add: impl Fn(&mut SqliteArguments, R) -> Result<(), BoxDynError>,
    ) -> Result<(), StoreError> {
        let (before, behind) = self.script.statements.split_at(self.filled);
        let place = before.iter().map(|statement| statement.values(self.size)).sum();
        while self.values.len() < place {
            self.values.add(None::<i64>).map_err(sqlx::Error::Encode)?;
        }
        for row in rows.take(behind.first().map_or(0, |statement| statement.rows * self.size)) {
            add(&mut self.values, row).map_err(sqlx::Error::Encode)?;
        }
        self.filled += 1;
        Ok(())
    }

    /// Runs it.
    pub async fn execute(self, db: &mut SqliteConnection) -> Result<(), StoreError> {
        let text = AssertSqlSafe(self.script.text(self.size));
        let script: Query<'_, Sqlite, _> = sqlx::query_with(text, self.values);
        script.execute(db).await?;
        Ok(())
    }

    /// The rows that it returns.
    pub async fn fetch<T: for<'r> FromRow<'r, SqliteRow> + Send + Unpin>(
        self,
        db: &mut SqliteConnection,
    ) -> Result<Vec<T>, StoreError> {
        let text = AssertSqlSafe(self.script.text(self.size));
        let script: QueryAs<'_, Sqlite, T, _> = sqlx::query_as_with(text, self.values);
        Ok(script.fetch_all(db).await?)
    }
}

impl RowStatement {
    /// How many values it takes in a script of this size.
    fn values(&self, size: usize) -> usize {
        self.columns * self.rows * size
    }
}

#[cfg(test)]
mod tests {
    use sqlx::Connection;

    use super::*;

    static INSERT: ManyRows<2> = ManyRows::new([
        RowStatement {
            text: "insert into words (number, word) select * from (values ...) where column1 is not null",
            columns: 2,
            rows: 1,
        },
        RowStatement {
            text: "insert into pairs (number) select * from (values ...) where column1 is not null",
            columns: 1,
            rows: 2,
        },
    ]);
    static READ: ManyRows<1> = ManyRows::new([RowStatement {
        text: "select word from (values ...) as asked cross join words on number = column1",
        columns: 1,
        rows: 1,
    }]);

    #[tokio::test]
    async fn any_number_of_rows_is_written_and_read() {
        let mut db = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        for table in
            ["create table words (number integer primary key, word text)", "create table pairs (number)"]
        {
            sqlx::query(table).execute(&mut db).await.unwrap();
        }
        let word = |number: i64| (number % 2 == 0).then_some("even");
        let (mut number, mut pairs) = (0_i64, 0_i64);
        for (rows, paired) in
            [(0, 0), (1, 0), (0, 1), (2, 5), (3, 6), (64, 1), (65, 200), (512, 3), (5, 1_025), (1_025, 7)]
        {
            let numbers: Vec<i64> = (number..).take(rows).collect();
            number += i64::try_from(rows).unwrap();
            pairs += paired;
            let (mut words, mut others) = (numbers.clone().into_iter(), 0..paired);
            while words.len() + others.clone().count() > 0 {
                let mut script = INSERT.for_rows([words.len(), others.clone().count()]);
                let add = |values: &mut SqliteArguments, number| {
                    values.add(number)?;
                    values.add(word(number))
                };
                script.add(&mut words, add).unwrap();
                script.add(&mut others, sqlx::Arguments::add).unwrap();
                script.execute(&mut db).await.unwrap();
            }
            let (mut asked, mut read) = (numbers.clone().into_iter(), Vec::new());
            while asked.len() > 0 {
                let mut script = READ.for_rows([asked.len()]);
                script.add(&mut asked, sqlx::Arguments::add).unwrap();
                read.append(&mut script.fetch::<(Option<String>,)>(&mut db).await.unwrap());
            }
            let expected = numbers.iter().map(|&number| (word(number).map(str::to_owned),));
            assert_eq!(read, expected.collect::<Vec<_>>());
            let written: i64 =
                sqlx::query_scalar("select count(*) from pairs").fetch_one(&mut db).await.unwrap();
            assert_eq!(written, pairs);
        }
    }
}
