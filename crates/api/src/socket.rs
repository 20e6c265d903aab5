//! The frames of the socket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{TableId, TournamentId};
use crate::problem::ProblemBody;
use crate::table::answer::ActionAnswer;
use crate::table::change::Version;
use crate::table::message::Message;
use cardroom_rules::games::any::AnyAction;
use cardroom_rules::games::viewer::ViewerSafe;

/// A frame of a client: JSON in a text frame, with an `id` and one other member.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientFrame {
    /// Your own id for this frame. The reply has the same one.
    #[schema(max_length = 64)]
    pub id: String,
    /// Act in a hand, as `POST /v1/tables/{id}/actions` does.
    pub act: Option<SocketAction>,
    /// Follow a table where you do not sit.
    pub watch: Option<TableId>,
    /// Stop following a table.
    pub unwatch: Option<TableId>,
    /// Follow a tournament in which you do not play.
    pub watch_tournament: Option<TournamentId>,
    /// Stop following a tournament.
    pub unwatch_tournament: Option<TournamentId>,
}

/// An action in a hand.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SocketAction {
    /// The table at which the player acts.
    pub table: TableId,
    /// Your own key for this action, as in the header `Idempotency-Key`.
    pub key: Option<String>,
    /// The table's version that you saw. If your decision has changed since then, the action is refused as stale.
    pub at: Version,
    /// The action, by game.
    pub action: AnyAction,
    /// Only judges the action: nothing happens, no player sees it, and the key is not used up.
    #[serde(default)]
    #[schema(default = false)]
    pub dry_run: bool,
}

/// A frame of the server.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SocketFrame {
    /// A message of the stream.
    Message {
        /// The position of the stream after the message; null if the message has no version.
        #[schema(required)]
        cursor: Option<String>,
        /// The message, as in the player's stream of events.
        message: Message,
    },
    /// The answer to a frame of the client.
    Reply(Box<SocketReply>),
}

/// The answer to a frame of the client.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct SocketReply {
    /// The id of the frame; null if it had none that could be read.
    #[schema(required)]
    pub id: Option<String>,
    /// The result of an action or of a dry run.
    #[schema(required)]
    pub answer: Option<ActionAnswer>,
    /// Why it was not done.
    #[schema(required)]
    pub problem: Option<ProblemBody>,
}

impl ViewerSafe for SocketFrame {}
