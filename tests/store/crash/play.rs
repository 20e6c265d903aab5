//! Clients that play at random, and remember the answers.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::process::Server;

/// A table, and the tokens of all its players.
pub struct Table {
    id: String,
    tokens: Vec<String>,
}

/// What the clients know when the server is gone.
#[derive(Default)]
pub struct Played {
    pub acknowledged: Vec<Acknowledged>,
    /// Requests that the server may have done: it never answered, or it answered that it failed.
    pub unknown: Vec<Request>,
    /// How often the server answered that it failed.
    pub failed: u32,
}

/// An acknowledged change.
pub struct Acknowledged {
    request: Request,
    change: Value,
}

/// A request under a key of its own.
#[derive(Clone)]
pub struct Request {
    table: String,
    path: &'static str,
    token: String,
    key: String,
    body: Value,
}

/// A player at a table, for as long as the server lives.
struct Seated {
    http: Client,
    url: String,
    table: String,
    token: String,
    rng: ChaCha20Rng,
}

impl Table {
    /// Opens a table that deals by itself, with this many guests at it.
    pub async fn open(server: &Server, players: usize) -> Self {
        let http = Client::new();
        let mut tokens = Vec::new();
        for _ in 0..players {
            let guest = http.post(format!("{}/v1/guests", server.url)).json(&json!({})).send().await.unwrap();
            let guest: Value = guest.json().await.unwrap();
            tokens.push(guest["tokens"]["access_token"].as_str().unwrap().to_owned());
        }
        let rules = json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0});
        let options = json!({
            "name": "Under fire",
            "game": {"holdem": rules},
            "seats": players,
            "min_buy_in": 1000,
            "max_buy_in": 100_000,
            "dealing": {"type": "automatic", "pause_seconds": 0},
        });
        let tables = format!("{}/v1/tables", server.url);
        let table = http.post(&tables).bearer_auth(&tokens[0]).json(&options).send().await.unwrap();
        let table: Value = table.error_for_status().unwrap().json().await.unwrap();
        let id = table["table"]["id"].as_str().unwrap().to_owned();
        for token in &tokens {
            let seat = json!({"buy_in": 100_000, "entry": "post"});
            let sit = http.post(format!("{tables}/{id}/seats")).bearer_auth(token).json(&seat);
            sit.send().await.unwrap().error_for_status().unwrap();
        }
        Self { id, tokens }
    }
}

/// All players play at once. After this many acknowledgements `kill` ends the server, whatever is unfinished. It may
/// end earlier by itself.
pub async fn play_until(
    tables: &[Table],
    url: &str,
    seeds: &[u64],
    acknowledgements: u32,
    kill: impl Fn(),
) -> Played {
    let played = Arc::new(Mutex::new(Played::default()));
    let count = Arc::new(AtomicU32::new(0));
    let (reached, mut enough) = tokio::sync::mpsc::channel::<()>(1);
    let mut clients = JoinSet::new();
    for (table, &seed) in tables.iter().zip(seeds) {
        for (place, token) in (0u64..).zip(&table.tokens) {
            let client = Seated {
                http: Client::new(),
                url: url.to_owned(),
                table: table.id.clone(),
                token: token.clone(),
                rng: ChaCha20Rng::seed_from_u64(seed ^ place),
            };
            let (played, count, reached) = (Arc::clone(&played), Arc::clone(&count), reached.clone());
            clients.spawn(client.play(played, move || {
                if count.fetch_add(1, Ordering::Relaxed) + 1 == acknowledgements {
                    let _ = reached.try_send(());
                }
            }));
        }
    }
    drop(reached);
    // After a restart too, the clock deals, and plays for absent players. Nothing comes if all clients have lost the
    // server.
    timeout(Duration::from_mins(5), enough.recv()).await.expect("play goes on");
    kill();
    while let Some(client) = clients.join_next().await {
        client.unwrap();
    }
    Arc::into_inner(played).unwrap().into_inner().unwrap()
}

impl Seated {
    /// Acts at each turn, tops up when it is broke, waits otherwise; until the server is gone.
    async fn play(mut self, played: Arc<Mutex<Played>>, acknowledged: impl Fn()) {
        while let Some(view) = self.get(&format!("/v1/tables/{}", self.table)).await {
            let Some(request) = self.next_request(&view) else {
                let version = &view["version"];
                let events = format!("/v1/tables/{}/events?after={version}&wait=30", self.table);
                if self.get(&events).await.is_none() {
                    return;
                }
                continue;
            };
            match request.send(&self.http, &self.url).await {
                Some(answer) if answer.status() == StatusCode::OK => {
                    let Ok(answer) = answer.json::<Value>().await else {
                        played.lock().unwrap().unknown.push(request);
                        return;
                    };
                    let change = answer["change"].clone();
                    played.lock().unwrap().acknowledged.push(Acknowledged { request, change });
                    acknowledged();
                }
                // Refused: the clock, or the hand's end, was quicker.
                Some(answer) if answer.status().is_client_error() => {}
                Some(answer) => {
                    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{answer:?}");
                    let mut played = played.lock().unwrap();
                    played.unknown.push(request);
                    played.failed += 1;
                }
                None => {
                    played.lock().unwrap().unknown.push(request);
                    return;
                }
            }
        }
    }

