//! Counts what each request costs, and has it worked on in its turn.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::{ACCESS_CONTROL_REQUEST_METHOD, ORIGIN};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::{self, Instant};
use tower_http::trace::{MakeSpan, OnResponse};
use tracing::Instrument;

use super::address::{ClientNetwork, is_proxy};
use super::code::Code;
use super::extract::INVITE_CODE;
use super::meter::{self, Meter};
use super::problem::{Problem, WrongCode};
use super::refusals::{HangUp, TooManyRefused};
use super::request_log::{self, Free, RequestLine, RequestSpan};
use super::services::Services;
use crate::service::room::asker::LONGEST_WAIT;

/// How long an ordinary request may take.
pub const ORDINARY: Duration = Duration::from_secs(15);
/// How long a request may take that waits for something to happen.
const LONG: Duration = LONGEST_WAIT.saturating_add(ORDINARY);
/// How long an audit may take, which reads the whole ledger: some two microseconds a movement.
const THOROUGH: Duration = Duration::from_mins(10);

/// How long a request of this route may take.
fn time_of(route: &str) -> Duration {
    match route {
        "/v1/tables/{id}/events" | "/v1/lobby/events" | "/v1/me/events" | "/v1/socket" => LONG,
        "/v1/admin/audit" => THOROUGH,
        _ => ORDINARY,
    }
}

/// Counts what a request costs its address, refuses it if that is too much, and tells with the answer what is left.
pub async fn count(
    State(services): State<Arc<Services>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    route: Option<MatchedPath>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = services.client(peer.ip(), request.headers());
    request_log::note_network(address);
    let is_free = meter::is_free(request.method(), request.uri().path()) && services.limits.is_free(address);
    let (meter, may_ask) = if is_free {
        (Meter::free(address, route), Ok(()))
    } else {
        Meter::counting(&services, address, route, request.method())
    };
    let shows_code = request.headers().contains_key(&INVITE_CODE);
    let may_ask = may_ask.and_then(|()| if shows_code { meter.show_code(&services) } else { Ok(()) });
    let mut response = if let Err(problem) = may_ask {
        problem.into_response()
    } else {
        request.extensions_mut().insert(meter.clone());
        let response = next.run(request).await;
        let was_wrong = response.extensions().get::<WrongCode>().is_some();
        let spent = meter.has_shown_code(&services, was_wrong);
        spent.map_or_else(IntoResponse::into_response, |()| response)
    };
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        // A request that waits to be refused takes no place from others of its address.
        meter.let_go();
        hold_back(&services, peer.ip(), address, &mut response).await;
    }
    // A handler that panicked has a turn still.
    meter.end_turn();
    meter.tell(response.headers_mut());
    // A server that is not ready says so in its log.
    if is_free && response.status().is_success() {
        response.extensions_mut().insert(Free);
    }
    meter.until_sent(response)
}

/// Counts and logs what is asked with `OPTIONS`, which is answered before the routes.
pub async fn count_options(
    State(services): State<Arc<Services>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() != Method::OPTIONS {
        return next.run(request).await;
    }
    let (span, began) = (RequestSpan.make_span(&request), Instant::now());
    let response = options(&services, peer.ip(), request, next).instrument(span.clone()).await;
    span.in_scope(|| RequestLine.on_response(&response, began.elapsed(), &span));
    response
}

/// A browser asks with `OPTIONS` whether a page may call: that is free so often, and then is reading, as everything else is that is
/// asked so.
async fn options(services: &Services, peer: IpAddr, request: Request, next: Next) -> Response {
    let address = services.client(peer, request.headers());
    request_log::note_network(address);
    let is_of_page =
        [ORIGIN, ACCESS_CONTROL_REQUEST_METHOD].iter().all(|name| request.headers().contains_key(name));
    if is_of_page && services.limits.is_free(address) {
        let mut response = next.run(request).await;
        response.extensions_mut().insert(Free);
        return response;
    }
    let (meter, may_ask) = Meter::counting(services, address, None, request.method());
    let mut response = match may_ask {
        Ok(()) => next.run(request).await,
        Err(problem) => {
            meter.let_go();
            let mut response = problem.into_response();
            hold_back(services, peer, address, &mut response).await;
            response
        }
    };
    meter.tell(response.headers_mut());
    response
}

/// Returns when a refusal is to be told. If too many of an address wait for theirs, its connection ends without; a proxy's
/// carries others too, and is told at once.
async fn hold_back(services: &Services, peer: IpAddr, address: ClientNetwork, response: &mut Response) {
    let carries_others = is_proxy(peer, &services.settings.trusted_proxies);
    let waited = services.limits.refusals.wait(address, carries_others).await;
    if waited == Err(TooManyRefused) && !carries_others {
        response.extensions_mut().insert(HangUp);
    }
}

/// Has a request answered in its turn, and in its time. A handler that takes longer is dropped; what it has asked the room for happens
/// all the same.
pub async fn in_turn(services: &Services, meter: Meter, request: Request, next: Next) -> Response {
    let work = async {
        meter.wait_for_turn(matches!(*request.method(), Method::GET | Method::HEAD)).await;
        let response = match meter.may_show_code(services) {
            Ok(()) => next.run(request).await,
            Err(problem) => problem.into_response(),
        };
        meter.end_turn();
        response
    };
    let why = "this took too long; whether it happened is unknown";
    let timed = time::timeout(time_of(meter.route()), work).await;
    timed.unwrap_or_else(|_| Problem::new(Code::TimedOut, why).into_response())
}
