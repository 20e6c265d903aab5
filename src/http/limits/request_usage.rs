//! The usage of one request: what it spends of quotas, the permits that it holds, and what its answer tells about them.
//!
//! `RateLimit-Policy` and `RateLimit` are those of draft-ietf-httpapi-ratelimit-headers-10: the policy in times (`q`) and
//! seconds (`w`), what remains (`r`) and, if nothing does, the seconds until something does (`t`).

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::HttpBody;
use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::Response;

use super::RequestQuotas;
use super::cost::Cost;
use super::holding_body::holding;
use super::quota::{LimitExceeded, Quota, QuotaKey, Remaining};
use crate::http::problem::code::Code;
use crate::http::problem::{Problem, seconds};
use crate::service::limits::client_network::ClientNetwork;
use crate::service::limits::network_permits::NetworkPermit;
use crate::service::lock::lock;
use crate::service::work::fair_queue::{FairQueue, WorkPermit};
use cardroom_api::id::PlayerId;

/// The header of the quotas.
pub const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The header of what remains of them.
pub const REMAINING: HeaderName = HeaderName::from_static("ratelimit");

/// How many bytes most of these headers have at most.
const TYPICAL: usize = 128;

/// A request that no layer counted.
#[derive(Debug, thiserror::Error)]
#[error("a request has not passed the layers")]
struct Uncounted;

/// The usage of one request, with its address and its route. Every request that a handler sees has one.
#[derive(Clone)]
pub struct RequestUsage(Arc<Inner>);

struct Inner {
    address: ClientNetwork,
    route: Option<MatchedPath>,
    /// The cost as the head of the request tells it. The handler may find out that it is higher.
    cost: Cost,
    remaining: Mutex<Vec<Remaining>>,
    /// Whether the request shows an invite code.
    shows_code: AtomicBool,
    /// Counts the request as in flight for its address.
    in_flight: Mutex<Option<NetworkPermit>>,
    /// The queue of its address, if that is limited.
    queue: Option<Arc<FairQueue>>,
    /// The permit of that queue, while the request is worked on.
    work: Mutex<Option<WorkPermit>>,
}

impl RequestUsage {
    /// For a request that is free of charge.
    pub fn free(address: ClientNetwork, route: Option<MatchedPath>) -> Self {
        Self::new(address, route, Cost::Read, None, None)
    }

    /// Counts a request: spends one unit of its address's quotas, and acquires its permit. The second value is the problem if a limit is exceeded.
    pub fn count(
        quotas: &RequestQuotas,
        address: ClientNetwork,
        route: Option<MatchedPath>,
        method: &Method,
    ) -> (Self, Result<(), Problem>) {
        let cost = Cost::of(method, route.as_ref().map_or("", MatchedPath::as_str));
        let in_flight = quotas.acquire_request(address);
        let is_full = in_flight.is_none();
        let usage = Self::new(address, route, cost, in_flight, quotas.queue(address));
        let within_limits = usage.note(quotas.spend_of_address(address, cost)).and_then(|()| {
            let why = "your address has its maximum number of unfinished requests";
            if is_full { Err(Problem::new(Code::Busy, why).soon()) } else { Ok(()) }
        });
        (usage, within_limits)
    }

    fn new(
        address: ClientNetwork,
        route: Option<MatchedPath>,
        cost: Cost,
        in_flight: Option<NetworkPermit>,
        queue: Option<Arc<FairQueue>>,
    ) -> Self {
        Self(Arc::new(Inner {
            address,
            route,
            cost,
            remaining: Mutex::default(),
            shows_code: AtomicBool::new(false),
            in_flight: Mutex::new(in_flight),
            queue,
            work: Mutex::default(),
        }))
    }

    /// The usage of the request with these extensions.
    pub fn of(extensions: &Extensions) -> Result<&Self, Problem> {
        extensions.get().ok_or_else(|| Problem::internal(&Uncounted))
    }

    /// The network that the request comes from.
    pub fn network(&self) -> ClientNetwork {
        self.0.address
    }

    /// The route of the request as the description has it, `/v1/tables/{id}`; empty if there is none.
    pub fn route(&self) -> &str {
        self.0.route.as_ref().map_or("", MatchedPath::as_str)
    }

    /// Spends one unit of a quota of the address.
    pub fn spend(&self, quota: &Quota) -> Result<(), Problem> {
        self.note(quota.spend(QuotaKey::Network(self.0.address)))
    }

    /// Spends one unit of the quotas of the player who sends the request.
    pub fn spend_of_player(&self, quotas: &RequestQuotas, player: PlayerId) -> Result<(), Problem> {
        self.note(quotas.spend_of_player(player, self.0.cost))
    }

