//! The named generator that all randomness of a hand comes from.

use std::fmt;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// ChaCha20 (the block function of RFC 8439, counter from 0), read as little-endian `u32` words. The same seed gives
/// the same numbers for ever. `Debug` does not show its state.
pub struct Generator(ChaCha20Rng);

impl Generator {
    /// The generator of this seed.
    pub fn new(seed: [u8; 32]) -> Self {
        Self(ChaCha20Rng::from_seed(seed))
    }

    /// A number below `bound`, all equally likely: a word beyond the largest multiple of `bound` is drawn again.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        let span = 1u64 << 32;
        let fair = span - span % bound;
        loop {
            let word = u64::from(self.0.next_u32());
            if word < fair {
                #[allow(clippy::cast_possible_truncation, reason = "below `bound`, which was a usize")]
                return (word % bound) as usize;
            }
        }
    }

    /// Two words, the first one low.
    pub fn lot(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Eight words.
    pub fn salt(&mut self) -> [u8; 32] {
        let mut salt = [0; 32];
        self.0.fill_bytes(&mut salt);
        salt
    }
}

impl fmt::Debug for Generator {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Generator")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8439, appendix A.1, test vectors 1 and 2: the generator is the one its name promises.
    #[test]
    fn the_generator_is_chacha20() {
        let mut generator = Generator::new([0; 32]);
        let stream: Vec<u8> = (0..32).flat_map(|_| generator.0.next_u32().to_le_bytes()).collect();
        let published = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
                         da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586\
                         9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
                         29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f";
        assert_eq!(const_hex::encode(stream), published);
    }

    #[test]
    fn a_number_below_a_bound_leans_nowhere() {
        let mut generator = Generator::new([1; 32]);
        let mut seen = [0u32; 3];
        (0..30_000).for_each(|_| seen[generator.below(3)] += 1);
        assert!(seen.iter().all(|count| count.abs_diff(10_000) < 400), "{seen:?}");
    }

    #[test]
    fn debug_shows_no_state() {
        assert_eq!(format!("{:?}", Generator::new([7; 32])), "Generator");
    }
}
