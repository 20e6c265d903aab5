//! Requests: with the access token, again with a new one if it has expired, and again if no answer came.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use cardroom_api::player::account::{Login, Password};
use cardroom_api::player::name::Name;
use cardroom_api::requests::sign_in::{ClaimDevice, NewGuest, Refresh, SignIn};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::Agent;
use ureq::http::{Method, Request, Response};

use super::refusal::{MALFORMED, Refusal, UNREADABLE};
use super::tokens::{TokenFile, Tokens};
use crate::{clock, random};

/// The timeout of one answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// For how long a write is sent again if no answer comes.
pub const INSISTS: Duration = Duration::from_secs(20);
/// The longest life of a stream, so that one that hangs ends by itself.
const STREAM_LIFE: Duration = Duration::from_hours(1);
/// The most bytes of an answer.
const LARGEST: u64 = 32 << 20;

/// One server, and the sign-in there.
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
    /// The method.
    pub method: Method,
    /// The path after `/v1`.
    pub path: String,
    /// The body.
    pub body: Option<Value>,
    /// The idempotency key of a write, the same for all its tries.
    pub key: Option<String>,
    /// The invite code for a table that is not listed. It is sent in a header, because addresses are logged.
    pub invite_code: Option<String>,
}

impl Call {
    /// A read.
    pub fn get(path: impl Into<String>) -> Self {
        Self { method: Method::GET, path: path.into(), body: None, key: None, invite_code: None }
    }

    /// A write, with a new key.
    pub fn write(method: Method, path: impl Into<String>, body: Option<Value>) -> Self {
        Self { method, path: path.into(), body, key: Some(new_key()), invite_code: None }
    }

    /// A `POST` with a body, and with a new key.
    pub fn post(path: impl Into<String>, body: &impl Serialize) -> Self {
        Self::write(Method::POST, path, serde_json::to_value(body).ok())
    }

    /// With an invite code, if there is one.
    #[must_use]
    pub fn invited(mut self, code: Option<&str>) -> Self {
        self.invite_code = code.map(str::to_owned);
        self
    }
}

/// The address.
#[derive(Clone, Copy, Debug)]
enum Kind<'a> {
    /// One answer.
    Answer,
    /// A stream, from the message after this id.
    Stream(Option<&'a str>),
}

/// An unguessable key.
pub fn new_key() -> String {
    format!("{:016x}{:016x}", random::bits(), random::bits())
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
            // A server on this machine is not behind a proxy.
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

    /// Whether the player is signed in, as far as this program knows.
    pub fn is_signed_in(&self) -> bool {
        self.held().is_some()
    }

    /// Keeps tokens, or removes them.
    pub fn keep(&self, tokens: Option<Tokens>) {
        let mut held = self.held();
        // If the folder cannot be written, the tokens are kept as long as the program runs.
        drop(self.file.write(tokens.as_ref()));
        *held = tokens;
    }

    /// Signs in as a guest.
    pub fn come_in(&self, name: &str) -> Result<(), Refusal> {
        let name: Name = typed(name)?;
        self.welcomed(&Call::post("/guests", &NewGuest { name: Some(name) }))
    }

    /// Signs in to an account.
    pub fn sign_in(&self, login: &str, password: &str) -> Result<(), Refusal> {
        let (login, password): (Login, Password) = (typed(login)?, typed(password)?);
        let body = SignIn { login, password };
        self.welcomed(&Call { key: None, ..Call::post("/sessions", &body) })
    }

    /// Signs in with a code from another device.
    pub fn claim(&self, code: &str) -> Result<(), Refusal> {
        let body = ClaimDevice { code: code.to_owned() };
        self.welcomed(&Call { key: None, ..Call::post("/sessions/device-code", &body) })
    }

    fn welcomed(&self, call: &Call) -> Result<(), Refusal> {
        let welcome: Value = if call.key.is_some() { self.insist(call, INSISTS) } else { self.ask(call) }?;
        let tokens = serde_json::from_value(welcome["tokens"].clone());
        self.keep(Some(tokens.map_err(|_| Refusal::coded(UNREADABLE, 200))?));
        Ok(())
    }

    /// Sends a request once.
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

    /// Sends a request until there is an answer, or the time is up. All tries of a write have the same key, so it is
    /// done once.
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

    /// Opens a stream, after the last message that was read.
    pub fn open(&self, call: &Call, after: Option<&str>) -> Result<Response<ureq::Body>, Refusal> {
        let response = self.signed(&self.streams, call, Kind::Stream(after))?;
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status().as_u16();
        let text = response.into_body().read_to_string().unwrap_or_default();
        Err(Refusal::read(status, &text))
    }

    /// Sends a request, and once more with a new token if the token has expired.
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
        // Typed text may be impossible in a header or an address: then nothing was sent.
        let malformed = |_| Refusal::coded("malformed_header", 400);
        let sent = match &call.body {
            Some(body) => agent.run(request.body(body.to_string()).map_err(malformed)?),
            None => agent.run(request.body(()).map_err(malformed)?),
        };
        sent.map_err(|_| Refusal::offline())
    }

    /// A new access token in place of one that was refused. Another process may have refreshed it already, so the file
    /// is read first. `None` if the sign-in has ended, or the server cannot be reached.
    fn refresh(&self, failed: &str) -> Option<String> {
        let mut held = self.held();
        if let Some(kept) = self.file.read() {
            *held = Some(kept);
        }
        let now = held.as_ref()?;
        if now.access_token != failed {
            return Some(now.access_token.clone());
        }
        let body = Refresh { refresh_token: now.refresh_token.clone() };
        let call = Call { key: None, ..Call::post("/sessions/refresh", &body) };
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

/// Typed text as the API has it. Text that the server would not read is refused with the server's code.
fn typed<T: TryFrom<String>>(text: &str) -> Result<T, Refusal> {
    T::try_from(text.to_owned()).map_err(|_| Refusal::coded(MALFORMED, 400))
}

fn is_here(base: &str) -> bool {
    ["://127.", "://localhost", "://[::1]"].iter().any(|here| base.contains(here))
}
