//! The actions of a seat before the flop, for its figures.

/// The actions of a seat before the flop. Blinds, antes and straddles are posted by duty and do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BeforeFlop {
    /// Whether it has called or raised.
    pub(super) entered: bool,
    /// How often it has raised.
    pub(super) raises: u8,
    /// Whether it had to act after exactly one raise, and could raise.
    pub(super) could_three_bet: bool,
    /// Whether it raised then.
    pub(super) three_bet: bool,
}
