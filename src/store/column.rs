//! Conversion of column values.

use std::error::Error;
use std::str::FromStr;

use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use uuid::Uuid;

use crate::service::ports::error::StoreError;
use crate::service::table::stored::change::Author;
use crate::store::postgres_code::is_postgres_lock;
use crate::store::sqlite_code::{end_if_sync_failed, is_sqlite_lock, sqlite_code};
use cardroom_api::id::PlayerId;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if is_postgres_lock(&error) {
            return Self::Locked(Box::new(error));
        }
        let code = sqlite_code(&error);
        end_if_sync_failed(code, &error);
        if code.is_some_and(is_sqlite_lock) { Self::Locked(Box::new(error)) } else { unavailable(error) }
    }
}

/// The database failed, and this is why.
pub fn unavailable(error: impl Error + Send + Sync + 'static) -> StoreError {
    StoreError::Unavailable(Box::new(error))
}

/// A count or an amount as SQL keeps it.
pub fn signed(number: u64) -> Result<i64, StoreError> {
    number.try_into().map_err(unavailable)
}

/// Text for a JSON column.
pub fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(unavailable)
}

/// A variant's name.
pub fn word<T: Serialize>(variant: &T) -> Result<String, StoreError> {
    let quoted = json(variant)?;
    Ok(quoted.trim_matches('"').to_owned())
}

/// The author of a change: a player by the bytes of their identifier, or a word.
pub fn author(author: &Author) -> &[u8] {
    match author {
        Author::Player(player) => player.0.as_bytes(),
        Author::Clock => CLOCK,
        Author::Admin => ADMIN,
    }
}

const CLOCK: &[u8] = b"clock";
const ADMIN: &[u8] = b"admin";

/// A row being read, so that errors can name it.
pub struct Row<'a> {
    /// Its table.
    pub table: &'static str,
    /// Its key.
    pub key: &'a str,
}

type Cause = Box<dyn Error + Send + Sync>;

/// The position of a JSON error, without its text, which may contain cards or a deck's seed.
#[derive(Debug, thiserror::Error)]
#[error("{kind:?} error in JSON at line {line}, column {column}")]
struct Misread {
    kind: Category,
    line: usize,
    column: usize,
}

impl From<serde_json::Error> for Misread {
    fn from(error: serde_json::Error) -> Self {
        Self { kind: error.classify(), line: error.line(), column: error.column() }
    }
}

impl Row<'_> {
    /// An impossible value in a column, and why.
    fn impossible(&self, column: &'static str) -> impl FnOnce(Cause) -> StoreError {
        let (table, row) = (self.table, self.key.to_owned());
        move |source| StoreError::Impossible { table, column, row, source }
    }

    /// A related value is missing, or is no JSON.
    pub fn missing(&self, column: &'static str) -> StoreError {
        self.impossible(column)("it is missing, or no JSON".into())
    }

    /// An identifier or an account, from its text.
    pub fn text<T: FromStr<Err: Into<Cause>>>(
        &self,
        column: &'static str,
        text: &str,
    ) -> Result<T, StoreError> {
        text.parse::<T>().map_err(Into::into).map_err(self.impossible(column))
    }

    /// A count or an amount.
    pub fn number<T: TryFrom<i64, Error: Into<Cause>>>(
        &self,
        column: &'static str,
        number: i64,
    ) -> Result<T, StoreError> {
        T::try_from(number).map_err(Into::into).map_err(self.impossible(column))
    }

    /// A time, from Unix milliseconds.
    pub fn time(&self, column: &'static str, millis: i64) -> Result<Timestamp, StoreError> {
        Timestamp::from_millisecond(millis).map_err(Into::into).map_err(self.impossible(column))
    }

    /// Reads a JSON column.
    pub fn json<T: DeserializeOwned>(&self, column: &'static str, text: &str) -> Result<T, StoreError> {
        serde_json::from_str(text)
            .map_err(|error| Misread::from(error).into())
            .map_err(self.impossible(column))
    }

    /// A variant, from its name.
    pub fn word<T: DeserializeOwned>(&self, column: &'static str, text: &str) -> Result<T, StoreError> {
        serde_json::from_value(Value::from(text)).map_err(Into::into).map_err(self.impossible(column))
    }

    /// The author of a change.
    pub fn author(&self, column: &'static str, kept: &[u8]) -> Result<Author, StoreError> {
        match kept {
            CLOCK => Ok(Author::Clock),
            ADMIN => Ok(Author::Admin),
            player => match Uuid::from_slice(player) {
                Ok(player) => Ok(Author::Player(PlayerId(player))),
                Err(_) => Err(self.impossible(column)("not an author".into())),
            },
        }
    }

    /// A hash or a salt.
    pub fn bytes(&self, column: &'static str, bytes: Vec<u8>) -> Result<[u8; 32], StoreError> {
        let wrong = |bytes: Vec<u8>| format!("{} bytes, not 32", bytes.len()).into();
        bytes.try_into().map_err(wrong).map_err(self.impossible(column))
    }
}
