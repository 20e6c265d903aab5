//! How far a hand has come. Each phase owns only its own data.

use std::sync::Arc;

use super::cards::Cards;
use super::declare::Declaration;
use super::event::Scored;
use super::lead::Lead;
use super::order::{Group, Order, Trump};
use super::score::{Points, Team};
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::seat::{Seat, Seats};

/// How far a hand has come.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Phase {
    /// Nothing has happened yet.
    Opening,
    /// Cards are dealt and declared; the grace period at the end is part of it.
    Dealing(Dealing),
    /// Nobody has declared, and the kitty is turned up.
    Flipping(Flipping),
    /// Nobody has declared on the first hand.
    Undeclared,
    /// The kitty is about to be taken up.
    Taking(Arc<Contract>, Cards),
    /// The kitty is to be buried.
    Burying(Arc<Contract>),
    /// The others are asked whether they steal the kitty.
    Asking(Asking),
    /// The kitty is stolen by the last declaration, and trumps are to be set again.
    Stolen(Arc<Contract>, Cards),
    /// Tricks are played.
    Playing(Box<Playing>),
    /// The hand is scored.
    Over(Box<Playing>, Scored),
}

/// Cards are dealt and declared.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dealing {
    /// The seat that draws first.
    pub(super) first: Seat,
    /// How many cards are dealt.
    pub(super) dealt: usize,
    /// The declarations so far, in order.
    pub(super) made: Vec<Declaration>,
    /// The seats that have nothing to declare.
    pub(super) passed: Seats,
}

impl Dealing {
    /// Whether every card but the kitty is dealt.
    pub(super) fn is_dealt(&self) -> bool {
        self.dealt == 100
    }

    /// The seat that draws the next card.
    pub(super) fn drawer(&self) -> Seat {
        (0..self.dealt % 4).fold(self.first, |seat, _| seat.after(SEATS))
    }
}

/// The kitty is turned up.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Flipping {
    /// The seat that drew first. It is the declarer if this is a game's first hand.
    pub(super) first: Seat,
    /// The cards turned up so far.
    pub(super) flipped: Vec<Card>,
}

/// The declarer, the trumps, and the declarations that set them. Copies of a hand share it: it is the largest part of a
/// hand, and does not change any more.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contract {
    /// The declarer, 庄.
    pub(super) declarer: Seat,
    /// The seat that has taken the kitty last.
    pub(super) taker: Seat,
    pub(super) trump: Trump,
    pub(super) order: Order,
    /// The declarations, in order; the last stands.
    pub(super) made: Vec<Declaration>,
    /// The cards of the kitty that were turned up.
    pub(super) flipped: Vec<Card>,
}

impl Contract {
    /// Whether this seat is on the declarers' side.
    pub(super) fn is_attacker(&self, seat: Seat) -> bool {
        Team::of(seat) != Team::of(self.declarer)
    }
}

/// The others are asked whether they steal the kitty.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asking {
    pub(super) contract: Arc<Contract>,
    pub(super) kitty: Cards,
    pub(super) passed: Seats,
}

impl Asking {
    /// The seats that have not answered yet: every seat is asked but the one that has buried the kitty.
    pub(super) fn asked(&self) -> Seats {
        Seat::first(SEATS)
            .filter(|&seat| seat != self.contract.taker && !self.passed.contains(seat))
            .collect()
    }
}

/// Tricks are played.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Playing {
    pub(super) contract: Arc<Contract>,
    pub(super) kitty: Cards,
    /// The attackers' points: those of their tricks, and penalties.
    pub(super) points: Points,
    /// How many tricks each seat has won.
    pub(super) won: [u8; 4],
    /// The groups in which each seat has shown a void.
    pub(super) voids: [Vec<Group>; 4],
    pub(super) trick: Trick,
    pub(super) last: Option<Arc<FinishedTrick>>,
}

/// The trick on the table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trick {
    pub(super) leader: Seat,
    /// A throw that is to be compared with the other hands.
    pub(super) thrown: Option<Cards>,
    /// The lead, once it stands, and the plays since.
    pub(super) plays: Vec<Cards>,
    /// The demands of the first play.
    pub(super) lead: Option<Lead>,
}

impl Trick {
    pub(super) fn led_by(leader: Seat) -> Self {
        Self { leader, thrown: None, plays: Vec::new(), lead: None }
    }

    /// The seat that has played, or is to play, at this position of the trick.
    pub(super) fn seat_at(&self, place: usize) -> Seat {
        (0..place).fold(self.leader, |seat, _| seat.after(SEATS))
    }

    /// The seat that is to play.
    pub(super) fn turn(&self) -> Seat {
        self.seat_at(self.plays.len())
    }

    /// Whether every seat has played.
    pub(super) fn is_full(&self) -> bool {
        self.plays.len() == 4
    }
}

impl Playing {
    /// The first trick is about to be led.
    pub(super) fn new(contract: Arc<Contract>, kitty: Cards) -> Self {
        let trick = Trick::led_by(contract.declarer);
        Self { contract, kitty, points: 0, won: [0; 4], voids: Default::default(), trick, last: None }
    }
}

/// A trick that was won.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FinishedTrick {
    pub(super) trick: Trick,
    pub(super) winner: Seat,
}