    async fn get(&self, path: &str) -> Option<Value> {
        let answer =
            self.http.get(format!("{}{path}", self.url)).bearer_auth(&self.token).send().await.ok()?;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.json().await.ok()
    }

    fn next_request(&mut self, view: &Value) -> Option<Request> {
        let you = &view["you"];
        let chair = view["chairs"].as_array()?.iter().find(|chair| chair["seat"] == you["seat"])?;
        if view["hand"].is_null() && chair["chips"].as_u64()? < 1_000 {
            return Some(self.request("seats/me/top-up", json!({"amount": 50_000})));
        }
        // The clock has played for it too often.
        if chair["entry"] == "out" {
            return Some(self.request("seats/me/return", json!({"entry": "post"})));
        }
        let action = self.action(&you["options"]["holdem"])?;
        Some(self.request("actions", json!({"at": view["version"], "action": {"holdem": action}})))
    }

    /// Any action that is on offer, the cheap ones more often.
    fn action(&mut self, options: &Value) -> Option<Value> {
        let price = if options["call"].is_null() { "check" } else { "call" };
        if options["show"] == true {
            return Some(json!({"type": "show"}));
        }
        if options["fold"] != true {
            return None;
        }
        let raise = options["raise_min"].as_u64().zip(options["raise_max"].as_u64());
        let mut kinds = vec![json!({"type": price}); 6];
        kinds.push(json!({"type": "fold"}));
        for to in raise.into_iter().flat_map(|(min, max)| [min, max]) {
            kinds.push(json!({"type": "raise", "to": to}));
            kinds.push(json!({"type": "bet", "to": to}));
        }
        let place = self.rng.next_u64() % kinds.len() as u64;
        kinds.into_iter().nth(usize::try_from(place).unwrap())
    }

    fn request(&mut self, path: &'static str, body: Value) -> Request {
        Request {
            table: self.table.clone(),
            path,
            token: self.token.clone(),
            key: format!("{:016x}", self.rng.next_u64()),
            body,
        }
    }
}

impl Request {
    /// `None` if there was no answer.
    async fn send(&self, http: &Client, url: &str) -> Option<Response> {
        let post = http.post(format!("{url}/v1/tables/{}/{}", self.table, self.path));
        post.bearer_auth(&self.token).header("idempotency-key", &self.key).json(&self.body).send().await.ok()
    }

    /// The change of this version, as its player sees it.
    async fn change(&self, http: &Client, url: &str, version: u64) -> Option<Value> {
        let query = format!("after={}&limit=1", version - 1);
        let events = http.get(format!("{url}/v1/tables/{}/events?{query}", self.table));
        let page: Value = events.bearer_auth(&self.token).send().await.unwrap().json().await.unwrap();
        page["changes"].as_array()?.first().cloned()
    }
}

/// Every acknowledged change is there as it was sent; every other request was done as a whole or not at all, and can
/// be repeated. Returns how many of those had been done.
pub async fn check_after_crash(server: &Server, played: &Played) -> usize {
    let http = Client::new();
    let audit = server.audit().await;
    assert_eq!(audit["holds"], true, "{audit}");
    for Acknowledged { request, change } in &played.acknowledged {
        let version = change["version"].as_u64().unwrap();
        assert_eq!(request.change(&http, &server.url, version).await.as_ref(), Some(change), "acknowledged");
    }
    let mut done = 0;
    for request in &played.unknown {
        let before: Value = view(&http, server, request).await;
        let answer = request.send(&http, &server.url).await.expect("the server lives");
        if answer.status() == StatusCode::OK {
            let answer: Value = answer.json().await.unwrap();
            let version = answer["change"]["version"].as_u64().unwrap();
            let change = request.change(&http, &server.url, version).await;
            assert_eq!(change.as_ref(), Some(&answer["change"]), "whole");
            done += usize::from(version <= before["version"].as_u64().unwrap());
        } else {
            // It was not done, and by now it is too late for it.
            assert!(answer.status().is_client_error(), "{answer:?}");
        }
    }
    let audit = server.audit().await;
    assert_eq!(audit["holds"], true, "{audit}");
    done
}

async fn view(http: &Client, server: &Server, request: &Request) -> Value {
    let view = http.get(format!("{}/v1/tables/{}", server.url, request.table)).bearer_auth(&request.token);
    view.send().await.unwrap().json().await.unwrap()
}
