//! Counts each request against its quotas, and lets it wait for a permit to be worked on.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::{ACCESS_CONTROL_REQUEST_METHOD, ORIGIN};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::{self, Instant};
use tower_http::trace::{MakeSpan, OnResponse};
use tracing::Instrument;

use crate::http::address::is_proxy;
use crate::http::extract::headers::INVITE_CODE;
use crate::http::limits::cost;
use crate::http::limits::request_time::time_of;
use crate::http::limits::request_usage::RequestUsage;
use crate::http::limits::tarpit::{Disconnect, TarpitFull};
use crate::http::problem::code::Code;
use crate::http::problem::{Problem, WrongCode};
use crate::http::request_log::{self, Free, RequestLine, RequestSpan};
use crate::http::services::Services;
use crate::service::limits::client_network::ClientNetwork;

/// Counts a request against the quotas of its address, refuses it if a limit is exceeded, and tells in the answer what remains.
pub async fn count(
    State(services): State<Arc<Services>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    route: Option<MatchedPath>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = services.client(peer.ip(), request.headers());
    request_log::note_network(address);
    let is_free = cost::is_free(request.method(), request.uri().path()) && services.quotas.is_free(address);
    let (usage, within_limits) = if is_free {
        (RequestUsage::free(address, route), Ok(()))
    } else {
        RequestUsage::count(&services.quotas, address, route, request.method())
    };
    let shows_code = request.headers().contains_key(&INVITE_CODE);
    let within_limits =
        within_limits.and_then(|()| if shows_code { usage.show_code(&services.quotas) } else { Ok(()) });
    let mut response = if let Err(problem) = within_limits {
        problem.into_response()
    } else {
        request.extensions_mut().insert(usage.clone());
        let response = next.run(request).await;
        let was_wrong = response.extensions().get::<WrongCode>().is_some();
        let counted = usage.count_code(&services.quotas, was_wrong);
        counted.map_or_else(IntoResponse::into_response, |()| response)
    };
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        // A refused request releases its permits at once, so that it does not block other requests from the same address.
        usage.release();
        delay(&services, peer.ip(), address, &mut response).await;
    }
    // A handler that panicked has not released its permit.
    usage.finish_work();
    usage.write_headers(response.headers_mut());
    // A failed health check is logged as other failures are.
    if is_free && response.status().is_success() {
        response.extensions_mut().insert(Free);
    }
    usage.hold_until_sent(response)
}

/// Counts and logs `OPTIONS` requests, which are answered before the routes.
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

/// Answers an `OPTIONS` request. A browser's preflight request is free of charge, up to a limit. All others count as reads.
async fn options(services: &Services, peer: IpAddr, request: Request, next: Next) -> Response {
    let address = services.client(peer, request.headers());
    request_log::note_network(address);
    let is_preflight =
        [ORIGIN, ACCESS_CONTROL_REQUEST_METHOD].iter().all(|name| request.headers().contains_key(name));
    if is_preflight && services.quotas.is_free(address) {
        let mut response = next.run(request).await;
        response.extensions_mut().insert(Free);
        return response;
    }
    let (usage, within_limits) = RequestUsage::count(&services.quotas, address, None, request.method());
    let mut response = match within_limits {
        Ok(()) => next.run(request).await,
        Err(problem) => {
            usage.release();
            let mut response = problem.into_response();
            delay(services, peer, address, &mut response).await;
            response
        }
    };
    usage.write_headers(response.headers_mut());
    response
}

/// Delays a refusal. If too many refusals of the address wait already, its connection ends instead, unless it is a proxy's, which other
/// clients share.
async fn delay(services: &Services, peer: IpAddr, address: ClientNetwork, response: &mut Response) {
    let is_shared = is_proxy(peer, &services.settings.trusted_proxies);
    let waited = services.quotas.tarpit.wait(address, is_shared).await;
    if waited == Err(TarpitFull) && !is_shared {
        response.extensions_mut().insert(Disconnect);
    }
}

/// Answers a request under a permit of its address's queue, within its time. A handler that takes longer is dropped. What it has asked the
/// room for happens all the same.
pub async fn with_permit(services: &Services, usage: RequestUsage, request: Request, next: Next) -> Response {
    let work = async {
        usage.wait_for_permit(matches!(*request.method(), Method::GET | Method::HEAD)).await;
        let response = match usage.check_code(&services.quotas) {
            Ok(()) => next.run(request).await,
            Err(problem) => problem.into_response(),
        };
        usage.finish_work();
        response
    };
    let why = "the request took too long; it is unknown whether it took effect";
    let timed = time::timeout(time_of(usage.route()), work).await;
    timed.unwrap_or_else(|_| Problem::new(Code::TimedOut, why).into_response())
}
