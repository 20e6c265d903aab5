//! What every request goes through, and every answer.

use std::any::Any;
use std::convert::Infallible;
use std::mem;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream, HttpBody};
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, CACHE_CONTROL, CONTENT_ENCODING,
    CONTENT_LENGTH, CONTENT_TYPE, DATE, ETAG, IF_NONE_MATCH, LOCATION, ORIGIN, RETRY_AFTER, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures::{FutureExt, StreamExt, future};
use tokio::time;
use tower::{Service, ServiceExt, service_fn};
use tower_http::compression::Compression;
use tower_http::cors::CorsLayer;
use tracing::{Instrument, Level, Span};

use super::address::{ClientNetwork, client_network, is_proxy};
use super::code::Code;
use super::entity_tag::KnownTags;
use super::extract::{IDEMPOTENCY_KEY, INVITE_CODE};
use super::line::{self, Line, REQUEST_ID};
use super::meter::Meter;
use super::paths::Paths;
use super::problem::{Problem, WrongCode};
use super::refusals::{HangUp, TooManyRefused};
use super::services::Services;
use super::streamer::LAST_EVENT_ID;
use super::{event_gzip, meter, web};
use crate::service::room::asker::LONGEST_WAIT;

/// How long an ordinary request may take.
pub const ORDINARY: Duration = Duration::from_secs(15);
/// How long a request may take that waits for something to happen.
pub const LONG: Duration = LONGEST_WAIT.saturating_add(ORDINARY);
/// How long an audit may take, which reads the whole ledger: some two microseconds a movement.
pub const THOROUGH: Duration = Duration::from_mins(10);
/// How large a body may be, in bytes.
pub const BODY: usize = 64 * 1024;
/// How much of a body that is too large is still read, and thrown away: a client that is cut off while it sends
/// never sees the answer.
const OVERFLOW: usize = 16 * 1024 * 1024;
/// Which answers are too small to be compressed, in bytes: they fit into one packet as they are.
const SMALL: u64 = 256;
/// How long sending a body may take.
const BODY_TIME: Duration = Duration::from_secs(10);

/// All routes, behind what every request goes through on its way in, and every answer on its way out. Cheap to clone; all clones
/// are the same one.
///
/// It stands before the framework's router, not within it: a layer of the router's costs each request some microseconds more.
#[derive(Clone)]
pub struct Entrance(Arc<Behind>);

struct Behind {
    services: Arc<Services>,
    paths: Paths,
    routes: Router,
}

impl Entrance {
    /// Before these routes.
    pub fn new(services: Arc<Services>, paths: Paths, routes: Router) -> Self {
        let routes = routes.method_not_allowed_fallback(method_not_allowed);
        let cors_origins = services.settings.cors_origins.clone();
        let routes = if cors_origins.is_empty() { routes } else { routes.layer(cors(cors_origins)) };
        Self(Arc::new(Behind { services, paths, routes }))
    }

    /// Answers a request, with this address at the other end of the connection. It gets its name, its line in the log, and is counted;
    /// its answer is told what goes with every answer. Its line begins with the call.
    pub fn answer(self, peer: IpAddr, mut request: Request) -> impl Future<Output = Response> + Send {
        let id = line::name(request.headers());
        if let Some(token) = request.headers_mut().get_mut(AUTHORIZATION) {
            token.set_sensitive(true);
        }
        let is_free = self.is_free(&request);
        let line = tracing::enabled!(Level::INFO).then(|| Line::begin(&request, &id, is_free));
        let span = line.as_ref().map_or_else(Span::none, |line| line.span.clone());
        // A block, which has the request in one place; `async fn` would keep a second one for it.
        async move {
            let mut response = self.count(peer, &mut request, is_free).instrument(span).await;
            if let Some(line) = line {
                line.end(&response);
            }
            let headers = response.headers_mut();
            headers.entry(REQUEST_ID).or_insert(id);
            headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
            headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            response
        }
    }

