//! Finding a table.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::code::Code;
use crate::http::problem::{Malformed, NotModified, Problem};
use crate::http::services::Services;
use crate::service::ports::tables::{LobbyFilter, LobbySort};
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::id::TableId;
use cardroom_api::table::lobby::LobbyPage;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;

/// Which tables to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LobbyQuery {
    /// The game. If absent, all games.
    #[param(inline)]
    game: Option<GameKind>,
    /// With at least this stake (Hold'em: the big blind; Dou Dizhu: what a point is worth; Shengji: what a level costs).
    #[param(value_type = Option<u64>)]
    min_stake: Option<Chips>,
    /// With at most this stake.
    #[param(value_type = Option<u64>)]
    max_stake: Option<Chips>,
    /// With at least so many free chairs.
    #[param(maximum = 10)]
    free_seats: Option<u8>,
    /// With this text in their name. Case does not matter in Latin letters.
    #[param(min_length = 1, max_length = 60)]
    name: Option<String>,
    /// With this word in the options of their game: `pot_limit`, `call_rob`.
    #[param(min_length = 1, max_length = 30, pattern = "^[a-z_]+$")]
    word: Option<String>,
    /// With at most so many seconds for a decision.
    #[param(maximum = 600)]
    max_decision_seconds: Option<u16>,
    /// The order. If absent, newest first.
    #[serde(default)]
    #[param(inline)]
    sort: LobbySort,
    /// How many tables. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page, in the same order.
    after: Option<TableId>,
}

/// Find a table
///
/// Lists the open tables that are public. The answer has an `ETag`.
#[utoipa::path(
    get, path = "/v1/tables", operation_id = "lobby", tag = "tables",
    params(LobbyQuery),
    responses((status = 200, body = LobbyPage, description = "The tables"), NotModified, Malformed),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    Query(query): Query<LobbyQuery>,
) -> Result<Answer<LobbyPage>, Problem> {
    let LobbyQuery { game, min_stake, max_stake, free_seats, limit, after, .. } = query;
    let LobbyQuery { name, word, max_decision_seconds, sort, .. } = query;
    let limit = page_limit(limit, MOST_ROWS)?;
    if name.as_ref().is_some_and(|name| !(1..=60).contains(&name.chars().count())) {
        let why = "name has 1 to 60 characters";
        return Err(Problem::new(Code::MalformedQuery, why).with("parameter", "name"));
    }
    let is_word = |word: &String| {
        (1..=30).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    if !word.as_ref().is_none_or(is_word) {
        let why = "word has 1 to 30 of a-z and '_'";
        return Err(Problem::new(Code::MalformedQuery, why).with("parameter", "word"));
    }
    let about = LobbyFilter { name, word, max_decision_seconds, sort, ..LobbyFilter::default() };
    let filter = LobbyFilter { game, min_stake, max_stake, free_seats, after, limit, ..about };
    Ok(Answer::ok(services.room.lobby(filter).await?).tagged_by_content())
}
