//! The port that chance comes through: shuffles, identifiers, codes.

use super::fairness;
use super::shuffle::Shuffle;
use crate::cards::card::Card;
use crate::cards::deck::Deck;

/// Gives bytes that nobody can foresee.
pub trait Entropy: Send + Sync + 'static {
    /// Fills all of them.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy>;
}

/// Gives each hand its chance. With a dealer whose bytes follow from a seed, a table's whole life does.
pub trait Dealer: Entropy {
    /// The shuffle for a table's next hand, from this pack.
    fn shuffle(&self, _pack: &[Card]) -> Result<Shuffle, NoEntropy> {
        let mut seed = [0; 32];
        self.fill(&mut seed)?;
        Ok(Shuffle::ChaCha20 { seed })
    }

    /// The commitment to this deck that is published before its first card.
    fn root(&self, shuffle: &Shuffle, deck: &Deck) -> String {
        fairness::root(shuffle, deck)
    }
}

/// The operating system gave no entropy; nothing may be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gave no entropy")]
pub struct NoEntropy;
