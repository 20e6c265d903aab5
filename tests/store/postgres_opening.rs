//! What a start on PostgreSQL says of a database that it cannot use, and that several start at once.

use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use cardroom::service::ports::players::PlayerStore;
use cardroom::store::postgres::Postgres;
use cardroom::store::postgres::open::PostgresOpenError;
use cardroom::store::schema::{Migrate, SchemaMismatch};
use futures::future::join_all;
use sqlx::migrate::Migrate as _;
use sqlx::{Connection, PgConnection};

use crate::postgres::{PASSWORD, PostgresServer, USER, database};
use crate::records::RecordMaker;

/// Why a database is not opened; its message and those of its causes have no password.
async fn refused(url: &str) -> PostgresOpenError {
    let Err(error) = Postgres::open(url).await else { panic!("{url} is opened") };
    let (mut said, mut cause) = (format!("{error:?}"), Some(&error as &dyn std::error::Error));
    while let Some(error) = cause {
        said += &error.to_string();
        cause = error.source();
    }
    for password in [PASSWORD, "s3cret", "wr0ng"] {
        assert!(!said.contains(password), "{said}");
    }
    error
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_says_what_is_wrong() {
    let Some((server, name)) = database().await else { return };
    let wrong = refused(&server.url_for(USER, "wr0ng", &name)).await;
    assert!(matches!(&wrong, PostgresOpenError::Credentials { user } if user == USER), "{wrong}");
    let nobody = refused(&server.url_for("nobody", "wr0ng", &name)).await;
    assert!(matches!(&nobody, PostgresOpenError::Credentials { user } if user == "nobody"), "{nobody}");
    let missing = refused(&server.url("nowhere")).await;
    assert!(matches!(&missing, PostgresOpenError::NoSuchDatabase { database } if database == "nowhere"));
    let away = refused("postgres://ann:s3cret@localhost/cards?host=/nowhere").await;
    assert!(matches!(&away, PostgresOpenError::Unreachable { .. }), "{away}");
    let closed = refused("postgres://ann:s3cret@127.0.0.1:1/cards").await;
    assert!(matches!(&closed, PostgresOpenError::Unreachable { .. }), "{closed}");
    let unescaped = refused("postgres://ann:s3cret/wr0ng@localhost/cards").await;
    assert!(matches!(&unescaped, PostgresOpenError::Url), "{unescaped}");
    let questioned = refused("postgres://ann:5432?s3cret@localhost/cards").await;
    assert!(matches!(&questioned, PostgresOpenError::Url), "{questioned}");

    let role = "create role stranger login password 'wr0ng'; revoke create on schema public from public";
    server.run(&name, role).await;
    let forbidden = refused(&server.url_for("stranger", "wr0ng", &name)).await;
    assert!(
        matches!(&forbidden, PostgresOpenError::Forbidden { user, .. } if user == "stranger"),
        "{forbidden}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_used_is_left_as_it_is() {
    let Some((server, other)) = database().await else { return };
    server.run(&other, "create table theirs (id bigint)").await;
    let refusal = refused(&server.url(&other)).await;
    assert!(matches!(&refusal, PostgresOpenError::NotOurs { database } if *database == other), "{refusal}");

    let migrated = server.make_database().await;
    let theirs = "create table _sqlx_migrations (version bigint primary key, description text not null,
            installed_on timestamptz not null default now(), success boolean not null, checksum bytea not null,
            execution_time bigint not null);
        insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        values (19, 'cards', true, '', 0), (20260101000000, 'more', true, '', 0)";
    server.run(&migrated, theirs).await;
    for migrate in [Migrate::AtStart, Migrate::Elsewhere] {
        let refusal = Postgres::open_by(&server.url(&migrated), migrate).await.unwrap_err();
        assert!(matches!(&refusal, PostgresOpenError::NotOurs { .. }), "{refusal}");
    }
    // A start that was interrupted leaves no more behind.
    server.run(&migrated, "delete from _sqlx_migrations").await;
    Postgres::open(&server.url(&migrated)).await.unwrap().close().await;

    let newer = server.make_database().await;
    Postgres::open(&server.url(&newer)).await.unwrap().close().await;
    let later = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        values (9999, 'later', true, '', 0)";
    server.run(&newer, later).await;
    let refusal = refused(&server.url(&newer)).await;
    assert!(
        matches!(&refusal, PostgresOpenError::Schema(SchemaMismatch::Newer { found: 9999 })),
        "{refusal}"
    );

    let still = server.make_database().await;
    server.run(&still, &format!("alter database {still} set default_transaction_read_only = on")).await;
    let refusal = refused(&server.url(&still)).await;
    assert!(matches!(&refusal, PostgresOpenError::ReadOnly), "{refusal}");

    let latin = "latin";
    let make = format!(
        "create database {latin} template template0 encoding 'LATIN1' locale_provider libc locale 'C'"
    );
    server.run("postgres", &make).await;
    let refusal = refused(&server.url(latin)).await;
    assert!(matches!(&refusal, PostgresOpenError::NotUtf8(encoding) if encoding == "LATIN1"), "{refusal}");
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_start_at_once() {
    let Some((server, name)) = database().await else { return };
    let url = server.url(&name);
    let stores = join_all((0..10).map(|_| Postgres::open(&url))).await;
    let mut maker = RecordMaker::starting_at(1);
    for store in &stores {
        let store = store.as_ref().unwrap();
        let player = maker.guest(store).await;
        assert_eq!(stores[0].as_ref().unwrap().player(player.id).await.unwrap(), Some(player));
    }
    for store in stores {
        store.unwrap().close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_waits_for_another_that_migrates_but_not_for_ever() {
    let Some((server, name)) = database().await else { return };
    let url = server.url(&name);
    let mut other = PgConnection::connect(&url).await.unwrap();
    other.lock().await.unwrap();
    let moment = Duration::from_millis(300);
    let refusal = Postgres::open_within(&url, Migrate::AtStart, moment).await.unwrap_err();
    assert!(matches!(&refusal, PostgresOpenError::Migrating { waited } if *waited == moment), "{refusal}");
    let waits = Postgres::open_within(&url, Migrate::AtStart, Duration::from_mins(1));
    let done = async {
        tokio::time::sleep(moment).await;
        other.unlock().await.unwrap();
    };
    let (opened, ()) = tokio::join!(waits, done);
    // Its lock is released for the next one.
    other.lock().await.unwrap();
    opened.unwrap().close().await;
}

/// Uses Debian's pgbouncer. If it is not installed, the test says that it is skipped.
#[tokio::test(flavor = "multi_thread")]
async fn a_pooler_in_transaction_mode_is_refused() {
    let Some((server, name)) = database().await else { return };
    if !fs::exists("/usr/sbin/pgbouncer").unwrap() {
        println!("skipped: the package `pgbouncer` is not installed");
        return;
    }
    // Its connections to the server are used again newest first or oldest first, and there are none to three at the start.
    for (mode, round_robin, idle) in ["transaction", "session"]
        .into_iter()
        .flat_map(|mode| (0..8).map(move |nth| (mode, nth / 4, nth % 4)))
    {
        let pooler = Pooler::start(server, mode, round_robin, idle);
        let url = pooler.url(&name);
        let mut others = Vec::new();
        for _ in 0..idle {
            let mut other = PgConnection::connect(&url).await.unwrap();
            sqlx::raw_sql("begin; select 1").execute(&mut other).await.unwrap();
            others.push(other);
        }
        for mut other in others {
            sqlx::raw_sql("commit").execute(&mut other).await.unwrap();
            other.close().await.unwrap();
        }
        if mode == "transaction" {
            let refusal = refused(&url).await;
            assert!(matches!(&refusal, PostgresOpenError::Pooled), "{refusal}");
        } else {
            Postgres::open(&url).await.unwrap().close().await;
        }
    }
}

/// A running pgbouncer.
struct Pooler {
    folder: std::path::PathBuf,
    process: std::process::Child,
}

impl Pooler {
    fn start(server: &PostgresServer, mode: &str, round_robin: u8, nth: u8) -> Self {
        let folder = server.folder_for(&format!("{mode}-{round_robin}-{nth}"));
        let users = folder.join("users");
        fs::write(&users, format!("\"{USER}\" \"{PASSWORD}\"\n")).unwrap();
        let settings = folder.join("settings.ini");
        let text = format!(
            "[databases]\n* = host={}\n[pgbouncer]\nlisten_addr =\nunix_socket_dir = {}\nlisten_port = 6432\n\
             auth_type = scram-sha-256\nauth_file = {}\npool_mode = {mode}\nserver_round_robin = {round_robin}\n\
             ignore_startup_parameters = extra_float_digits\n",
            server.folder().display(),
            folder.display(),
            users.display()
        );
        fs::write(&settings, text).unwrap();
        let mut command = server.command("/usr/sbin/pgbouncer");
        let process = command
            .arg(&settings)
            .current_dir("/")
            .stdout(Stdio::null())
            .stderr(fs::File::create(folder.join("log")).unwrap())
            .spawn()
            .unwrap();
        for _ in 0..500 {
            if UnixStream::connect(folder.join(".s.PGSQL.6432")).is_ok() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        Self { folder, process }
    }

    fn url(&self, database: &str) -> String {
        let password = "s3cret%2F%25%3A%40";
        let folder = self.folder.display();
        format!("postgres://{USER}:{password}@localhost:6432/{database}?host={folder}")
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// What `cardroom` itself says.
#[tokio::test(flavor = "multi_thread")]
async fn the_program_says_so_and_ends() {
    let Some((server, _)) = database().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let serve = |url: String| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.env_clear().args(["--listen", "127.0.0.1:0", "--data"]).arg(folder.path());
        command.arg("--database-url").arg(url);
        command.output().unwrap()
    };
    let ended = serve(server.url_for(USER, "wr0ng", "postgres"));
    let said = String::from_utf8_lossy(&ended.stderr) + String::from_utf8_lossy(&ended.stdout);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("refuses the user cardroom") && !said.contains("wr0ng"), "{said}");
}
