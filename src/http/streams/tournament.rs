//! One tournament as it changes.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::messages::{MessageSource, Messages};
use super::sse;
use super::stream_caller::{LAST_EVENT_ID, LastEventId, StreamCaller, last_event_id};
use crate::http::answer::Answer;
use crate::http::api::headers::InviteHeader;
use crate::http::extract::headers::Invited;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, within};
use crate::http::problem::code::Code;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::room::caller::{Caller, MOST_WAIT_SECONDS};
use cardroom_api::id::TournamentId;
use cardroom_api::table::change::Version;
use cardroom_api::table::message::TournamentMessage;

/// Where to begin, and how long to wait.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TournamentEventsQuery {
    /// The version that you know; 0 is before the first one. If absent, the current tournament comes first. In a stream, `Last-Event-ID`
    /// takes precedence.
    #[param(value_type = Option<u64>)]
    after: Option<Version>,
    /// For a long poll: how many seconds to wait for a newer version if there is none yet. If absent, 0.
    #[serde(default)]
    #[param(maximum = 30, default = 0)]
    wait: u32,
    /// For a stream: a ticket, for clients that cannot send an `Authorization` header.
    #[allow(dead_code, reason = "taken before the handler")]
    ticket: Option<String>,
}

/// Follow a tournament
///
/// With `Accept: text/event-stream`, a stream of server-sent events, each of which is a message: `tournament` (the tournament after its
/// last change, at most four a second; its `id` is the version, so that `Last-Event-ID` resumes) and `end` (why the stream is over). A
/// comment comes every ten seconds.
///
/// Otherwise one message: the tournament now or, with `after` and `wait`, as soon as it has a newer version.
///
/// Your own tables are in `GET /v1/me/events`; if you are moved, the new one is added there.
#[utoipa::path(
    get, path = "/v1/tournaments/{id}/events", operation_id = "tournament_events", tag = "tournaments",
    security((), ("bearer" = [])),
    params(
        ("id" = TournamentId, Path, description = "The tournament"),
        TournamentEventsQuery, LastEventId, InviteHeader,
    ),
    responses(
        (status = 200, description = "What happened", content(
            (TournamentMessage = "application/json"),
            (String = "text/event-stream"),
        )),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, TooMany,
    ),
)]
pub async fn events(
    State(services): State<Arc<Services>>,
    stream: StreamCaller,
    Path(id): Path<TournamentId>,
    Query(query): Query<TournamentEventsQuery>,
    Invited(invite_code): Invited,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let TournamentEventsQuery { after, wait, .. } = query;
    let player = stream.signed_in.as_ref().map(|signed_in| signed_in.player);
    let caller = Caller { player, invite_code, network: Some(stream.from), queue: stream.queue.clone() };
    if sse::wants_events(&headers) {
        let after = match last_event_id(&headers)? {
            Some(version) => Some(version.parse().map_err(|_| {
                let why = "Last-Event-ID must be a version: a whole number";
                Problem::new(Code::MalformedHeader, why).with("header", LAST_EVENT_ID.as_str())
            })?),
            None => after,
        };
        let following = services.room.follow_tournament(id, &caller, after).await?;
        let end = stream.end(&services).await?;
        let messages = Messages::new(MessageSource::Tournament(Box::new(following)), end, stream.permit);
        return Ok(sse::events(messages, (id, player)));
    }
    let wait = Duration::from_secs(within("wait", wait, 0..=MOST_WAIT_SECONDS)?.into());
    let message = services.room.tournament_after(id, &caller, after.unwrap_or(0), wait);
    Ok(Answer::ok(stream.while_signed_in(&services, message).await?).into_response())
}
