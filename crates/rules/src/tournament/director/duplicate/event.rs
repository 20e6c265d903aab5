//! The events of a Dou Dizhu event's director, and its commands.

use serde::{Deserialize, Serialize};

use crate::games::any::{AnyHand, AnyView};
use crate::games::game::{Chips, Game};
use crate::games::seat::Seat;
use crate::games::viewer::Viewer;
use crate::tournament::director::entry::PlayerNumber;
use crate::tournament::director::event::{Cancellation, EntryAmount};
use crate::tournament::director::floor::place::EntryId;
use crate::tournament::duplicate::matchpoints::DealScores;

/// A player of an event: an entry, or a computer player who fills up a table. Computer players are not ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DuplicatePlayer {
    /// An entry.
    Entry(EntryId),
    /// A computer player, 1 or 2.
    Computer(u8),
}

/// How a deal ended at one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealResult {
    /// What each seat scored; their sum is 0. All are 0 if nobody bid: a deal that is passed out is not dealt again.
    pub scores: DealScores,
    /// The landlord, if the landlord has won.
    pub landlord_won: Option<Seat>,
}

impl DealResult {
    /// The result of a deal that is passed out.
    pub const PASSED_OUT: Self = Self { scores: [0; 3], landlord_won: None };

    /// The result of a hand that is over; `None` for any other one.
    pub fn of(hand: &AnyHand) -> Option<Self> {
        let AnyView::Doudizhu(view) = hand.view(Viewer::Watcher) else { return None };
        if !view.over {
            return None;
        }
        let mut result = Self::PASSED_OUT;
        let (Some(scored), Some(landlord)) = (view.score, view.landlord) else { return Some(result) };
        for payment in scored.payments {
            let paid = payment.paid.cast_signed();
            let to_landlord = if scored.landlord_won { paid } else { -paid };
            *result.scores.get_mut(landlord.index())? += to_landlord;
            *result.scores.get_mut(payment.peasant.index())? -= to_landlord;
        }
        result.landlord_won = scored.landlord_won.then_some(landlord);
        Some(result)
    }
}

/// A change of an event of Dou Dizhu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DuplicateEvent {
    /// A player has entered and paid.
    Registered {
        /// The new entry.
        entry: EntryId,
        /// Its player.
        player: PlayerNumber,
    },
    /// An entry was taken back before the start. All of its price goes back.
    Unregistered {
        /// The entry.
        entry: EntryId,
    },
    /// It has started.
    Started {
        /// The players, in the order of a lot.
        players: Vec<DuplicatePlayer>,
        /// The entries that do not play. All of their price goes back.
        reserve: Vec<EntryId>,
    },
    /// A round or a stage has begun.
    RoundBegan {
        /// Its number, 1 is the first.
        number: u32,
        /// The players of each table, by seat.
        tables: Vec<[DuplicatePlayer; 3]>,
    },
    /// A deal begins at a table.
    DealBegan {
        /// The table, 0 is the first.
        table: usize,
        /// The deal, 0 is the first of the round.
        deal: usize,
    },
    /// A deal has ended at a table.
    DealEnded {
        /// The table.
        table: usize,
        /// How.
        result: DealResult,
    },
    /// All tables have finished the round, and its deals are compared.
    RoundEnded {},
    /// All places are final.
    Ranked {
        /// The chips that the house has added for the guarantee.
        added: Chips,
        /// The prize of each entry in the prizes.
        prizes: Vec<EntryAmount>,
    },
    /// It is cancelled.
    Cancelled {
        /// Why.
        why: Cancellation,
        /// The refunds.
        refunds: Vec<EntryAmount>,
    },
    /// The organiser has paused it.
    Paused {},
    /// The organiser has let it go on.
    Resumed {},
    /// The time that was played is saved.
    ClockSaved {},
    /// The server was started again.
    Restarted {},
}

/// A command of a player, of the organiser or of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DuplicateCommand {
    /// A player enters.
    Register {
        /// The player.
        player: PlayerNumber,
    },
    /// A player takes an entry back.
    Unregister {
        /// The player.
        player: PlayerNumber,
    },
    /// A deal has ended at a table.
    EndDeal {
        /// The table, 0 is the first.
        table: usize,
        /// How.
        result: DealResult,
    },
    /// The organiser pauses it: no deal begins.
    Pause {},
    /// The organiser lets it go on.
    Resume {},
    /// The house cancels it: each entry gets its price back.
    Cancel {},
    /// The time that was played is to be saved.
    SaveClock {},
    /// The server was started again.
    Restart {},
}
