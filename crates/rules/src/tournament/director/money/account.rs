//! The account of a tournament: its payments in and out. It ends at 0.

use crate::games::game::Chips;
use crate::games::refusal::ReplayError;

/// The sums of a tournament's account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentAccount {
    /// The prize parts of entries, rebuys and add-ons.
    pub prizes_in: Chips,
    /// The fees that players have paid.
    pub fees_in: Chips,
    /// The bounties that players have paid.
    pub bounties_in: Chips,
    /// The chips that the house has added for the guarantee.
    pub added: Chips,
    /// The fees that went to the house.
    pub fees_out: Chips,
    /// The refunds of a cancelled tournament.
    pub refunds: Chips,
    /// The prizes that were paid.
    pub prizes_out: Chips,
    /// The bounties that were paid.
    pub bounties_out: Chips,
}

impl TournamentAccount {
    /// The chips in the account.
    pub fn balance(&self) -> Chips {
        self.paid_in().saturating_sub(self.paid_out())
    }

    /// Refuses an account that has paid more than it got, or that has chips left at the end.
    pub fn check(&self, is_over: bool) -> Result<(), ReplayError> {
        ReplayError::unless(self.paid_out() <= self.paid_in(), "more is paid than was paid in")?;
        ReplayError::unless(!is_over || self.balance() == 0, "chips are left in the account at the end")
    }

    fn paid_in(&self) -> Chips {
        self.prizes_in + self.fees_in + self.bounties_in + self.added
    }

    fn paid_out(&self) -> Chips {
        self.fees_out + self.refunds + self.prizes_out + self.bounties_out
    }
}

/// The chips in the account of an event: the payments in, less the payments out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccountBalance(Chips);

impl AccountBalance {
    /// The chips in the account.
    pub const fn chips(self) -> Chips {
        self.0
    }

    /// Adds chips to the account.
    pub fn pay_in(&mut self, amount: Chips) {
        self.0 += amount;
    }

    /// Takes chips out of the account. It cannot have less than nothing.
    pub fn pay_out(&mut self, amount: Chips) -> Result<(), ReplayError> {
        self.0 = self.0.checked_sub(amount).ok_or(ReplayError("more is paid than was paid in"))?;
        Ok(())
    }
}
