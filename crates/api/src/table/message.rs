//! Messages of streams and long polls.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::change::{SeenChange, Version};
use super::lobby::TableSummary;
use super::presence::Presence;
use super::view::TableView;
use crate::cached_json::CachedJson;
use crate::id::{TableId, TournamentId};
use crate::moment;
use crate::tournament::progress::TournamentProgress;
use crate::tournament::view::TournamentView;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// Changes of a table, and the table after them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TableMessage {
    /// The identifier of the table.
    pub id: TableId,
    /// The changes after the version that you know, in order and without a gap.
    pub changes: Vec<SeenChange>,
    /// The table after them; null if more changes follow at once, and if you left a table that is not open to you.
    #[schema(required, value_type = Option<TableView>)]
    pub table: Option<CachedJson<TableView>>,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// Which players at a table are connected now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PresenceMessage {
    /// Which table.
    pub id: TableId,
    /// The connected players.
    #[schema(value_type = Presence)]
    pub presence: CachedJson<Presence>,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// How far the tournament of a table is, after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProgressMessage {
    /// Which table.
    pub id: TableId,
    /// How far its tournament is.
    pub progress: TournamentProgress,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// Your time for a decision is nearly up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WarningMessage {
    /// At which table.
    pub id: TableId,
    /// Your seat.
    pub seat: Seat,
    /// Since which version the decision is open.
    pub since: Version,
    /// When the clock plays for you.
    #[serde(serialize_with = "moment::exact")]
    pub due: Timestamp,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// Your own data that is not part of a table, such as your wallet and your friends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MeMessage {
    /// Your chips away from any table.
    pub chips: Chips,
    /// The tables where you sit, newest first.
    pub seated: Vec<TableId>,
    /// The tables where you wait for a chair. Their events are sent as those of tables where you sit.
    pub waiting: Vec<TableId>,
    /// The tournaments in which you play, or will play, newest first. The stream has messages of the first 16.
    #[serde(default)]
    pub tournaments: Vec<TournamentId>,
    /// How many friends you have.
    pub friends: u32,
    /// How many players ask to be your friend.
    pub asking: u32,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// A tournament after its last change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentMessage {
    /// The tournament, as you may know it.
    pub tournament: TournamentView,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// The tables of the lobby that have changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LobbyMessage {
    /// Tables that are new in the lobby, or have changed.
    pub tables: Vec<TableSummary>,
    /// Tables that it lists no more.
    pub gone: Vec<TableId>,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// The end of the stream, or of its messages about one table or one tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EndMessage {
    /// The table that the stream sends no more messages about. If `tournament` is null as well, the stream itself is over.
    #[schema(required)]
    pub table: Option<TableId>,
    /// The watched tournament that the stream sends no more messages about. One in which you play just leaves the `tournaments` of `me`.
    #[serde(default)]
    #[schema(required)]
    pub tournament: Option<TournamentId>,
    /// Why no more messages of it follow.
    pub reason: EndReason,
}

/// Why a stream is over.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EndReason {
    /// The token that opened it has expired: open another stream with a fresh one.
    TokenExpired,
    /// The sign-in was ended.
    SignedOut,
    /// The table is closed, for good.
    TableClosed,
    /// The tournament is over, for good.
    TournamentOver,
    /// You may no longer look at the table or at the tournament.
    InviteNeeded,
    /// You read too slowly: open another stream, which starts where this one ended.
    TooSlow,
    /// The server failed: open another stream a moment later.
    Unavailable,
    /// The server stops: open another stream a moment later.
    Draining,
}

/// Several messages at once, as a long poll gets them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MessagePage {
    /// In order.
    pub messages: Vec<Message>,
    /// The cursor for the next request.
    pub cursor: String,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// One message of a stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// Changes of a table.
    Table(Box<TableMessage>),
    /// Presence at a table.
    Presence(PresenceMessage),
    /// How far the tournament of a table is.
    Progress(Box<ProgressMessage>),
    /// Your time for a decision is nearly up.
    Warning(WarningMessage),
    /// Your own data that is not part of a table, such as your wallet and your friends.
    Me(MeMessage),
    /// A tournament after its last change.
    Tournament(Box<TournamentMessage>),
    /// Changes of the lobby.
    Lobby(LobbyMessage),
    /// The stream is over.
    End(EndMessage),
}

impl Message {
    /// That the stream is over.
    pub fn end(reason: EndReason) -> Self {
        Self::End(EndMessage { table: None, tournament: None, reason })
    }

    /// Its name, as in the tag of its JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Table(_) => "table",
            Self::Presence(_) => "presence",
            Self::Progress(_) => "progress",
            Self::Warning(_) => "warning",
            Self::Me(_) => "me",
            Self::Tournament(_) => "tournament",
            Self::Lobby(_) => "lobby",
            Self::End(_) => "end",
        }
    }
}

impl ViewerSafe for TableMessage {}
impl ViewerSafe for TournamentMessage {}
impl ViewerSafe for Message {}
impl ViewerSafe for MessagePage {}
