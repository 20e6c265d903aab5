//! Opening and closing the database.

use std::io;
use std::pin::pin;
use std::time::Duration;

use sqlx::migrate::{Migrate as _, MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};
use tokio::time::timeout;

use super::Postgres;
use super::committing::CommitConnection;
use super::connection::{accepts_no_writes, check, connect, set_up};
use super::hints::Hints;
use super::losses::Losses;
use super::pooler::pools_transactions;
use crate::service::ports::store::DATA_RELEASE;
use crate::store::postgres_code::{LOCK_NOT_AVAILABLE, READ_ONLY, UNDEFINED_TABLE, postgres_code};
use crate::store::schema::{Migrate, SchemaMismatch};

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// How many connections there are at most, beside the one of commits.
const CONNECTIONS: u32 = 8;

/// How long the start waits for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the start waits for another process that migrates.
const TURN: Duration = Duration::from_mins(5);

/// Why a database on PostgreSQL could not be opened. No message has the password in it.
#[derive(Debug, thiserror::Error)]
pub enum PostgresOpenError {
    /// The URL is not one of PostgreSQL.
    #[error(
        "not the URL of a PostgreSQL database; write postgres://USER:PASSWORD@HOST:PORT/DATABASE, special characters as %XX"
    )]
    Url,
    /// Nothing answers there.
    #[error("cannot reach PostgreSQL at {at}")]
    Unreachable {
        /// The host and the port.
        at: String,
        /// Why.
        source: sqlx::Error,
    },
    /// Nothing answers there in time.
    #[error("PostgreSQL at {at} does not answer")]
    Silent {
        /// The host and the port.
        at: String,
    },
    /// It offers no TLS, or its certificate is not accepted, and the URL asks for it.
    #[error("cannot reach PostgreSQL at {at} over TLS, as `sslmode` asks")]
    Tls {
        /// The host and the port.
        at: String,
        /// Why.
        source: sqlx::Error,
    },
    /// The user or the password is wrong, or the server does not let this user in.
    #[error(
        "PostgreSQL refuses the user {user}: the name or the password is wrong, or pg_hba.conf does not let this user in"
    )]
    Credentials {
        /// The name of the user.
        user: String,
    },
    /// There is no such database.
    #[error("there is no database {database}; `createdb {database}` makes one")]
    NoSuchDatabase {
        /// Its name.
        database: String,
    },
    /// All connections of the server are taken.
    #[error("PostgreSQL has no connection left; raise max_connections, or stop other clients")]
    TooManyConnections,
    /// It holds tables of another program.
    #[error("the database {database} holds tables of another program; give Cardroom a database of its own")]
    NotOurs {
        /// Its name.
        database: String,
    },
    /// Its schema is of another release.
    #[error(transparent)]
    Schema(#[from] SchemaMismatch),
    /// Its text is not in UTF-8.
    #[error("the database has the encoding {0}; make one with the encoding UTF8")]
    NotUtf8(String),
    /// It accepts no writes.
    #[error("the database accepts no writes: it is a standby, or read-only for this user")]
    ReadOnly,
    /// A pooler gives each transaction another connection.
    #[error(
        "a pooler in transaction mode is in between; connect to PostgreSQL itself, or set the pooler to pool sessions"
    )]
    Pooled,
    /// Another process migrates the database.
    #[error(
        "another process has been migrating the database for {} seconds, and a large one takes long; start again once it is done", .waited.as_secs()
    )]
    Migrating {
        /// How long the start has waited for it.
        waited: Duration,
    },
    /// The user may not create the tables.
    #[error(
        "the user {user} may not create tables in the database; `grant create on schema public to {user}`, as its owner"
    )]
    Forbidden {
        /// The name of the user.
        user: String,
        /// What the server said.
        source: MigrateError,
    },
    /// PostgreSQL refused something else.
    #[error("cannot open the database")]
    Database(#[from] sqlx::Error),
    /// Its migration failed.
    #[error("cannot migrate the database")]
    Migration(#[source] MigrateError),
}

impl Postgres {
    /// Opens `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, and migrates it.
    pub async fn open(url: &str) -> Result<Self, PostgresOpenError> {
        Self::open_by(url, Migrate::AtStart).await
    }

    /// The same, migrated or not.
    pub async fn open_by(url: &str, migrate: Migrate) -> Result<Self, PostgresOpenError> {
        Self::open_within(url, migrate, TURN).await
    }

    /// The same; waits so long for another process that migrates.
    pub async fn open_within(url: &str, migrate: Migrate, turn: Duration) -> Result<Self, PostgresOpenError> {
        let options = options(url)?;
        let target = Target::of(&options);
        let mut connection = target.first(&options).await?;
        target.in_time(target.refuse_a_pooler(&mut connection, &options)).await?;
        target.in_time(target.check(&mut connection)).await?;
        match migrate {
            Migrate::AtStart => target.migrate(&mut connection, turn).await?,
            Migrate::Elsewhere => refuse_another_schema(&mut connection).await?,
        }
        connection.close().await?;
        let losses = Losses::default();
        let pool = pool(losses.clone()).connect_lazy_with(options.clone());
        Ok(Self {
            hints: Hints::start(options.clone()),
            commits: CommitConnection::new(options),
            pool,
            losses,
        })
    }

    /// Finishes what runs, and closes all connections. Later calls fail.
    pub async fn close(&self) {
        self.hints.close();
        self.commits.close().await;
        self.pool.close().await;
    }
}

/// The connections of a pool. A connection that does not answer in time is closed, not waited for.
fn pool(losses: Losses) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(Duration::from_secs(3))
        .test_before_acquire(false)
        .before_acquire(move |connection, meta| {
            let is_trusted = meta.idle_for < Duration::from_secs(1) && !losses.are_recent();
            Box::pin(async move { if is_trusted { Ok(true) } else { in_a_second(check(connection)).await } })
        })
        // The pool checks each connection that it gets back, and would wait for a cut one as long as the system does. Whether its server
        // still accepts writes is checked before it is used again.
        .after_release(|connection, _| Box::pin(in_a_second(connection.ping())))
        .after_connect(|connection, _| Box::pin(set_up(connection)))
}

