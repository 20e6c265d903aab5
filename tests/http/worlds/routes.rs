//! Every route, and the requests worth sending to it.

use std::cmp::Ordering;
use std::io::Read;

use cardroom::http::router;
use flate2::read::GzDecoder;
use reqwest::Method;
use serde_json::{Value, json};

use super::actions;

/// The password for naming an account.
const PASSWORD: &str = "correct horse";
/// The one that they take next.
const NEXT_PASSWORD: &str = "battery staple";

/// The routes that never answer with success here, and why.
pub const NEVER_WELL: [&str; 47] = [
    // The caller sits there, or the table is full; chips are added between hands.
    "DELETE /v1/me",
    "POST /v1/tables/{id}/seats",
    "POST /v1/tables/{id}/seats/me/top-up",
    // The hand is not over.
    "GET /v1/hands/{id}/phh",
    // A hand is being played, and the table is dealt by hand.
    "POST /v1/tables/{id}/hands",
    "POST /v1/tables/{id}/seats/me/ready",
    // No chair is free for a computer, and none has one.
    "POST /v1/tables/{id}/bots",
    "DELETE /v1/tables/{id}/bots/{seat}",
    // People play against each other; of hands among computers, advice has a test of its own.
    "GET /v1/tables/{id}/advice",
    // The sign-in ended a moment before.
    "DELETE /v1/sessions",
    // No client here knows the token for it.
    "GET /v1/admin/audit",
    "POST /v1/admin/tables/{id}/void",
    "POST /v1/admin/tournaments",
    "POST /v1/admin/tournaments/{id}/cancellation",
    "DELETE /v1/admin/tournaments/{id}/players/{player}",
    "GET /v1/admin/rated-events",
    "POST /v1/admin/rated-events/{id}/void",
    // No tournament is known here.
    "GET /v1/tournaments/{id}",
    "DELETE /v1/tournaments/{id}",
    "PUT /v1/tournaments/{id}/registration",
    "DELETE /v1/tournaments/{id}/registration",
    "PUT /v1/tournaments/{id}/team",
    "GET /v1/tournaments/{id}/entries",
    "GET /v1/tournaments/{id}/events",
    "POST /v1/tournaments/{id}/rebuy",
    "DELETE /v1/tournaments/{id}/rebuy",
    "POST /v1/tournaments/{id}/add-on",
    "POST /v1/tournaments/{id}/deal",
    "PUT /v1/tournaments/{id}/deal",
    "PUT /v1/tournaments/{id}/pause",
    "DELETE /v1/tournaments/{id}/pause",
    "GET /v1/tournaments/{id}/history",
    "POST /v1/tournaments/{id}/next-level",
    "DELETE /v1/tournaments/{id}/players/{player}",
    "PUT /v1/tournaments/{id}/invite-code",
    // It is no answer: the socket is followed beside.
    "GET /v1/socket",
    // Its answer depends only on the request, and has its own tests.
    "GET /errors/{code}",
    "POST /v1/holdem/evaluate",
    "POST /v1/holdem/showdown",
    "POST /v1/holdem/equity",
    "POST /v1/holdem/icm",
    "POST /v1/doudizhu/readings",
    "POST /v1/doudizhu/beats",
    "POST /v1/doudizhu/moves",
    "POST /v1/shengji/check",
    "POST /v1/shengji/trick",
    "POST /v1/shengji/throw",
];

/// What is known in a world, to fill in requests.
#[derive(Default)]
pub struct Known {
    pub game: &'static str,
    pub table: String,
    pub hand: String,
    /// A table that is entered by a code.
    pub other_table: String,
    pub invite_code: String,
    /// The host, whose figures are read; players who are removed, become host and are blocked, and are banned.
    pub host: String,
    pub player: String,
    pub next_host: String,
    pub guest: String,
    /// Whether the viewer names an account, and tries all routes that need a password.
    pub names_account: bool,
    /// Another sign-in of the viewer.
    pub sign_in: String,
    /// The values that the viewer has got.
    pub device_code: Value,
    pub recovery_code: Value,
    pub refresh_token: Value,
    /// The access token that they were given last.
    pub access_token: Option<String>,
}

impl Known {
    /// The path with its parameters filled in.
    pub fn path(&self, template: &str) -> String {
        let of = |starts: &[&str]| starts.iter().any(|start| template.starts_with(start));
        let id = if of(&["/v1/hands/", "/v1/admin/hands/"]) {
            &self.hand
        } else if template.ends_with("/statistics") {
            &self.host
        } else if of(&["/v1/players/", "/v1/me/friends/", "/v1/me/mutes/"]) {
            &self.player
        } else if of(&["/v1/me/blocks/"]) {
            &self.next_host
        } else if of(&["/v1/me/sign-ins/"]) {
            &self.sign_in
        } else if template.ends_with("/invite-code") {
            &self.other_table
        } else {
            &self.table
        };
        let player = if template.contains("/bans/") { &self.guest } else { &self.player };
        template.replace("{id}", id).replace("{player}", player).replace("{game}", self.game)
    }

    /// The invite code to send, if the route needs one.
    pub fn invitation(&self, path: &str) -> Option<&str> {
        path.starts_with("/v1/invites").then_some(&self.invite_code)
    }

