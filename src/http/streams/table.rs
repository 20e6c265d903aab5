//! One table as it changes.

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
use crate::http::extract::query::{Query, page_limit, within};
use crate::http::problem::code::Code;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::room::caller::{Caller, MOST_ROWS, MOST_WAIT_SECONDS};
use cardroom_api::id::TableId;
use cardroom_api::table::change::Version;
use cardroom_api::table::message::TableMessage;

/// Where to begin, and how long to wait.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// The version that you know; 0 is before the first one. If absent, the current table comes first. In a stream, `Last-Event-ID` takes
    /// precedence.
    #[param(value_type = Option<u64>)]
    after: Option<Version>,
    /// For a long poll: how many seconds to wait for the next change if there is none yet. If absent, 0.
    #[serde(default)]
    #[param(maximum = 30, default = 0)]
    wait: u32,
    /// For a long poll: how many changes. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// For a stream: a ticket, for clients that cannot send an `Authorization` header.
    #[allow(dead_code, reason = "taken before the handler")]
    ticket: Option<String>,
}

/// Follow a table
///
/// With `Accept: text/event-stream`, a stream of server-sent events, each of which is a message: `table` (the changes, in order and without
/// a gap, and the table after them; its `id` is the version, so that `Last-Event-ID` resumes), `presence` (who is connected), `progress`
/// (how far the tournament of the table is, at most once in two seconds), `warning` (five seconds before the clock plays for you) and `end`
/// (why the stream is over). A comment comes every ten seconds.
///
/// Otherwise one message: the changes after a version or, with `wait`, the next ones as soon as they happen. Ask again after the last
/// change.
///
/// A player has at most 16 streams and long polls at once, and a table at most 1,000 of those without a chair.
#[utoipa::path(
    get, path = "/v1/tables/{id}/events", operation_id = "events", tag = "tables",
    security((), ("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), EventsQuery, LastEventId, InviteHeader),
    responses(
        (status = 200, description = "What happened", content(
            (TableMessage = "application/json"),
            (String = "text/event-stream"),
        )),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, TooMany,
    ),
)]
pub async fn events(
    State(services): State<Arc<Services>>,
    stream: StreamCaller,
    Path(id): Path<TableId>,
    Query(query): Query<EventsQuery>,
    Invited(invite_code): Invited,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let EventsQuery { after, wait, limit, .. } = query;
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
        let following = services.room.follow(id, caller, after).await?;
        let end = stream.end(&services).await?;
        let messages = Messages::new(MessageSource::Table(Box::new(following)), end, stream.permit);
        return Ok(sse::events(messages, (id, player)));
    }
    let limit = page_limit(limit, MOST_ROWS)?;
    let wait = Duration::from_secs(within("wait", wait, 0..=MOST_WAIT_SECONDS)?.into());
    let events = services.room.events(id, &caller, after, limit, wait);
    Ok(Answer::ok(stream.while_signed_in(&services, events).await?).into_response())
}
