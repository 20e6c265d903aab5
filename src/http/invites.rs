//! Invitations: what an invite code leads to.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::client_address::Caller;
use super::extract::{INVITE_CODE, Invited, Keyed, malformed_header};
use super::json::Json;
use super::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized};
use super::services::Services;
use super::tables::{InvitationHeader, KeyHeader};
use crate::service::people::session::SignedIn;
use crate::service::table::command::Command;
use crate::service::table::view::{TableAnswer, TableSummary};
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;

/// How to sit down where one is invited.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"buy_in": 1000}))]
#[serde(deny_unknown_fields)]
pub struct TakeInvitation {
    /// Where; the first free chair where absent.
    seat: Option<Seat>,
    /// With how many chips of your wallet.
    #[schema(example = 1000)]
    buy_in: Chips,
}

/// See where an invitation leads
///
/// The table of the code in `Invite-Code`, for whoever holds it, signed in or not. From one address so many codes an hour are looked up as the
/// house allows, 600 where it says nothing.
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
    caller: Caller,
    invited: Invited,
) -> Result<Answer<TableSummary>, Problem> {
    let code = code(&services, &caller, invited)?;
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
        (status = 200, body = TableAnswer, description = "What it caused, and the table where you sit"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse, TooMany,
    ),
)]
pub async fn accept(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    caller: Caller,
    invited: Invited,
    Keyed(key): Keyed,
    Json(body): Json<TakeInvitation>,
) -> Result<Answer<TableAnswer>, Problem> {
    let code = code(&services, &caller, invited)?;
    // What was done under this key is answered as it was then, also where the code leads nowhere any more.
    let table = match services.room.done_at(asker.player, key.as_ref()).await? {
        Some(table) => table,
        None => services.room.invited_to(&code).await?,
    };
    let TakeInvitation { seat, buy_in } = body;
    let sit = Command::Sit { seat, buy_in, entry: Entry::Wait, invite_code: Some(code) };
    Ok(Answer::ok(services.room.command(table, asker.player, sit, key).await?))
}

/// The code, and leave to look it up. Wrong codes are counted with the right ones: whoever guesses is slow.
fn code(services: &Services, caller: &Caller, invited: Invited) -> Result<String, Problem> {
    let Invited(code) = invited;
    let code = code.ok_or_else(|| malformed_header(&INVITE_CODE, "send the code in `Invite-Code`"))?;
    caller.spends(&services.limits.invites)?;
    Ok(code)
}
