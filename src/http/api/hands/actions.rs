//! Dealing and acting.

use axum::response::{IntoResponse, Response};
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::api::headers::KeyHeader;
use crate::http::api::table_request::TableRequest;
use crate::http::extract::headers::PrefersMinimal;
use crate::http::extract::json::Json;
use crate::http::limits::cost::Cost;
use crate::http::problem::{Conflict, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::service::table::command::Command;
use cardroom_api::id::TableId;
use cardroom_api::requests::hands::NewAction;
use cardroom_api::table::answer::{ActionAnswer, ActionResult, TableAnswer};

/// Deal the next hand
///
/// Every player who sits at the table may deal, if its hands are dealt by request.
#[utoipa::path(
    post, path = "/v1/tables/{id}/hands", operation_id = "deal", tag = "hands",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn deal(request: TableRequest) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Deal).await
}

/// Act
///
/// The answer has the events that the action caused, your view, and your options if it is your turn again.
///
/// With `"dry_run": true` the action is judged and not done: the answer says how it would be read and what it would cost, or is the
/// refusal that it would get. It tells only what you may know: for a throw, it does not tell whether the throw would stand.
///
/// With `Prefer: return=minimal` the answer's `table` is null. Use this if you follow the table by a stream.
#[utoipa::path(
    post, path = "/v1/tables/{id}/actions", operation_id = "act", tag = "hands",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader, PreferHeader),
    request_body = NewAction,
    responses(
        (
            status = 200, body = ActionAnswer, headers(("Preference-Applied")),
            description = "The events that it caused, and the table; or what it would come to",
        ),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn act(
    request: TableRequest,
    PrefersMinimal(is_brief): PrefersMinimal,
    Json(body): Json<NewAction>,
) -> Result<Response, Problem> {
    let NewAction { at: version, action, dry_run } = body;
    if dry_run {
        // In a box, because most actions are no dry runs and need no space for one.
        let judged = Box::pin(request.dry_run(version, &action)).await?;
        return Ok(Answer::ok(ActionAnswer::Judged(judged)).into_response());
    }
    request.spend(Cost::Write)?;
    let written = move |done: TableAnswer| {
        let done = ActionResult::from(done);
        if is_brief {
            Answer::ok(ActionAnswer::Done(Box::new(done.brief()))).minimal().into_response()
        } else {
            Answer::ok(ActionAnswer::Done(Box::new(done))).into_response()
        }
    };
    request.command_and(Command::Act { at: version, action }, written).await
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
