//! The port that shuffles, and its ordinary filling.

use std::fmt;

use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};

use super::id::TableId;
use crate::cards::card::Card;
use crate::cards::deck::Deck;

/// Gives each hand its chance.
pub trait Dealer: Send + Sync + 'static {
    /// The shuffle for a table's next hand, from this pack.
    fn shuffle(&self, table: TableId, pack: &[Card]) -> Result<Shuffle, NoEntropy>;
}

/// The operating system gave no entropy; nothing may be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gave no entropy")]
pub struct NoEntropy;

/// How a hand's deck came about, kept with the hand so that it can be replayed and proved. Never sent: it would
/// show every mucked card. `Debug` shows nothing of it.
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
    /// The deck that this shuffle makes of the pack.
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

/// Seeds every hand from the operating system.
#[derive(Clone, Copy, Debug)]
pub struct SystemDealer;

impl Dealer for SystemDealer {
    fn shuffle(&self, _: TableId, _: &[Card]) -> Result<Shuffle, NoEntropy> {
        let mut seed = [0; 32];
        SysRng.try_fill_bytes(&mut seed).map_err(|_| NoEntropy)?;
        Ok(Shuffle::ChaCha20 { seed })
    }
}
