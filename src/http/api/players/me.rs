//! The caller: their name and picture, and the tables where they sit.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::api::identity::me;
use crate::http::extract::json::Json;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Malformed, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::id::TableId;
use cardroom_api::player::me::Me;
use cardroom_api::requests::players::Rename;
use cardroom_api::table::lobby::SeatedPage;

/// See who you are
///
/// Your name, your login, and your chips away from any table.
#[utoipa::path(
    get, path = "/v1/me", operation_id = "me", tag = "players",
    security(("bearer" = [])),
    responses((status = 200, body = Me, description = "You"), Unauthorized),
)]
pub async fn read(State(services): State<Arc<Services>>, caller: SignedIn) -> Result<Answer<Me>, Problem> {
    Ok(Answer::ok(me(services.players.player(caller.player).await?, &services.settings)))
}

/// Take another name or picture
///
/// A table where you sit shows the new name once you sit down again. Hands that you played show it at once.
#[utoipa::path(
    patch, path = "/v1/me", operation_id = "rename", tag = "players",
    security(("bearer" = [])),
    request_body = Rename,
    responses((status = 200, body = Me, description = "You"), Malformed, Unauthorized),
)]
pub async fn rename(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Json(rename): Json<Rename>,
) -> Result<Answer<Me>, Problem> {
    let Rename { name, avatar } = rename;
    let player = services.players.change(caller.player, name.as_ref(), avatar).await?;
    if name.is_some() {
        services.room.forget_name(caller.player).await;
    }
    Ok(Answer::ok(me(player, &services.settings)))
}

/// Which of your tables to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SeatedQuery {
    /// How many tables. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<TableId>,
}

/// See where you sit
///
/// The list includes tables that are not public, so a client that has lost its state can find all your seats.
#[utoipa::path(
    get, path = "/v1/me/tables", operation_id = "my_tables", tag = "players",
    security(("bearer" = [])),
    params(SeatedQuery),
    responses((status = 200, body = SeatedPage, description = "Newest table first"), Malformed, Unauthorized),
)]
pub async fn tables(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Query(query): Query<SeatedQuery>,
) -> Result<Answer<SeatedPage>, Problem> {
    let limit = page_limit(query.limit, MOST_ROWS)?;
    Ok(Answer::ok(services.room.seated(caller.player, query.after, limit).await?))
}
