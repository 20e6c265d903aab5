//! Invitations: the table of an invite code.

use std::sync::Arc;

use axum::extract::State;

use crate::http::answer::Answer;
use crate::http::api::headers::{InvitationHeader, KeyHeader};
use crate::http::extract::headers::{INVITE_CODE, Invited, Keyed, malformed_header};
use crate::http::extract::json::Json;
use crate::http::limits::request_usage::RequestUsage;
use crate::http::problem::{
    Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized,
};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::table::command::Command;
use cardroom_api::requests::tables::TakeInvitation;
use cardroom_api::table::answer::TableAnswer;
use cardroom_api::table::lobby::TableSummary;
use cardroom_rules::games::game::Entry;

/// See where an invitation leads
///
/// The table of the code in `Invite-Code`. You need not be signed in. An address may look up 600 codes an hour, unless the server is set
/// otherwise.
#[utoipa::path(
    get, path = "/v1/invites", operation_id = "invitation", tag = "tables",
    params(InvitationHeader),
    responses(
        (status = 200, body = TableSummary, description = "The table"),
        Malformed, NotFound, TooMany,
    ),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    usage: RequestUsage,
    invited: Invited,
) -> Result<Answer<TableSummary>, Problem> {
    let code = code(&services, &usage, invited)?;
    Ok(Answer::ok(services.room.invitation(&code).await?))
}

/// Accept an invitation
///
/// You sit down at the table of the code in `Invite-Code`.
#[utoipa::path(
    post, path = "/v1/invites/seats", operation_id = "accept_invitation", tag = "tables",
    security(("bearer" = [])),
    params(InvitationHeader, KeyHeader),
    request_body = TakeInvitation,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table where you sit"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse, TooMany,
    ),
)]
pub async fn accept(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    usage: RequestUsage,
    invited: Invited,
    Keyed(key): Keyed,
    Json(body): Json<TakeInvitation>,
) -> Result<Answer<TableAnswer>, Problem> {
    let code = code(&services, &usage, invited)?;
    // A repeated request gets the same answer as the first, even if the code no longer works.
    let table = match services.room.done_at(caller.player, key.as_ref()).await? {
        Some(table) => table,
        None => services.room.invited_to(&code).await?,
    };
    let TakeInvitation { seat, buy_in } = body;
    let sit = Command::Sit { seat, buy_in, entry: Entry::Wait, invite_code: Some(code) };
    Ok(Answer::ok(services.room.command(table, caller.player, sit, key).await?))
}

/// The code of a request, counted against the quota of lookups. Right codes count like wrong ones, so guessing is slow.
fn code(services: &Services, usage: &RequestUsage, invited: Invited) -> Result<String, Problem> {
    let Invited(code) = invited;
    let code = code.ok_or_else(|| malformed_header(&INVITE_CODE, "send the code in `Invite-Code`"))?;
    usage.spend(&services.quotas.invites)?;
    Ok(code)
}
