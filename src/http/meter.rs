//! What each request costs its address and its player, and what it is told of that.
//!
//! `RateLimit-Policy` and `RateLimit` are those of draft-ietf-httpapi-ratelimit-headers-10: the policy in times (`q`) and
//! seconds (`w`), what is left (`r`) and, where nothing is, the seconds until there is (`t`).

use std::fmt::{self, Write};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use super::address::{ClientNetwork, client_network};
use super::at_once::AddressPlace;
use super::code::Code;
use super::limits::{Cost, Left, Spent};
use super::problem::{Problem, seconds};
use super::services::Services;
use crate::games::any::GameKind;
use crate::service::id::PlayerId;
use crate::service::work::share::{Share, Turn};

/// What is allowed.
pub const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// What is left of it.
pub const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// How many bytes most of these headers have at most.
const TYPICAL: usize = 128;

/// What a request has cost, beside it.
#[derive(Clone, Debug)]
pub struct Meter(Arc<Metered>);

#[derive(Debug)]
struct Metered {
    address: ClientNetwork,
    /// What it costs; its handler may find out that it costs more.
    cost: Cost,
    left: Mutex<Vec<Left>>,
    /// What counts it as under way for its address.
    under_way: Mutex<Option<AddressPlace>>,
    /// Of what it has a turn,
    share: Option<Arc<Share>>,
    /// while it is worked on.
    turn: Mutex<Option<Turn>>,
}

impl Meter {
    /// The meter of a request.
    pub fn of(extensions: &Extensions) -> Option<&Self> {
        extensions.get()
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

    /// Takes up what came of counting, to tell it with the answer.
    pub fn note(&self, left: Result<Option<Left>, Spent>) -> Result<(), Problem> {
        let told = left.unwrap_or_else(|Spent(left)| Some(left));
        self.0.left.lock().unwrap_or_else(PoisonError::into_inner).extend(told);
        left.map(drop).map_err(Problem::from)
    }

    /// Waits until it is this request's turn to be worked on. Where nobody wants the answer any more, its turn ends with it.
    pub async fn wait_for_turn(&self, reads: bool) {
        if let Some(share) = &self.0.share {
            let turn = share.turn(reads).await;
            *self.0.turn.lock().unwrap_or_else(PoisonError::into_inner) = Some(turn);
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
        drop(self.0.under_way.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    fn turn(&self) -> Option<Turn> {
        self.0.turn.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Counts the request as under way until its answer is sent, or nobody wants it any more.
    pub fn until_sent(self, response: Response) -> Response {
        let is_counted = self.0.under_way.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if !is_counted || response.body().is_end_stream() {
            return response;
        }
        response.map(|body| Body::new(Counted { body, _meter: self }))
    }

    /// Tells what is left.
    pub fn tell(&self, headers: &mut HeaderMap) {
        let left = self.0.left.lock().unwrap_or_else(PoisonError::into_inner);
        if left.is_empty() {
            return;
        }
        for (name, tell) in [(POLICY, policy as fn(&mut String, &Left) -> fmt::Result), (LEFT, remaining)] {
            let mut told = String::with_capacity(TYPICAL);
            for left in &*left {
                if !told.is_empty() {
                    told.push_str(", ");
                }
                // A text takes all that is written to it.
                tell(&mut told, left).ok();
            }
            if let Ok(told) = HeaderValue::try_from(told) {
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

/// Counts a request; with the problem, where it may not be asked.
pub fn count(services: &Services, request: &mut Request) -> Result<Option<Meter>, (Meter, Problem)> {
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    if is_free(request.method(), path) {
        return Ok(None);
    }
    let address = client_network(request.extensions(), request.headers(), &services.settings);
    let under_way = services.limits.request(address);
    let is_full = under_way.is_none();
    let (left, under_way) = (Mutex::default(), Mutex::new(under_way));
    let (share, turn) = (services.limits.share(address), Mutex::default());
    let cost = cost(request.method(), path);
    let meter = Meter(Arc::new(Metered { address, cost, left, under_way, share, turn }));
    match meter.note(services.limits.of_address(address, meter.0.cost)) {
        Ok(()) if is_full => {
            let why = "as many requests from your address are under way as may be";
            Err((meter, Problem::new(Code::Busy, why).soon()))
        }
        Ok(()) => {
            request.extensions_mut().insert(meter.clone());
            Ok(Some(meter))
        }
        Err(problem) => Err((meter, problem)),
    }
}

/// Whoever watches over the house asks as often as they like.
pub fn is_free(method: &Method, path: Option<&str>) -> bool {
    matches!(*method, Method::GET | Method::HEAD) && matches!(path, Some("/healthz" | "/readyz"))
}

/// What a request costs, as far as its head tells.
fn cost(method: &Method, path: Option<&str>) -> Cost {
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Cost::Read;
    }
    match path {
        // A dry run is a read; what is done costs a write besides.
        Some("/v1/tables/{id}/actions") => Cost::Read,
        Some("/v1/tables/{id}/seats/me/wishes") => Cost::Wish,
        Some("/v1/tables" | "/v1/quick-seat") => Cost::Opening,
        Some("/v1/me") if *method == Method::PATCH => Cost::Rename,
        // The rules as a calculator, which keep nothing.
        Some(path) if is_tool(path) => Cost::Read,
        _ => Cost::Write,
    }
}

/// Whether this asks for the rules of a game, which have its name.
fn is_tool(path: &str) -> bool {
    let named = path.strip_prefix("/v1/").and_then(|path| path.split('/').next());
    GameKind::ALL.iter().any(|game| named == Some(game.name()))
}

/// An answer, with what counts its request.
struct Counted {
    body: Body,
    _meter: Meter,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
