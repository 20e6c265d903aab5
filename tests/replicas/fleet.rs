//! The servers, each a process in a slot of its own, on a machine whose clock is wrong; and a client that asks any of them.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use rand::TryRng;
use rand::rngs::SysRng;
use reqwest::{Client, Method, StatusCode};
use serde_json::Value;
use tempfile::TempDir;
use tokio::time::Instant;

use crate::postgres::PostgresServer;
use crate::process::{ADMIN, Server};
use crate::unbounded::UNBOUNDED;

/// How long a client waits for an answer. A paused server gives none.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a request is tried at most: longer than the database is away, also on a busy machine.
const TRIED: Duration = Duration::from_mins(2);

pub struct Fleet {
    urls: Vec<RwLock<String>>,
    servers: Vec<Mutex<Option<Server>>>,
    /// The URL of the database for each server.
    databases: Vec<String>,
    folder: TempDir,
    http: Client,
}

impl Fleet {
    /// Starts so many servers on a database.
    pub fn start(postgres: &PostgresServer, database: &str, count: usize) -> Arc<Self> {
        Self::start_at(vec![postgres.url(database); count])
    }

    /// Starts a server for each of these URLs of one database.
    pub fn start_at(databases: Vec<String>) -> Arc<Self> {
        let fleet = Self {
            urls: databases.iter().map(|_| RwLock::default()).collect(),
            servers: databases.iter().map(|_| Mutex::default()).collect(),
            databases,
            folder: tempfile::tempdir().unwrap(),
            http: Client::builder().no_proxy().build().unwrap(),
        };
        fleet.build_clock();
        (0..fleet.len()).for_each(|nth| fleet.start_one(nth));
        Arc::new(fleet)
    }

    /// Builds what puts the clock of a server's machine wrong.
    fn build_clock(&self) {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/clock.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(self.clock()).arg(source).arg("-ldl");
        assert!(compiler.status().unwrap().success());
    }

    fn clock(&self) -> PathBuf {
        self.folder.path().join("clock.so")
    }

    pub fn len(&self) -> usize {
        self.urls.len()
    }

    /// The numbers of the servers' processes.
    pub fn processes(&self) -> Vec<u32> {
        self.servers.iter().filter_map(|server| Some(server.lock().unwrap().as_ref()?.process())).collect()
    }

    /// Starts the server of a slot, on a machine whose clock is minutes ahead or behind.
    pub fn start_one(&self, nth: usize) {
        let database = format!("--database-url={}", self.databases[nth]);
        let flags: Vec<&str> = UNBOUNDED.into_iter().chain([&*database]).collect();
        let minutes = [-17, -4, 3, 25][below(4)];
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.env("LD_PRELOAD", self.clock()).env("CLOCK_AHEAD", (minutes * 60).to_string());
        let server = Server::start_by(command, self.folder.path(), &flags);
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
        request: (&str, &str),
        body: Option<(&Value, &str)>,
    ) -> Option<(StatusCode, Value)> {
        self.try_once(url, method_with(body), request, body).await.ok()
    }

    /// The same, and says why there is no answer.
    async fn try_once(
        &self,
        url: &str,
        method: Method,
        (token, path): (&str, &str),
        body: Option<(&Value, &str)>,
    ) -> Result<(StatusCode, Value), String> {
        let request = self.http.request(method, format!("{url}{path}"));
        let request = match body {
            Some((body, key)) => request.json(body).header("idempotency-key", key),
            None => request,
        };
        let request = if token.is_empty() { request } else { request.bearer_auth(token) };
        let answer = request.timeout(PATIENCE).send().await.map_err(|error| format!("{error:?}"))?;
        let status = answer.status();
        let body: Value = answer.json().await.map_err(|error| format!("{error:?}"))?;
        if status.is_server_error() { Err(format!("{status} {body}")) } else { Ok((status, body)) }
    }

    /// Asks any server, and another one until there is an answer.
    pub async fn ask(&self, token: &str, path: &str, body: Option<(&Value, &str)>) -> (StatusCode, Value) {
        self.ask_by(method_with(body), (token, path), body).await
    }

    /// The same with another method, under a key of its own.
    pub async fn change(&self, method: Method, token: &str, path: &str, body: &Value) -> (StatusCode, Value) {
        self.ask_by(method, (token, path), Some((body, &key()))).await
    }

    async fn ask_by(
        &self,
        method: Method,
        (token, path): (&str, &str),
        body: Option<(&Value, &str)>,
    ) -> (StatusCode, Value) {
        let (began, mut failed) = (Instant::now(), Vec::new());
        while began.elapsed() < TRIED {
            match self.try_once(&self.any(), method.clone(), (token, path), body).await {
                Ok(answer) => return answer,
                Err(error) => failed.push((began.elapsed().as_millis(), error)),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let last = failed.len().saturating_sub(10);
        panic!("no server answers {path}: {:#?}", &failed[last..]);
    }

    pub async fn get(&self, token: &str, path: &str) -> Value {
        let (status, body) = self.ask(token, path, None).await;
        assert!(status.is_success(), "{path}: {body}");
        body
    }
}

/// The method of a request, if it is one of the usual two.
fn method_with(body: Option<(&Value, &str)>) -> Method {
    if body.is_some() { Method::POST } else { Method::GET }
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
