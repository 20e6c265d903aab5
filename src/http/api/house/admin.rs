//! What only the operator may do.

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::http::address::shown;
use crate::http::answer::Answer;
use crate::http::extract::caller::bearer;
use crate::http::extract::path::Path;
use crate::http::limits::request_usage::RequestUsage;
use crate::http::problem::code::Code;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, Unauthorized};
use crate::http::services::Services;
use cardroom_api::house::AuditReport;
use cardroom_api::id::TableId;

/// The operator, by the admin token that the server was started with.
#[derive(Clone, Copy, Debug)]
pub struct Admin;

impl FromRequestParts<Arc<Services>> for Admin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let Some(admin) = &services.settings.admin_token else {
            let why = "this server was started without an admin token";
            return Err(Problem::new(Code::NoAdmin, why));
        };
        // Right tokens count like wrong ones, so the limit tells nothing about a guess.
        let usage = RequestUsage::of(&parts.extensions)?;
        usage.spend(&services.quotas.admin)?;
        match bearer(&parts.headers)? {
            Some(token) if admin.is(token) => Ok(Self),
            Some(_) => {
                tracing::warn!(address = %shown(usage.network()), "a wrong admin token");
                Err(Problem::new(Code::NotAdmin, "this is not the admin token"))
            }
            None => Err(Problem::new(Code::TokenMissing, "this needs the admin token")),
        }
    }
}

/// Account for every chip
///
/// Reads the whole ledger at one moment, and says whether it balances.
#[utoipa::path(
    get, path = "/v1/admin/audit", operation_id = "audit", tag = "house",
    security(("admin" = [])),
    responses(
        (status = 200, body = AuditReport, description = "The totals, and whether they balance"),
        Unauthorized, Forbidden, NotFound,
    ),
)]
pub async fn audit(State(services): State<Arc<Services>>, _: Admin) -> Result<Answer<AuditReport>, Problem> {
    let figures = services.room.audit().await?;
    Ok(Answer::ok(AuditReport { holds: figures.holds(), figures }))
}

/// Void a hand
///
/// Ends a table's hand as if it had never been dealt: every chip is where it was before. Use this for a table that answers `out_of_order`
/// because its log does not fit the rules.
#[utoipa::path(
    post, path = "/v1/admin/tables/{id}/void", operation_id = "void_hand", tag = "house",
    security(("admin" = [])),
    params(("id" = TableId, Path, description = "The table")),
    responses(
        (status = 204, description = "The hand is void"),
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
