//! The lobby as it changes.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::extract::{Query, malformed_header};
use super::problem::{Malformed, Problem, TooMany, Unauthorized};
use super::services::Services;
use super::streamer::Streamer;
use super::streams::{self, Messages, Source};
use cardroom_rules::games::any::GameKind;

/// Of which tables.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LobbyEventsQuery {
    /// Of this game.
    #[param(inline)]
    game: Option<GameKind>,
    /// What opens it where no `Authorization` can be sent. Nobody needs to be signed in.
    #[allow(dead_code, reason = "taken before the handler")]
    ticket: Option<String>,
}

/// Follow the lobby
///
/// A stream of server-sent events, `lobby`: the tables that are new in it or look otherwise, and those that it lists no more,
/// gathered for a second. The first comes at once and is empty: read the lobby after it, and nothing is missed. It does not
/// resume: whoever lost it reads the lobby again. `end` says why it is over, and a comment comes every ten seconds.
///
/// One player has at most 16 streams and waits at once, and the lobby at most 1,000.
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
    streamer: Streamer,
    Query(query): Query<LobbyEventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !streams::takes_events(&headers) {
        return Err(malformed_header(&ACCEPT, "ask with `Accept: text/event-stream`"));
    }
    let player = streamer.signed_in.map(|signed_in| signed_in.player);
    let following = services.room.follow_lobby(player, Some(streamer.from.origin()), query.game)?;
    let end = streamer.end(&services).await?;
    Ok(streams::events(Messages::new(Source::Lobby(Box::new(following)), end, streamer.place), player))
}