    /// Counts what a request costs, and answers it, also where its handler panics.
    async fn count(&self, peer: IpAddr, request: &mut Request, is_free: bool) -> Response {
        let Behind { services, paths, .. } = &*self.0;
        let (method, path) = (request.method(), paths.of(request.uri().path()));
        let address = client_network(peer, request.headers(), &services.settings);
        let (meter, may_ask) = if is_free && services.limits.is_free(address) {
            (Meter::free(address, Arc::clone(path)), Ok(()))
        } else {
            Meter::counting(services, address, path, method)
        };
        let shows_code = request.headers().contains_key(&INVITE_CODE);
        let may_ask = may_ask.and_then(|()| if shows_code { meter.show_code(services) } else { Ok(()) });
        let mut response = if let Err(problem) = may_ask {
            problem.into_response()
        } else {
            request.extensions_mut().insert(meter.clone());
            let served = AssertUnwindSafe(self.serve(&meter, request)).catch_unwind().await;
            let response = served.unwrap_or_else(|panic| panicked(panic.as_ref()));
            let was_wrong = response.extensions().get::<WrongCode>().is_some();
            let spent = meter.has_shown_code(services, was_wrong);
            spent.map_or_else(IntoResponse::into_response, |()| response)
        };
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            // Whoever waits to be refused takes no place from others of their address who ask.
            meter.let_go();
            self.hold_back(peer, address, &mut response).await;
        }
        // Where its handler panicked, it has a turn still.
        meter.end_turn();
        meter.tell(response.headers_mut());
        meter.until_sent(response)
    }

    /// Whether a request costs nothing, as far as that goes: whoever watches over the house asks whether it is well, and a browser
    /// whether a page may ask, which is no request yet.
    fn is_free(&self, request: &Request) -> bool {
        let (method, headers) = (request.method(), request.headers());
        let is_preflight = *method == Method::OPTIONS
            && headers.contains_key(ORIGIN)
            && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        let answers_preflights = !self.0.services.settings.cors_origins.is_empty();
        is_preflight && answers_preflights || meter::is_free(method, request.uri().path())
    }

    /// Returns when a refusal is to be told. Where too many of an address wait for theirs, its connection ends without; a proxy's
    /// carries others too, and is told at once.
    async fn hold_back(&self, peer: IpAddr, address: ClientNetwork, response: &mut Response) {
        let Services { limits, settings, .. } = &*self.0.services;
        let carries_others = is_proxy(peer, &settings.trusted_proxies);
        if limits.refusals.wait(address, carries_others).await == Err(TooManyRefused) && !carries_others {
            response.extensions_mut().insert(HangUp);
        }
    }

    /// Reads the body, has the request answered when it is its turn, leaves out of the answer what the client has already, and makes
    /// the rest small.
    async fn serve(&self, meter: &Meter, request: &mut Request) -> Response {
        let known = KnownTags::of(request.headers());
        let takes_gzip = event_gzip::takes_gzip(request.headers());
        let response = match read_body(request).await {
            Ok(()) => {
                meter.wait_for_turn(matches!(*request.method(), Method::GET | Method::HEAD)).await;
                let response = match meter.may_show_code(&self.0.services) {
                    Ok(()) => self.route(meter.path().time, request).await,
                    Err(problem) => problem.into_response(),
                };
                meter.end_turn();
                response
            }
            Err(problem) => problem.into_response(),
        };
        compressed(takes_gzip, fresh(&known, response)).await
    }

    /// Has a request answered in this time. A handler that takes longer is dropped; what it has asked the room for happens all the
    /// same.
    async fn route(&self, time: Duration, request: &mut Request) -> Response {
        let answer = time::timeout(time, self.0.routes.clone().call(mem::take(request)));
        let Ok(answered) = answer.await else {
            let why = "this took too long; whether it happened is unknown";
            return Problem::new(Code::TimedOut, why).into_response();
        };
        answered.into_response()
    }
}

