//! Chance: names of writes that nobody guesses, and waits that do not all end at once.

use rand::TryRng;
use rand::rngs::SysRng;

/// Sixty-four bits that nobody guesses. Where the system has none to give, the time stands in for them: a write then has a
/// name that could be guessed, which its own table does not mind.
pub fn bits() -> u64 {
    SysRng.try_next_u64().unwrap_or_else(|_| {
        let time = super::clock::elapsed().as_nanos();
        u64::try_from(time & u128::from(u64::MAX)).unwrap_or_default()
    })
}

/// A share from 0 to 1.
pub fn share() -> f64 {
    f64::from(u16::try_from(bits() & 0xFFFF).unwrap_or_default()) / 65_536.0
}
