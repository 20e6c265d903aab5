//! Entries: players who have paid to play.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::floor::place::{EntryId, TableSeat};
use super::time::Millis;
use crate::games::game::Chips;

/// A player, by the number that the server knows them by: on the wire 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerNumber(pub u128);

impl fmt::Display for PlayerNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:032x}", self.0)
    }
}

impl fmt::Debug for PlayerNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "PlayerNumber({self})")
    }
}

impl From<PlayerNumber> for String {
    fn from(player: PlayerNumber) -> Self {
        player.to_string()
    }
}

impl TryFrom<String> for PlayerNumber {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        u128::from_str_radix(&text, 16).map(Self)
    }
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentEntry {
    /// Its number.
    pub number: EntryId,
    /// Its player.
    pub player: PlayerNumber,
    /// Its chips, between hands; during a hand those it began the hand with.
    pub chips: Chips,
    /// The bounty on its head.
    pub head: Chips,
    /// How often it has rebought.
    pub rebuys: u32,
    /// Whether it has taken the add-on.
    pub has_added_on: bool,
    /// Whether it is to be taken out at the end of its hand.
    pub is_disqualified: bool,
    /// Its state in the tournament: registered, seated, out or winner.
    pub state: EntryState,
}

/// Where an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryState {
    /// It has no seat yet.
    Registered,
    /// It sits here.
    Seated(TableSeat),
    /// It sits here without chips, and its player may rebuy until then.
    Deciding {
        /// The seat.
        place: TableSeat,
        /// Until when, in the tournament's time.
        until: Millis,
    },
    /// It is out.
    Out(Exit),
    /// It is left at the end.
    Won {
        /// Whether its prize is paid.
        is_paid: bool,
    },
    /// It was taken back before the start.
    Withdrawn,
}

/// How an entry went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// In which hand of those in which entries went out. All hands of one round of hand for hand count as one.
    pub order: u32,
    /// Its chips when that hand began.
    pub stack: Chips,
    /// Whether its prize is paid.
    pub is_paid: bool,
}

impl TournamentEntry {
    pub(super) fn new(number: EntryId, player: PlayerNumber, chips: Chips, head: Chips) -> Self {
        Self {
            number,
            player,
            chips,
            head,
            rebuys: 0,
            has_added_on: false,
            is_disqualified: false,
            state: EntryState::Registered,
        }
    }

    /// Whether it is neither out nor withdrawn.
    pub fn is_left(&self) -> bool {
        matches!(self.state, EntryState::Registered | EntryState::Seated(_) | EntryState::Deciding { .. })
    }

    /// Whether it is out or left: withdrawn ones do not count.
    pub fn counts(&self) -> bool {
        self.state != EntryState::Withdrawn
    }

    /// Whether its player decides about a rebuy.
    pub fn is_deciding(&self) -> bool {
        matches!(self.state, EntryState::Deciding { .. })
    }

    /// Where it sits.
    pub fn place(&self) -> Option<TableSeat> {
        match self.state {
            EntryState::Seated(place) | EntryState::Deciding { place, .. } => Some(place),
            _ => None,
        }
    }
}
