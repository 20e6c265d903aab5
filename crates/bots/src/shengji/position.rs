//! The part of the hand that every seat sees while tricks are played, on piles: the same for a seat at the table and in
//! a play-out.

use super::pile::Pile;
use super::ranking::Ranking;
use super::shape::{Lead, Strength};

/// The number of players.
pub const SEATS: usize = 4;

/// A trick, and the voids and pairs that the tricks before it have shown.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The declarer, 庄.
    pub declarer: u8,
    /// The attackers' points.
    pub points: i16,
    /// The seat that leads the trick, or is to.
    pub leader: u8,
    /// The number of plays in it.
    pub count: u8,
    /// The lead, once there is one.
    pub lead: Option<Lead>,
    /// The seat that is winning it.
    pub best: u8,
    /// The strength of the best play.
    pub strength: Strength,
    /// The points in it so far.
    pub at_stake: i16,
    /// All cards that were played.
    pub played: Pile,
    /// For each seat one bit for each group in which it has shown a void.
    pub voids: [u8; SEATS],
    /// For each seat one bit for each group in which it has shown to have no pair.
    pub unpaired: [u8; SEATS],
    /// The winner of the last trick, and the number of cards of the largest component of its lead.
    pub last: (u8, u8),
}

impl Position {
    /// Before the first trick.
    pub fn new(declarer: u8) -> Self {
        Self {
            declarer,
            points: 0,
            leader: declarer,
            count: 0,
            lead: None,
            best: declarer,
            strength: 0,
            at_stake: 0,
            played: Pile::NONE,
            voids: [0; SEATS],
            unpaired: [0; SEATS],
            last: (declarer, 1),
        }
    }

    /// The seat that is to play.
    pub fn turn(&self) -> u8 {
        (self.leader + self.count) % 4
    }

    /// Whether this seat attacks.
    pub fn attacks(&self, seat: u8) -> bool {
        !same_side(seat, self.declarer)
    }

    /// Whether a seat has shown a void in a group.
    pub fn is_void(&self, seat: u8, group: usize) -> bool {
        self.voids[usize::from(seat)] >> group & 1 == 1
    }

    /// The seat that is to play plays these cards.
    pub fn play(&mut self, ranking: &Ranking, cards: Pile) {
        let seat = self.turn();
        let strength = if let Some(lead) = self.lead {
            self.notice(ranking, seat, &lead, cards);
            lead.strength(ranking, cards)
        } else {
            self.lead = Lead::of(ranking, cards);
            (self.best, self.strength) = (seat, 0);
            self.lead.map_or(0, |lead| lead.strength(ranking, cards))
        };
        if strength > self.strength {
            (self.best, self.strength) = (seat, strength);
        }
        self.played = self.played.with(cards);
        self.at_stake += ranking.points(cards);
        self.count += 1;
        if self.count == 4 {
            self.settle();
        }
    }

    /// Notes the groups that a follow shows to be empty, and the pairs that it shows to be missing.
    fn notice(&mut self, ranking: &Ranking, seat: u8, lead: &Lead, cards: Pile) {
        let place = usize::from(seat);
        let of_group = cards.among(ranking.groups[lead.group()]);
        if of_group.len() < lead.size.into() {
            self.voids[place] |= 1 << lead.group;
        }
        if of_group.twice.count_ones() < lead.pairs.into() {
            self.unpaired[place] |= 1 << lead.group;
        }
    }

    fn settle(&mut self) {
        if self.attacks(self.best) {
            self.points += self.at_stake;
        }
        self.last = (self.best, self.lead.map_or(1, |lead| lead.largest()));
        self.leader = self.best;
        self.count = 0;
        self.lead = None;
        self.at_stake = 0;
        self.strength = 0;
    }
}

/// Whether two seats play together.
pub const fn same_side(one: u8, other: u8) -> bool {
    (one ^ other) & 1 == 0
}
