//! Random numbers for searches, cheaper than those of the rules' generator.

use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::witness::Dice;

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), for searches, of which a
/// decision uses thousands of numbers. The same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct SearchRng(u64);

impl SearchRng {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator seeded by a seat's own.
    pub fn seeded(dice: &mut Generator) -> Self {
        Self(dice.lot())
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, by the high half of a product. It favours no number by more than one in 2^32.
    #[allow(clippy::cast_possible_truncation, reason = "below `bound`, which was a usize")]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 to 1, without 1.
    #[allow(clippy::cast_precision_loss, reason = "24 bits fit")]
    pub fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// True with this probability.
    pub fn happens(&mut self, probability: f32) -> bool {
        self.share() < probability
    }
}

impl Dice for SearchRng {
    fn below(&mut self, bound: usize) -> usize {
        Self::below(self, bound)
    }
}
