//! The events of a Shengji event's director, and its commands.

use serde::{Deserialize, Serialize};

use crate::games::game::Chips;
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

/// A change of an event of Shengji.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TeamEvent {
    /// Two players have entered together, or one player for whom a partner will be drawn.
    Registered {
        /// The players, one or two.
        players: Vec<PlayerNumber>,
        /// The team's rating, by which it is seeded in a bracket.
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
}

/// A command of a player, of the organiser or of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TeamCommand {
    /// Players enter: two as a team, or one player for whom a partner will be drawn.
    Register {
        /// The players, one or two.
        players: Vec<PlayerNumber>,
        /// The team's rating.
        rating: Option<i64>,
    },
    /// A player takes the entry back, also for the partner.
    Unregister {
        /// The player.
        player: PlayerNumber,
    },
    /// A match has ended. In a knock-out its heights differ: hands are added one at a time until they do.
    EndMatch {
        /// Which of the round's matches, 0 is the first.
        nth: usize,
        /// The heights of its teams at the end.
        heights: (TeamHeight, TeamHeight),
    },
    /// The house cancels it: each player gets the price back.
    Cancel {},
}
