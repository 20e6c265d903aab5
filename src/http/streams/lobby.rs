//! The lobby as it changes.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::messages::{MessageSource, Messages};
use super::sse;
use super::stream_caller::StreamCaller;
use crate::http::extract::headers::malformed_header;
use crate::http::extract::query::Query;
use crate::http::problem::{Malformed, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use cardroom_rules::games::any::GameKind;

/// Which tables to follow.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LobbyEventsQuery {
    /// The game. If absent, all games.
    #[param(inline)]
    game: Option<GameKind>,
    /// A ticket, for clients that cannot send an `Authorization` header. You need not be signed in.
    #[allow(dead_code, reason = "taken before the handler")]
    ticket: Option<String>,
}

/// Follow the lobby
///
/// A stream of server-sent events, `lobby`: the tables that are new or have changed, and those that are no longer listed, gathered for a
/// second. The first event comes at once and is empty: read the lobby after it, and you miss nothing. The stream does not resume: after a
/// lost connection, read the lobby again. `end` gives the reason why the stream is over. A comment comes every ten seconds.
///
/// A player has at most 16 streams and long polls at once, and the lobby at most 1,000.
#[utoipa::path(
    get, path = "/v1/lobby/events", operation_id = "lobby_events", tag = "tables",
    security((), ("bearer" = [])),
    params(LobbyEventsQuery),
    responses(
        (status = 200, description = "What changes", content((String = "text/event-stream"))),
        Malformed, Unauthorized, TooMany,
    ),
)]
pub async fn events(
    State(services): State<Arc<Services>>,
    stream: StreamCaller,
    Query(query): Query<LobbyEventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !sse::takes_events(&headers) {
        return Err(malformed_header(&ACCEPT, "ask with `Accept: text/event-stream`"));
    }
    let player = stream.signed_in.map(|signed_in| signed_in.player);
    let following = services.room.follow_lobby(player, Some(stream.from), query.game)?;
    let end = stream.end(&services).await?;
    Ok(sse::events(Messages::new(MessageSource::Lobby(Box::new(following)), end, stream.permit), player))
}
