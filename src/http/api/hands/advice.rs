//! Advice for a player among computer players.

use crate::http::answer::Answer;
use crate::http::api::table_request::TableRequest;
use crate::http::problem::{Conflict, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized};
use cardroom_api::id::TableId;
use cardroom_api::table::advice::Advice;

/// Ask for advice
///
/// What a good player would do now in your seat, and why. Like the moves of computer players, it depends only on what your seat has seen,
/// never on hidden cards. The same decision always gets the same advice.
///
/// You need an open decision (422 `not_your_turn` otherwise), and all other players of the hand must be computer players (422 `not_alone`
/// otherwise). A player may ask 30 times in 30 seconds.
#[utoipa::path(
    get, path = "/v1/tables/{id}/advice", operation_id = "advice", tag = "hands",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table")),
    responses(
        (status = 200, body = Advice, description = "An action, and why"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse, TooMany,
    ),
)]
pub async fn read(request: TableRequest) -> Result<Answer<Advice>, Problem> {
    Ok(Answer::ok(request.advice().await?))
}
