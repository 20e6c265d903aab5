//! Hands: dealing, acting, and what was played.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::address::ClientNetwork;
use super::answer::Answer;
use super::at_table::AtTable;
use super::desk::AtDesk;
use super::extract::{Invited, Path, Query, Visitor, page_limit};
use super::json::Json;
use super::limits::Cost;
use super::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized};
use super::services::Services;
use super::tables::{InviteHeader, KeyHeader};
use crate::service::id::{HandId, TableId};
use crate::service::room::asker::MOST_ROWS;
use crate::service::table::change::Version;
use crate::service::table::command::Command;
use crate::service::table::view::{ActionResult, DryRun, HandHistory, HandsPage, TableAnswer};
use cardroom_rules::games::any::AnyAction;
use cardroom_rules::games::viewer::ViewerSafe;

/// Deal the next hand
///
/// Where the table is dealt by hand; anybody who sits at it may.
#[utoipa::path(
    post, path = "/v1/tables/{id}/hands", operation_id = "deal", tag = "hands",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn deal(at: AtTable) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Deal).await
}

/// An action in the hand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"at": 41, "action": {"holdem": {"type": "raise", "to": 300}}}))]
pub struct NewAction {
    /// The table's version that you saw. Your action is refused as stale where your decision has changed since.
    at: Version,
    /// What you do.
    action: AnyAction,
    /// Only judges it: nothing happens, nobody is told, and no idempotency key is taken.
    #[serde(default)]
    #[schema(default = false)]
    dry_run: bool,
}

/// What became of an action, or, of a dry run, what would.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ActionAnswer {
    /// It was done.
    Done(Box<ActionResult>),
    /// It was only judged.
    Judged(DryRun),
}

impl ViewerSafe for ActionAnswer {}

/// Act
///
/// The answer has the events that it caused, your view, and your options where it is your turn again.
///
/// With `"dry_run": true` it is judged and not done: the answer says how it would be read and what it would cost, or is the
/// refusal that it would get. It tells only what you may know: of a throw, not whether it would stand.
///
/// With `Prefer: return=minimal` the answer's `table` is null: for whoever follows the table by a stream.
#[utoipa::path(
    post, path = "/v1/tables/{id}/actions", operation_id = "act", tag = "hands",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader, PreferHeader),
    request_body = NewAction,
    responses(
        (
            status = 200, body = ActionAnswer, headers(("Preference-Applied")),
            description = "What it caused, and the table; or what it would come to",
        ),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn act(
    at: AtTable,
    PrefersMinimal(is_brief): PrefersMinimal,
    Json(body): Json<NewAction>,
) -> Result<Response, Problem> {
    let NewAction { at: version, action, dry_run } = body;
    if dry_run {
        // In a box: most actions are no dry runs, and need no place for one.
        let judged = Box::pin(at.dry_run(version, &action)).await?;
        return Ok(Answer::ok(ActionAnswer::Judged(judged)).into_response());
    }
    at.costs(Cost::Write)?;
    let written = move |done: TableAnswer| {
        let done = ActionResult::from(done);
        if is_brief {
            Answer::ok(ActionAnswer::Done(Box::new(done.brief()))).minimal().into_response()
        } else {
            Answer::ok(ActionAnswer::Done(Box::new(done))).into_response()
        }
    };
    at.done_and(Command::Act { at: version, action }, written).await
}

/// The header by which the table is left out of an answer.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct PreferHeader {
    /// `return=minimal`: the answer's `table` is null.
    #[param(rename = "Prefer")]
    prefer: Option<String>,
}

static PREFER: HeaderName = HeaderName::from_static("prefer");

/// Whether the asker prefers to be told little (RFC 7240).
pub struct PrefersMinimal(bool);

