//! A hand played out on the cards of one world.

use super::mind::{Mind, Weights};
use super::pile::Pile;
use super::position::Position;
use super::ranking::Ranking;

/// Four hands, the kitty, and the position that every seat sees.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The cards of each seat.
    pub hands: [Pile; 4],
    /// The kitty.
    pub kitty: Pile,
    /// The seat that has buried it, and knows it.
    pub taker: u8,
    /// The position, which every seat sees.
    pub position: Position,
}

impl Table {
    /// The cards that a seat does not see.
    pub fn unseen(&self, seat: u8) -> Pile {
        let known = self.position.played.with(self.hands[usize::from(seat)]);
        let known = if seat == self.taker { known.with(self.kitty) } else { known };
        Pile::ALL.without(known)
    }

    /// The seat that is to play plays these cards.
    pub fn play(&mut self, ranking: &Ranking, cards: Pile) {
        let hand = &mut self.hands[usize::from(self.position.turn())];
        *hand = hand.without(cards);
        self.position.play(ranking, cards);
    }

    /// Whether all cards are played.
    pub fn is_over(&self) -> bool {
        self.position.count == 0 && self.hands[usize::from(self.position.leader)].is_empty()
    }

    /// Plays on by rules of thumb, to the last card.
    pub fn play_out(&mut self, ranking: &Ranking, weights: [&Weights; 2]) {
        while !self.is_over() {
            let seat = self.position.turn();
            let hand = self.hands[usize::from(seat)];
            let mind =
                Mind::new(ranking, &self.position, weights[usize::from(seat & 1)], hand, self.unseen(seat));
            let play = mind.choose();
            self.play(ranking, play);
        }
    }
}
