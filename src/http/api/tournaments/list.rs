//! Finding a tournament.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::http::answer::Answer;
use crate::http::extract::caller::Visitor;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::code::Code;
use crate::http::problem::{Malformed, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::ports::tournaments::TournamentFilter;
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::tournament::view::{TournamentPage, TournamentPhase};
use cardroom_rules::games::any::GameKind;

/// The order of a list of tournaments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentsOrder {
    /// The newest first.
    #[default]
    Newest,
    /// The one that starts first comes first.
    StartsAt,
}

/// Which tournaments to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TournamentsQuery {
    /// Only those that have not ended.
    #[serde(default)]
    #[param(default = false)]
    open: bool,
    /// Only those that are so far.
    #[param(inline)]
    phase: Option<TournamentPhase>,
    /// Only those that this player has announced.
    host: Option<PlayerId>,
    /// Only those of this game.
    #[param(inline)]
    game: Option<GameKind>,
    /// Only those whose entry costs nothing, or only those that cost something.
    free: Option<bool>,
    /// Only those that you have announced or play in, also if they are not public. It needs a token.
    #[serde(default)]
    #[param(default = false)]
    mine: bool,
    /// The order. By `starts_at`, only those are listed that start at a set time and have not ended.
    #[serde(default)]
    #[param(inline)]
    order: TournamentsOrder,
    /// With this text in their name. Case does not matter in Latin letters.
    #[param(min_length = 1, max_length = 60)]
    name: Option<String>,
    /// How many. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<TournamentId>,
}

/// Find a tournament
///
/// Lists the tournaments that are public, newest first. A page looks at no more than 1,000 of them, so that it may have fewer than were
/// asked for, or none, although more follow: `next` is null on the last page.
#[utoipa::path(
    get, path = "/v1/tournaments", operation_id = "tournaments", tag = "tournaments",
    security((), ("bearer" = [])),
    params(TournamentsQuery),
    responses((status = 200, body = TournamentPage, description = "The tournaments"), Malformed, Unauthorized),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    Visitor(signed_in): Visitor,
    Query(query): Query<TournamentsQuery>,
) -> Result<Answer<TournamentPage>, Problem> {
    let TournamentsQuery { open, phase, host, game, free, mine, order, name, limit, after } = query;
    let limit = page_limit(limit, MOST_ROWS)?;
    if name.as_ref().is_some_and(|name| !(1..=60).contains(&name.chars().count())) {
        let why = "name has 1 to 60 characters";
        return Err(Problem::new(Code::MalformedQuery, why).with("parameter", "name"));
    }
    let caller = signed_in.map(|signed_in| signed_in.player);
    let needs_token = || Problem::new(Code::TokenMissing, "`mine` needs `Authorization: Bearer <token>`");
    let mine = if mine { Some(caller.ok_or_else(needs_token)?) } else { None };
    let filter = TournamentFilter {
        public: mine.is_none(),
        open,
        phase: phase.map(Into::into),
        host,
        name,
        game,
        free,
        mine,
        by_start: order == TournamentsOrder::StartsAt,
        after,
        limit,
    };
    Ok(Answer::ok(services.room.tournaments(filter, caller).await?))
}
