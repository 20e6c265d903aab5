//! Faults in the text of a range.

/// The longest text of a range, in bytes: enough to spell every hand with its weight.
pub const LONGEST: usize = 16_384;

/// The error in a part of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The part is empty.
    #[error("no hand is named")]
    Empty,
    /// It is not a hand, or hands, in this notation.
    #[error("not a hand, a span of hands, or a share of them")]
    NotAHand,
    /// It has the same card twice.
    #[error("a hand has two different cards")]
    SameCard,
    /// The ends of a span are of different kinds.
    #[error("the ends of a span are two pairs, share their first rank, or are as far apart")]
    NotASpan,
    /// The share is not a share.
    #[error("a share is above 0 and at most 100 per cent")]
    NotAShare,
    /// The weight is not a weight.
    #[error("a weight is a whole number from 0 to 100")]
    NotAWeight,
    /// The text is longer than any range needs.
    #[error("a range has at most {LONGEST} bytes")]
    TooLong,
}
