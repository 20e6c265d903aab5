//! The rules of Dou Dizhu as a calculator.

use crate::http::answer::Answer;
use crate::http::extract::compute_permit::ComputePermit;
use crate::http::extract::json::Json;
use crate::http::problem::{Malformed, Problem, RulesRefuse, TooMany};
use cardroom_rules::games::doudizhu::tools::{self, Compared, Moves, Read, ToCompare, ToMove, ToRead};

/// Read cards
///
/// All plays that the cards can be, with weight and display order. The first one applies if a leader does not choose.
#[utoipa::path(
    post, path = "/v1/doudizhu/readings", operation_id = "doudizhu_readings", tag = "tools",
    request_body = ToRead,
    responses((status = 200, body = Read, description = "All readings"), Malformed, RulesRefuse, TooMany),
)]
pub async fn readings(permit: ComputePermit, Json(asked): Json<ToRead>) -> Result<Answer<Read>, Problem> {
    Ok(Answer::ok(permit.work(move || tools::readings(&asked)).await??))
}

/// Compare two plays
///
/// Whether one beats the other, and if not, why not.
#[utoipa::path(
    post, path = "/v1/doudizhu/beats", operation_id = "doudizhu_beats", tag = "tools",
    request_body = ToCompare,
    responses((status = 200, body = Compared, description = "Whether it does, or why not"), Malformed, RulesRefuse, TooMany),
)]
pub async fn beats(permit: ComputePermit, Json(asked): Json<ToCompare>) -> Result<Answer<Compared>, Problem> {
    Ok(Answer::ok(permit.work(move || tools::beats(&asked)).await??))
}

/// List what a hand may play
///
/// Every lead, or every answer to the play on the table: counted in groups, and listed in pages, by kind or from cheap to dear.
#[utoipa::path(
    post, path = "/v1/doudizhu/moves", operation_id = "doudizhu_moves", tag = "tools",
    request_body = ToMove,
    responses((status = 200, body = Moves, description = "Plays"), Malformed, RulesRefuse, TooMany),
)]
pub async fn moves(permit: ComputePermit, Json(asked): Json<ToMove>) -> Result<Answer<Moves>, Problem> {
    Ok(Answer::ok(permit.work(move || tools::moves(&asked)).await??))
}
