//! What those who follow tables are told: the wire forms of streams and long polls.

use jiff::Timestamp;
use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::change::Version;
use super::presence::Presence;
use super::told::Told;
use super::view::{SeenChange, TableSummary, TableView};
use crate::service::id::TableId;
use crate::service::moment;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// What happened at a table, and the table as it left it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TableMessage {
    /// Which.
    pub id: TableId,
    /// Its changes after what you know, in order and without a gap.
    pub changes: Vec<SeenChange>,
    /// The table after them; null where more changes follow at once, and where you left one that is not open to you.
    #[schema(required, value_type = Option<TableView>)]
    pub table: Option<Told<TableView>>,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// Who of those at a table is connected now.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PresenceMessage {
    /// Which table.
    pub id: TableId,
    /// Who.
    #[schema(value_type = Presence)]
    pub presence: Told<Presence>,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// Your time for a decision is nearly up.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
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

/// What concerns you beside single tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MeMessage {
    /// Your chips away from any table.
    pub chips: Chips,
    /// The tables where you sit, newest first.
    pub seated: Vec<TableId>,
    /// The tables where you wait for a chair; what happens there is told as where you sit.
    pub waiting: Vec<TableId>,
    /// How many friends you have.
    pub friends: u32,
    /// How many ask to be your friend.
    pub asking: u32,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// What the lobby lists otherwise than before.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LobbyMessage {
    /// Tables that are new in it, or look otherwise.
    pub tables: Vec<TableSummary>,
    /// Tables that it lists no more.
    pub gone: Vec<TableId>,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// The stream is over, or what it tells of one of its tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EndMessage {
    /// The table of which the stream tells nothing more, and goes on; null where the stream itself is over.
    #[schema(required)]
    pub table: Option<TableId>,
    /// Why.
    pub reason: EndReason,
}

/// Why a stream is over.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EndReason {
    /// The token that opened it has expired: open another with a fresh one.
    TokenExpired,
    /// The sign-in was ended.
    SignedOut,
    /// The table is closed, for good.
    TableClosed,
    /// You may no longer look at the table.
    InviteNeeded,
    /// You read too slowly: open another, which begins where this one ended.
    TooSlow,
    /// Something failed on our side: open another a moment later.
    Unavailable,
    /// The server stops: open another a moment later.
    Draining,
}

/// Some messages at once, as a long poll gets them.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MessagePage {
    /// In order.
    pub messages: Vec<Message>,
    /// What to ask after next.
    pub cursor: String,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// One message of a stream.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// What happened at a table.
    Table(Box<TableMessage>),
    /// Who is connected.
    Presence(PresenceMessage),
    /// Your time for a decision is nearly up.
    Warning(WarningMessage),
    /// What concerns you beside single tables.
    Me(MeMessage),
    /// What the lobby lists.
    Lobby(LobbyMessage),
    /// The stream is over.
    End(EndMessage),
}

impl Message {
    /// That the stream is over.
    pub fn end(reason: EndReason) -> Self {
        Self::End(EndMessage { table: None, reason })
    }

    /// What it is called, as the tag of its JSON has it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Table(_) => "table",
            Self::Presence(_) => "presence",
            Self::Warning(_) => "warning",
            Self::Me(_) => "me",
            Self::Lobby(_) => "lobby",
            Self::End(_) => "end",
        }
    }
}

impl ViewerSafe for TableMessage {}
impl ViewerSafe for Message {}
impl ViewerSafe for MessagePage {}
