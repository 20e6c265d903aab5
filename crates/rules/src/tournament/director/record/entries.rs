//! Entries that come, buy chips, and go out.

use crate::games::game::Chips;
use crate::games::refusal::ReplayError;
use crate::tournament::director::entry::{EntryState, Exit, PlayerNumber, TournamentEntry};
use crate::tournament::director::event::EntryAmount;
use crate::tournament::director::floor::place::{EntryId, TableNumber};
use crate::tournament::director::floor::table::TablePlay;
use crate::tournament::director::state::{Director, Phase};

impl Director {
    pub(super) fn entry_mut(&mut self, number: EntryId) -> Result<&mut TournamentEntry, ReplayError> {
        self.entries.get_mut(number.index()).ok_or(ReplayError("there is no such entry"))
    }

    pub(super) fn registered(&mut self, number: EntryId, player: PlayerNumber) -> Result<(), ReplayError> {
        ReplayError::unless(number.index() == self.entries.len(), "the entries are not numbered in order")?;
        let price = self.setup.price;
        self.entries.push(TournamentEntry::new(number, player, self.setup.starting_chips, price.bounty));
        self.chips_in_play += self.setup.starting_chips;
        self.account.prizes_in += price.prize;
        self.account.fees_in += price.fee;
        self.account.bounties_in += price.bounty;
        if self.phase == Phase::Playing {
            self.account.fees_out += price.fee;
        }
        Ok(())
    }

    pub(super) fn unregistered(&mut self, number: EntryId) -> Result<(), ReplayError> {
        ReplayError::unless(self.phase == Phase::Registering, "the tournament has started")?;
        let price = self.setup.price;
        let entry = self.entry_mut(number)?;
        ReplayError::unless(entry.state == EntryState::Registered, "the entry was taken back")?;
        entry.state = EntryState::Withdrawn;
        let player = entry.player;
        let chips = std::mem::take(&mut entry.chips);
        entry.head = 0;
        self.withdrawals.note(player);
        self.chips_in_play -= chips;
        self.account.prizes_in -= price.prize;
        self.account.fees_in -= price.fee;
        self.account.bounties_in -= price.bounty;
        Ok(())
    }

    pub(super) fn rebought(&mut self, number: EntryId) -> Result<(), ReplayError> {
        let rebuy = self.setup.rebuy.ok_or(ReplayError("there are no rebuys"))?;
        let entry = self.entry_mut(number)?;
        let place = entry.place().ok_or(ReplayError("the entry has no seat"))?;
        entry.rebuys += 1;
        entry.chips += rebuy.chips;
        entry.state = EntryState::Seated(place);
        self.chips_in_play += rebuy.chips;
        self.account.prizes_in += rebuy.price;
        self.settle(place.table)
    }

    pub(super) fn rebuy_declined(&mut self, number: EntryId) -> Result<(), ReplayError> {
        let entry = self.entry_mut(number)?;
        let place = entry.place().ok_or(ReplayError("the entry has no seat"))?;
        entry.state = EntryState::Seated(place);
        Ok(())
    }

    pub(super) fn added_on(&mut self, number: EntryId) -> Result<(), ReplayError> {
        let add_on = self.setup.add_on.ok_or(ReplayError("there is no add-on"))?;
        let entry = self.entry_mut(number)?;
        ReplayError::unless(entry.is_left(), "the entry is out")?;
        entry.has_added_on = true;
        entry.chips += add_on.chips;
        self.chips_in_play += add_on.chips;
        self.account.prizes_in += add_on.price;
        Ok(())
    }

    /// If all that lost their chips in the last hand have rebought, the table is between hands.
    fn settle(&mut self, table: TableNumber) -> Result<(), ReplayError> {
        let now = self.time.now;
        let TablePlay::Ended(ended) = &self.table_ref(table)?.play else { return Ok(()) };
        let has_chips =
            |&(entry, _): &(EntryId, Chips)| self.entry(entry).is_some_and(|entry| entry.chips > 0);
        if ended.busts.iter().all(has_chips) {
            self.table_mut(table)?.play = TablePlay::Idle(now);
        }
        Ok(())
    }

    pub(super) fn went_out(
        &mut self,
        table: TableNumber,
        entries: &[EntryId],
        bounties: &[EntryAmount],
        heads: &[EntryAmount],
    ) -> Result<(), ReplayError> {
        let now = self.time.now;
        let at = self.table_mut(table)?;
        let TablePlay::Ended(ended) = std::mem::replace(&mut at.play, TablePlay::Idle(now)) else {
            return Err(ReplayError("no hand has ended there"));
        };
        let ties = self.setup.round_ties && self.round.is_some();
        for &number in entries {
            let stack = ended.busts.iter().find(|(bust, _)| *bust == number).map(|(_, stack)| *stack);
            let stack = stack.ok_or(ReplayError("the entry has chips"))?;
            let exit = Exit { order: ended.order, stack: if ties { 0 } else { stack }, is_paid: false };
            self.leave(number, exit)?;
        }
        let mut left: Chips = 0;
        for &number in entries {
            left += std::mem::take(&mut self.entry_mut(number)?.head);
        }
        for head in heads {
            let entry = self.entry_mut(head.entry)?;
            let added = head.amount.checked_sub(entry.head).ok_or(ReplayError("a head gets smaller"))?;
            entry.head = head.amount;
            left = left.checked_sub(added).ok_or(ReplayError("more is won than was on the heads"))?;
        }
        for won in bounties {
            left = left.checked_sub(won.amount).ok_or(ReplayError("more is won than was on the heads"))?;
            self.account.bounties_out += won.amount;
        }
        // What nobody could win waits for the winner of the tournament.
        self.unclaimed += left;
        self.drop_empty_tables();
        Ok(())
    }

    /// A player is taken out: last of those left. The chips leave play, and the head goes to the winner.
    pub(super) fn disqualified(&mut self, number: EntryId) -> Result<(), ReplayError> {
        let is_in_round = !self.is_round_over();
        let order = match self.round {
            Some(round) if is_in_round => round.order,
            _ => {
                self.exits += 1;
                self.exits
            }
        };
        let entry = self.entry_mut(number)?;
        ReplayError::unless(entry.is_left(), "the entry is out")?;
        let chips = std::mem::take(&mut entry.chips);
        let head = std::mem::take(&mut entry.head);
        self.chips_in_play -= chips;
        self.unclaimed += head;
        self.leave(number, Exit { order, stack: 0, is_paid: false })?;
        self.drop_empty_tables();
        Ok(())
    }

    fn leave(&mut self, number: EntryId, exit: Exit) -> Result<(), ReplayError> {
        if let Some(place) = self.entry_mut(number)?.place() {
            let table = self.table_mut(place.table)?;
            table.seats[place.seat.index()] = None;
        }
        self.entry_mut(number)?.state = EntryState::Out(exit);
        Ok(())
    }

    pub(super) fn drop_empty_tables(&mut self) {
        self.tables.retain(|table| table.count() > 0 || !table.is_idle());
    }
}
