//! A server of PostgreSQL for the tests of one binary, in a folder of its own, and databases on it.
//!
//! It is Debian's package `postgresql`; where that is missing, tests say that they are skipped. PostgreSQL does not run as root, so tests
//! that do start it as the user `postgres`, whom the package makes.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};

/// The user of the databases, and the owner of the server.
pub const USER: &str = "cardroom";
pub const PASSWORD: &str = "s3cret/%:@";
/// The same within a URL.
const ESCAPED_PASSWORD: &str = "s3cret%2F%25%3A%40";

/// What a server does for durability.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Syncing {
    /// Nothing: for tests in which no server dies.
    Off,
    /// All that it usually does.
    On,
}

/// A running server. It stops when this is dropped or the process ends, however it ends.
pub struct PostgresServer {
    folder: PathBuf,
    /// The user and the group that it runs as, if they are not those of the tests.
    user: Option<(u32, u32)>,
    /// Waits for the end of its input, and then stops the server and deletes its folder.
    _keeper: Child,
}

impl PostgresServer {
    /// The server of this test binary; `None` if the package is missing.
    pub fn shared() -> Option<&'static Self> {
        static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
        SERVER.get_or_init(|| Self::start(Syncing::Off)).as_ref()
    }

    /// Starts a server that listens on a socket in its folder alone.
    pub fn start(syncing: Syncing) -> Option<Self> {
        Self::start_with(syncing, |_| String::new())
    }

    /// The same, with more settings, which may name files in its folder.
    pub fn start_with(syncing: Syncing, more: impl FnOnce(&Path) -> String) -> Option<Self> {
        let Some(programs) = programs() else {
            println!("skipped: the package `postgresql` is not installed");
            return None;
        };
        let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
        let user = if is_root { Some(ids("postgres").expect("the package makes a user")) } else { None };
        let folder = new_folder(user);
        let (data, password) = (folder.join("data"), folder.join("password"));
        fs::write(&password, PASSWORD).unwrap();
        // In an order of text that is not the one of its bytes.
        let made = command_of(user, &programs.join("initdb"))
            .args(["--username", USER, "--auth", "scram-sha-256", "--encoding", "UTF8", "--no-sync"])
            .args(["--locale", "C.UTF-8", "--locale-provider", "icu", "--icu-locale", "en-US"])
            .arg("--pwfile")
            .arg(&password)
            .arg("--pgdata")
            .arg(&data)
            .current_dir("/")
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let mut settings = format!(
            "listen_addresses = ''\nunix_socket_directories = '{}'\nmax_connections = 200\nshared_buffers = '32MB'\n\
             log_line_prefix = '%d '\n",
            folder.display()
        );
        if syncing == Syncing::Off {
            settings.push_str("fsync = off\nfull_page_writes = off\n");
        }
        settings.push_str(&more(&folder));
        append_settings(&folder, &settings);
        Some(Self::serve(folder, user))
    }

    /// Starts a standby of this server, from a copy of its data. Once it is promoted, it acknowledges nothing before a standby of its own
    /// has it too.
    pub fn start_standby(&self) -> Self {
        let folder = new_folder(self.user);
        let copied = command_of(self.user, &programs().unwrap().join("pg_basebackup"))
            .args(["--wal-method", "stream", "--checkpoint", "fast", "--no-sync", "--write-recovery-conf"])
            .arg("--dbname")
            .arg(self.url("postgres"))
            .arg("--pgdata")
            .arg(folder.join("data"))
            .current_dir("/")
            .output()
            .unwrap();
        assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
        let settings = format!(
            "unix_socket_directories = '{}'\nsynchronous_standby_names = '*'\nwal_retrieve_retry_interval = '100ms'\n",
            folder.display()
        );
        append_settings(&folder, &settings);
        Self::serve(folder, self.user)
    }

    /// Waits until a standby is synchronous, and has all that is there now.
    pub async fn wait_for_standby(&self) {
        let options: sqlx::postgres::PgConnectOptions = self.url("postgres").parse().unwrap();
        let mut connection: PgConnection = options.connect().await.unwrap();
        let now: String =
            sqlx::query_scalar("select pg_current_wal_lsn()::text").fetch_one(&mut connection).await.unwrap();
        for _ in 0..600 {
            let follows: bool = sqlx::query_scalar(
                "select exists (select 1 from pg_stat_replication where sync_state = 'sync' and flush_lsn >= $1::pg_lsn)",
            )
            .bind(&now)
            .fetch_one(&mut connection)
            .await
            .unwrap();
            if follows {
                return connection.close().await.unwrap();
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("the standby does not follow");
    }

    /// Changes settings of the running server, as far as that needs no new start.
    pub fn set(&self, settings: &str) {
        append_settings(&self.folder, settings);
        self.pg_ctl("reload");
    }

    /// Starts the server whose data is in a folder.
    fn serve(folder: PathBuf, user: Option<(u32, u32)>) -> Self {
        let mut stop = command_of(user, &programs().unwrap().join("pg_ctl"));
        stop.arg("stop").args(["--mode", "immediate"]).arg("--pgdata").arg(folder.join("data"));
        // Before the server, so that it stops even if the start fails.
        let keeper = Command::new("sh")
            .arg("-c")
            .arg("trap '' INT TERM HUP; cat; \"$@\"; rm -rf \"$0\"")
            .arg(&folder)
            .args(parts(&stop))
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { folder, user, _keeper: keeper };
        server.pg_ctl("start");
        server
    }

    /// Stops it at once, as a crash does (`stop`), starts it again (`start`), makes a standby the primary (`promote`), or reads its settings
    /// again (`reload`).
    pub fn pg_ctl(&self, what: &str) {
        let mut pg_ctl = command_of(self.user, &programs().unwrap().join("pg_ctl"));
        if what == "stop" {
            pg_ctl.args(["--mode", "immediate"]);
        }
        self.control(&mut pg_ctl, what);
    }

    /// Gives a file to the server's user, who alone may read it.
    pub fn own(folder: &Path, file: &Path) {
        use std::os::unix::fs::PermissionsExt;
        let owner = fs::metadata(folder).unwrap();
        chown(file, Some(owner.uid()), Some(owner.gid())).unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();
    }

    /// The URL of a database through a port of this machine.
    pub fn url_by(port: u16, database: &str) -> String {
        format!("postgres://{USER}:{ESCAPED_PASSWORD}@localhost:{port}/{database}")
    }

    /// Its socket.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    fn control(&self, pg_ctl: &mut Command, what: &str) {
        let log = self.folder.join("log");
        let done = pg_ctl
            .args([what, "--wait", "--silent", "--pgdata"])
            .arg(self.folder.join("data"))
            .arg("--log")
            .arg(&log)
            .current_dir("/")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert!(done.success(), "{}", fs::read_to_string(log).unwrap_or_default());
    }

    /// Its folder, where its socket is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A new folder within it, for another program that runs as the same user.
    pub fn folder_for(&self, name: &str) -> PathBuf {
        let folder = self.folder.join(name);
        fs::create_dir(&folder).unwrap();
        if let Some((user, group)) = self.user {
            chown(&folder, Some(user), Some(group)).unwrap();
        }
        folder
    }

    /// Another program, as the same user.
    pub fn command(&self, program: &str) -> Command {
        command_of(self.user, Path::new(program))
    }

    /// The URL of a database.
    pub fn url(&self, database: &str) -> String {
        self.url_for(USER, ESCAPED_PASSWORD, database)
    }

    /// The URL of a database for a user; the password is escaped.
    pub fn url_for(&self, user: &str, password: &str, database: &str) -> String {
        format!("postgres://{user}:{password}@localhost/{database}?host={}", self.folder.display())
    }

    /// Runs statements in a database.
    pub async fn run(&self, database: &str, statements: &str) {
        let options: sqlx::postgres::PgConnectOptions = self.url(database).parse().unwrap();
        let mut connection: PgConnection = options.connect().await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// How many statements were run in a database since it logs them all.
    pub fn logged_statements(&self, database: &str) -> usize {
        let log = fs::read_to_string(self.folder.join("log")).unwrap();
        let [execution, statement] = ["execute", "statement"].map(|word| format!("{database} LOG:  {word}"));
        log.lines().filter(|line| line.starts_with(&execution) || line.starts_with(&statement)).count()
    }

    /// A new and empty database; its name.
    pub async fn make_database(&self) -> String {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.run("postgres", &format!("create database {name}")).await;
        name
    }
}

/// The shared server, and the name of a database of its own for a test; `None`, said on the standard output, where there is no PostgreSQL.
pub async fn database() -> Option<(&'static PostgresServer, String)> {
    let server = PostgresServer::shared()?;
    Some((server, server.make_database().await))
}

/// A new folder for a server that runs as this user.
fn new_folder(user: Option<(u32, u32)>) -> PathBuf {
    let folder = tempfile::Builder::new().prefix("cardroom-pg-").tempdir().unwrap().keep();
    if let Some((user, group)) = user {
        chown(&folder, Some(user), Some(group)).unwrap();
    }
    folder
}

/// Adds settings to those of the server in a folder. Of two values of one setting the later one counts.
fn append_settings(folder: &Path, settings: &str) {
    let file = folder.join("data/postgresql.conf");
    fs::write(&file, fs::read_to_string(&file).unwrap() + settings).unwrap();
}

/// The folder of PostgreSQL's programs, which Debian keeps out of `PATH`; the newest release.
fn programs() -> Option<PathBuf> {
    let releases = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let debian = releases.filter_map(|release| {
        let number: u32 = release.file_name().to_str()?.parse().ok()?;
        Some((number, release.path().join("bin")))
    });
    let newest = debian.filter(|(_, folder)| has_programs(folder)).max().map(|(_, folder)| folder);
    newest.or_else(|| std::env::split_paths(&std::env::var_os("PATH")?).find(|folder| has_programs(folder)))
}

fn has_programs(folder: &Path) -> bool {
    ["initdb", "pg_ctl", "postgres"].iter().all(|program| folder.join(program).exists())
}

/// The numbers of a user and their group.
fn ids(user: &str) -> Option<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let line = users.lines().find(|line| line.split(':').next() == Some(user))?;
    let mut numbers = line.split(':').skip(2).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// A program, as another user if there is one.
fn command_of(user: Option<(u32, u32)>, program: &Path) -> Command {
    let Some((user, group)) = user else { return Command::new(program) };
    let mut command = Command::new("setpriv");
    command.arg(format!("--reuid={user}")).arg(format!("--regid={group}")).arg("--clear-groups").arg(program);
    command
}

/// A command, word by word.
fn parts(command: &Command) -> Vec<std::ffi::OsString> {
    [command.get_program()].into_iter().chain(command.get_args()).map(ToOwned::to_owned).collect()
}
