//! Prizes, heads and deals.

use crate::games::game::Chips;
use crate::games::refusal::ReplayError;
use crate::tournament::director::entry::{EntryState, Exit};
use crate::tournament::director::event::EntryAmount;
use crate::tournament::director::floor::place::EntryId;
use crate::tournament::director::money::agreement::{Proposal, ProposalStage};
use crate::tournament::director::state::{Director, Phase};
use crate::tournament::director::time::DEAL_MILLIS;
use crate::tournament::prizes::deal::DealTerms;

impl Director {
    pub(super) fn won(&mut self, entries: &[EntryId]) -> Result<(), ReplayError> {
        for &entry in entries {
            self.entry_mut(entry)?.state = EntryState::Won { is_paid: false };
        }
        Ok(())
    }

    pub(super) fn prize_paid(&mut self, entry: EntryId, amount: Chips) -> Result<(), ReplayError> {
        let (EntryState::Out(Exit { is_paid, .. }) | EntryState::Won { is_paid }) =
            &mut self.entry_mut(entry)?.state
        else {
            return Err(ReplayError("the place of the entry is not final"));
        };
        ReplayError::unless(!*is_paid, "the prize was paid before")?;
        *is_paid = true;
        self.account.prizes_out += amount;
        Ok(())
    }

    pub(super) fn heads_paid(&mut self, amounts: &[EntryAmount]) {
        self.unclaimed = 0;
        self.entries.iter_mut().for_each(|entry| entry.head = 0);
        self.account.bounties_out += amounts.iter().map(|paid| paid.amount).sum::<Chips>();
    }

    pub(super) fn cancelled(&mut self, refunds: &[EntryAmount]) {
        if self.phase == Phase::Playing {
            // The house gives back what it got: the fees of those who are left, and a guarantee that is not paid out.
            let left = self.left();
            self.account.fees_out -= self.setup.price.fee * left as Chips;
            if self.unpaid_prizes().is_none() {
                self.account.added = 0;
            }
        }
        self.account.refunds += refunds.iter().map(|refund| refund.amount).sum::<Chips>();
        self.phase = Phase::Cancelled;
        self.is_registration_open = false;
        self.tables.clear();
    }

    pub(super) fn deal_proposed(&mut self, entry: EntryId, terms: DealTerms) {
        self.proposers.push(entry);
        self.proposal = Some(Proposal { by: entry, terms, stage: ProposalStage::Waiting {} });
    }

    pub(super) fn deal_offered(&mut self, offered: &[EntryAmount]) -> Result<(), ReplayError> {
        let until = self.time.now + DEAL_MILLIS;
        let proposal = self.proposal.as_mut().ok_or(ReplayError("no deal is proposed"))?;
        // To propose is to accept.
        let accepted = vec![proposal.by];
        proposal.stage = ProposalStage::Offered { amounts: offered.to_vec(), accepted, until };
        Ok(())
    }

    pub(super) fn deal_accepted(&mut self, entry: EntryId) -> Result<(), ReplayError> {
        let stage = self.proposal.as_mut().map(|proposal| &mut proposal.stage);
        let Some(ProposalStage::Offered { accepted, .. }) = stage else {
            return Err(ReplayError("no deal is offered"));
        };
        accepted.push(entry);
        Ok(())
    }

    /// Records that the amounts are paid. If the deal keeps nothing for the winner, the places are those of the stacks; else play
    /// goes on for the chips that the deal keeps, and for the heads.
    pub(super) fn deal_made(&mut self) -> Result<(), ReplayError> {
        let Some(Proposal { terms, stage: ProposalStage::Offered { amounts, .. }, .. }) =
            self.proposal.take()
        else {
            return Err(ReplayError("no deal is offered"));
        };
        self.account.prizes_out += amounts.iter().map(|paid| paid.amount).sum::<Chips>();
        let prizes = self.prizes.as_mut().ok_or(ReplayError("the prizes are not fixed"))?;
        prizes.iter_mut().take(amounts.len()).for_each(|prize| *prize = 0);
        if let Some(first) = prizes.first_mut() {
            *first = terms.keep;
        }
        if terms.keep > 0 {
            return Ok(());
        }
        self.exits += 1;
        let order = self.exits;
        for paid in &amounts {
            let entry = self.entry_mut(paid.entry)?;
            entry.state = EntryState::Out(Exit { order, stack: entry.chips, is_paid: true });
        }
        Ok(())
    }
}
