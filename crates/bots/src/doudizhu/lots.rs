//! A small fast generator for searches, seeded from the bot's own random numbers.

/// Random numbers for a search: the same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct Lots(u64);

impl Lots {
    /// The generator of this seed (SplitMix64: Steele, Lea and Flood 2014).
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which is small, so that none is favoured by more than one in a hundred million.
    #[allow(clippy::cast_possible_truncation, reason = "below `bound`, which was a usize")]
    pub fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    /// A number from 0 to 1.
    #[allow(clippy::cast_precision_loss, reason = "24 bits fit")]
    pub fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }
}
