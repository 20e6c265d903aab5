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

/// Chips that a player of a team is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PaidToPlayer {
    /// The player.
    pub player: PlayerId,
    /// In chips of the wallet.
    pub amount: Chips,
}

/// What happened in a tournament. Entries are named by their numbers, and so are teams once they are drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentHappening {
    /// A player has entered, or entered again.
    Entered {
        /// The number of the new entry.
        entry: u32,
        /// The player who has it.
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
    /// A duplicate round or a stage has begun.
    DuplicateRound {
        /// Its number; 1 is the first.
        number: u32,
        /// The entries at each table, by seat; null for a computer player who fills it up.
        tables: Vec<[Option<u32>; 3]>,
    },
    /// All tables have finished the round, and its deals are compared.
    RoundEnded {},
    /// The players of teams have entered: two partners, or one player who has none yet.
    TeamEntered {
        /// The players.
        players: Vec<PlayerId>,
    },
    /// A player has entered as a partner.
    PartnerEntered {
        /// The player.
        player: PlayerId,
        /// The partner.
        with: PlayerId,
    },
    /// A player has taken the entry back, also for the partner.
    TeamTakenBack {
        /// The player.
        player: PlayerId,
    },
    /// The teams are drawn, and the matches begin.
    TeamsDrawn {
        /// The players of each team; the first team has the number 1.
        teams: Vec<[PlayerId; 2]>,
        /// A player for whom there was no partner, and who got the price back; null if there is none.
        #[schema(required)]
        reserve: Option<PlayerId>,
    },
    /// A round of matches has begun.
    MatchRound {
        /// Its number; 1 is the first.
        number: u32,
        /// The teams of each match.
        matches: Vec<[u32; 2]>,
        /// The teams that have a bye.
        byes: Vec<u32>,
    },
    /// A match of the round has ended.
    MatchEnded {
        /// Which of the round's matches; 1 is the first.
        number: u32,
        /// The heights of its teams: 0 is level 2, 12 the ace, and 13 the won game.
        heights: [u8; 2],
    },
    /// All places are final, and the prizes are paid.
    Ranked {
        /// The chips that the house has added.
        added: Chips,
        /// What entries got, if single players play.
        entries: Vec<PaidToEntry>,
        /// What players got, if teams play.
        players: Vec<PaidToPlayer>,
    },
    /// The prices of players of teams were given back.
    PlayersRefunded {
        /// What each of them got.
        players: Vec<PaidToPlayer>,
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
