//! How far a hand has come. Each phase owns only its own data.

use std::sync::Arc;

use super::auction::Auction;
use super::cards::Cards;
use super::event::Laid;
use super::reading::Reading;
use super::score::Scored;
use super::setup::SEATS;
use crate::games::seat::{Seat, Seats};

/// How far a hand has come.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Phase {
    /// Nothing is dealt yet. If hands may be shown, these seats have answered whether they do.
    Opening(Seats),
    /// Cards are dealt.
    Dealing(Dealing),
    /// The landlord is to be found.
    Auction(Auction),
    /// Nobody became landlord.
    Void(Auction),
    /// The landlord is known, and the second wild rank is to be drawn.
    Drawing(Contract),
    /// Seats are asked whether they double; this many have answered.
    Doubling(Contract, u8),
    /// The landlord is asked whether to show.
    Showing(Contract),
    /// Cards are played.
    Playing(Box<Playing>),
    /// The hand is scored.
    Over(Box<Playing>, Scored),
}

/// Cards are dealt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dealing {
    /// How many cards are dealt.
    pub(super) dealt: usize,
    /// The seats that keep their hands hidden during the deal.
    pub(super) hidden: Seats,
}

impl Dealing {
    /// The seat that draws the next card; seat 0 draws first.
    pub(super) fn drawer(&self) -> Seat {
        match self.dealt % usize::from(SEATS) {
            0 => Seat(0),
            1 => Seat(1),
            _ => Seat(2),
        }
    }
}

/// The landlord, the peasants and the base.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contract {
    pub(super) landlord: Seat,
    /// The points bid, or 2 to the power of the robs.
    pub(super) base: u8,
    /// The calls that led to it; absent if the lot decided.
    pub(super) auction: Option<Arc<Auction>>,
    pub(super) bottom: Cards,
    /// The seats that have doubled.
    pub(super) doubled: Seats,
}

impl Contract {
    /// The seat that is asked to double after this many answers: the landlord first.
    pub(super) fn to_double(&self, answered: u8) -> Option<Seat> {
        self.landlord.and_after(SEATS).nth(answered.into())
    }

    /// The two peasants, in the order of play.
    pub(super) fn peasants(&self) -> [Seat; 2] {
        let next = self.landlord.after(SEATS);
        [next, next.after(SEATS)]
    }
}

/// Cards are played.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Playing {
    pub(super) contract: Contract,
    /// The seat to play.
    pub(super) turn: Seat,
    /// The plays of this round, from its lead on, one for each seat.
    pub(super) round: Vec<Move>,
    /// How often each seat has played, passes not counted.
    pub(super) plays: [u8; 3],
    /// How many bombs each seat has played, the rocket included.
    pub(super) bombs: [u8; 3],
    /// The seat that has played the rocket.
    pub(super) rocket: Option<Seat>,
    /// Every card that was played.
    pub(super) played: Cards,
    /// Whether the others have shown their cards, after a seat had none left.
    pub(super) revealed: bool,
}

/// The action of a seat at its turn.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Move {
    Played(Arc<Laid>),
    Passed(Seat),
}

impl Playing {
    /// The landlord is about to lead.
    pub(super) fn new(contract: Contract) -> Self {
        Self {
            turn: contract.landlord,
            contract,
            round: Vec::new(),
            plays: [0; 3],
            bombs: [0; 3],
            rocket: None,
            played: Cards::NONE,
            revealed: false,
        }
    }

    /// How many bombs were played. There are at most 14.
    pub(super) fn all_bombs(&self) -> u8 {
        self.bombs.iter().fold(0, |all, &bombs| all.saturating_add(bombs))
    }

    /// The play to beat; none if the seat leads.
    pub(super) fn table(&self) -> Option<&Laid> {
        let passes = self.round.iter().rev().take_while(|done| matches!(done, Move::Passed(_))).count();
        let last = self.round.iter().rev().nth(passes).filter(|_| passes < 2);
        last.and_then(|done| match done {
            Move::Played(play) => Some(&**play),
            Move::Passed(_) => None,
        })
    }

    /// The play to beat.
    pub(super) fn to_beat(&self) -> Option<Reading> {
        self.table().map(|play| play.reading)
    }

    /// Records the action of a seat; the next seat is to play.
    pub(super) fn moved(&mut self, done: Move) {
        if self.table().is_none() {
            self.round.clear();
        }
        self.round.push(done);
        self.turn = self.turn.after(SEATS);
    }
}
