//! The rules of Shengji as a calculator.

use crate::http::answer::Answer;
use crate::http::extract::compute_permit::ComputePermit;
use crate::http::extract::json::Json;
use crate::http::problem::{Malformed, Problem, RulesRefuse, TooMany};
use cardroom_rules::games::shengji::tools::{
    self, PlayAnswer, PlayQuestion, ThrowAnswer, ThrowQuestion, TrickAnswer, TrickQuestion,
};

/// Check a play
///
/// Whether a hand may lead or follow with these cards; if not, what was demanded, what was given, and what it may play instead.
#[utoipa::path(
    post, path = "/v1/shengji/check", operation_id = "shengji_check", tag = "tools",
    request_body(content = PlayQuestion, example = json!({
        "trump": {"suit": "diamonds", "level": "6"}, "lead": ["3s", "3s", "4s", "4s"],
        "hand": ["7s", "7s", "8s", "9s", "Ts", "Ad"], "play": ["8s", "9s", "Ts", "7s"],
    })),
    responses((status = 200, body = PlayAnswer, description = "Legal, or why not"), Malformed, RulesRefuse, TooMany),
)]
pub async fn check(
    permit: ComputePermit,
    Json(question): Json<PlayQuestion>,
) -> Result<Answer<PlayAnswer>, Problem> {
    Ok(Answer::ok(permit.work(move || tools::check(&question)).await??))
}

/// Find who wins a trick
///
/// The winner of the plays so far, and the points in them.
#[utoipa::path(
    post, path = "/v1/shengji/trick", operation_id = "shengji_trick", tag = "tools",
    request_body(content = TrickQuestion, example = json!({
        "trump": {"suit": "spades", "level": "2"},
        "plays": [["5h", "4h", "4h"], ["9s", "7s", "7s"], ["8s", "8s", "4s"], ["Kh", "Kh", "3h"]],
    })),
    responses((status = 200, body = TrickAnswer, description = "Winner and points"), Malformed, RulesRefuse, TooMany),
)]
pub async fn trick(
    permit: ComputePermit,
    Json(question): Json<TrickQuestion>,
) -> Result<Answer<TrickAnswer>, Problem> {
    Ok(Answer::ok(permit.work(move || tools::trick(&question)).await??))
}

/// Test a throw
///
/// Whether the throw stands against the other hands; if not, the part that is forced.
#[utoipa::path(
    post, path = "/v1/shengji/throw", operation_id = "shengji_throw", tag = "tools",
    request_body(content = ThrowQuestion, example = json!({
        "trump": {"suit": "spades", "level": "2"}, "lead": ["9h", "8h", "8h", "4h", "4h"],
        "others": [["Jh", "3h"], ["7h", "7h"], []],
    })),
    responses((status = 200, body = ThrowAnswer, description = "What is led"), Malformed, RulesRefuse, TooMany),
)]
pub async fn throw(
    permit: ComputePermit,
    Json(question): Json<ThrowQuestion>,
) -> Result<Answer<ThrowAnswer>, Problem> {
    Ok(Answer::ok(permit.work(move || tools::throw(&question)).await??))
}
