//! What happens in a tournament.

use serde::{Deserialize, Serialize};

use super::entry::PlayerNumber;
use super::floor::place::{EntryId, Placement, TableNumber};
use super::floor::table::{DealtIn, PotResult};
use super::money::payout::PaidPrize;
use crate::games::game::Chips;
use crate::games::holdem::setup::Positions;
use crate::games::seat::Seat;
use crate::tournament::prizes::deal::DealTerms;

/// What happened in a tournament. Events are stored with the server's time; recording them again restores the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DirectorEvent {
    /// A player has entered, or entered again, and paid.
    Registered {
        /// The new entry.
        entry: EntryId,
        /// Whose it is.
        player: PlayerNumber,
    },
    /// An entry was taken back before the start. All of its price goes back.
    Unregistered {
        /// The entry.
        entry: EntryId,
    },
    /// The tournament has started.
    Started {
        /// The seats of all entries.
        placements: Vec<Placement>,
    },
    /// A late entry has its seat.
    Seated {
        /// The seat. If there is no such table, it opens.
        placement: Placement,
    },
    /// A hand begins.
    HandBegan(HandBegan),
    /// A hand has ended.
    HandEnded {
        /// The table.
        table: TableNumber,
        /// The chips of each seat that was dealt in.
        stacks: Vec<(Seat, Chips)>,
        /// The pots, the main pot first.
        pots: Vec<PotResult>,
    },
    /// A player has rebought.
    Rebought {
        /// The entry.
        entry: EntryId,
    },
    /// A player without chips has not rebought.
    RebuyDeclined {
        /// The entry.
        entry: EntryId,
    },
    /// A player has taken the add-on.
    AddedOn {
        /// The entry.
        entry: EntryId,
    },
    /// Entries without chips went out.
    WentOut {
        /// The table.
        table: TableNumber,
        /// The entries.
        entries: Vec<EntryId>,
        /// The bounties that were won, in cash.
        bounties: Vec<EntryAmount>,
        /// The heads of the other entries of the hand that have changed.
        heads: Vec<EntryAmount>,
    },
    /// A player is to be taken out as soon as they are in no hand.
    DisqualificationCalled {
        /// The entry.
        entry: EntryId,
    },
    /// A player was taken out, and the chips left play.
    Disqualified {
        /// The entry.
        entry: EntryId,
    },
    /// An entry has moved to another table.
    Moved {
        /// Its new place.
        placement: Placement,
    },
    /// A table has broken.
    TableBroken {
        /// The table.
        table: TableNumber,
        /// The new places of its players.
        placements: Vec<Placement>,
    },
    /// Two tables have become the final table.
    FinalTableFormed {
        /// The table at which it is played.
        table: TableNumber,
        /// The new places of all players.
        placements: Vec<Placement>,
        /// The first button.
        button: Seat,
    },
    /// A level has begun.
    LevelBegan {
        /// The level, 1 is the first.
        level: u32,
    },
    /// A level is over, and a break begins when all hands have ended.
    BreakCalled {
        /// How long the break lasts.
        seconds: u32,
    },
    /// The break has begun.
    BreakBegan {},
    /// Nobody can enter any more.
    RegistrationClosed {},
    /// The pool is complete, and the prizes are fixed.
    PrizesFixed {
        /// What the house has added for the guarantee.
        added: Chips,
        /// The prizes, the best place first. They sum to the pool.
        prizes: Vec<Chips>,
    },
    /// Tables play hand for hand: round 0 are the hands in progress.
    HandForHandBegan {},
    /// All tables deal one hand.
    RoundBegan {
        /// The round.
        number: u32,
    },
    /// Tables no longer wait for each other.
    HandForHandEnded {},
    /// A player proposes a deal. No table deals before it is decided.
    DealProposed {
        /// The entry whose player proposes it.
        entry: EntryId,
        /// The terms of the deal.
        terms: DealTerms,
    },
    /// All tables are between hands, and the numbers are known.
    DealOffered {
        /// What each entry would get.
        amounts: Vec<EntryAmount>,
    },
    /// A player has accepted it.
    DealAccepted {
        /// The entry.
        entry: EntryId,
    },
    /// A player has refused it, or the time is up.
    DealLapsed {},
    /// All have accepted it.
    DealMade {},
    /// The entries that are left win the tournament.
    Won {
        /// The entries.
        entries: Vec<EntryId>,
    },
    /// A prize was paid, because its place is final.
    PrizePaid {
        /// The entry.
        entry: EntryId,
        /// The place.
        place: u32,
        /// What it is paid.
        prize: PaidPrize,
    },
    /// The heads of the winners, and those that nobody has won, were paid to the winners.
    HeadsPaid {
        /// What each gets.
        amounts: Vec<EntryAmount>,
    },
    /// The tournament is over.
    Finished {},
    /// The house is about to cancel it: prizes of places that are final are paid first.
    CancellationCalled {},
    /// The tournament is cancelled.
    Cancelled {
        /// Why.
        why: Cancellation,
        /// The refund of each entry.
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

/// A hand begins at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandBegan {
    /// The table.
    pub table: TableNumber,
    /// The level at which it is dealt, 1 is the first.
    pub level: u32,
    /// Whether two are left in the tournament.
    pub two_are_left: bool,
    /// The button and the blinds.
    pub positions: Positions,
    /// Who is dealt in, clockwise from the seat left of the button.
    pub dealt: Vec<DealtIn>,
}

/// An amount for an entry, in chips of the wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryAmount {
    /// The entry.
    pub entry: EntryId,
    /// In chips of the wallet.
    pub amount: Chips,
}

/// Why a tournament is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cancellation {
    /// Too few had registered at the start.
    TooFew {},
    /// The house has cancelled it.
    ByTheHouse {},
}
