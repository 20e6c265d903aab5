//! What only whoever runs the house may see.

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Serialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::client_address::Caller;
use super::code::Code;
use super::extract::{Path, bearer};
use super::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, Unauthorized};
use super::services::Services;
use crate::service::id::TableId;
use crate::service::table::ledger::Audit;
use cardroom_rules::games::viewer::ViewerSafe;

/// Whoever runs the house, by the admin token it was started with.
#[derive(Clone, Copy, Debug)]
pub struct Admin;

impl FromRequestParts<Arc<Services>> for Admin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let Some(admin) = &services.settings.admin_token else {
            let why = "this house was started without an admin token";
            return Err(Problem::new(Code::NoAdmin, why));
        };
        // Before the token is looked at: whoever guesses is not told by being let in.
        let caller = Caller::from_request_parts(parts, services).await?;
        caller.spends(&services.limits.admin)?;
        match bearer(&parts.headers)? {
            Some(token) if admin.is(token) => Ok(Self),
            Some(_) => {
                tracing::warn!(address = %caller.network().0, "a wrong admin token");
                Err(Problem::new(Code::NotAdmin, "this is not the admin token"))
            }
            None => Err(Problem::new(Code::TokenMissing, "this needs the admin token")),
        }
    }
}

/// The whole house in figures, all read in one moment.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditReport {
    /// Whether every chip is accounted for.
    holds: bool,
    /// The figures.
    figures: Audit,
}

impl ViewerSafe for AuditReport {}

/// Account for every chip
///
/// Reads the whole ledger in one moment, and says whether it holds.
#[utoipa::path(
    get, path = "/v1/admin/audit", operation_id = "audit", tag = "house",
    security(("admin" = [])),
    responses(
        (status = 200, body = AuditReport, description = "The figures, and whether they hold"),
        Unauthorized, Forbidden, NotFound,
    ),
)]
pub async fn audit(State(services): State<Arc<Services>>, _: Admin) -> Result<Answer<AuditReport>, Problem> {
    let figures = services.room.audit().await?;
    Ok(Answer::ok(AuditReport { holds: figures.holds(), figures }))
}

/// Void a hand
///
/// Ends a table's hand as if it had never been dealt: every chip is where it was before it. For a table that answers
/// `out_of_order`, because its log does not fit the rules.
#[utoipa::path(
    post, path = "/v1/admin/tables/{id}/void", operation_id = "void_hand", tag = "house",
    security(("admin" = [])),
    params(("id" = TableId, Path, description = "The table")),
    responses(
        (status = 204, description = "No hand is being played any more"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn void_hand(
    State(services): State<Arc<Services>>,
    _: Admin,
    Path(id): Path<TableId>,
) -> Result<StatusCode, Problem> {
    services.room.void_hand(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
