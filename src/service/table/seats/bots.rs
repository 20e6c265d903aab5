//! Computer players on chairs: when they move, and who takes their chairs.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::service::table::time::later;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;

/// A computer player on a chair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bot {
    /// How well it plays.
    pub level: Level,
    /// The chips that it sits down with, and rebuys when it has too few.
    pub buy_in: Chips,
    /// It only fills a chair, and leaves with the last person.
    pub fills: bool,
}

/// When a computer player moves: drawn when its decision arose, before it thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotMove {
    /// The seat of the computer player.
    pub seat: Seat,
    /// When it moves.
    pub at: Timestamp,
}

impl BotMove {
    /// How long before its move a computer player starts to think: longer than any thought takes, so that the moment of a move
    /// does not reveal how hard it was.
    pub(in crate::service::table) const THOUGHT: SignedDuration = SignedDuration::from_millis(250);

    /// The longest that a computer player takes for a move.
    pub const LONGEST: SignedDuration = SignedDuration::from_secs(3);

    /// When it begins to think.
    pub fn thinks_from(&self) -> Timestamp {
        self.at.saturating_sub(Self::THOUGHT).unwrap_or(Timestamp::MIN)
    }

    /// When a computer player moves that was due at `moment` and has thought until `now`: a whole number of quarters of a second
    /// after that moment, so that the time reveals little about how hard the move was.
    pub(in crate::service) fn late(moment: Timestamp, now: Timestamp) -> Timestamp {
        let late = now.duration_since(moment).as_millis();
        let rest = (-late).rem_euclid(Self::THOUGHT.as_millis());
        later(now, SignedDuration::from_millis_i128(rest))
    }
}

/// A player who takes a computer player's chair when the hand is over. Their chips are at the table already.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Successor {
    /// The person who takes the chair.
    pub player: PlayerId,
    /// The person's name when they asked for the chair.
    pub name: String,
    /// Their picture; absent if they sat down under a release that did not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar: Option<Avatar>,
    /// The chips they bring.
    pub chips: Chips,
    /// The terms on which they want to be dealt in.
    pub entry: Entry,
}
