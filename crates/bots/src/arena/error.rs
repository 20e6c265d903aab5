//! Why a run of the arena ended early.

use std::io;

use cardroom_rules::games::refusal::{BadOption, ReplayError};

/// Why a run of the arena ended early.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// No strategy of this game has this name.
    #[error("no strategy is called {name}; there are {known}")]
    UnknownStrategy {
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// `external` is named as a player, and no command was given for it.
    #[error("a player is external, so --external must name its command")]
    NoCommand,
    /// The game is not for this many players.
    #[error("the arena plays {game} with {wanted} players, not with {given}")]
    Seats {
        /// The game.
        game: &'static str,
        /// The possible numbers of players.
        wanted: &'static str,
        /// The number that was named.
        given: usize,
    },
    /// The options are not this game's.
    #[error("the options cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// No table can be opened with the options.
    #[error("the options do not fit: {0:?}")]
    Options(BadOption),
    /// No hand can be dealt with the options.
    #[error("no hand can be dealt from these options")]
    NoHand,
    /// A strategy gave an action that the rules refuse.
    #[error("{player} chose an action that the rules refuse: {action}: {why}")]
    Illegal {
        /// The strategy.
        player: String,
        /// The action, as JSON.
        action: String,
        /// The rule that was broken.
        why: String,
    },
    /// A strategy gave no action although its seat was on the clock.
    #[error("{player} gave no action when it was their turn")]
    Silent {
        /// The strategy.
        player: String,
    },
    /// A hand took more events than any hand can.
    #[error("a hand does not end")]
    Endless,
    /// The rules contradict themselves.
    #[error("the rules refuse their own event: {0:?}")]
    Replay(ReplayError),
    /// An external program does not answer as it should.
    #[error("the external program: {0}")]
    External(String),
    /// An error of input or output.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<ReplayError> for ArenaError {
    fn from(error: ReplayError) -> Self {
        Self::Replay(error)
    }
}
