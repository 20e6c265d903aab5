//! The asker's friends.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::players::PlayerPath;
use crate::http::answer::Answer;
use crate::http::client_address::Caller;
use crate::http::extract::{Path, Query, page_limit};
use crate::http::problem::{Conflict, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::avatar::Avatar;
use crate::service::id::{PlayerId, TableId};
use crate::service::moment;
use crate::service::people::friend::{self, Friendship};
use crate::service::people::session::SignedIn;
use cardroom_rules::games::viewer::ViewerSafe;

/// The most players that one page has.
pub const MOST: u32 = 100;

/// Which of those that you know.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct KnownQuery {
    /// How many players; 50 where absent.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
    /// The `next` of the page before.
    pub after: Option<PlayerId>,
}

/// A page of your friends.
#[derive(Debug, Serialize, ToSchema)]
pub struct FriendsPage {
    /// Your friends, whom you asked, and who asks you.
    friends: Vec<FriendView>,
    /// The cursor of the next page; null on the last.
    #[schema(required)]
    next: Option<PlayerId>,
}

impl ViewerSafe for FriendsPage {}

/// A friend of yours, or who is to be one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FriendOfYours)]
pub struct FriendView {
    /// Who.
    player: PlayerId,
    /// What they are called.
    #[schema(example = "Bob")]
    name: String,
    /// What they look like.
    avatar: Avatar,
    /// How they stand to you: `asked`, `asking` or `friend`.
    friendship: Friendship,
    /// Since when.
    #[serde(serialize_with = "moment::exact")]
    since: Timestamp,
    /// The public table where a friend sits; null where there is none.
    #[schema(required)]
    table: Option<TableId>,
}

impl From<friend::Friend> for FriendView {
    fn from(friend: friend::Friend) -> Self {
        let friend::Friend { player, name, avatar, friendship, since, table } = friend;
        Self { player, name, avatar, friendship, since, table }
    }
}

/// See your friends
///
/// Also whom you asked, and who asks you. That somebody asks or accepts is told by `friends` and `asking` of the message `me`.
#[utoipa::path(
    get, path = "/v1/me/friends", operation_id = "friends", tag = "players",
    security(("bearer" = [])),
    params(KnownQuery),
    responses((status = 200, body = FriendsPage, description = "By identifier"), Malformed, Unauthorized),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Query(query): Query<KnownQuery>,
) -> Result<Answer<FriendsPage>, Problem> {
    let limit = page_limit(query.limit, MOST)?;
    let page = services.friends.list(asker.player, query.after, limit).await?;
    Ok(Answer::ok(FriendsPage { friends: page.rows.into_iter().map(Into::into).collect(), next: page.next }))
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct FriendshipNow {
    /// How they stand to you now.
    friendship: Friendship,
}

impl ViewerSafe for FriendshipNow {}

/// Ask a player to be your friend, or accept who asks you
///
/// Sent again, nothing more happens. A player has at most 200 friends and requests, and asks 60 times an hour. Of 200 who ask
/// one player the first gives way to the next, guests before those with a login. Who blocks you is asked like anybody, and is
/// not told.
#[utoipa::path(
    put, path = "/v1/me/friends/{id}", operation_id = "befriend", tag = "players",
    security(("bearer" = [])),
    params(PlayerPath),
    responses(
        (status = 200, body = FriendshipNow, description = "How they stand to you now"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse, TooMany,
    ),
)]
pub async fn ask(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    caller: Caller,
    Path(PlayerPath { id }): Path<PlayerPath>,
) -> Result<Answer<FriendshipNow>, Problem> {
    caller.is_told(services.limits.friend_request(caller.network(), id))?;
    Ok(Answer::ok(FriendshipNow { friendship: services.friends.ask(asker.player, id).await? }))
}

/// End a friendship
///
/// Or take your request back, or turn one down. Where there is nothing to end, nothing happens.
#[utoipa::path(
    delete, path = "/v1/me/friends/{id}", operation_id = "end_friendship", tag = "players",
    security(("bearer" = [])),
    params(PlayerPath),
    responses((status = 204, description = "You are no friends"), Malformed, Unauthorized),
)]
pub async fn end(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Path(PlayerPath { id }): Path<PlayerPath>,
) -> Result<StatusCode, Problem> {
    services.friends.end(asker.player, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