/// The answers where there is no route.
pub fn elsewhere() -> Router {
    Router::new().fallback(web::page)
}

/// Makes an answer small, for a client that takes gzip, where there is something to win.
async fn compressed(takes_gzip: bool, mut response: Response) -> Response {
    let is_small = response.body().size_hint().exact().is_some_and(|length| length < SMALL);
    if is_small || response.headers().contains_key(CONTENT_ENCODING) {
        return response;
    }
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    if !takes_gzip {
        return response;
    }
    if event_gzip::has_events(&response) {
        return event_gzip::compress(response);
    }
    // In a box: few requests need its place.
    Box::pin(gzipped(response)).await
}

/// An answer, compressed.
async fn gzipped(mut response: Response) -> Response {
    let mut asked = axum::http::Request::new(());
    asked.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    let answer = service_fn(|_| future::ok::<_, Infallible>(mem::take(&mut response)));
    Compression::new(answer).oneshot(asked).await.into_response()
}

/// Reads the body before anything looks at the request, so that every handler has it whole. What asks to read, or whether it may
/// ask, has none.
async fn read_body(request: &mut Request) -> Result<(), Problem> {
    let body = mem::take(request.body_mut());
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    let mut reading = pin!(read(body.into_data_stream()));
    // Most bodies came with their head: no clock is set for those.
    let body = match future::poll_immediate(&mut reading).await {
        Some(body) => body,
        None => time::timeout(BODY_TIME, reading)
            .await
            .unwrap_or_else(|_| Err(Problem::new(Code::SlowBody, "the body did not arrive in time"))),
    };
    *request.body_mut() = Body::from(body?);
    Ok(())
}

async fn read(mut stream: BodyDataStream) -> Result<Vec<u8>, Problem> {
    let (mut body, mut length) = (Vec::new(), 0_usize);
    // Where its length was told, its end is known with its last piece: to wait for that takes another round.
    while !stream.is_end_stream()
        && let Some(piece) = stream.next().await
    {
        let piece = piece.map_err(|_| Problem::new(Code::MalformedBody, "the body ended too early"))?;
        length = length.saturating_add(piece.len());
        if length > OVERFLOW {
            break;
        }
        if length <= BODY {
            body.extend_from_slice(&piece);
        }
    }
    if length <= BODY { Ok(body) } else { Err(too_large()) }
}

fn too_large() -> Problem {
    let why = format!("a body has at most {BODY} bytes");
    Problem::new(Code::BodyTooLarge, why).with("max", BODY)
}

/// Answers 304 where the client has the answer already.
fn fresh(known: &KnownTags, mut response: Response) -> Response {
    let has_it = response.headers().get(ETAG).is_some_and(|tag| known.contain_header(tag));
    if has_it && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(CONTENT_TYPE);
        response.headers_mut().remove(CONTENT_LENGTH);
    }
    response
}

async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    let why = format!("{method} is not for {}", uri.path());
    Problem::new(Code::MethodNotAllowed, why)
}

/// A handler that panicked is a mistake of ours; its words are logged, and not sent.
fn panicked(panic: &(dyn Any + Send)) -> Response {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(panic = words.unwrap_or("without words"), "a handler panicked");
    Problem::new(Code::Internal, "something failed on our side").into_response()
}

/// Lets the scripts of these origins call.
fn cors(origins: Vec<HeaderValue>) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            AUTHORIZATION,
            CONTENT_TYPE,
            IF_NONE_MATCH,
            IDEMPOTENCY_KEY.clone(),
            INVITE_CODE.clone(),
            LAST_EVENT_ID.clone(),
            REQUEST_ID,
        ])
        .expose_headers([DATE, ETAG, LOCATION, RETRY_AFTER, REQUEST_ID, meter::POLICY, meter::LEFT])
        .max_age(Duration::from_hours(1))
}
