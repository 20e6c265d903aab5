//! The randomness of each hand.

use super::fairness;
use super::shuffle::Shuffle;
use crate::service::entropy::{Entropy, NoEntropy};
use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;

/// The randomness of each hand. If the bytes follow from a seed, so does everything that happens at a table.
pub trait Dealer: Entropy {
    /// The shuffle for a table's next hand, from this pack.
    fn shuffle(&self, _pack: &[Card]) -> Result<Shuffle, NoEntropy> {
        let mut seed = [0; 32];
        self.fill(&mut seed)?;
        Ok(Shuffle::ChaCha20 { seed })
    }

    /// The commitment to this deck, published before its first card.
    fn root(&self, shuffle: &Shuffle, deck: &Deck) -> String {
        fairness::root(shuffle, deck)
    }
}
