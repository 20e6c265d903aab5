//! Requests: with the access token, again with the next one where it has expired, and again where no answer came.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::{Method, Request, Response};

use super::refusal::{Refusal, UNREADABLE};
use super::tokens::{TokenFile, Tokens};
use crate::{chance, clock};

/// How long one answer is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a write is sent again where no answer comes.
pub const INSISTS: Duration = Duration::from_secs(20);
/// The longest life of a stream: so one that hangs ends by itself.
const STREAM_LIFE: Duration = Duration::from_hours(1);
/// The most bytes of an answer.
const LARGEST: u64 = 32 << 20;

/// One server, and who is signed in there.
#[derive(Debug)]
pub struct Client {
    base: String,
    requests: Agent,
    streams: Agent,
    tokens: Mutex<Option<Tokens>>,
    file: TokenFile,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Call {
    /// `GET` and the like.
    pub method: Method,
    /// What follows `/v1`.
    pub path: String,
    /// What is sent.
    pub body: Option<Value>,
    /// The name of a write, which all its tries share.
    pub key: Option<String>,
    /// What lets in to a table that is not listed. It goes in a header, for addresses are logged.
    pub invite_code: Option<String>,
}

impl Call {
    /// A question.
    pub fn get(path: impl Into<String>) -> Self {
        Self { method: Method::GET, path: path.into(), body: None, key: None, invite_code: None }
    }

    /// A write, under a new key.
    pub fn write(method: Method, path: impl Into<String>, body: Option<Value>) -> Self {
        Self { method, path: path.into(), body, key: Some(new_key()), invite_code: None }
    }

