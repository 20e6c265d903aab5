//! What can be wrong with the text of a range.

/// The longest text of a range, in bytes: enough to spell every hand with its weight.
pub const LONGEST: usize = 16_384;

/// What can be wrong with a part of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing stands there.
    #[error("no hand is named")]
    Empty,
    /// It is not written like a hand, or hands.
    #[error("not a hand, a span of hands, or a share of them")]
    NotAHand,
    /// The same card twice.
    #[error("a hand has two different cards")]
    SameCard,
    /// The ends of a span are not of a kind.
    #[error("the ends of a span are two pairs, share their first rank, or are as far apart")]
    NotASpan,
    /// A share that is none.
    #[error("a share is above 0 and at most 100 per cent")]
    NotAShare,
    /// A weight that is none.
    #[error("a weight is a whole number from 0 to 100")]
    NotAWeight,
    /// More text than any range needs.
    #[error("a range has at most {LONGEST} bytes")]
    TooLong,
}
