//! Deals: sharing the prizes that are left.

use super::tournament_request::TournamentRequest;
use crate::http::answer::Answer;
use crate::http::api::headers::KeyHeader;
use crate::http::extract::json::Json;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::service::room::tournaments::commands::TournamentAction;
use cardroom_api::id::TournamentId;
use cardroom_api::tournament::requests::DealAnswer;
use cardroom_api::tournament::view::TournamentView;
use cardroom_rules::tournament::prizes::deal::DealTerms;

/// Propose a deal
///
/// If all players who are left are in the money, and are at most twelve. No table deals before it is decided, which takes at most a minute
/// once all hands have ended. Computer players accept a deal by the Independent Chip Model, and no other.
#[utoipa::path(
    post, path = "/v1/tournaments/{id}/deal", operation_id = "propose_deal", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    request_body = DealTerms,
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn propose(
    request: TournamentRequest,
    Json(terms): Json<DealTerms>,
) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::ProposeDeal(terms)).await
}

/// Answer to a deal
///
/// It is made when all players who are left have accepted it.
#[utoipa::path(
    put, path = "/v1/tournaments/{id}/deal", operation_id = "answer_deal", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    request_body = DealAnswer,
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn answer(
    request: TournamentRequest,
    Json(DealAnswer { accept }): Json<DealAnswer>,
) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::AnswerDeal { accept }).await
}
