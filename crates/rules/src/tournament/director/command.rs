//! The commands of players, of the organiser and of the tables.

use serde::{Deserialize, Serialize};

use super::entry::PlayerNumber;
use super::floor::place::TableNumber;
use super::floor::table::PotResult;
use crate::games::game::Chips;
use crate::games::seat::Seat;
use crate::tournament::prizes::deal::DealTerms;

/// A command of a player, of the organiser or of a table. The server decides which callers may send it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DirectorCommand {
    /// A player enters, or enters again.
    Register {
        /// The player.
        player: PlayerNumber,
    },
    /// A player takes an entry back.
    Unregister {
        /// The player.
        player: PlayerNumber,
    },
    /// A player buys chips.
    Rebuy {
        /// The player.
        player: PlayerNumber,
    },
    /// A player without chips does not rebuy.
    DeclineRebuy {
        /// The player.
        player: PlayerNumber,
    },
    /// A player takes the add-on.
    AddOn {
        /// The player.
        player: PlayerNumber,
    },
    /// A player proposes to divide the prizes.
    ProposeDeal {
        /// The player.
        player: PlayerNumber,
        /// The terms of the deal.
        terms: DealTerms,
    },
    /// A player answers to a proposal.
    AnswerDeal {
        /// The player.
        player: PlayerNumber,
        /// Whether the player accepts it.
        accept: bool,
    },
    /// A table's hand has ended.
    EndHand {
        /// The table.
        table: TableNumber,
        /// The chips of each seat that was dealt in.
        stacks: Vec<(Seat, Chips)>,
        /// The pots, the main pot first.
        pots: Vec<PotResult>,
    },
    /// The organiser takes a player out.
    Disqualify {
        /// The player.
        player: PlayerNumber,
    },
    /// The organiser pauses the tournament: hands in progress end, and no table deals.
    Pause {},
    /// The organiser lets it go on.
    Resume {},
    /// The organiser ends the level.
    EndLevel {},
    /// The house cancels the tournament.
    Cancel {},
    /// The time that was played is to be saved: every 5 s, so that a crash loses no more.
    SaveClock {},
    /// The server was started again.
    Restart {},
}
