//! What each request costs its address and its player, and what it is told of that.
//!
//! `RateLimit-Policy` and `RateLimit` are those of draft-ietf-httpapi-ratelimit-headers-10: the policy in times (`q`) and
//! seconds (`w`), what is left (`r`) and, where nothing is, the seconds until there is (`t`).

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::HttpBody;
use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::Response;

use super::address::ClientNetwork;
use super::at_once::AddressPlace;
use super::code::Code;
use super::held_body::holding;
use super::limits::{Cost, Left, Spent};
use super::problem::{Problem, seconds};
use super::services::Services;
use crate::service::id::PlayerId;
use crate::service::whole::whole;
use crate::service::work::share::{Share, Turn};
use cardroom_rules::games::any::GameKind;

/// What is allowed.
pub const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// What is left of it.
pub const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// How many bytes most of these headers have at most.
const TYPICAL: usize = 128;

/// A request that nothing counts.
#[derive(Debug, thiserror::Error)]
#[error("a request came around the layers")]
struct Uncounted;

/// What goes with each request: from where it comes, its route, and what it has cost.
#[derive(Clone)]
pub struct Meter(Arc<Metered>);

struct Metered {
    address: ClientNetwork,
    route: Option<MatchedPath>,
    /// What it costs; its handler may find out that it costs more.
    cost: Cost,
    left: Mutex<Vec<Left>>,
    /// Whether an invite code is shown.
    shows_code: AtomicBool,
    /// What counts it as under way for its address.
    under_way: Mutex<Option<AddressPlace>>,
    /// Of what it has a turn,
    share: Option<Arc<Share>>,
    /// while it is worked on.
    turn: Mutex<Option<Turn>>,
}

impl Meter {
    /// The meter of a request that costs nothing.
    pub fn free(address: ClientNetwork, route: Option<MatchedPath>) -> Self {
        Self::new(address, route, Cost::Read, None, None)
    }

    /// The meter of a request of this method, which is counted; with the problem, where it may not be asked.
    pub fn counting(
        services: &Services,
        address: ClientNetwork,
        route: Option<MatchedPath>,
        method: &Method,
    ) -> (Self, Result<(), Problem>) {
        let limits = &services.limits;
        let cost = cost(method, route.as_ref().map_or("", MatchedPath::as_str));
        let under_way = limits.request(address);
        let is_full = under_way.is_none();
        let meter = Self::new(address, route, cost, under_way, limits.share(address));
        let may_ask = meter.note(limits.of_address(address, cost)).and_then(|()| {
            let why = "as many requests from your address are under way as may be";
            if is_full { Err(Problem::new(Code::Busy, why).soon()) } else { Ok(()) }
        });
        (meter, may_ask)
    }

    fn new(
        address: ClientNetwork,
        route: Option<MatchedPath>,
        cost: Cost,
        under_way: Option<AddressPlace>,
        share: Option<Arc<Share>>,
    ) -> Self {
        Self(Arc::new(Metered {
            address,
            route,
            cost,
            left: Mutex::default(),
            shows_code: AtomicBool::new(false),
            under_way: Mutex::new(under_way),
            share,
            turn: Mutex::default(),
        }))
    }

    /// The meter of a request.
    pub fn of(extensions: &Extensions) -> Result<&Self, Problem> {
        extensions.get().ok_or_else(|| Problem::internal(&Uncounted))
    }

    /// Where the request comes from.
    pub fn address(&self) -> ClientNetwork {
        self.0.address
    }

    /// Its route, as the description has it: `/v1/tables/{id}`; empty if there is none.
    pub fn route(&self) -> &str {
        self.0.route.as_ref().map_or("", MatchedPath::as_str)
    }

    /// Counts what a request costs the player who asks, and from where.
    pub fn charge_player(&self, services: &Services, player: PlayerId) -> Result<(), Problem> {
        services.room.comes_from(player, self.0.address.origin());
        self.note(services.limits.of_player(player, self.0.cost))
    }

    /// Counts what a request costs besides, of which only its handler knows.
    pub fn charge(&self, services: &Services, player: PlayerId, cost: Cost) -> Result<(), Problem> {
        self.note(services.limits.of_address(self.0.address, cost))?;
        self.note(services.limits.of_player(player, cost))
    }

    /// Notes that an invite code is shown, where one may be from this address: wrong ones are counted, by whichever route they are tried.
    pub fn show_code(&self, services: &Services) -> Result<(), Problem> {
        self.0.shows_code.store(true, Ordering::Relaxed);
        self.may_show_code(services)
    }

