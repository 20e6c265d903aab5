//! The operating system's entropy.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::service::entropy::{Entropy, NoEntropy};
use crate::service::table::dealer::Dealer;

/// The operating system: every hand, identifier, code and token comes from it.
#[derive(Clone, Copy, Debug)]
pub struct SystemDealer;

impl Entropy for SystemDealer {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        SysRng.try_fill_bytes(bytes).map_err(|_| NoEntropy)
    }
}

impl Dealer for SystemDealer {}