    /// With an invite code, where there is one.
    #[must_use]
    pub fn invited(mut self, code: Option<&str>) -> Self {
        self.invite_code = code.map(str::to_owned);
        self
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
enum Kind<'a> {
    /// One answer.
    Answer,
    /// A stream, after the message with this id.
    Stream(Option<&'a str>),
}

/// A name that nobody guesses.
pub fn new_key() -> String {
    format!("{:016x}{:016x}", chance::bits(), chance::bits())
}

impl Client {
    /// For the server at an address, with the tokens in a file.
    pub fn new(base: &str, file: TokenFile) -> Self {
        let base = base.trim_end_matches('/').to_owned();
        let config = |life: Duration| {
            let builder = Agent::config_builder()
                .http_status_as_error(false)
                .timeout_connect(Some(Duration::from_secs(5)))
                .timeout_recv_response(Some(PATIENCE))
                .timeout_global(Some(life))
                .user_agent(concat!("cardroom-play/", env!("CARGO_PKG_VERSION")));
            // A house on this machine is not behind anybody's proxy.
            let builder = if is_here(&base) { builder.proxy(None) } else { builder };
            builder.build().new_agent()
        };
        let tokens = Mutex::new(file.read());
        Self { requests: config(PATIENCE), streams: config(STREAM_LIFE), base, tokens, file }
    }

    /// The server's address.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Whether somebody is signed in, as far as is known here.
    pub fn is_signed_in(&self) -> bool {
        self.held().is_some()
    }

    /// Keeps tokens, or forgets them.
    pub fn keep(&self, tokens: Option<Tokens>) {
        let mut held = self.held();
        // A folder that cannot be written is no reason not to play: they are kept as long as the program runs.
        drop(self.file.write(tokens.as_ref()));
        *held = tokens;
    }

    /// Comes in as a guest.
    pub fn come_in(&self, name: &str) -> Result<(), Refusal> {
        self.welcomed(&Call::write(Method::POST, "/guests", Some(json!({ "name": name }))))
    }

    /// Signs in to an account.
    pub fn sign_in(&self, login: &str, password: &str) -> Result<(), Refusal> {
        let body = json!({ "login": login, "password": password });
        self.welcomed(&Call { key: None, ..Call::write(Method::POST, "/sessions", Some(body)) })
    }

    /// Signs in with a code from another device.
    pub fn claim(&self, code: &str) -> Result<(), Refusal> {
        let body = json!({ "code": code });
        self.welcomed(&Call { key: None, ..Call::write(Method::POST, "/sessions/device-code", Some(body)) })
    }

    fn welcomed(&self, call: &Call) -> Result<(), Refusal> {
        let welcome: Value = if call.key.is_some() { self.insist(call, INSISTS) } else { self.ask(call) }?;
        let tokens = serde_json::from_value(welcome["tokens"].clone());
        self.keep(Some(tokens.map_err(|_| Refusal::coded(UNREADABLE, 200))?));
        Ok(())
    }

    /// Asks once.
    pub fn ask<T: DeserializeOwned>(&self, call: &Call) -> Result<T, Refusal> {
        let response = self.signed(&self.requests, call, Kind::Answer)?;
        let status = response.status();
        let wait = response.headers().get("retry-after").and_then(|wait| wait.to_str().ok()?.parse().ok());
        let mut body = response.into_body();
        let text = body.with_config().limit(LARGEST).read_to_string().map_err(|_| Refusal::offline())?;
        if !status.is_success() {
            return Err(Refusal {
                wait: wait.map(Duration::from_secs),
                ..Refusal::read(status.as_u16(), &text)
            });
        }
        let text = if text.is_empty() { "null" } else { &text };
        serde_json::from_str(text).map_err(|_| Refusal::coded(UNREADABLE, status.as_u16()))
    }

    /// Asks until there is an answer, or the time is up. A write is named by one key, so that it is done once.
    pub fn insist<T: DeserializeOwned>(&self, call: &Call, at_most: Duration) -> Result<T, Refusal> {
        let until = clock::elapsed() + at_most;
        let mut pause = Duration::from_millis(300);
        loop {
            let answer = self.ask(call);
            let wait = answer
                .as_ref()
                .err()
                .and_then(|refusal: &Refusal| refusal.wait)
                .unwrap_or_default()
                .max(pause);
            match answer {
                Err(refusal) if refusal.is_no_answer() && clock::elapsed() + wait < until => {
                    thread::sleep(wait);
                }
                answer => return answer,
            }
            pause = (pause * 2).min(Duration::from_secs(3));
        }
    }

    /// Opens a stream, after the last message that was taken.
    pub fn open(&self, call: &Call, after: Option<&str>) -> Result<Response<ureq::Body>, Refusal> {
        let response = self.signed(&self.streams, call, Kind::Stream(after))?;
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status().as_u16();
        let text = response.into_body().read_to_string().unwrap_or_default();
        Err(Refusal::read(status, &text))
    }

    /// Sends, and once more with the next token where the one that was sent is too old.
    fn signed(&self, agent: &Agent, call: &Call, kind: Kind) -> Result<Response<ureq::Body>, Refusal> {
        let token = self.held().as_ref().map(|tokens| tokens.access_token.clone());
        let response = self.send(agent, call, token.as_deref(), kind)?;
        let Some(failed) = token.filter(|_| response.status() == 401) else { return Ok(response) };
        match self.refresh(&failed) {
            Some(next) => self.send(agent, call, Some(&next), kind),
            None => Ok(response),
        }
    }

    fn send(
        &self,
        agent: &Agent,
        call: &Call,
        token: Option<&str>,
        kind: Kind,
    ) -> Result<Response<ureq::Body>, Refusal> {
        let mut request =
            Request::builder().method(&call.method).uri(format!("{}/v1{}", self.base, call.path));
        let (accept, after) = match kind {
            Kind::Answer => ("application/json", None),
            Kind::Stream(after) => ("text/event-stream", after),
        };
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers = [
            ("accept", Some(accept)),
            ("authorization", bearer.as_deref()),
            ("idempotency-key", call.key.as_deref()),
            ("invite-code", call.invite_code.as_deref()),
            ("last-event-id", after),
            ("content-type", call.body.is_some().then_some("application/json")),
        ];
        for (name, value) in headers {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        // What was typed may not fit into a header or an address: nothing was sent then.
        let malformed = |_| Refusal::coded("malformed_header", 400);
        let sent = match &call.body {
            Some(body) => agent.run(request.body(body.to_string()).map_err(malformed)?),
            None => agent.run(request.body(()).map_err(malformed)?),
        };
        sent.map_err(|_| Refusal::offline())
    }

    /// The next access token in place of one that failed. Another process may have refreshed already: the file is read
    /// first. `None` where the sign-in is over, or the server cannot be reached.
    fn refresh(&self, failed: &str) -> Option<String> {
        let mut held = self.held();
        if let Some(kept) = self.file.read() {
            *held = Some(kept);
        }
        let now = held.as_ref()?;
        if now.access_token != failed {
            return Some(now.access_token.clone());
        }
        let body = json!({ "refresh_token": now.refresh_token });
        let call = Call { key: None, ..Call::write(Method::POST, "/sessions/refresh", Some(body)) };
        let response = self.send(&self.requests, &call, None, Kind::Answer).ok()?;
        let status = response.status().as_u16();
        let text = response.into_body().read_to_string().ok()?;
        let next: Option<Tokens> = serde_json::from_str(&text).ok();
        if status == 401 || next.is_some() {
            drop(self.file.write(next.as_ref()));
            held.clone_from(&next);
        }
        next.map(|tokens| tokens.access_token)
    }

    fn held(&self) -> MutexGuard<'_, Option<Tokens>> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_here(base: &str) -> bool {
    ["://127.", "://localhost", "://[::1]"].iter().any(|here| base.contains(here))
}
