//! What a seat has done before the flop, for its figures.

/// What a seat has done before the flop. Blinds, antes and straddles are put in by duty, and are nothing that was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BeforeFlop {
    /// Whether it has called or raised.
    pub(super) entered: bool,
    /// How often it has raised.
    pub(super) raises: u8,
    /// Whether it was asked when exactly one raise had been made, and could raise.
    pub(super) could_three_bet: bool,
    /// Whether it did.
    pub(super) three_bet: bool,
}
