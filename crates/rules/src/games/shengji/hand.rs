//! One hand of Shengji: its state.

use std::sync::Arc;

use super::cards::Cards;
use super::order::{Order, Trump};
use super::phase::{Contract, Phase};
use super::setup::{SEATS, Setup};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;

/// One hand of Shengji.
#[derive(Clone, Debug, PartialEq)]
pub struct Shengji {
    pub(super) setup: Arc<Setup>,
    pub(super) deck: Arc<Deck>,
    pub(super) hands: [Cards; SEATS as usize],
    pub(super) phase: Phase,
}

/// The number of cards that are dealt; the rest is the kitty.
pub(super) const DEALT: usize = 100;

/// The number of cards in the kitty.
pub(super) const KITTY: u8 = 8;

impl Shengji {
    /// The hand before its first event; an error if the deck is not a shuffle of the pack.
    pub(super) fn fresh(setup: &Setup, deck: Deck) -> Result<Self, ReplayError> {
        setup.check()?;
        let mut sorted = deck.cards.clone();
        sorted.sort_unstable();
        if sorted != pack() {
            return Err(ReplayError("the deck is not the 108 cards"));
        }
        let setup = Arc::new(setup.clone());
        Ok(Self { setup, deck: Arc::new(deck), hands: Default::default(), phase: Phase::Opening })
    }

    /// The cards that a seat holds.
    pub(super) fn held(&self, seat: Seat) -> Cards {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// The kitty as it was dealt.
    pub(super) fn dealt_kitty(&self) -> Cards {
        let cards = self.deck.cards.get(DEALT..).and_then(Cards::gathered);
        cards.unwrap_or_default()
    }

    /// The trumps and the declaration that set them, once they are set.
    pub(super) fn contract(&self) -> Option<&Contract> {
        match &self.phase {
            Phase::Opening | Phase::Dealing(_) | Phase::Flipping(_) | Phase::Undeclared => None,
            Phase::Taking(contract, _) | Phase::Burying(contract) | Phase::Stolen(contract, _) => {
                Some(contract)
            }
            Phase::Asking(asking) => Some(&asking.contract),
            Phase::Playing(playing) | Phase::Over(playing, _) => Some(&playing.contract),
        }
    }

    /// The order by which hands are sorted: that of no-trump until trumps are set.
    pub(super) fn order(&self) -> Order {
        let provisional = || Order::new(self.no_trump(), self.setup.rules.adjacency);
        self.contract().map_or_else(provisional, |contract| contract.order.clone())
    }

    pub(super) fn no_trump(&self) -> Trump {
        Trump { suit: None, level: Some(self.setup.level()) }
    }
}

/// Two decks.
pub(super) fn pack() -> Vec<Card> {
    Card::ALL.into_iter().flat_map(|card| [card, card]).collect()
}
