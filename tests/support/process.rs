//! The real binary, on a port of its own.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;

use serde_json::Value;

use crate::unbounded::UNBOUNDED;

pub const ADMIN: &str = "an-admin-token-for-tests";

pub struct Server {
    pub url: String,
    process: Mutex<Child>,
}

impl Server {
    /// Starts it on this folder, and returns when it listens.
    pub fn start(folder: &Path) -> Self {
        Self::start_with(folder, &UNBOUNDED)
    }

    /// The same, with these flags.
    pub fn start_with(folder: &Path, flags: &[&str]) -> Self {
        Self::start_by(Command::new(env!("CARGO_BIN_EXE_cardroom")), folder, flags)
    }

    /// The same, by this command.
    pub fn start_by(mut command: Command, folder: &Path, flags: &[&str]) -> Self {
        if command.get_envs().all(|(name, _)| name != "CARDROOM_LOG") {
            command.env("CARDROOM_LOG", "warn");
        }
        let mut process = command
            .env("CARDROOM_GRANTS_GUEST_CHIPS", "1000000000")
            .env_remove("CARDROOM_REPLICAS_KILLS")
            .env_remove("CARDROOM_REPLICAS_FAILOVERS")
            .env_remove("CARDROOM_REPLICAS_DEADLINES")
            .env_remove("CARDROOM_REPLICAS_TABLES")
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--admin-token", ADMIN])
            .args(flags)
            .arg("--data")
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut urls = lines.filter_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            Some(format!("http://{}", rest.split(['/', ' ', '"']).next()?))
        });
        let url = urls.next().expect("the server says where it listens");
        Self { url, process: Mutex::new(process) }
    }

    /// The address that it listens on.
    pub fn address(&self) -> std::net::SocketAddr {
        self.url.trim_start_matches("http://").parse().unwrap()
    }

    /// Its number.
    pub fn process(&self) -> u32 {
        self.process.lock().unwrap().id()
    }

    /// Ends it with SIGKILL, which it cannot handle.
    pub fn kill(&self) {
        self.process.lock().unwrap().kill().unwrap();
    }

    /// How it ended, if it has.
    pub fn exit_status(&self) -> Option<ExitStatus> {
        self.process.lock().unwrap().try_wait().unwrap()
    }

    pub async fn audit(&self) -> Value {
        let audit = reqwest::Client::new().get(format!("{}/v1/admin/audit", self.url)).bearer_auth(ADMIN);
        audit.send().await.unwrap().json().await.unwrap()
    }
}

impl Drop for Server {
    /// The folder's lock is free once the process is gone.
    fn drop(&mut self) {
        let process = self.process.get_mut().unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
    }
}
