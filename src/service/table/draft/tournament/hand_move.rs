//! What moves at a table of a tournament: drafted again if it ends the hand.

use super::super::Draft;
use crate::service::table::command::{ActingPlayer, Command};
use crate::service::table::error::DraftError;
use crate::service::table::stored::change::Author;
use cardroom_rules::games::seat::Seat;

/// What moves at a table.
#[derive(Clone, Copy)]
pub enum HandMove<'a> {
    /// A player's command.
    Command(ActingPlayer<'a>, &'a Command),
    /// The rules' default for a computer player that gave no answer.
    ForBot(Seat),
    /// The clock.
    Tick,
}

impl HandMove<'_> {
    /// Makes the move.
    pub fn apply(self, draft: &mut Draft<'_>) -> Result<(), DraftError> {
        match self {
            Self::Command(who, command) => draft.apply(who, command),
            Self::ForBot(seat) => draft.play_for_bot(seat),
            Self::Tick => draft.tick(),
        }
    }

    /// Who makes it.
    pub fn author(self) -> Author {
        match self {
            Self::Command(who, _) => Author::Player(who.id),
            Self::ForBot(_) | Self::Tick => Author::Clock,
        }
    }
}
