//! Random numbers for samples, cheaper than those of the rules' generator.

use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::witness::Dice;

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), seeded by the rules'
/// generator. It is for samples, of which a decision takes thousands.
pub(super) struct Quick(u64);

impl Quick {
    /// A generator seeded by the next lot.
    pub(super) fn seeded(dice: &mut Generator) -> Self {
        Self(dice.lot())
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to 1, without 1.
    #[allow(clippy::cast_precision_loss, reason = "24 bits fit")]
    pub(super) fn unit(&mut self) -> f32 {
        (self.word() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// True with this probability.
    pub(super) fn happens(&mut self, often: f32) -> bool {
        self.unit() < often
    }
}

/// Scaled by multiplying, which favours some numbers by less than one part in 2^57.
impl Dice for Quick {
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from((u128::from(self.word()) * bound as u128) >> 64).unwrap_or(0)
    }
}
