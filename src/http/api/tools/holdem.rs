//! The rules of Hold'em as a calculator.

use crate::http::answer::Answer;
use crate::http::extract::compute_permit::ComputePermit;
use crate::http::extract::json::Json;
use crate::http::problem::{Malformed, NotModified, Problem, RulesRefuse, TooMany};
use cardroom_api::requests::hands::CardsToEvaluate;
use cardroom_rules::games::holdem::equity::chart::Chart;
use cardroom_rules::games::holdem::equity::question::{Equities, Question};
use cardroom_rules::games::holdem::tools::{self, Tabled, Verdict};
use cardroom_rules::games::holdem::view::Made;
use cardroom_rules::tournament::prizes::icm::{StackValues, StacksAndPrizes, valued};

/// Evaluate a hand
///
/// The best five of five to seven cards, their rank among all 7462, and their name.
#[utoipa::path(
    post, path = "/v1/holdem/evaluate", operation_id = "holdem_evaluate", tag = "tools",
    request_body = CardsToEvaluate,
    responses((status = 200, body = Made, description = "The best five"), Malformed, RulesRefuse),
)]
pub async fn evaluate(
    Json(CardsToEvaluate { cards }): Json<CardsToEvaluate>,
) -> Result<Answer<Made>, Problem> {
    Ok(Answer::ok(tools::made(&cards)?))
}

/// Compare hands
///
/// Who has the best hand, and who gets how much of each pot.
#[utoipa::path(
    post, path = "/v1/holdem/showdown", operation_id = "holdem_showdown", tag = "tools",
    request_body = Tabled,
    responses((status = 200, body = Verdict, description = "Places and shares"), Malformed, RulesRefuse, TooMany),
)]
pub async fn showdown(permit: ComputePermit, Json(tabled): Json<Tabled>) -> Result<Answer<Verdict>, Problem> {
    Ok(Answer::ok(permit.work(move || tools::judge(&tabled)).await??))
}

/// Compare hands or ranges
///
/// How often each of two to ten players wins, by their hands or ranges, from any street. It is counted exactly if that takes few enough
/// steps. Otherwise it is estimated, with the standard error of the estimate, or refused if `exact` is set.
#[utoipa::path(
    post, path = "/v1/holdem/equity", operation_id = "holdem_equity", tag = "tools",
    request_body = Question,
    responses(
        (status = 200, body = Equities, description = "Who wins how often"), Malformed, RulesRefuse, TooMany,
    ),
)]
pub async fn equity(
    permit: ComputePermit,
    Json(question): Json<Question>,
) -> Result<Answer<Equities>, Problem> {
    Ok(Answer::ok(permit.pool().equity(question).await?))
}

/// Value stacks in a tournament
///
/// What each of 2 to 1,000 stacks is worth in prizes, by the Independent Chip Model (Malmuth and Harville). Up to twelve stacks it is
/// computed exactly; beyond, to 10⁻⁹ of the prizes.
#[utoipa::path(
    post, path = "/v1/holdem/icm", operation_id = "holdem_icm", tag = "tools",
    request_body = StacksAndPrizes,
    responses(
        (status = 200, body = StackValues, description = "What each stack is worth"), Malformed, RulesRefuse, TooMany,
    ),
)]
pub async fn icm(
    permit: ComputePermit,
    Json(asked): Json<StacksAndPrizes>,
) -> Result<Answer<StackValues>, Problem> {
    Ok(Answer::ok(permit.work(move || valued(&asked)).await??))
}

/// Compare all hands before the flop
///
/// The 169 classes of hands, each against each other and against any: a constant.
#[utoipa::path(
    get, path = "/v1/holdem/preflop", operation_id = "holdem_preflop", tag = "tools",
    responses((status = 200, body = Chart, description = "169 by 169 equities"), NotModified, TooMany),
)]
pub async fn preflop(permit: ComputePermit) -> Result<Answer<&'static Chart>, Problem> {
    Ok(Answer::ok(permit.pool().chart().await?).tagged(concat!("preflop-", env!("CARGO_PKG_VERSION"))))
}
