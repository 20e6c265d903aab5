//! A table of a tournament, as the director sees it.

use serde::{Deserialize, Serialize};

use super::place::{EntryId, TableNumber, TableSeat};
use crate::games::any::AnyHand;
use crate::games::game::Chips;
use crate::games::holdem::free_entry::FreeDeal;
use crate::games::holdem::setup::Positions;
use crate::games::seat::Seat;
use crate::tournament::director::time::Millis;
use crate::tournament::prizes::bounties::WonPot;

/// A table of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentTable {
    /// Its number.
    pub number: TableNumber,
    /// By seat, the entry that sits there.
    pub seats: Vec<Option<EntryId>>,
    /// The button and the blinds of the last hand or of the one in progress.
    pub last: Option<Positions>,
    /// Where the first button is, if it was drawn; else at the highest seat.
    pub first_button: Option<Seat>,
    /// The play there.
    pub play: TablePlay,
    /// How many hands were dealt in this level.
    pub hands_in_level: u32,
    /// Whether a hand was dealt in the present round of hand for hand.
    pub is_dealt_in_round: bool,
}

/// The play at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TablePlay {
    /// It is between hands, since then.
    Idle(Millis),
    /// A hand is in progress.
    Hand(HandInPlay),
    /// Its last hand has ended, and players who lost all their chips there decide about a rebuy, or are about to go out.
    Ended(UnsettledHand),
}

/// A hand in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandInPlay {
    /// The level at which it was dealt, 1 is the first.
    pub level: u32,
    /// The seats that were dealt in, clockwise from the seat left of the button, with their chips.
    pub dealt: Vec<DealtIn>,
}

/// A hand that has ended, until it is known which entries go out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsettledHand {
    /// When it ended among the hands in which entries went out.
    pub order: u32,
    /// The entries without chips, and the chips that each had when the hand began.
    pub busts: Vec<(EntryId, Chips)>,
    /// The seats that were dealt in, clockwise from the seat left of the button.
    pub dealt: Vec<DealtIn>,
    /// The pots, the main pot first.
    pub pots: Vec<PotResult>,
}

/// A seat that is dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealtIn {
    /// The seat.
    pub seat: Seat,
    /// The entry that sits there.
    pub entry: EntryId,
    /// Its chips when the hand begins.
    pub chips: Chips,
}

/// Which seats could win a pot, and which did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PotResult {
    /// The seats that could win it.
    pub eligible: Vec<Seat>,
    /// The seats that won any part of it.
    pub winners: Vec<Seat>,
}

impl PotResult {
    /// The pots of a hand of Hold'em that has ended, the main pot first; of another game, none.
    pub fn of(hand: &AnyHand) -> Vec<Self> {
        match hand {
            AnyHand::Holdem(hand) => {
                let pots = hand.pots_won().into_iter().filter(|(_, winners)| !winners.is_empty());
                pots.map(|(eligible, winners)| Self { eligible, winners }).collect()
            }
            AnyHand::Doudizhu(_) | AnyHand::Shengji(_) => Vec::new(),
        }
    }

    /// The same for the formula of bounties.
    pub(in crate::tournament::director) fn for_bounties(&self) -> WonPot {
        WonPot { eligible: self.eligible.clone(), winners: self.winners.clone() }
    }
}

impl TournamentTable {
    /// A table without players.
    pub(in crate::tournament::director) fn new(number: TableNumber, seats: u8, now: Millis) -> Self {
        Self {
            number,
            seats: vec![None; seats.into()],
            last: None,
            first_button: None,
            play: TablePlay::Idle(now),
            hands_in_level: 0,
            is_dealt_in_round: false,
        }
    }

    /// The seats that are taken, in ascending order, and their entries.
    pub fn players(&self) -> impl Iterator<Item = (Seat, EntryId)> {
        let seats = (0..).map(Seat).zip(&self.seats);
        seats.filter_map(|(seat, entry)| entry.map(|entry| (seat, entry)))
    }

    /// How many sit there.
    pub fn count(&self) -> usize {
        self.seats.iter().flatten().count()
    }

    /// Whether it is between hands.
    pub fn is_idle(&self) -> bool {
        matches!(self.play, TablePlay::Idle(_))
    }

    /// The hand in progress.
    pub fn hand(&self) -> Option<&HandInPlay> {
        match &self.play {
            TablePlay::Hand(hand) => Some(hand),
            TablePlay::Idle(_) | TablePlay::Ended(_) => None,
        }
    }

    /// The seats of the next hand, and its button and blinds.
    pub fn next_deal(&self) -> Option<FreeDeal> {
        FreeDeal::next(self.last, self.button(), &self.taken())
    }

    /// The seat of the big blind in the next hand.
    pub fn next_big_blind(&self) -> Option<Seat> {
        FreeDeal::big_blind(self.last, self.button(), &self.taken())
    }

    /// The worst of the first `seats` seats that are open: the first one clockwise after the last big blind (TDA 11-A).
    /// At a table that has not dealt yet, the first after the button.
    pub fn worst_open_seat(&self, seats: u8) -> Option<Seat> {
        let after = self.last.map_or(self.button(), |last| last.big_blind);
        let rounds = u8::try_from(self.seats.len()).unwrap_or(Seat::MOST);
        after
            .after(rounds)
            .and_after(rounds)
            .find(|seat| seat.0 < seats && self.seats[seat.index()].is_none())
    }

    /// The first `seats` seats that are open.
    pub fn open_seats(&self, seats: u8) -> Vec<Seat> {
        Seat::first(seats).filter(|seat| matches!(self.seats.get(seat.index()), Some(None))).collect()
    }

    pub(in crate::tournament::director) fn at(&self, seat: Seat) -> TableSeat {
        TableSeat { table: self.number, seat }
    }

    fn taken(&self) -> Vec<Seat> {
        self.players().map(|(seat, _)| seat).collect()
    }

    /// The first button: as it was drawn, or the highest seat that is taken.
    fn button(&self) -> Seat {
        let highest = || self.players().map(|(seat, _)| seat).last();
        self.first_button.or_else(highest).unwrap_or(Seat(0))
    }
}
