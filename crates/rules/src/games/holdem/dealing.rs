//! Deals from the deck: two cards to each player, one at a time from left of the button, and a burnt card before each
//! street.

use super::event::{Dealt, Event, Hand, Returned, Street};
use super::hand::Holdem;
use super::street::StreetName;
use crate::cards::card::Card;
use crate::games::game::Chips;

impl Holdem {
    /// The hole cards.
    pub(super) fn dealing(&self) -> Event {
        Event::Dealt(Dealt { hands: self.holes().collect() })
    }

    /// The number of cards that the deck has for each player.
    pub(super) fn holes(&self) -> impl Iterator<Item = Hand> {
        let players = self.players.len();
        let hands = self.players.iter().zip(self.deck.cards.iter().zip(self.deck.cards.iter().skip(players)));
        hands.map(|(player, (&first, &second))| Hand { seat: player.seat, cards: [first, second] })
    }

    /// The next street of a board.
    pub(super) fn running(&self, board: usize) -> Event {
        let (street, cards) = match self.boards[board].len() {
            0 => (StreetName::Flop, 3),
            3 => (StreetName::Turn, 1),
            _ => (StreetName::River, 1),
        };
        let cards: Vec<Card> = self.deck.cards.iter().skip(self.used + 1).take(cards).copied().collect();
        Event::Street(Street { street, board: u8::from(board > 0), cards })
    }

    /// The bet, or the part of it, that nobody called.
    pub(super) fn returning(&self, place: usize, amount: Chips) -> Event {
        Event::Returned(Returned { seat: self.players[place].seat, amount })
    }
}