impl<S: Send + Sync> FromRequestParts<S> for PrefersMinimal {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let preferences = parts.headers.get_all(&PREFER).iter().filter_map(|value| value.to_str().ok());
        Ok(Self(preferences.flat_map(|value| value.split([',', ';'])).any(|preference| {
            let (name, value) = preference.split_once('=').unwrap_or_default();
            name.trim().eq_ignore_ascii_case("return")
                && value.trim().trim_matches('"').eq_ignore_ascii_case("minimal")
        })))
    }
}

/// Which hands.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HandsQuery {
    /// How many hands; 50 where absent.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the page before.
    after: Option<u64>,
}

/// See which hands were played
///
/// Newest first.
#[utoipa::path(
    get, path = "/v1/tables/{id}/hands", operation_id = "hands", tag = "hands",
    security((), ("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), HandsQuery, InviteHeader),
    responses(
        (status = 200, body = HandsPage, description = "The hands"),
        Malformed, Unauthorized, Forbidden, NotFound,
    ),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    visitor: Visitor,
    Path(id): Path<TableId>,
    Query(query): Query<HandsQuery>,
    Invited(invite_code): Invited,
) -> Result<Answer<HandsPage>, Problem> {
    let HandsQuery { limit, after } = query;
    let limit = page_limit(limit, MOST_ROWS)?;
    let asker = visitor.holding(invite_code);
    Ok(Answer::ok(services.room.hands(id, &asker, after, limit).await?))
}

/// How much of a hand.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HandQuery {
    /// Also what the hand looked like after each of its changes: the first 100 views.
    #[serde(default)]
    #[param(default = false)]
    views: bool,
    /// The `next` of the views before: those after this version.
    views_after: Option<Version>,
}

/// See a hand
///
/// As you may know it, for ever: with your own cards where you played it, with what was shown, and never with what
/// was mucked.
///
/// With `views=true` it can be replayed: each view tells what you might know at that time, so cards that were shown later are
/// not in it. At most 100 views come at once; `views.next`, where it is not null, is the `views_after` of those that follow.
#[utoipa::path(
    get, path = "/v1/hands/{id}", operation_id = "hand", tag = "hands",
    security((), ("bearer" = [])),
    params(("id" = HandId, Path, description = "The hand"), HandQuery, InviteHeader),
    responses(
        (status = 200, body = HandHistory, description = "The hand"),
        Malformed, Unauthorized, Forbidden, NotFound, TooMany,
    ),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    visitor: Visitor,
    Path(id): Path<HandId>,
    Query(query): Query<HandQuery>,
    Invited(invite_code): Invited,
    network: ClientNetwork,
) -> Result<Answer<HandHistory>, Problem> {
    let HandQuery { views, views_after } = query;
    let asker = visitor.holding(invite_code);
    let Some(after) = views_after.or_else(|| views.then_some(0)) else {
        return Ok(Answer::ok(services.room.hand(id, &asker, None).await?));
    };
    let at = AtDesk::of(&services, network)?;
    Ok(Answer::ok(services.room.hand(id, &asker, Some((after, at.desk()))).await?))
}

/// What a PHH file is sent as.
const TOML: &str = "application/toml";

/// Take a hand with you
///
/// A finished hand of Hold'em as you may know it, in the poker hand history standard (PHH), for other programs to
/// read. Cards that you may not know are `????`. Hands of other games have no such file.
#[utoipa::path(
    get, path = "/v1/hands/{id}/phh", operation_id = "hand_file", tag = "hands",
    security((), ("bearer" = [])),
    params(("id" = HandId, Path, description = "The hand"), InviteHeader),
    responses(
        (
            status = 200, body = String, content_type = TOML, headers(("Content-Disposition")),
            description = "The file",
        ),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn file(
    State(services): State<Arc<Services>>,
    visitor: Visitor,
    Path(id): Path<HandId>,
    Invited(code): Invited,
) -> Result<impl IntoResponse, Problem> {
    let asker = visitor.holding(code);
    let file = services.room.hand_file(id, &asker).await?;
    let name = format!("attachment; filename=\"{id}.phh\"");
    Ok(([(CONTENT_TYPE, TOML.to_owned()), (CONTENT_DISPOSITION, name)], file))
}
