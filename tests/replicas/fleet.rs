//! The servers, each a process in a slot of its own; and a client that asks any of them.

use std::process::Command;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use rand::TryRng;
use rand::rngs::SysRng;
use reqwest::{Client, StatusCode};
use serde_json::Value;
use tempfile::TempDir;

use crate::postgres::PostgresServer;
use crate::process::{ADMIN, Server};
use crate::unbounded::UNBOUNDED;

/// How long a client waits for an answer. A paused server gives none.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a request is tried at most.
const TRIES: usize = 200;

pub struct Fleet {
    urls: Vec<RwLock<String>>,
    servers: Vec<Mutex<Option<Server>>>,
    database: String,
    folder: TempDir,
    http: Client,
}

impl Fleet {
    /// Starts so many servers on a database.
    pub fn start(postgres: &PostgresServer, database: &str, count: usize) -> Arc<Self> {
        Self::start_at(&postgres.url(database), count)
    }

    /// The same, on the database of a URL.
    pub fn start_at(database: &str, count: usize) -> Arc<Self> {
        let fleet = Self {
            urls: (0..count).map(|_| RwLock::default()).collect(),
            servers: (0..count).map(|_| Mutex::default()).collect(),
            database: database.to_owned(),
            folder: tempfile::tempdir().unwrap(),
            http: Client::builder().no_proxy().build().unwrap(),
        };
        (0..count).for_each(|nth| fleet.start_one(nth));
        Arc::new(fleet)
    }

    pub fn len(&self) -> usize {
        self.urls.len()
    }

    /// Starts the server of a slot.
    pub fn start_one(&self, nth: usize) {
        let database = format!("--database-url={}", self.database);
        let flags: Vec<&str> = UNBOUNDED.into_iter().chain([&*database]).collect();
        let server = Server::start_with(self.folder.path(), &flags);
        self.urls[nth].write().unwrap().clone_from(&server.url);
        *self.servers[nth].lock().unwrap() = Some(server);
    }

    /// Kills a server.
    pub fn kill(&self, nth: usize) {
        drop(self.servers[nth].lock().unwrap().take());
    }

    /// Pauses a server, or resumes it.
    pub fn signal(&self, nth: usize, signal: &str) {
        if let Some(server) = &*self.servers[nth].lock().unwrap() {
            let done = Command::new("kill").arg(signal).arg(server.process().to_string()).status().unwrap();
            assert!(done.success());
        }
    }

    pub async fn audit(&self, nth: usize) -> Value {
        let url = self.url(nth);
        let request = self.http.get(format!("{url}/v1/admin/audit")).bearer_auth(ADMIN);
        request.send().await.unwrap().json().await.unwrap()
    }

    pub fn url(&self, nth: usize) -> String {
        self.urls[nth].read().unwrap().clone()
    }

    /// The URL of any server.
    pub fn any(&self) -> String {
        self.url(below(self.len()))
    }

    pub fn http(&self) -> &Client {
        &self.http
    }

    /// Asks one server; `None` if there is no answer in time, or it is not known whether the request was done.
    pub async fn ask_once(
        &self,
        url: &str,
        (token, path): (&str, &str),
        body: Option<(&Value, &str)>,
    ) -> Option<(StatusCode, Value)> {
        let url = format!("{url}{path}");
        let request = match body {
            Some((body, key)) => self.http.post(url).json(body).header("idempotency-key", key),
            None => self.http.get(url),
        };
        let request = if token.is_empty() { request } else { request.bearer_auth(token) };
        let answer = request.timeout(PATIENCE).send().await.ok()?;
        let status = answer.status();
        let body = answer.json().await.ok()?;
        (!status.is_server_error()).then_some((status, body))
    }

    /// Asks any server, and another one until there is an answer.
    pub async fn ask(&self, token: &str, path: &str, body: Option<(&Value, &str)>) -> (StatusCode, Value) {
        for _ in 0..TRIES {
            let answer = self.ask_once(&self.any(), (token, path), body).await;
            if let Some(answer) = answer {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("no server answers {path}");
    }

    pub async fn get(&self, token: &str, path: &str) -> Value {
        let (status, body) = self.ask(token, path, None).await;
        assert!(status.is_success(), "{path}: {body}");
        body
    }
}

/// A random number below a bound.
pub fn below(bound: usize) -> usize {
    usize::try_from(SysRng.try_next_u64().unwrap() % bound as u64).unwrap()
}

/// A random time.
pub fn millis(from: usize, to: usize) -> Duration {
    Duration::from_millis((from + below(to - from)) as u64)
}

/// A key that nobody guesses.
pub fn key() -> String {
    format!("{:016x}{:016x}", SysRng.try_next_u64().unwrap(), SysRng.try_next_u64().unwrap())
}
