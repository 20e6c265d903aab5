//! Everything that concerns the asker, in one stream; and what opens it where no header can be sent.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::answer::Answer;
use super::code::Code;
use super::extract::{Query, within};
use super::problem::{Forbidden, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized};
use super::services::Services;
use super::streamer::{LAST_EVENT_ID, Streamer, last_event_id};
use super::streams::{self, Messages, Source};
use super::tables::LastEventId;
use crate::service::id::TableId;
use crate::service::moment;
use crate::service::people::session::SignedIn;
use crate::service::room::asker::MOST_WAIT_SECONDS;
use crate::service::room::cursor::{Cursor, NotACursor};
use crate::service::table::message::MessagePage;
use cardroom_rules::games::viewer::ViewerSafe;

/// From where, and what of.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MyEventsQuery {
    /// Tables to watch beside those where you sit, at most 16, with commas between them.
    tables: Option<String>,
    /// The cursor that you have. Without it, everything as it is now comes first. A stream takes `Last-Event-ID` before
    /// it.
    after: Option<String>,
    /// A long poll: how many seconds to wait where there is nothing yet; 0 where absent.
    #[serde(default)]
    #[param(maximum = 30, default = 0)]
    wait: u32,
    /// A stream: what opens it where no `Authorization` can be sent.
    #[allow(dead_code, reason = "taken before the handler")]
    ticket: Option<String>,
}

/// Follow everything that concerns you
///
/// Your chips and where you sit (`me`), and the messages of every table where you sit or that you watch, as
/// `GET /v1/tables/{id}/events` has them. Tables come and go in it as you sit down and leave.
///
/// With `Accept: text/event-stream` a stream of server-sent events; an `id` is a cursor over all of it, which only you can
/// use. After a resume every table goes on without a gap, and the rest comes as it is now. Otherwise the messages that
/// there are, or, with `wait`, the first that comes.
///
/// One player has at most 16 streams and waits at once.
#[utoipa::path(
    get, path = "/v1/me/events", operation_id = "my_events", tag = "players",
    security(("bearer" = [])),
    params(MyEventsQuery, LastEventId),
    responses(
        (status = 200, description = "What happened", content(
            (MessagePage = "application/json"),
            (String = "text/event-stream"),
        )),
        Malformed, Unauthorized, Forbidden, NotFound, RulesRefuse, TooMany,
    ),
)]
pub async fn events(
    State(services): State<Arc<Services>>,
    streamer: Streamer,
    Query(query): Query<MyEventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let player = streamer.player()?;
    let MyEventsQuery { tables, after, wait, .. } = query;
    let as_events = streams::wants_events(&headers);
    let resumed = if as_events { last_event_id(&headers)? } else { None };
    let cursor = match resumed {
        Some(id) => Some(id.parse().map_err(|error: NotACursor| {
            Problem::new(Code::MalformedHeader, error).with("header", LAST_EVENT_ID.as_str())
        })?),
        None => cursor(after.as_deref())?,
    };
    let wait = Duration::from_secs(within("wait", wait, 0..=MOST_WAIT_SECONDS)?.into());
    let tables = watched(tables.as_deref())?;
    if as_events {
        let inbox = services.room.inbox(player, streamer.share.clone(), tables, cursor).await?;
        let end = streamer.end(&services).await?;
        let messages = Messages::new(Source::Player(Box::new(inbox)), end, streamer.place);
        return Ok(streams::events(messages, player));
    }
    let messages = services.room.messages(player, streamer.share.clone(), tables, cursor, wait);
    Ok(Answer::ok(streamer.while_signed_in(&services, messages).await?).into_response())
}

/// The cursor of a query.
pub(super) fn cursor(after: Option<&str>) -> Result<Option<Cursor>, Problem> {
    let malformed = |error: NotACursor| Problem::new(Code::MalformedQuery, error).with("parameter", "after");
    after.map(|after| after.parse().map_err(malformed)).transpose()
}

/// The tables of a list with commas.
pub(super) fn watched(tables: Option<&str>) -> Result<Vec<TableId>, Problem> {
    let table = |text: &str| text.trim().parse::<TableId>().map_err(|_| Problem::query("tables", text));
    let listed = tables.unwrap_or_default().split(',').filter(|text| !text.trim().is_empty());
    listed.map(table).collect()
}

/// What opens one stream.
#[derive(Debug, Serialize, ToSchema)]
pub struct TicketAnswer {
    /// Send it as `?ticket=`.
    #[schema(example = "crt_…")]
    ticket: String,
    /// Until when it opens one.
    #[serde(serialize_with = "moment::exact")]
    until: Timestamp,
}

impl ViewerSafe for TicketAnswer {}

/// Get a ticket
///
/// It opens one stream or socket, once and within 30 seconds, where no `Authorization` can be sent: a browser's
/// `EventSource` and `WebSocket`. Ask for another each time you connect. You hold at most 16; one more makes the oldest
/// worthless.
#[utoipa::path(
    post, path = "/v1/me/tickets", operation_id = "get_ticket", tag = "players",
    security(("bearer" = [])),
    responses((status = 201, body = TicketAnswer, description = "The ticket"), Unauthorized),
)]
pub async fn ticket(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
) -> Result<Answer<TicketAnswer>, Problem> {
    let ticket = services.tickets.give(asker)?;
    let answer = TicketAnswer { ticket: ticket.token.reveal(), until: ticket.until };
    Ok(Answer::created("/v1/me/events", answer))
}
