//! The caller's friends.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;

use super::others::PlayerPath;
use crate::http::answer::Answer;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, page_limit};
use crate::http::limits::request_usage::RequestUsage;
use crate::http::problem::{Conflict, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::people::friend;
use crate::service::people::session::SignedIn;
use cardroom_api::id::PlayerId;
use cardroom_api::player::friends::{FriendView, FriendsPage, FriendshipNow};

/// The most players that one page has.
pub const MOST: u32 = 100;

/// Which friends or blocks to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct KnownQuery {
    /// How many players. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
    /// The `next` of the previous page.
    pub after: Option<PlayerId>,
}

impl From<friend::Friend> for FriendView {
    fn from(friend: friend::Friend) -> Self {
        let friend::Friend { player, name, avatar, friendship, since, table } = friend;
        Self { player, name, avatar, friendship, since, table }
    }
}

/// See your friends
///
/// The list includes friend requests from you and to you. `friends` and `asking` of the message `me` change when a player asks or accepts.
#[utoipa::path(
    get, path = "/v1/me/friends", operation_id = "friends", tag = "players",
    security(("bearer" = [])),
    params(KnownQuery),
    responses((status = 200, body = FriendsPage, description = "By identifier"), Malformed, Unauthorized),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Query(query): Query<KnownQuery>,
) -> Result<Answer<FriendsPage>, Problem> {
    let limit = page_limit(query.limit, MOST)?;
    let page = services.friends.list(caller.player, query.after, limit).await?;
    Ok(Answer::ok(FriendsPage { friends: page.rows.into_iter().map(Into::into).collect(), next: page.next }))
}

/// Send or accept a friend request
///
/// A repeated request changes nothing. A player may have at most 200 friends and requests, and send 60 requests an hour. If 200 players
/// have asked one player, a further request replaces the oldest one, those of guests first. A request to a player who blocks you is
/// answered like any other, but they do not see it.
#[utoipa::path(
    put, path = "/v1/me/friends/{id}", operation_id = "befriend", tag = "players",
    security(("bearer" = [])),
    params(PlayerPath),
    responses(
        (status = 200, body = FriendshipNow, description = "Their relation to you now"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse, TooMany,
    ),
)]
pub async fn ask(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    usage: RequestUsage,
    Path(PlayerPath { id }): Path<PlayerPath>,
) -> Result<Answer<FriendshipNow>, Problem> {
    usage.note(services.quotas.spend_friend_request(usage.network(), id))?;
    Ok(Answer::ok(FriendshipNow { friendship: services.friends.ask(caller.player, id).await? }))
}

/// End a friendship
///
/// This also takes back a request of yours, or declines one. If there is nothing to end, nothing happens.
#[utoipa::path(
    delete, path = "/v1/me/friends/{id}", operation_id = "end_friendship", tag = "players",
    security(("bearer" = [])),
    params(PlayerPath),
    responses((status = 204, description = "You are not friends"), Malformed, Unauthorized),
)]
pub async fn end(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(PlayerPath { id }): Path<PlayerPath>,
) -> Result<StatusCode, Problem> {
    services.friends.end(caller.player, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
