//! The rules of Dou Dizhu as a calculator, without a table: nothing is stored, and nobody needs to sign in.

use super::answer::Answer;
use super::desk::AtDesk;
use super::json::Exact;
use super::problem::{Malformed, Problem, RulesRefuse, TooMany};
use cardroom_rules::games::doudizhu::tools::{self, Compared, Moves, Read, ToCompare, ToMove, ToRead};

/// Read cards
///
/// All that they can be when they are played, with weight and display order; the first is what a leader gets who does
/// not say which.
#[utoipa::path(
    post, path = "/v1/doudizhu/readings", operation_id = "doudizhu_readings", tag = "tools",
    request_body = ToRead,
    responses((status = 200, body = Read, description = "All readings"), Malformed, RulesRefuse, TooMany),
)]
pub async fn readings(at: AtDesk, Exact(asked): Exact<ToRead>) -> Result<Answer<Read>, Problem> {
    Ok(Answer::ok(at.work(move || tools::readings(&asked)).await??))
}

/// Compare two plays
///
/// Whether one beats the other, and if not, why.
#[utoipa::path(
    post, path = "/v1/doudizhu/beats", operation_id = "doudizhu_beats", tag = "tools",
    request_body = ToCompare,
    responses((status = 200, body = Compared, description = "Whether it does, or why not"), Malformed, RulesRefuse, TooMany),
)]
pub async fn beats(at: AtDesk, Exact(asked): Exact<ToCompare>) -> Result<Answer<Compared>, Problem> {
    Ok(Answer::ok(at.work(move || tools::beats(&asked)).await??))
}

/// List what a hand may play
///
/// Every lead, or every answer to the play on the table: counted in groups, and told page by page, by kind or from
/// cheap to dear.
#[utoipa::path(
    post, path = "/v1/doudizhu/moves", operation_id = "doudizhu_moves", tag = "tools",
    request_body = ToMove,
    responses((status = 200, body = Moves, description = "Plays"), Malformed, RulesRefuse, TooMany),
)]
pub async fn moves(at: AtDesk, Exact(asked): Exact<ToMove>) -> Result<Answer<Moves>, Problem> {
    Ok(Answer::ok(at.work(move || tools::moves(&asked)).await??))
}
