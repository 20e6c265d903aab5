//! The operating system's entropy.

use std::cell::RefCell;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::service::entropy::{Entropy, NoEntropy};
use crate::service::table::randomness::dealer::Dealer;

/// Requests of up to this many bytes are served from a buffer: as many bytes as an identifier takes, of which a hand takes
/// several. An invite code and a computer player's pause take fewer. Seeds, tokens and login codes are read when they are needed.
const FEW: usize = 10;

/// The size of the buffer.
const AHEAD: usize = 25 * FEW;

thread_local! {
    static ASKED_FOR: RefCell<Ahead> = const { RefCell::new(Ahead { bytes: [0; AHEAD], left: 0 }) };
}

/// The operating system: the randomness of every hand, identifier, code and token comes from it.
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

/// Bytes that were read and not yet used.
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
        // No copy stays here.
        taken.fill(0);
        self.left = rest;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_is_given_twice() {
        let all: [u8; AHEAD] = std::array::from_fn(|place| u8::try_from(place).unwrap());
        let mut ahead = Ahead { bytes: all, left: AHEAD };
        let mut given = vec![];
        for length in (0..=FEW).cycle() {
            if length > ahead.left {
                break;
            }
            let mut bytes = vec![0; length];
            ahead.take(&mut bytes).unwrap();
            given.extend(bytes);
        }
        assert!(ahead.bytes[ahead.left..].iter().all(|&byte| byte == 0), "what was given is not here");
        given.extend(&ahead.bytes[..ahead.left]);
        given.sort_unstable();
        assert_eq!(given, all);
    }

    #[test]
    fn the_pool_is_refilled_if_too_little_is_left() {
        let mut ahead = Ahead { bytes: [0; AHEAD], left: FEW - 1 };
        ahead.take(&mut [0; FEW]).unwrap();
        assert_eq!(ahead.left, AHEAD - FEW);
        assert!(ahead.bytes[..ahead.left].iter().any(|&byte| byte != 0));
    }
}