    /// Keeps the values of an answer that later requests need.
    pub fn learn(&mut self, path: &str, is_packed: bool, body: &[u8]) {
        let mut text = Vec::new();
        if is_packed {
            GzDecoder::new(body).read_to_end(&mut text).unwrap();
        } else {
            text.extend(body);
        }
        let Ok(mut got) = serde_json::from_slice::<Value>(&text) else { return };
        match path {
            "/v1/me/device-codes" => self.device_code = got["code"].take(),
            "/v1/me/recovery-codes" => self.recovery_code = got["codes"][0].take(),
            _ if path.starts_with("/v1/sessions") || path == "/v1/me/password" => {
                let tokens = if got["tokens"].is_object() { got["tokens"].take() } else { got };
                if let Some(access) = tokens["access_token"].as_str() {
                    self.access_token = Some(access.to_owned());
                    self.refresh_token = tokens["refresh_token"].clone();
                }
            }
            _ => {}
        }
    }

    /// Queries and bodies worth trying by a viewer who sees this of the table; for a route without an entry, none and
    /// an empty one.
    pub fn variants(&self, method: &Method, path: &str, view: &Value) -> Vec<(String, Option<Value>)> {
        if *method == Method::GET {
            let queries: &[&str] = match path {
                path if path.ends_with("/events") => &["", "?after=0", "?after=3"],
                path if path.starts_with("/v1/hands/") => &["", "?views=true", "?views=true&views_after=3"],
                _ => &["", "?limit=2"],
            };
            return queries.iter().map(|query| ((*query).to_owned(), None)).collect();
        }
        let bodies = if path.ends_with("/actions") {
            actions::bodies(self.game, view)
        } else if path.ends_with("/wishes") {
            vec![
                json!({"holdem": {"straddle": true}}),
                json!({"holdem": {"straddle": false}}),
                json!({"doudizhu": {"auto_pass": true}}),
                json!({"shengji": {}}),
            ]
        } else {
            let by_password = self.by_password(path).filter(|_| self.names_account);
            vec![by_password.or_else(|| self.body(method, path)).unwrap_or(json!({}))]
        };
        bodies.into_iter().map(|body| (String::new(), Some(body))).collect()
    }

    /// The body of a route that needs one.
    fn body(&self, method: &Method, path: &str) -> Option<Value> {
        Some(match path {
            "/v1/guests" => json!({"name": "Newcomer"}),
            "/v1/me" if *method == Method::PATCH => json!({"name": "Other", "avatar": "fox"}),
            "/v1/me/statistics" => json!({"open_to": "friends"}),
            "/v1/me/ratings" => json!({"hidden": true}),
            "/v1/quick-seat" => json!({"game": self.game}),
            "/v1/tournaments" => {
                json!({"name": "Tonight", "game": {"holdem": {}}, "max_entrants": 6, "prize": 100})
            }
            "/v1/invites/seats" => json!({"buy_in": 200}),
            "/v1/sessions/device-code" => json!({"code": self.device_code}),
            "/v1/tables" => json!({
                "name": "Another", "seats": 2, "min_buy_in": 100, "max_buy_in": 100, "sit": {"buy_in": 100},
                "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
            }),
            _ if path.ends_with("/emotes") => json!({"emote": "hello"}),
            _ if path.ends_with("/seats") => json!({"buy_in": 200}),
            _ if path.ends_with("/top-up") => json!({"amount": 100}),
            _ if path.ends_with("/return") => json!({"entry": "post"}),
            _ if path.ends_with("/bots") => json!({"level": "novice"}),
            _ if path.ends_with("/host") => json!({"player": self.next_host}),
            _ if *method == Method::PATCH => json!({"name": "Late", "decision_seconds": 9}),
            _ => return None,
        })
    }

    /// The body of a route that needs a password.
    fn by_password(&self, path: &str) -> Option<Value> {
        Some(match path {
            "/v1/me/account" => json!({"login": "first", "password": PASSWORD}),
            "/v1/me/recovery-codes" => json!({"password": PASSWORD}),
            "/v1/me/password" => json!({"current": PASSWORD, "new": NEXT_PASSWORD}),
            "/v1/me/login" | "/v1/sessions" => json!({"login": "second", "password": PASSWORD}),
            "/v1/sessions/refresh" => json!({"refresh_token": self.refresh_token}),
            "/v1/sessions/recovery" => {
                json!({"login": "second", "code": self.recovery_code, "password": NEXT_PASSWORD})
            }
            _ => return None,
        })
    }
}

/// Every route, in an order in which none spoils the next: reads first, closing a table and ending a sign-in last.
pub fn routes() -> Vec<(Method, String)> {
    let document = router::document();
    let mut routes = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            routes.push((Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(), path.clone()));
        }
    }
    routes.sort_by(order);
    routes
}

fn order((method, path): &(Method, String), (other_method, other_path): &(Method, String)) -> Ordering {
    let rank = |method: &Method| {
        ["GET", "POST", "PUT", "PATCH", "DELETE"].iter().position(|name| *name == method.as_str())
    };
    let by_path = if *method == Method::DELETE { other_path.cmp(path) } else { path.cmp(other_path) };
    part(method, path)
        .cmp(&part(other_method, other_path))
        .then(rank(method).cmp(&rank(other_method)))
        .then(by_path)
}

/// The part of the order that a route belongs to.
fn part(method: &Method, path: &str) -> u8 {
    match path {
        "/v1/me/account" => 0,
        "/v1/sessions/recovery" => 3,
        _ if *method == Method::DELETE && path.starts_with("/v1/sessions") => 4,
        _ if path.starts_with("/v1/sessions") || path.ends_with("/password") => 2,
        _ => 1,
    }
}
