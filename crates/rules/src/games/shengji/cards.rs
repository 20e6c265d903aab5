//! A collection of cards out of two decks.

use crate::cards::multiset::CardMultiset;

/// A collection of cards out of two decks: each card occurs never, once or twice.
pub type Cards = CardMultiset;

/// The positions of the set bits, lowest first.
pub(super) fn bits(mut of: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = u8::try_from(of.trailing_zeros()).ok().filter(|&place| place < 64)?;
        of &= of - 1;
        Some(lowest)
    })
}
