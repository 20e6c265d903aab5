//! What has happened in a tournament.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{PlayerId, TableId};
use crate::moment;
use crate::table::change::Version;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;
use cardroom_rules::tournament::prizes::deal::DealBasis;

/// A page of what has happened in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentHistory {
    /// The changes in their order; those in which only hands began or ended are left out.
    pub changes: Vec<TournamentMoment>,
    /// The `after` of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<Version>,
}

/// A change of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentMoment {
    /// The version of the tournament after it.
    pub version: Version,
    /// When it was.
    #[serde(serialize_with = "moment::exact")]
    pub at: Timestamp,
    /// What happened, in order.
    pub happened: Vec<TournamentHappening>,
}

/// The seat of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatOfEntry {
    /// The number of the entry.
    pub entry: u32,
    /// The number of its table in the tournament.
    pub table: u32,
    /// Its seat there.
    pub seat: Seat,
}

/// Chips that an entry is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PaidToEntry {
    /// The number of the entry.
    pub entry: u32,
    /// In chips of the wallet.
    pub amount: Chips,
}

/// What happened in a tournament. Entries are named by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentHappening {
    /// A player has entered, or entered again.
    Entered {
        /// The number of the new entry.
        entry: u32,
        /// Whose it is.
        player: PlayerId,
    },
    /// An entry was taken back.
    TakenBack {
        /// The number of the entry.
        entry: u32,
    },
    /// A table has opened.
    TableOpened {
        /// Its number in the tournament.
        number: u32,
        /// The table.
        table: TableId,
    },
    /// The tournament has started.
    Started {
        /// The seats of all entries.
        seats: Vec<SeatOfEntry>,
    },
    /// An entry has come to a table, or has moved to another one.
    Seated {
        /// Its seat.
        seat: SeatOfEntry,
    },
    /// A table has broken.
    TableBroken {
        /// The number of the table.
        number: u32,
        /// The new seats of its players.
        seats: Vec<SeatOfEntry>,
    },
    /// The last players sit at one table.
    FinalTable {
        /// The number of the table.
        number: u32,
        /// The seats of all players.
        seats: Vec<SeatOfEntry>,
    },
    /// A player has bought chips.
    Rebought {
        /// The number of the entry.
        entry: u32,
    },
    /// A player has taken the add-on.
    AddedOn {
        /// The number of the entry.
        entry: u32,
    },
    /// Entries went out in one hand.
    WentOut {
        /// The number of their table.
        number: u32,
        /// The numbers of the entries.
        entries: Vec<u32>,
        /// The bounties that were paid for them.
        bounties: Vec<PaidToEntry>,
    },
    /// A player was disqualified.
    Disqualified {
        /// The number of the entry.
        entry: u32,
    },
    /// A level has begun.
    Level {
        /// Its number; 1 is the first.
        level: u32,
    },
    /// A break has begun.
    Break {},
    /// Nobody can enter any more.
    RegistrationClosed {},
    /// The prizes are fixed.
    PrizesFixed {
        /// The chips that the house has added.
        added: Chips,
        /// The prizes, the best place first.
        prizes: Vec<Chips>,
    },
    /// The tables wait for each other after each hand.
    HandForHand {},
    /// They do not wait any more.
    HandForHandEnded {},
    /// A player has proposed a deal.
    DealProposed {
        /// The number of the entry.
        entry: u32,
        /// What it goes by.
        basis: DealBasis,
        /// What the winner still plays for, in chips.
        keep: Chips,
    },
    /// What each entry would get by the deal is known.
    DealOffered {
        /// The shares.
        amounts: Vec<PaidToEntry>,
    },
    /// A player has refused the deal, or its time was up.
    DealLapsed {},
    /// All have accepted the deal, and its shares are paid.
    DealMade {},
    /// Entries have won the tournament.
    Won {
        /// Their numbers.
        entries: Vec<u32>,
    },
    /// A prize was paid.
    PrizePaid {
        /// The number of the entry.
        entry: u32,
        /// Its place.
        place: u32,
        /// In chips of the wallet.
        amount: Chips,
        /// The part of it that is the price of an entry of another tournament; 0 unless this is a satellite.
        ticket: Chips,
    },
    /// The bounties that were left were paid.
    BountiesPaid {
        /// What each entry got.
        amounts: Vec<PaidToEntry>,
    },
    /// It was paused.
    Paused {},
    /// It goes on.
    Resumed {},
    /// The server was started again.
    Restarted {},
    /// It is over.
    Finished {},
    /// It was cancelled.
    Cancelled {
        /// What each entry got back.
        refunds: Vec<PaidToEntry>,
        /// Why the house has cancelled it; null unless it has said so.
        #[schema(required)]
        why: Option<String>,
    },
}

impl ViewerSafe for TournamentHistory {}
