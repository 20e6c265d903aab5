//! The chance of one hand: the cards in order, and lots for chance that has no cards.

use std::fmt;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::card::Card;

/// All chance of one hand, fixed before its first event.
///
/// `Debug` shows neither cards nor lots.
#[derive(Clone, PartialEq, Eq)]
pub struct Deck {
    /// The cards, in the order in which they leave the deck.
    pub cards: Vec<Card>,
    /// Numbers for chance without cards: a first bidder, a wild rank. Each is used for one thing at most.
    pub lots: [u64; 4],
}

impl fmt::Debug for Deck {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Deck({} cards)", self.cards.len())
    }
}

impl Deck {
    /// Shuffles `cards` by the seed: the same seed gives the same deck for ever.
    ///
    /// The generator is ChaCha20 (RFC 8439's block function, counter from 0), read as little-endian `u32` words;
    /// the shuffle is Fisher–Yates from the last place down (Knuth, TAOCP vol. 2, algorithm P), each index drawn
    /// without bias by [`below`]. The lots are drawn after the cards.
    pub fn shuffled(mut cards: Vec<Card>, seed: [u8; 32]) -> Self {
        let mut generator = ChaCha20Rng::from_seed(seed);
        for last in (1..cards.len()).rev() {
            cards.swap(last, below(&mut generator, last + 1));
        }
        let lots = std::array::from_fn(|_| generator.next_u64());
        Self { cards, lots }
    }

    /// A deck in a known order, for tests and for hands that were dealt elsewhere; its lots are all 0.
    pub fn stacked(cards: Vec<Card>) -> Self {
        Self { cards, lots: [0; 4] }
    }
}

/// A number below `bound`, every one equally likely: words beyond the largest multiple of `bound` are drawn again.
fn below(generator: &mut ChaCha20Rng, bound: usize) -> usize {
    let bound = bound as u64;
    let span = 1u64 << 32;
    let fair = span - span % bound;
    loop {
        let word = u64::from(generator.next_u32());
        if word < fair {
            #[allow(clippy::cast_possible_truncation, reason = "below `bound`, which was a usize")]
            return (word % bound) as usize;
        }
    }
}