/// Whether a connection passes a test; an error closes it without a farewell.
async fn in_a_second(test: impl Future<Output = sqlx::Result<()>>) -> sqlx::Result<bool> {
    match timeout(Duration::from_secs(1), test).await {
        Ok(answered) => answered.map(|()| true),
        Err(_) => Err(sqlx::Error::PoolTimedOut),
    }
}

/// The options of a URL. Without a name the database is `cardroom`.
fn options(url: &str) -> Result<PgConnectOptions, PostgresOpenError> {
    // After an unescaped question mark, the rest of a password is read as a parameter. sqlx would log its name as an unknown one.
    if url.split_once('?').is_some_and(|(_, parameters)| parameters.contains('@')) {
        return Err(PostgresOpenError::Url);
    }
    let options: PgConnectOptions = url.parse().map_err(|_| PostgresOpenError::Url)?;
    // A password with an unescaped slash ends up in the name of the database, and would be printed with it.
    if options.get_database().is_some_and(|database| database.contains('@')) {
        return Err(PostgresOpenError::Url);
    }
    Ok(options.application_name("cardroom"))
}

/// The names that messages have.
struct Target {
    at: String,
    user: String,
    database: String,
}

impl Target {
    fn of(options: &PgConnectOptions) -> Self {
        let at = match options.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", options.get_host(), options.get_port()),
        };
        let user = options.get_username().to_owned();
        let database = options.get_database().unwrap_or(&user).to_owned();
        Self { at, user, database }
    }

    /// The first connection, which shows what is wrong.
    async fn first(&self, options: &PgConnectOptions) -> Result<PgConnection, PostgresOpenError> {
        self.in_time(async { connect(options).await.map_err(|error| self.explain(error)) }).await
    }

    async fn in_time<T>(
        &self,
        step: impl Future<Output = Result<T, PostgresOpenError>>,
    ) -> Result<T, PostgresOpenError> {
        let done = timeout(PATIENCE, step).await;
        done.unwrap_or_else(|_| Err(PostgresOpenError::Silent { at: self.at.clone() }))
    }

    fn explain(&self, error: sqlx::Error) -> PostgresOpenError {
        match (postgres_code(&error), &error) {
            (Some("28P01" | "28000"), _) => PostgresOpenError::Credentials { user: self.user.clone() },
            (Some("3D000"), _) => PostgresOpenError::NoSuchDatabase { database: self.database.clone() },
            (Some("53300"), _) => PostgresOpenError::TooManyConnections,
            (Some(READ_ONLY), _) => PostgresOpenError::ReadOnly,
            (None, error) if accepts_no_writes(error) => PostgresOpenError::ReadOnly,
            (None, sqlx::Error::Tls(_)) => PostgresOpenError::Tls { at: self.at.clone(), source: error },
            // Its TLS says so of a certificate that it does not accept.
            (None, sqlx::Error::Io(cause)) if cause.kind() == io::ErrorKind::InvalidData => {
                PostgresOpenError::Tls { at: self.at.clone(), source: error }
            }
            (None, sqlx::Error::Io(_)) => {
                PostgresOpenError::Unreachable { at: self.at.clone(), source: error }
            }
            _ => error.into(),
        }
    }

    /// Refuses a database that cannot be used.
    async fn check(&self, connection: &mut PgConnection) -> Result<(), PostgresOpenError> {
        let found = sqlx::query_as(CHECK).fetch_one(&mut *connection).await;
        let (encoding, has_other_tables, has_migrations): (String, bool, bool) =
            found.map_err(|error| self.explain(error))?;
        if encoding != "UTF8" {
            return Err(PostgresOpenError::NotUtf8(encoding));
        }
        // A start that failed may have left an empty list of migrations behind.
        let is_ours = if has_migrations {
            has_ours(connection).await.map_err(|error| self.explain(error))?
        } else {
            None
        };
        if is_ours.unwrap_or(!has_other_tables) {
            Ok(())
        } else {
            Err(PostgresOpenError::NotOurs { database: self.database.clone() })
        }
    }

    /// Refuses a pooler that has one connection to the server for several clients. Nothing is prepared before this, because prepared
    /// statements get lost there.
    async fn refuse_a_pooler(
        &self,
        first: &mut PgConnection,
        options: &PgConnectOptions,
    ) -> Result<(), PostgresOpenError> {
        let mut second = self.first(options).await?;
        let is_pooled = pools_transactions(first, &mut second).await?;
        second.close().await?;
        if is_pooled { Err(PostgresOpenError::Pooled) } else { Ok(()) }
    }

    /// Brings the schema up to date. Of several processes that start at once, one migrates, and the others wait.
    async fn migrate(&self, connection: &mut PgConnection, turn: Duration) -> Result<(), PostgresOpenError> {
        self.wait_for_turn(connection, turn).await?;
        // The migrator takes the lock once more, and releases it once.
        MIGRATIONS.run(&mut *connection).await.map_err(|error| self.explain_migration(error))?;
        connection.unlock().await.map_err(PostgresOpenError::Migration)
    }

    /// Takes the migrator's lock. Another process may have it for as long as its migration takes.
    async fn wait_for_turn(
        &self,
        connection: &mut PgConnection,
        turn: Duration,
    ) -> Result<(), PostgresOpenError> {
        let limit = format!("set lock_timeout = {}; set statement_timeout = 0", turn.as_millis());
        connection.execute(sqlx::raw_sql(AssertSqlSafe(limit))).await?;
        {
            let mut waiting = pin!(timeout(turn + PATIENCE, connection.lock()));
            let locked = if let Ok(locked) = timeout(PATIENCE, &mut waiting).await {
                locked
            } else {
                tracing::warn!("another process migrates the database; the start waits for it");
                waiting.await
            };
            match locked {
                Ok(Ok(())) => {}
                Ok(Err(MigrateError::Execute(cause)))
                    if postgres_code(&cause) == Some(LOCK_NOT_AVAILABLE) =>
                {
                    return Err(PostgresOpenError::Migrating { waited: turn });
                }
                Ok(Err(error)) => return Err(PostgresOpenError::Migration(error)),
                Err(_) => return Err(PostgresOpenError::Silent { at: self.at.clone() }),
            }
        }
        connection.execute(sqlx::raw_sql("set lock_timeout = 0")).await?;
        Ok(())
    }

    fn explain_migration(&self, error: MigrateError) -> PostgresOpenError {
        match error {
            MigrateError::VersionMissing(found) if found > i64::from(DATA_RELEASE) => {
                SchemaMismatch::Newer { found }.into()
            }
            MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => {
                PostgresOpenError::NotOurs { database: self.database.clone() }
            }
            MigrateError::Execute(ref cause) | MigrateError::ExecuteMigration(ref cause, _)
                if postgres_code(cause) == Some("42501") =>
            {
                PostgresOpenError::Forbidden { user: self.user.clone(), source: error }
            }
            error => PostgresOpenError::Migration(error),
        }
    }
}