    /// Whether the code that is shown still may be, where one is: others of this address may have shown wrong ones meanwhile.
    pub fn may_show_code(&self, services: &Services) -> Result<(), Problem> {
        let may = || services.limits.invites.is_open(self.0.address);
        if self.shows_code() { self.note(may().map(|()| None)) } else { Ok(()) }
    }

    /// Counts the code that was shown, where it was wrong.
    pub fn has_shown_code(&self, services: &Services, was_wrong: bool) -> Result<(), Problem> {
        let spend = || services.limits.invites.spend(self.0.address);
        if was_wrong && self.shows_code() { self.note(spend()) } else { Ok(()) }
    }

    fn shows_code(&self) -> bool {
        self.0.shows_code.load(Ordering::Relaxed)
    }

    /// Takes up what came of counting, to tell it with the answer.
    pub fn note(&self, left: Result<Option<Left>, Spent>) -> Result<(), Problem> {
        let told = left.unwrap_or_else(|Spent(left)| Some(left));
        whole(&self.0.left).extend(told);
        left.map(drop).map_err(Problem::from)
    }

    /// Waits until it is this request's turn to be worked on. Where nobody wants the answer any more, its turn ends with it.
    pub async fn wait_for_turn(&self, reads: bool) {
        if let Some(share) = &self.0.share {
            let turn = share.turn(reads).await;
            *whole(&self.0.turn) = Some(turn);
        }
    }

    /// The request has been worked on.
    pub fn end_turn(&self) {
        // Where it goes on as something else, its turn has ended already.
        if let Some(turn) = self.turn() {
            turn.done();
        }
    }

    /// What its address has of the house's time, where that is bounded.
    pub fn share(&self) -> Option<Arc<Share>> {
        self.0.share.clone()
    }

    /// The request is counted as under way no longer: it goes on as something else.
    pub fn let_go(&self) {
        if let Some(turn) = self.turn() {
            turn.give_back();
        }
        drop(whole(&self.0.under_way).take());
    }

    fn turn(&self) -> Option<Turn> {
        whole(&self.0.turn).take()
    }

    /// Counts the request as under way until its answer is sent, or nobody wants it any more.
    pub fn until_sent(self, response: Response) -> Response {
        let is_counted = whole(&self.0.under_way).is_some();
        if !is_counted || response.body().is_end_stream() {
            return response;
        }
        response.map(|body| holding(body, self))
    }

    /// Tells what is left.
    pub fn tell(&self, headers: &mut HeaderMap) {
        let left = whole(&self.0.left);
        if left.is_empty() {
            return;
        }
        let mut told = String::with_capacity(TYPICAL);
        for (name, tell) in [(POLICY, policy as fn(&mut String, &Left) -> fmt::Result), (LEFT, remaining)] {
            told.clear();
            for left in &*left {
                if !told.is_empty() {
                    told.push_str(", ");
                }
                // A text takes all that is written to it.
                tell(&mut told, left).ok();
            }
            if let Ok(told) = HeaderValue::from_str(&told) {
                headers.insert(name, told);
            }
        }
    }
}

fn policy(told: &mut String, Left { name, rate, .. }: &Left) -> fmt::Result {
    write!(told, "\"{name}\";q={};w={}", rate.times, rate.within.as_secs())
}

fn remaining(told: &mut String, Left { name, times, wait, .. }: &Left) -> fmt::Result {
    write!(told, "\"{name}\";r={times}")?;
    wait.map_or(Ok(()), |wait| write!(told, ";t={}", seconds(wait)))
}

impl<S: Send + Sync> FromRequestParts<S> for Meter {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::of(&parts.extensions).cloned()
    }
}

/// Whether this only asks if the house is well: whoever watches over it is answered whatever else their address asks.
pub fn is_free(method: &Method, path: &str) -> bool {
    matches!(*method, Method::GET | Method::HEAD) && matches!(path, "/healthz" | "/readyz")
}

/// What a request costs, as far as its head tells.
fn cost(method: &Method, path: &str) -> Cost {
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Cost::Read;
    }
    match path {
        // A dry run is a read; what is done costs a write besides.
        "/v1/tables/{id}/actions" => Cost::Read,
        "/v1/tables/{id}/seats/me/wishes" | "/v1/tables/{id}/seats/me/preferences" => Cost::Wish,
        "/v1/tables" | "/v1/quick-seat" => Cost::Opening,
        "/v1/me" if *method == Method::PATCH => Cost::Rename,
        // The rules as a calculator, which keep nothing.
        path if is_tool(path) => Cost::Read,
        _ => Cost::Write,
    }
}

/// Whether this asks for the rules of a game, which have its name.
fn is_tool(path: &str) -> bool {
    let named = path.strip_prefix("/v1/").and_then(|path| path.split('/').next());
    GameKind::ALL.iter().any(|game| named == Some(game.name()))
}
