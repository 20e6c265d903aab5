//! Registration closes, prizes are fixed and paid, and the tournament ends.

use super::Due;
use crate::games::game::Chips;
use crate::tournament::director::entry::{EntryState, Exit, TournamentEntry};
use crate::tournament::director::event::{Cancellation, DirectorEvent, EntryAmount};
use crate::tournament::director::floor::place::EntryId;
use crate::tournament::director::state::Director;
use crate::tournament::director::time::Millis;
use crate::tournament::prizes::refund::{Unpaid, refunded};
use crate::tournament::prizes::shares;

/// Registration closes when the last level for late entries is over, with its break; or before, as soon as all who are
/// left would be paid if it ended now, or one is left.
pub(super) fn close_registration(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    if !director.is_registration_open {
        return None;
    }
    let left = director.left();
    let is_over = director.level > director.setup.late_level || left <= 1;
    let closes = is_over || left <= director.provisional_prizes().len();
    closes.then_some(DirectorEvent::RegistrationClosed {})
}

/// Prizes are fixed when nobody can enter or rebuy any more.
pub(super) fn fix_prizes(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    let is_fixed = director.prizes.is_some();
    let may_rebuy = || !director.are_rebuys_closed() && director.left() > 1;
    let is_deciding = || director.entries.iter().any(TournamentEntry::is_deciding);
    if director.is_registration_open || is_fixed || may_rebuy() || is_deciding() {
        return None;
    }
    let added = director.pool().overlay();
    Some(DirectorEvent::PrizesFixed { added, prizes: director.provisional_prizes() })
}

/// The tournament ends when one is left, or as many as win equally.
pub(super) fn win(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    let is_settled = director.prizes.is_some() && director.is_round_over();
    let stacks = director.stacks();
    let ends = is_settled && !stacks.is_empty() && stacks.len() <= director.last_left();
    ends.then(|| DirectorEvent::Won { entries: stacks.into_iter().map(|(entry, _)| entry).collect() })
}

/// A prize is paid when its place is final.
pub(super) fn pay_prizes(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    let prizes = director.prizes.as_ref()?;
    let left = director.left();
    let is_open = left > 0 && !director.is_round_over() && !director.is_cancelling;
    if is_open || left >= prizes.len() {
        return None;
    }
    let ranks = director.ranks();
    let groups = ranks.chunk_by(|one, next| one.place == next.place);
    groups.take_while(|group| group[0].place <= prizes.len()).find_map(|group| {
        let (place, tied) = (group[0].place, group[0].tied);
        let entries = group.iter().map(|placed| EntryId(placed.entry));
        let paid = entries.zip(director.setup.reward.paid(&director.pool(), prizes, place, tied));
        let mut unpaid = paid.filter(|&(entry, prize)| prize.total() > 0 && director.is_unpaid(entry));
        let (entry, prize) = unpaid.next()?;
        Some(DirectorEvent::PrizePaid { entry, place: u32::try_from(place).unwrap_or(u32::MAX), prize })
    })
}

/// It is cancelled once the prizes of all who are out are paid: those who are left share what is left.
pub(super) fn cancel(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    let why = Cancellation::ByTheHouse {};
    Some(DirectorEvent::Cancelled { why, refunds: director.refunds()? })
}

/// When nobody is left to play, the winners get the heads that are left, and it is over.
pub(super) fn finish(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    if director.left() > 0 {
        return None;
    }
    let heads = director.entries.iter().any(|entry| entry.head > 0) || director.unclaimed > 0;
    Some(if heads {
        DirectorEvent::HeadsPaid { amounts: director.heads() }
    } else {
        DirectorEvent::Finished {}
    })
}

impl Director {
    fn is_unpaid(&self, number: EntryId) -> bool {
        let state = self.entry(number).map(|entry| entry.state);
        matches!(
            state,
            Some(EntryState::Out(Exit { is_paid: false, .. }) | EntryState::Won { is_paid: false })
        )
    }

    /// The heads of those who were left, each to its own entry; heads that nobody has won are shared by the winners.
    fn heads(&self) -> Vec<EntryAmount> {
        let ranks = self.ranks();
        let winners = ranks.iter().take_while(|rank| rank.place == 1).map(|rank| EntryId(rank.entry));
        let mut amounts: Vec<EntryAmount> = winners.map(|entry| EntryAmount { entry, amount: 0 }).collect();
        let shares = shares::equally(self.unclaimed, amounts.len());
        amounts.iter_mut().zip(shares).for_each(|(paid, share)| paid.amount += share);
        for entry in self.entries.iter().filter(|entry| entry.head > 0) {
            match amounts.iter_mut().find(|paid| paid.entry == entry.number) {
                Some(paid) => paid.amount += entry.head,
                None => amounts.push(EntryAmount { entry: entry.number, amount: entry.head }),
            }
        }
        amounts.retain(|paid| paid.amount > 0);
        amounts
    }

    /// The prizes of those who are left, if all of them are in the money.
    pub(in crate::tournament::director) fn unpaid_prizes(&self) -> Option<&[Chips]> {
        self.prizes.as_ref()?.get(..self.left())
    }

    /// What goes back to those who are left if the house cancels it after the start: fees and own heads, and their part
    /// of the pool or of the prizes. Heads that nobody has won are shared. `None` if nobody is left.
    pub(in crate::tournament::director) fn refunds(&self) -> Option<Vec<EntryAmount>> {
        let left: Vec<&TournamentEntry> = self.entries.iter().filter(|entry| entry.is_left()).collect();
        let stacks: Vec<Chips> = left.iter().map(|entry| entry.chips).collect();
        let unpaid = self.unpaid_prizes().map_or(Unpaid::Pool(self.account.prizes_in), Unpaid::Prizes);
        let prizes = refunded(&stacks, unpaid).ok()?;
        let unclaimed = shares::equally(self.unclaimed, left.len());
        let refund = |((entry, prize), unclaimed): ((&&TournamentEntry, Chips), Chips)| EntryAmount {
            entry: entry.number,
            amount: prize + unclaimed + entry.head + self.setup.price.fee,
        };
        Some(left.iter().zip(prizes).zip(unclaimed).map(refund).collect())
    }
}
