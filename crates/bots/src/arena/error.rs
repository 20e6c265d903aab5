//! Why an arena's run has ended early.

use std::io;

use cardroom_rules::games::refusal::{BadOption, ReplayError};

/// Why an arena's run has ended early.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// No strategy of this game has the name.
    #[error("no strategy is called {name}; there are {known}")]
    UnknownStrategy {
        /// The name that was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// `external` plays, and no command was given for it.
    #[error("external plays, so --external has to say how to start it")]
    NoCommand,
    /// The game is not played by so many.
    #[error("{game} is played by {wanted} here, not by {given}")]
    Seats {
        /// Which game.
        game: &'static str,
        /// How many may play.
        wanted: &'static str,
        /// How many were named.
        given: usize,
    },
    /// The options are not this game's.
    #[error("the options cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// No table can be opened on the options.
    #[error("the options do not fit: {0:?}")]
    Options(BadOption),
    /// The options deal no hand in.
    #[error("no hand can be dealt from these options")]
    NoHand,
    /// A strategy gave an action that the rules refuse.
    #[error("{player} did what the rules refuse: {action}: {why}")]
    Illegal {
        /// Whose strategy.
        player: String,
        /// The action, as JSON.
        action: String,
        /// The rule that was broken.
        why: String,
    },
    /// A strategy gave no action where its seat was on the clock.
    #[error("{player} gave no action where it had to")]
    Silent {
        /// Whose strategy.
        player: String,
    },
    /// A hand went on longer than any hand does.
    #[error("a hand does not end")]
    Endless,
    /// The rules contradict themselves.
    #[error("the rules refuse their own event: {0:?}")]
    Replay(ReplayError),
    /// A program of others cannot be talked to.
    #[error("the external program: {0}")]
    External(String),
    /// Something could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<ReplayError> for ArenaError {
    fn from(error: ReplayError) -> Self {
        Self::Replay(error)
    }
}
