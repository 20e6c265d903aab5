//! The upgrade of a request to a socket.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::HeaderValue;
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use crate::http::limits::connection_permit::ConnectionPermit;
use crate::http::problem::Problem;
use crate::http::problem::code::Code;
use crate::http::services::Services;

/// The upgrade that a request asks for. A handler extracts it before the caller: a ticket opens one socket, and a request that cannot open
/// one must not use it up.
#[derive(Debug)]
pub struct SocketUpgrade {
    /// The upgrade, or why the request is not one for a socket.
    pub upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    /// The permit of the connection, which the socket keeps.
    pub permit: Option<Arc<ConnectionPermit>>,
}

impl FromRequestParts<Arc<Services>> for SocketUpgrade {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Response> {
        // A server that stops waits until every socket is closed.
        if services.sockets.is_closed() {
            return Err(Problem::new(Code::Unavailable, "the server is stopping").soon().into_response());
        }
        match WebSocketUpgrade::from_request_parts(parts, services).await {
            Err(WebSocketUpgradeRejection::InvalidWebSocketVersionHeader(_)) => Err(other_version()),
            upgrade => Ok(Self { upgrade, permit: parts.extensions.get().cloned() }),
        }
    }
}

/// The answer to a client that uses another version of the protocol (RFC 6455, section 4.4).
fn other_version() -> Response {
    let problem = Problem::new(Code::UpgradeRequired, "this server speaks version 13 of the protocol");
    let mut response = problem.with("header", SEC_WEBSOCKET_VERSION.as_str()).into_response();
    let headers = response.headers_mut();
    headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    response
}
