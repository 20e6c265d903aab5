//! The hands of a table, and one hand as it was played.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::api::headers::InviteHeader;
use crate::http::extract::caller::Visitor;
use crate::http::extract::compute_permit::ComputePermit;
use crate::http::extract::headers::Invited;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::id::{HandId, TableId};
use cardroom_api::table::change::Version;
use cardroom_api::table::hand::{HandHistory, HandsPage};

/// Which hands to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HandsQuery {
    /// How many hands. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<u64>,
}

/// See which hands were played
///
/// Newest first.
#[utoipa::path(
    get, path = "/v1/tables/{id}/hands", operation_id = "hands", tag = "hands",
    security((), ("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), HandsQuery, InviteHeader),
    responses(
        (status = 200, body = HandsPage, description = "The hands"),
        Malformed, Unauthorized, Forbidden, NotFound,
    ),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    visitor: Visitor,
    Path(id): Path<TableId>,
    Query(query): Query<HandsQuery>,
    Invited(invite_code): Invited,
) -> Result<Answer<HandsPage>, Problem> {
    let HandsQuery { limit, after } = query;
    let limit = page_limit(limit, MOST_ROWS)?;
    let caller = visitor.holding(invite_code);
    Ok(Answer::ok(services.room.hands(id, &caller, after, limit).await?))
}

/// What to show of a hand.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HandQuery {
    /// Also show the view after each change of the hand: the first 100 views.
    #[serde(default)]
    #[param(default = false)]
    views: bool,
    /// The `next` of the previous views: shows those after this version.
    views_after: Option<Version>,
}

/// See a hand
///
/// The hand as you may know it, at any later time: with your own cards if you played it, with shown cards, and never with mucked cards.
///
/// With `views=true` you can replay it: each view has what you could know at that time, without cards that were shown later. An answer
/// has at most 100 views. If `views.next` is not null, it is the `views_after` for the next ones.
#[utoipa::path(
    get, path = "/v1/hands/{id}", operation_id = "hand", tag = "hands",
    security((), ("bearer" = [])),
    params(("id" = HandId, Path, description = "The hand"), HandQuery, InviteHeader),
    responses(
        (status = 200, body = HandHistory, description = "The hand"),
        Malformed, Unauthorized, Forbidden, NotFound, TooMany,
    ),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    visitor: Visitor,
    Path(id): Path<HandId>,
    Query(query): Query<HandQuery>,
    Invited(invite_code): Invited,
    network: ClientNetwork,
) -> Result<Answer<HandHistory>, Problem> {
    let HandQuery { views, views_after } = query;
    let caller = visitor.holding(invite_code);
    let Some(after) = views_after.or_else(|| views.then_some(0)) else {
        return Ok(Answer::ok(services.room.hand(id, &caller, None).await?));
    };
    let permit = ComputePermit::acquire(&services, network)?;
    Ok(Answer::ok(services.room.hand(id, &caller, Some((after, permit.pool()))).await?))
}

/// The media type of a PHH file.
const TOML: &str = "application/toml";

/// Take a hand with you
///
/// A finished hand of Hold'em as you may know it, in the poker hand history standard (PHH), which other programs can read. Cards that you
/// may not know are `????`. Hands of other games have no such file.
#[utoipa::path(
    get, path = "/v1/hands/{id}/phh", operation_id = "hand_file", tag = "hands",
    security((), ("bearer" = [])),
    params(("id" = HandId, Path, description = "The hand"), InviteHeader),
    responses(
        (
            status = 200, body = String, content_type = TOML, headers(("Content-Disposition")),
            description = "The file",
        ),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn file(
    State(services): State<Arc<Services>>,
    visitor: Visitor,
    Path(id): Path<HandId>,
    Invited(code): Invited,
) -> Result<impl IntoResponse, Problem> {
    let caller = visitor.holding(code);
    let file = services.room.hand_file(id, &caller).await?;
    let name = format!("attachment; filename=\"{id}.phh\"");
    Ok(([(CONTENT_TYPE, TOML.to_owned()), (CONTENT_DISPOSITION, name)], file))
}
