//! Random numbers: for unguessable idempotency keys, and for delays that differ.

use rand::TryRng;
use rand::rngs::SysRng;

/// Sixty-four unguessable bits. If the system has none, the time replaces them: the key of a write can then be guessed,
/// which its own table can bear.
pub fn bits() -> u64 {
    SysRng.try_next_u64().unwrap_or_else(|_| {
        let time = super::clock::elapsed().as_nanos();
        u64::try_from(time & u128::from(u64::MAX)).unwrap_or_default()
    })
}

/// A number from 0 to 1.
pub fn share() -> f64 {
    f64::from(u16::try_from(bits() & 0xFFFF).unwrap_or_default()) / 65_536.0
}
