//! The port for randomness.

/// Gives unpredictable bytes.
pub trait Entropy: Send + Sync + 'static {
    /// Fills all of them.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy>;
}

/// The operating system gave no entropy, so nothing can be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gave no entropy")]
pub struct NoEntropy;
