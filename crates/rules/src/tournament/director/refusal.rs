//! Why the director refuses a command.

use serde::Serialize;

use super::floor::place::TableNumber;
use crate::games::game::Chips;
use crate::games::viewer::ViewerSafe;

/// The rule that a command breaks.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[serde(tag = "code", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TournamentRefusal {
    /// The tournament is over or cancelled.
    #[error("the tournament is over")]
    TournamentOver {},
    /// The tournament has started.
    #[error("the tournament has started")]
    AlreadyStarted {},
    /// The tournament has not started.
    #[error("the tournament has not started")]
    NotStarted {},
    /// The player is registered.
    #[error("this player is registered")]
    AlreadyRegistered {},
    /// The player is not registered, or is out.
    #[error("this player is not in the tournament")]
    NotRegistered {},
    /// Registration is closed.
    #[error("registration is closed")]
    RegistrationClosed {},
    /// As many have entered as may.
    #[error("the tournament is full with {most} entries")]
    TournamentFull {
        /// How many may enter.
        most: u32,
    },
    /// The player has entered again as often as is allowed.
    #[error("players may enter again {most} times")]
    NoReEntry {
        /// How often.
        most: u32,
    },
    /// The player has entered and taken the entry back too often.
    #[error("you have taken {most} entries back, so you may not enter any more")]
    TookBackTooOften {
        /// How often.
        most: u32,
    },
    /// There are no rebuys, or the last level for them is over.
    #[error("there is no rebuy now")]
    NoRebuyNow {},
    /// The player has rebought as often as is allowed.
    #[error("players may rebuy {most} times")]
    TooManyRebuys {
        /// How often.
        most: u32,
    },
    /// The player has more than the starting chips.
    #[error("a player with more than {most} chips may not rebuy")]
    TooManyChipsToRebuy {
        /// The starting chips.
        most: Chips,
    },
    /// The player's table plays a hand.
    #[error("this is possible between hands only")]
    HandInProgress {},
    /// The player does not decide about a rebuy.
    #[error("this player has no rebuy to decide about")]
    NothingToDecline {},
    /// It is not the break for the add-on, or the player has it.
    #[error("there is no add-on for this player now")]
    NoAddOnNow {},
    /// Not all players left are in the money, or there are too many.
    #[error("a deal is possible when at most {most} are left and all are in the money")]
    NoDealNow {
        /// How many may be left.
        most: usize,
    },
    /// The player has proposed a deal in this level.
    #[error("this player has proposed a deal in this level")]
    ProposedInThisLevel {},
    /// A proposal is open.
    #[error("a deal is proposed")]
    DealIsOpen {},
    /// No proposal is open, or the player has answered to it.
    #[error("there is no proposal to answer")]
    NothingProposed {},
    /// More is kept for the winner than the first prize exceeds the second by.
    #[error("at most {most} can be kept for the winner")]
    TooMuchKept {
        /// The most that can be kept.
        most: Chips,
    },
    /// The table plays no hand.
    #[error("table {} plays no hand", table.0)]
    NoHand {
        /// The table.
        table: TableNumber,
    },
    /// The table plays no deal.
    #[error("table {table} plays no deal")]
    NoDeal {
        /// The table, 0 is the first.
        table: usize,
    },
    /// A team has two players.
    #[error("one player or two different ones enter together")]
    NoTeam {},
    /// No player who entered alone has this code.
    #[error("nobody who waits for a partner has this team code")]
    NoSuchTeam {},
    /// The match is not played.
    #[error("match {nth} is not played")]
    NoMatch {
        /// Which of the round's matches, 0 is the first.
        nth: usize,
    },
    /// The seats or the chips are not those that the hand began with.
    #[error("the result does not fit the hand that began")]
    ResultDoesNotFit {},
    /// Nobody else would be left.
    #[error("the last player left cannot be taken out")]
    LastPlayer {},
    /// The organiser has paused it as often as is allowed.
    #[error("a tournament is paused at most {most} times")]
    NoMorePauses {
        /// How often.
        most: u32,
    },
    /// The last level of the structure is played. The levels after it double.
    #[error("the last of {most} levels is played; from now on, levels end by their time")]
    NoMoreLevels {
        /// How many levels the structure has.
        most: usize,
    },
    /// Tournaments of this game have no levels, and nobody is disqualified in them.
    #[error("tournaments of this game do not have this")]
    NotInThisGame {},
    /// The tournament is as the command wants it, or cannot be so now.
    #[error("this changes nothing, or cannot be done now: read the tournament again")]
    NothingToChange {},
}

impl ViewerSafe for TournamentRefusal {}

/// Refuses a command unless a condition holds.
pub(super) fn unless(holds: bool, refusal: TournamentRefusal) -> Result<(), TournamentRefusal> {
    if holds { Ok(()) } else { Err(refusal) }
}
