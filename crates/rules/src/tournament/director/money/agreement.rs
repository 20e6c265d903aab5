//! Deals: the players left divide the prizes among themselves.

use crate::tournament::director::event::EntryAmount;
use crate::tournament::director::floor::place::EntryId;
use crate::tournament::director::time::Millis;
use crate::tournament::prizes::deal::DealTerms;

/// A deal that a player has proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The entry whose player proposes it.
    pub by: EntryId,
    /// The basis of the deal, and the chips that are kept for the winner.
    pub terms: DealTerms,
    /// How far it is.
    pub stage: ProposalStage,
}

/// How far a proposal is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProposalStage {
    /// Hands in progress end before the numbers are known.
    Waiting {},
    /// The players decide.
    Offered {
        /// The share of each entry.
        amounts: Vec<EntryAmount>,
        /// The entries whose players have accepted.
        accepted: Vec<EntryId>,
        /// Until when, in the tournament's time.
        until: Millis,
    },
}
