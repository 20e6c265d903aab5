//! Everything that concerns the caller, in one stream.

use std::str::FromStr;
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
use crate::http::extract::query::{Query, within};
use crate::http::problem::code::Code;
use crate::http::problem::{Forbidden, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::room::caller::MOST_WAIT_SECONDS;
use crate::service::room::streams::cursor::{Cursor, NotACursor};
use crate::service::room::streams::inbox::WatchList;
use cardroom_api::table::message::MessagePage;

/// Where to begin, and what to watch.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MyEventsQuery {
    /// Tables to watch besides those where you sit: at most 16, separated by commas.
    tables: Option<String>,
    /// Tournaments to watch besides those in which you play: at most 4, separated by commas.
    tournaments: Option<String>,
    /// Your cursor. If absent, the current state comes first. In a stream, `Last-Event-ID` takes precedence.
    after: Option<String>,
    /// For a long poll: how many seconds to wait if there is nothing yet. If absent, 0.
    #[serde(default)]
    #[param(maximum = 30, default = 0)]
    wait: u32,
    /// For a stream: a ticket, for clients that cannot send an `Authorization` header.
    #[allow(dead_code, reason = "taken before the handler")]
    ticket: Option<String>,
}

/// Follow everything that concerns you
///
/// Your chips and the tables where you sit (`me`), and the messages of every table where you sit or that you watch, as in
/// `GET /v1/tables/{id}/events`. Tables are added when you sit down, and removed when you leave.
///
/// A message `tournament` has a tournament after its last change, at most once a second: one in which you play (of more than 16, the
/// newest) or that you watch. After its last version your own leaves `me`. One that you watch has an `end` with its `tournament`.
///
/// With `Accept: text/event-stream`, a stream of server-sent events. An `id` is a cursor over the whole stream, which only you can use.
/// After a resume every table goes on without a gap, and everything else comes in its current state. Otherwise the answer has the
/// messages so far or, with `wait`, the next one.
///
/// A player has at most 16 streams and long polls at once.
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
    stream: StreamCaller,
    Query(query): Query<MyEventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let player = stream.player()?;
    let MyEventsQuery { tables, tournaments, after, wait, .. } = query;
    let as_events = sse::wants_events(&headers);
    let resumed = if as_events { last_event_id(&headers)? } else { None };
    let cursor = match resumed {
        Some(id) => Some(id.parse().map_err(|error: NotACursor| {
            Problem::new(Code::MalformedHeader, error).with("header", LAST_EVENT_ID.as_str())
        })?),
        None => cursor(after.as_deref())?,
    };
    let wait = Duration::from_secs(within("wait", wait, 0..=MOST_WAIT_SECONDS)?.into());
    let watched = watched(tables.as_deref(), tournaments.as_deref())?;
    if as_events {
        let inbox = services.room.inbox(player, stream.queue.clone(), watched, cursor).await?;
        let end = stream.end(&services).await?;
        let messages = Messages::new(MessageSource::Player(Box::new(inbox)), end, stream.permit);
        return Ok(sse::events(messages, player));
    }
    let messages = services.room.messages(player, stream.queue.clone(), watched, cursor, wait);
    Ok(Answer::ok(stream.while_signed_in(&services, messages).await?).into_response())
}

/// The cursor of a query.
pub fn cursor(after: Option<&str>) -> Result<Option<Cursor>, Problem> {
    let malformed = |error: NotACursor| Problem::new(Code::MalformedQuery, error).with("parameter", "after");
    after.map(|after| after.parse().map_err(malformed)).transpose()
}

/// What a query watches, each in a list with commas.
pub fn watched(tables: Option<&str>, tournaments: Option<&str>) -> Result<WatchList, Problem> {
    Ok(WatchList { tables: listed("tables", tables)?, tournaments: listed("tournaments", tournaments)? })
}

fn listed<Id: FromStr>(parameter: &'static str, list: Option<&str>) -> Result<Vec<Id>, Problem> {
    let id = |text: &str| text.trim().parse::<Id>().map_err(|_| Problem::query(parameter, text));
    list.unwrap_or_default().split(',').filter(|text| !text.trim().is_empty()).map(id).collect()
}
