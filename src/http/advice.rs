//! Advice for a player who plays among computers.

use super::answer::Answer;
use super::at_table::AtTable;
use super::problem::{Conflict, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized};
use crate::service::id::TableId;
use crate::service::table::advice::Advice;

/// Ask for advice
///
/// What a good player would do now in your seat, and why. It is made from what your seat has seen, as the moves of computer
/// players are: hidden cards have no part in it. The same decision gets the same advice.
///
/// Only in an open decision of your own (422 `not_your_turn` otherwise), and only if everybody else who plays the hand is a
/// computer (422 `not_alone` otherwise). One player may ask 30 times in 30 seconds.
#[utoipa::path(
    get, path = "/v1/tables/{id}/advice", operation_id = "advice", tag = "hands",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table")),
    responses(
        (status = 200, body = Advice, description = "An action, and why"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse, TooMany,
    ),
)]
pub async fn read(at: AtTable) -> Result<Answer<Advice>, Problem> {
    Ok(Answer::ok(at.advice().await?))
}
