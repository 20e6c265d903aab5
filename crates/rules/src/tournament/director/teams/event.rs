//! The events of a Shengji event's director, and its commands.

use serde::{Deserialize, Serialize};

use crate::games::game::Chips;
use crate::games::seat::Seat;
use crate::tournament::director::entry::PlayerNumber;
use crate::tournament::director::event::Cancellation;
use crate::tournament::teams::TeamNumber;
use crate::tournament::teams::outcome::TeamHeight;

/// An amount for a player, in chips of the wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerAmount {
    /// The player.
    pub player: PlayerNumber,
    /// In chips of the wallet.
    pub amount: Chips,
}

/// How a hand of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchHand {
    /// Whether it is void, so that it is dealt again and does not count.
    pub void: bool,
    /// The heights of the teams after it, the match's first team first.
    pub heights: (TeamHeight, TeamHeight),
    /// The declarer of the next hand; the match's first team has the seats 0 and 2. `None` if the next hand finds it.
    pub declarer: Option<Seat>,
}

/// A change of an event of Shengji.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TeamEvent {
    /// Two players have entered together, or one player for whom a partner will be drawn.
    Registered {
        /// The players, one or two.
        players: Vec<PlayerNumber>,
        /// The rating of those who enter, together, by which their team is seeded in a bracket.
        rating: Option<i64>,
    },
    /// A player has entered as the partner of another one, who had entered alone.
    Joined {
        /// The player.
        player: PlayerNumber,
        /// The partner.
        with: PlayerNumber,
        /// The player's rating.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<i64>,
    },
    /// A player, and the partner who came along, were taken back before the start. Their prices go back.
    Unregistered {
        /// The player.
        player: PlayerNumber,
    },
    /// It has started.
    Started {
        /// The teams, by their numbers; those that were drawn come last.
        teams: Vec<[PlayerNumber; 2]>,
        /// The teams by their seeds, the first seed first.
        seeds: Vec<TeamNumber>,
        /// A single player for whom there was no partner. The price goes back.
        reserve: Option<PlayerNumber>,
    },
    /// A round has begun.
    RoundBegan {
        /// Its number, 1 is the first.
        number: u32,
        /// The matches.
        pairs: Vec<(TeamNumber, TeamNumber)>,
        /// The teams that have a bye.
        byes: Vec<TeamNumber>,
    },
    /// A hand of a match begins.
    HandBegan {
        /// Which of the round's matches, 0 is the first.
        nth: usize,
    },
    /// A hand of a match has ended.
    HandEnded {
        /// Which of the round's matches.
        nth: usize,
        /// How.
        hand: MatchHand,
    },
    /// A match has ended.
    MatchEnded {
        /// Which of the round's matches, 0 is the first.
        nth: usize,
        /// The heights of its teams at the end.
        heights: (TeamHeight, TeamHeight),
    },
    /// All places are final.
    Ranked {
        /// The chips that the house has added for the guarantee.
        added: Chips,
        /// The prize of each player in the prizes.
        prizes: Vec<PlayerAmount>,
    },
    /// It is cancelled.
    Cancelled {
        /// Why.
        why: Cancellation,
        /// The refunds.
        refunds: Vec<PlayerAmount>,
    },
    /// The organiser has paused it.
    Paused {},
    /// The organiser has let it go on.
    Resumed {},
    /// The server was started again.
    Restarted {},
}

/// A command of a player, of the organiser or of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TeamCommand {
    /// Players enter: two as a team, or one player for whom a partner will be drawn.
    Register {
        /// The players, one or two.
        players: Vec<PlayerNumber>,
        /// Their rating, together.
        rating: Option<i64>,
    },
    /// A player enters as the partner of one who has entered alone.
    Join {
        /// The player.
        player: PlayerNumber,
        /// The partner.
        with: PlayerNumber,
        /// The player's rating.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<i64>,
    },
    /// A player takes the entry back, also for the partner.
    Unregister {
        /// The player.
        player: PlayerNumber,
    },
    /// A hand of a match has ended.
    EndHand {
        /// Which of the round's matches, 0 is the first.
        nth: usize,
        /// How.
        hand: MatchHand,
    },
    /// The organiser pauses it: no hand begins.
    Pause {},
    /// The organiser lets it go on.
    Resume {},
    /// The server was started again.
    Restart {},
    /// The house cancels it: each player gets the price back.
    Cancel {},
}