/// Whether one of this program's own migrations is among those of a database, which a newer release may have migrated; `None` if it has
/// none at all.
async fn has_ours(connection: &mut PgConnection) -> sqlx::Result<Option<bool>> {
    let found: Vec<(i64, Vec<u8>)> = sqlx::query_as(APPLIED).fetch_all(connection).await?;
    let is_ours = |(version, checksum): &(i64, Vec<u8>)| {
        MIGRATIONS.iter().any(|own| own.version == *version && *own.checksum == **checksum)
    };
    Ok(if found.is_empty() { None } else { Some(found.iter().any(is_ours)) })
}

const APPLIED: &str = "select version, checksum from _sqlx_migrations";

/// Refuses a database that has been migrated by another release, or not at all.
async fn refuse_another_schema(connection: &mut PgConnection) -> Result<(), PostgresOpenError> {
    let found = match connection.fetch_one(sqlx::raw_sql(RELEASE)).await {
        Ok(row) => row.try_get(0)?,
        Err(error) if postgres_code(&error) == Some(UNDEFINED_TABLE) => 0,
        Err(error) => return Err(error.into()),
    };
    Ok(SchemaMismatch::refuse(found)?)
}

const RELEASE: &str = "select coalesce(max(version), 0) from _sqlx_migrations where success";

/// The tables that are found by their names alone.
const CHECK: &str = "
select current_setting('server_encoding'),
    exists (select 1 from pg_tables where schemaname = current_schema() and tablename <> '_sqlx_migrations'),
    exists (select 1 from pg_tables where schemaname = current_schema() and tablename = '_sqlx_migrations')";

#[cfg(test)]
mod tests {
    use super::{MIGRATIONS, options};
    use crate::service::ports::store::DATA_RELEASE;

    #[test]
    fn the_release_of_the_data_is_the_last_migration() {
        assert_eq!(MIGRATIONS.iter().map(|migration| migration.version).max(), Some(DATA_RELEASE.into()));
    }

    #[test]
    fn an_unescaped_password_is_in_no_message() {
        for url in ["postgres://ann:12/secret@host/cards", "postgres://ann:se/cret@host/cards"] {
            let refused = options(url).unwrap_err();
            assert!(!format!("{refused} {refused:?}").contains("cret"), "{refused:?}");
        }
    }
}
