//! The layers that every request goes through on its way in, and every answer on its way out.

mod conditional;
mod normal_path;
mod quota;
mod request_body;
mod request_id;
mod well_formed;

use std::any::Any;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, DATE, ETAG, IF_NONE_MATCH, LOCATION, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower::ServiceBuilder;
use tower::util::{BoxCloneSyncService, MapRequestLayer};
use tower_http::ServiceBuilderExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::CorsLayer;
use tower_http::request_id::MakeRequestUuid;

use crate::http::answer::accepted::takes_gzip;
use crate::http::answer::vary;
use crate::http::extract::headers::{IDEMPOTENCY_KEY, INVITE_CODE, PREFER};
use crate::http::limits::request_usage::{self, RequestUsage};
use crate::http::limits::spare;
use crate::http::problem::Problem;
use crate::http::problem::code::Code;
use crate::http::request_log::{self, REQUEST_ID};
use crate::http::services::Services;
use crate::http::streams::gzip;
use crate::http::streams::stream_caller::LAST_EVENT_ID;

/// Answers with fewer bytes fit into one packet uncompressed.
const SMALL: u64 = 256;

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const NO_SNIFF: HeaderValue = HeaderValue::from_static("nosniff");
const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// The routes with their layers.
pub type Layered = BoxCloneSyncService<Request, Response, Infallible>;

/// Adds the layers to the routes. A request goes through them from top to bottom.
pub fn around(routes: Router<Arc<Services>>, services: &Arc<Services>) -> Layered {
    // These need the matched route. The log has the route, and the refusals of the layers below it.
    let routes = routes.layer(
        ServiceBuilder::new()
            .layer(request_log::layer())
            .layer(from_fn_with_state(Arc::clone(services), quota::count))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(from_fn_with_state(Arc::clone(services), admit)),
    );
    let origins = services.settings.cors_origins.clone();
    let counted =
        (!origins.is_empty()).then(|| from_fn_with_state(Arc::clone(services), quota::count_options));
    let layers = ServiceBuilder::new()
        .layer(MapRequestLayer::new(request_id::checked))
        .set_x_request_id(MakeRequestUuid)
        .propagate_x_request_id()
        .override_response_header(X_CONTENT_TYPE_OPTIONS, NO_SNIFF)
        .insert_response_header_if_not_present(CACHE_CONTROL, NO_STORE)
        .option_layer(counted)
        .option_layer((!origins.is_empty()).then(|| cors(origins)))
        .layer(from_fn(codings))
        .layer(compression())
        .layer(from_fn(conditional::fresh))
        .layer(MapRequestLayer::new(normal_path::of))
        .service(routes.with_state(Arc::clone(services)));
    BoxCloneSyncService::new(layers)
}

/// Refuses what no handler may see, reads the body, and lets the request wait for a permit.
async fn admit(
    State(services): State<Arc<Services>>,
    usage: RequestUsage,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    spare::check(&request)?;
    well_formed::check(&request)?;
    request_body::read(&mut request).await?;
    Ok(quota::with_permit(&services, usage, request, next).await)
}

/// Compresses events, and says in every answer that it varies with `Accept-Encoding`.
async fn codings(request: Request, next: Next) -> Response {
    let (takes_gzip, is_head) = (takes_gzip(request.headers()), *request.method() == Method::HEAD);
    let mut response = next.run(request).await;
    if takes_gzip {
        response = gzip::compressed(response);
    }
    vary::on_coding(response.headers_mut(), is_head && takes_gzip);
    response
}

/// The answer if a handler panicked. The message of the panic is logged, and not sent.
#[allow(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(panic = words.unwrap_or("without words"), "a handler panicked");
    Problem::new(Code::Internal, "something failed on our side").into_response()
}

fn compression() -> CompressionLayer<impl Predicate> {
    let events = NotForContentType::const_new("text/event-stream");
    CompressionLayer::new().gzip(true).compress_when(SizeAbove::new(SMALL).and(events))
}

/// Allows requests by scripts of these origins.
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
            PREFER.clone(),
            REQUEST_ID,
        ])
        .expose_headers([
            DATE,
            ETAG,
            LOCATION,
            RETRY_AFTER,
            PREFERENCE_APPLIED,
            REQUEST_ID,
            request_usage::POLICY,
            request_usage::REMAINING,
        ])
        .max_age(Duration::from_hours(1))
}
