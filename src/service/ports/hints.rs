//! The port for hints: what one server lets the others of its database know after a commit.

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use cardroom_api::id::{PlayerId, SessionId, TableId};
use cardroom_api::table::change::Version;

/// What has changed. A hint may get lost, so whatever depends on it is also asked for now and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hint {
    /// A table has this version.
    Table {
        /// The identifier of the table.
        id: TableId,
        /// Its version.
        version: Version,
        /// Whether the lobby shows it otherwise than before.
        lobby: bool,
    },
    /// Something about a player that their streams show: chips, seats, friends.
    Player(PlayerId),
    /// A sign-in of a player has ended; without one, all of them.
    SignedOut(PlayerId, Option<SessionId>),
    /// A player has another name, or was deleted.
    Renamed(PlayerId),
}

/// What a server hears of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Hints, in the order in which they were sent.
    Hints(Vec<Hint>),
    /// The connection was lost for a while, and hints with it.
    Gap,
}

/// Sends and receives hints.
pub trait HintPort: Send + Sync + 'static {
    /// Sends a hint to the other servers, soon and outside of any transaction.
    fn hint(&self, hint: Hint);
    /// The hints of the other servers from now on. It ends when the store is closed.
    fn listen(&self) -> mpsc::Receiver<Heard>;
}
