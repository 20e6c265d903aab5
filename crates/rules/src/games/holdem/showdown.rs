//! The end of a hand: which seats show, which may muck, the rake, and the winners.

use super::evaluate::{self, Best};
use super::event::{Awarded, Event, Raked, Share, Shown, Turn};
use super::hand::{Fate, Holdem};
use super::phase::Phase;
use super::pots::{self, Pot};
use crate::games::game::Chips;

impl Holdem {
    /// The showdown's next step, once the board is complete.
    pub(super) fn showdown(&self) -> Phase {
        let is_open = self.players.iter().any(|player| player.fate == Fate::Shown);
        match self.next_to_show() {
            Some(place) if is_open => Phase::Showing { place },
            Some(place) => Phase::Opening { place },
            None => self.raking_from(0),
        }
    }

    /// The next hand that is neither shown nor mucked: clockwise from the last aggressor of the street, or from left of
    /// the button if nobody has bet.
    pub(super) fn next_to_show(&self) -> Option<usize> {
        let first = self.round.aggressor.unwrap_or(0);
        self.clockwise_from(first).find(|&place| self.players[place].fate == Fate::Held)
    }

    /// A hand tabled.
    pub(super) fn showing(&self, place: usize) -> Event {
        let player = &self.players[place];
        let best = self.best(place, 0);
        match player.cards {
            Some(cards) => Event::Shown(Shown { seat: player.seat, cards, best }),
            None => self.mucking(place),
        }
    }

    /// A hand thrown away.
    pub(super) fn mucking(&self, place: usize) -> Event {
        Event::Mucked(Turn { seat: self.players[place].seat })
    }

    /// What happens to a hand if its player does not choose: it is shown if it may win something.
    pub(super) fn by_default(&self, place: usize) -> Event {
        if self.must_show(place) { self.showing(place) } else { self.mucking(place) }
    }

    /// Whether a hand must be shown: it can win a pot, given the hands shown so far. A winner without a showdown need
    /// not show.
    pub(super) fn must_show(&self, place: usize) -> bool {
        let seat = self.players[place].seat;
        let mine = self.rank(place, 0);
        let is_beaten_in = |pot: &Pot| self.shown_in(pot).any(|other| self.rank(other, 0) < mine);
        let claimed = self.pots.iter().filter(|pot| pot.eligible.contains(&seat));
        self.opponents(place).next().is_some() && claimed.into_iter().any(|pot| !is_beaten_in(pot))
    }

    /// The places whose hands were shown and that can win this pot, clockwise from left of the button.
    fn shown_in(&self, pot: &Pot) -> impl Iterator<Item = usize> {
        self.places().filter(|&place| {
            let player = &self.players[place];
            player.fate == Fate::Shown && pot.eligible.contains(&player.seat)
        })
    }

    /// The best hand of a player on a board; `None` before the flop.
    pub(super) fn best(&self, place: usize, board: usize) -> Option<Best> {
        let hole = self.players[place].cards?;
        let board = self.boards.get(board)?;
        let mut cards = [hole[0]; 7];
        let held = cards.get_mut(..2 + board.len())?;
        held[1] = hole[1];
        held[2..].copy_from_slice(board);
        evaluate::best(held).ok()
    }

    /// The rank of a player's hand on a complete board: the lower, the better.
    fn rank(&self, place: usize, board: usize) -> u16 {
        self.best(place, board).map_or(u16::MAX, |best| best.rank)
    }

    /// The next rake, of this pot or a later one; then the pots are awarded.
    pub(super) fn raking_from(&self, first: usize) -> Phase {
        let rake = &self.setup.rules.rake;
        let is_dropless = rake.no_flop_no_drop && self.boards[0].is_empty();
        let shares = self.pots.iter().enumerate().skip(first);
        let mut shares = shares.map(|(pot, each)| (pot, pots::rake(each.amount, rake, self.rake)));
        match shares.find(|&(_, amount)| amount > 0) {
            Some((pot, amount)) if !is_dropless => Phase::Raking { pot, amount },
            _ => self.next_award(0, 0),
        }
    }

    pub(super) fn raking(pot: usize, amount: Chips) -> Event {
        Event::Raked(Raked { pot: small(pot), amount })
    }

    /// The award after this board's part of this pot.
    pub(super) fn awarding_after(&self, pot: usize, board: usize) -> Phase {
        self.next_award(pot + 1, board)
    }

    /// All pots by the first board, then all by the second.
    fn next_award(&self, pot: usize, board: usize) -> Phase {
        let rest = (pot..self.pots.len()).map(|pot| (pot, board));
        let later = (board + 1..self.boards.len())
            .flat_map(|board| (0..self.pots.len()).map(move |pot| (pot, board)));
        let mut awards = rest.chain(later).filter(|&(pot, _)| self.pots[pot].amount > 0);
        awards.next().map_or(Phase::Over, |(pot, board)| Phase::Awarding { pot, board })
    }

    /// A pot's winners by this board, and their shares. The first of two boards decides half of each pot, and its
    /// odd chip; the last decides what is left.
    pub(super) fn awarding(&self, pot: usize, board: usize) -> Event {
        let Pot { amount, eligible } = &self.pots[pot];
        let is_last = board + 1 == self.boards.len();
        let amount = if is_last { *amount } else { amount.div_ceil(2) };
        let winners: Vec<usize> = match eligible.as_slice() {
            [only] => self.place_of(*only).into_iter().collect(),
            _ => self.winners(&self.pots[pot], board),
        };
        let shares = winners.iter().zip(pots::split(amount, winners.len()));
        let share = |(&place, amount): (&usize, Chips)| {
            let player = &self.players[place];
            let best = if player.fate == Fate::Shown { self.best(place, board) } else { None };
            Share { seat: player.seat, amount, best }
        };
        let shares = shares.map(share).collect();
        Event::Awarded(Awarded { pot: small(pot), board: small(board), shares })
    }

    /// The best hands shown for a pot.
    fn winners(&self, pot: &Pot, board: usize) -> Vec<usize> {
        let ranked: Vec<_> = self.shown_in(pot).map(|place| (self.rank(place, board), place)).collect();
        let best = ranked.iter().map(|&(rank, _)| rank).min();
        ranked.into_iter().filter(|&(rank, _)| Some(rank) == best).map(|(_, place)| place).collect()
    }
}

/// A pot's or board's number as events hold it: there are at most ten.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
