//! The account of a tournament: what was paid in, and what was paid out. It ends at 0.

use crate::games::game::Chips;

/// The sums of a tournament's account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentAccount {
    /// The prize parts of entries, rebuys and add-ons.
    pub prizes_in: Chips,
    /// The fees that players have paid.
    pub fees_in: Chips,
    /// The bounties that players have paid.
    pub bounties_in: Chips,
    /// What the house has added for the guarantee.
    pub added: Chips,
    /// The fees that went to the house.
    pub fees_out: Chips,
    /// What went back because the tournament was cancelled.
    pub refunds: Chips,
    /// The prizes that were paid.
    pub prizes_out: Chips,
    /// The bounties that were paid.
    pub bounties_out: Chips,
}

impl TournamentAccount {
    /// What lies in the account.
    pub fn balance(&self) -> Chips {
        let paid_in = self.prizes_in + self.fees_in + self.bounties_in + self.added;
        paid_in.saturating_sub(self.fees_out + self.refunds + self.prizes_out + self.bounties_out)
    }
}
