//! The rules of Hold'em as a calculator, without a table: nothing is stored, and nobody needs to sign in.

use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::extract::Json;
use super::problem::{Malformed, Problem, RulesRefuse};
use crate::cards::card::Card;
use crate::games::holdem::tabled::{self, Tabled, Verdict};
use crate::games::holdem::view::Made;

/// Cards to evaluate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"cards": ["As", "Ah", "Kd", "Kc", "Qs", "7h", "2c"]}))]
pub struct Cards {
    /// Five to seven different cards, without jokers, in any order.
    #[schema(min_items = 5, max_items = 7)]
    cards: Vec<Card>,
}

/// Evaluate a hand
///
/// The best five of five to seven cards, their rank among the 7462 that there are, and what they are called.
#[utoipa::path(
    post, path = "/v1/holdem/evaluate", operation_id = "holdem_evaluate", tag = "tools",
    request_body = Cards,
    responses((status = 200, body = Made, description = "The best five"), Malformed, RulesRefuse),
)]
pub async fn evaluate(Json(Cards { cards }): Json<Cards>) -> Result<Answer<Made>, Problem> {
    Ok(Answer::ok(tabled::made(&cards)?))
}

/// Compare hands
///
/// Who holds the best hand, and who gets what of each pot.
#[utoipa::path(
    post, path = "/v1/holdem/showdown", operation_id = "holdem_showdown", tag = "tools",
    request_body = Tabled,
    responses((status = 200, body = Verdict, description = "Places and shares"), Malformed, RulesRefuse),
)]
pub async fn showdown(Json(tabled): Json<Tabled>) -> Result<Answer<Verdict>, Problem> {
    Ok(Answer::ok(tabled::judge(&tabled)?))
}
