//! Rows of friendships, blocks and mutes, and what changes of them are judged by.

use sqlx::FromRow;

use super::column::Row;
use super::rows::picture;
use crate::service::people::friend::{Blocked, Friend};
use crate::service::ports::blocks::Blocking;
use crate::service::ports::error::StoreError;
use crate::service::ports::friends::Befriended;
use cardroom_api::id::PlayerId;
use cardroom_api::player::friends::Friendship;

/// What a friendship request is judged by.
#[derive(FromRow)]
#[allow(clippy::struct_excessive_bools, reason = "a row: each is a question of its own")]
pub struct RequestState {
    exists: bool,
    blocks: bool,
    wants: bool,
    is_wanted: bool,
    wanted: i64,
    wanting: i64,
}

impl RequestState {
    /// The outcome of the request.
    pub fn judge(&self, most: u32) -> Befriended {
        let most = i64::from(most);
        match self {
            Self { exists: false, .. } => Befriended::NoSuchPlayer,
            Self { blocks: true, .. } => Befriended::Blocks,
            Self { wants: true, .. } => Befriended::Done,
            Self { wanted, .. } if *wanted >= most => Befriended::TooMany,
            Self { is_wanted: false, wanting, .. } if *wanting >= most => Befriended::TooManyAsk,
            _ => Befriended::Done,
        }
    }
}

/// What a block or a mute is judged by.
#[derive(FromRow)]
pub struct PairState {
    /// Whether there are both players.
    exists: bool,
    is_there: bool,
    count: i64,
}

impl PairState {
    /// The outcome of adding one that changes nothing; `None` if it is to be added.
    pub fn judge(&self, most: u32) -> Option<Blocking> {
        match self {
            Self { exists: false, .. } => Some(Blocking::NoSuchPlayer),
            Self { is_there: true, .. } => Some(Blocking::Done),
            Self { count, .. } if *count >= i64::from(most) => Some(Blocking::TooMany),
            _ => None,
        }
    }
}

/// A friend, or a player with an open request.
#[derive(FromRow)]
pub struct FriendRow {
    id: String,
    name: String,
    avatar: Option<String>,
    wants: bool,
    is_wanted: bool,
    since: i64,
    table_id: Option<String>,
}

impl FriendRow {
    /// The friend it holds.
    pub fn friend(self) -> Result<Friend, StoreError> {
        let row = Row { table: "friends", key: &self.id };
        let player: PlayerId = row.text("player_id", &self.id)?;
        Ok(Friend {
            player,
            avatar: picture(player, self.avatar.as_deref()),
            friendship: Friendship::of(self.wants, self.is_wanted),
            since: row.time("since", self.since)?,
            table: self.table_id.as_ref().map(|id| row.text("table_id", id)).transpose()?,
            name: self.name,
        })
    }
}

/// A player who is blocked or muted.
#[derive(FromRow)]
pub struct BlockedRow {
    id: String,
    name: String,
    avatar: Option<String>,
    since: i64,
}

impl BlockedRow {
    /// The player it holds.
    pub fn blocked(self) -> Result<Blocked, StoreError> {
        let row = Row { table: "blocks", key: &self.id };
        let player: PlayerId = row.text("blocked_id", &self.id)?;
        Ok(Blocked {
            player,
            avatar: picture(player, self.avatar.as_deref()),
            since: row.time("since", self.since)?,
            name: self.name,
        })
    }
}
