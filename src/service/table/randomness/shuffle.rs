//! How a hand's deck came about.

use std::fmt;

use serde::{Deserialize, Serialize};

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;

/// The shuffle of a hand's deck, stored with the hand so that it can be replayed and proved. Never sent: it would show every
/// mucked card. `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Shuffle {
    /// [`Deck::shuffled`] of the pack by this seed.
    ChaCha20 {
        /// 256 bits of the operating system's entropy.
        seed: [u8; 32],
    },
    /// The cards in this order.
    Stacked {
        /// The whole pack.
        cards: Vec<Card>,
    },
}

impl Shuffle {
    /// The deck that results from this shuffle of the pack.
    pub fn deck(&self, pack: Vec<Card>) -> Deck {
        match self {
            Self::ChaCha20 { seed } => Deck::shuffled(pack, *seed),
            Self::Stacked { cards } => Deck::stacked(cards.clone()),
        }
    }
}

impl fmt::Debug for Shuffle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Shuffle")
    }
}