    /// Spends a further cost, which only the handler knows.
    pub fn spend_more(&self, quotas: &RequestQuotas, player: PlayerId, cost: Cost) -> Result<(), Problem> {
        self.note(quotas.spend_of_address(self.0.address, cost))?;
        self.note(quotas.spend_of_player(player, cost))
    }

    /// Notes that the request shows an invite code, and refuses it if its address has shown too many wrong ones, on any route.
    pub fn show_code(&self, quotas: &RequestQuotas) -> Result<(), Problem> {
        self.0.shows_code.store(true, Ordering::Relaxed);
        self.check_code(quotas)
    }

    /// Refuses a request with an invite code if its address has shown too many wrong ones meanwhile.
    pub fn check_code(&self, quotas: &RequestQuotas) -> Result<(), Problem> {
        let check = || quotas.invites.check(self.0.address);
        if self.shows_code() { self.note(check().map(|()| None)) } else { Ok(()) }
    }

    /// Counts the invite code that the request has shown if it was wrong.
    pub fn count_code(&self, quotas: &RequestQuotas, was_wrong: bool) -> Result<(), Problem> {
        let spend = || quotas.invites.spend_and_remember(self.0.address);
        if was_wrong && self.shows_code() { self.note(spend()) } else { Ok(()) }
    }

    fn shows_code(&self) -> bool {
        self.0.shows_code.load(Ordering::Relaxed)
    }

    /// Notes what remains of a quota, to tell it in the headers of the answer.
    pub fn note(&self, counted: Result<Option<Remaining>, LimitExceeded>) -> Result<(), Problem> {
        let remaining = counted.unwrap_or_else(|LimitExceeded(remaining)| Some(remaining));
        lock(&self.0.remaining).extend(remaining);
        counted.map(drop).map_err(Problem::from)
    }

    /// Waits for a permit of the queue of its address. The permit ends with the request, also if its client disconnects.
    pub async fn wait_for_permit(&self, reads: bool) {
        if let Some(queue) = &self.0.queue {
            let permit = queue.acquire(reads).await;
            *lock(&self.0.work) = Some(permit);
        }
    }

    /// Releases that permit: the request has been worked on.
    pub fn finish_work(&self) {
        // A request that became a stream has released it before.
        if let Some(permit) = self.take_permit() {
            permit.finish();
        }
    }

    /// The queue of its address, if that is limited.
    pub fn queue(&self) -> Option<Arc<FairQueue>> {
        self.0.queue.clone()
    }

    /// Releases all permits early: the request becomes a stream, which has its own, or waits in the tarpit.
    pub fn release(&self) {
        if let Some(permit) = self.take_permit() {
            permit.release();
        }
        drop(lock(&self.0.in_flight).take());
    }

    fn take_permit(&self) -> Option<WorkPermit> {
        lock(&self.0.work).take()
    }

    /// Keeps the request in flight until its answer is sent, or until its client disconnects.
    pub fn hold_until_sent(self, response: Response) -> Response {
        let is_in_flight = lock(&self.0.in_flight).is_some();
        if !is_in_flight || response.body().is_end_stream() {
            return response;
        }
        response.map(|body| holding(body, self))
    }

    /// Writes the headers that tell what remains.
    pub fn write_headers(&self, headers: &mut HeaderMap) {
        let remaining = lock(&self.0.remaining);
        if remaining.is_empty() {
            return;
        }
        let mut value = String::with_capacity(TYPICAL);
        for (name, write) in [
            (POLICY, write_policy as fn(&mut String, &Remaining) -> fmt::Result),
            (REMAINING, write_remaining),
        ] {
            value.clear();
            for remaining in &*remaining {
                if !value.is_empty() {
                    value.push_str(", ");
                }
                // Writing to a string never fails.
                write(&mut value, remaining).ok();
            }
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(name, value);
            }
        }
    }
}

fn write_policy(value: &mut String, Remaining { name, rate, .. }: &Remaining) -> fmt::Result {
    write!(value, "\"{name}\";q={};w={}", rate.times, rate.within.as_secs())
}

fn write_remaining(value: &mut String, Remaining { name, times, wait, .. }: &Remaining) -> fmt::Result {
    write!(value, "\"{name}\";r={times}")?;
    wait.map_or(Ok(()), |wait| write!(value, ";t={}", seconds(wait)))
}

impl<S: Send + Sync> FromRequestParts<S> for RequestUsage {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::of(&parts.extensions).cloned()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientNetwork {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Ok(RequestUsage::of(&parts.extensions)?.network())
    }
}
