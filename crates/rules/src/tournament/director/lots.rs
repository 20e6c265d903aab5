//! The lots of a tournament, as a hand's deck has its cards.

use std::fmt;

use crate::cards::generator::Generator;

/// The lots of one tournament, all fixed before its first event. The same seed draws the same lots for ever, and each
/// lot is drawn once.
///
/// `Debug` shows neither the seed nor a lot.
#[derive(Clone, PartialEq, Eq)]
pub struct Lots {
    seed: [u8; 32],
    drawn: u64,
}

impl Lots {
    /// The lots of this seed.
    pub fn new(seed: [u8; 32]) -> Self {
        Self { seed, drawn: 0 }
    }

    /// The generator of the next lot: the seed, whose last eight bytes are combined with the number of lots drawn
    /// before.
    pub(super) fn next(&self) -> Generator {
        let mut seed = self.seed;
        for (byte, count) in seed.iter_mut().skip(24).zip(self.drawn.to_le_bytes()) {
            *byte ^= count;
        }
        Generator::new(seed)
    }

    /// The seed of a deal that is played at several tables. It lies apart from the lots: other bytes of the seed are
    /// changed.
    pub(super) fn seed_of(&self, round: u32, deal: u32) -> [u8; 32] {
        let mut seed = self.seed;
        let number = round.to_le_bytes().into_iter().chain(deal.to_le_bytes()).chain([1]);
        seed.iter_mut().zip(number).for_each(|(byte, number)| *byte ^= number);
        // The seed itself must not be learned from those of its deals.
        let mut generator = Generator::new(seed);
        generator.salt()
    }

    /// Records that a lot was drawn.
    pub(super) fn draw(&mut self) {
        self.drawn += 1;
    }
}

impl fmt::Debug for Lots {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Lots({} drawn)", self.drawn)
    }
}
