//! Data folders of older releases: opened by the code of today, they give the same answers, and every hand goes on.
//! `tests/fixtures/folders` describes their contents and how they were recorded.

mod answers;
mod copied;
mod damage;
mod fields;
mod migrating;
mod my_hands;
mod names;
mod newer;
mod play_on;
mod rows;
mod today;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::open::OnLoss;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, Executor, SqliteConnection};
use tempfile::TempDir;

use crate::manual::ManualClock;
use crate::server::{Client, TestServer, settings};

/// The folders that there are, the newest last.
pub const FOLDERS: [u32; 3] = [1, 2, 3];

/// The last answers of the server of the release before it was stopped.
#[derive(Deserialize)]
pub struct Recorded {
    /// The number of the folder.
    #[serde(skip)]
    number: u32,
    stopped_at: Timestamp,
    players: BTreeMap<String, Player>,
    admin_token: String,
    /// Requests that were sent under an idempotency key, and the change that they made.
    keyed: Vec<Keyed>,
    answers: Vec<RecordedAnswer>,
}

#[derive(Deserialize)]
pub struct Player {
    id: String,
    access_token: String,
    refresh_token: String,
    login: Option<String>,
    password: Option<String>,
}

#[derive(Deserialize)]
pub struct Keyed {
    #[serde(rename = "as")]
    caller: String,
    method: String,
    path: String,
    key: String,
    body: Value,
    version: u64,
}

/// An answer to a `GET`.
#[derive(Deserialize)]
pub struct RecordedAnswer {
    #[serde(rename = "as")]
    caller: Option<String>,
    path: String,
    status: u16,
    body: Value,
}

/// A copy of a folder, to be opened.
pub struct Folder {
    files: TempDir,
    pub recorded: Arc<Recorded>,
}

/// A server over a folder, at the moment at which the release's own was stopped.
pub struct Opened {
    pub server: TestServer,
    pub recorded: Arc<Recorded>,
    database: Database,
}

impl Folder {
    /// A copy of the folder of this number.
    pub fn copy(number: u32) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/folders/{number}"));
        let files = tempfile::tempdir().unwrap();
        fs::copy(folder.join("cardroom.sqlite"), files.path().join("cardroom.sqlite")).unwrap();
        let recorded = fs::read_to_string(folder.join("answers.json")).unwrap();
        let recorded = Recorded { number, ..serde_json::from_str(&recorded).unwrap() };
        Self { files, recorded: Arc::new(recorded) }
    }

    /// Another copy of all files in their present form.
    pub fn copy_again(&self) -> Self {
        let files = tempfile::tempdir().unwrap();
        for file in fs::read_dir(self.files.path()).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), files.path().join(file.file_name())).unwrap();
        }
        Self { files, recorded: Arc::clone(&self.recorded) }
    }

    pub fn database(&self) -> PathBuf {
        self.files.path().join("cardroom.sqlite")
    }

    /// Opens it, by today's code.
    pub async fn open(&self) -> Opened {
        let url = format!("sqlite:{}", self.database().display());
        let opened = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await;
        self.serve(opened.unwrap()).await
    }

    /// A server over a database that has the same card room.
    pub async fn serve(&self, database: Database) -> Opened {
        let recorded = Arc::clone(&self.recorded);
        let clock = ManualClock::at(recorded.stopped_at);
        let settings = cardroom::http::settings::Settings {
            admin_token: Some(recorded.admin_token.parse().unwrap()),
            ..settings()
        };
        let server = TestServer::over(database.store(), clock, settings).await;
        Opened { server, recorded, database }
    }

    /// A connection to the database beside the server's.
    pub async fn behind(&self) -> SqliteConnection {
        SqliteConnection::connect(self.database().to_str().unwrap()).await.unwrap()
    }

    /// Runs a statement beside the server; it has to change something.
    pub async fn tamper(&self, statement: &str) {
        let mut behind = self.behind().await;
        let touched = behind.execute(AssertSqlSafe(statement)).await.unwrap().rows_affected();
        behind.close().await.unwrap();
        assert!(touched > 0, "{statement} touched nothing");
    }
}

impl Opened {
    /// Closes the server, so that its folder can be opened again.
    pub async fn close(self) {
        self.server.close().await;
        self.database.close().await;
    }

    /// A player by first name, an anonymous client, or the admin, with the token of the recording.
    pub fn client(&self, caller: Option<&str>) -> Client {
        match caller {
            None => self.server.anonymous(),
            Some("admin") => self.server.anonymous().with_token(&self.recorded.admin_token),
            Some(name) => self.server.anonymous().with_token(&self.recorded.players[name].access_token),
        }
    }

    /// A player by identifier.
    pub fn player(&self, id: &Value) -> Client {
        let mut players = self.recorded.players.iter();
        let (name, _) = players.find(|(_, player)| *id == player.id.as_str()).unwrap();
        self.client(Some(name))
    }

    /// The tables of the recording, by their paths.
    pub fn tables(&self) -> Vec<String> {
        let is_table = |path: &str| path.starts_with("/v1/tables/") && path.matches('/').count() == 3;
        let got = self.recorded.answers.iter().map(|got| got.path.split('?').next().unwrap());
        let mut tables: Vec<String> = got.filter(|path| is_table(path)).map(str::to_owned).collect();
        tables.sort();
        tables.dedup();
        tables
    }

    /// Panics unless every chip is accounted for.
    pub async fn audit(&self) {
        let report = self.client(Some("admin")).get("/v1/admin/audit").await.ok();
        assert_eq!(report["holds"], true, "{report}");
    }
}
