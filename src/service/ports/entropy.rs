//! The operating system's entropy.

use std::cell::RefCell;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::service::entropy::{Entropy, NoEntropy};
use crate::service::table::dealer::Dealer;

/// Up to how many bytes are taken of what was asked for before: as many as an identifier takes, of which a hand takes several. A seed
/// or a token is asked for when it is needed.
const FEW: usize = 10;

/// How much is asked for at once, for those that take few.
const AHEAD: usize = 25 * FEW;

thread_local! {
    static ASKED_FOR: RefCell<Ahead> = const { RefCell::new(Ahead { bytes: [0; AHEAD], left: 0 }) };
}

/// The operating system: every hand, identifier, code and token comes from it.
#[derive(Clone, Copy, Debug)]
pub struct SystemDealer;

impl Entropy for SystemDealer {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        if bytes.len() > FEW { ask(bytes) } else { ASKED_FOR.with_borrow_mut(|ahead| ahead.take(bytes)) }
    }
}

impl Dealer for SystemDealer {}

fn ask(bytes: &mut [u8]) -> Result<(), NoEntropy> {
    SysRng.try_fill_bytes(bytes).map_err(|_| NoEntropy)
}

/// Bytes that were asked for and that nobody has taken.
struct Ahead {
    bytes: [u8; AHEAD],
    left: usize,
}

impl Ahead {
    fn take(&mut self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        if self.left < bytes.len() {
            ask(&mut self.bytes)?;
            self.left = AHEAD;
        }
        let rest = self.left - bytes.len();
        let taken = &mut self.bytes[rest..self.left];
        bytes.copy_from_slice(taken);
        // What was given out is in memory nowhere else.
        taken.fill(0);
        self.left = rest;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_bytes_are_given_twice() {
        let mut given = HashSet::new();
        for length in (0..1_000).map(|number| 8 + number % 5) {
            let mut bytes = [0; 12];
            SystemDealer.fill(&mut bytes[..length]).unwrap();
            assert!(given.insert(u64::from_ne_bytes(*bytes.first_chunk().unwrap())));
            assert!(bytes[length..].iter().all(|&byte| byte == 0));
        }
    }
}
