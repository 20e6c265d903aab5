//! Deals that are proposed, rounds of hand for hand, and hands that begin.

use super::Due;
use crate::games::game::Chips;
use crate::tournament::director::event::{DirectorEvent, EntryAmount, HandBegan};
use crate::tournament::director::floor::table::{DealtIn, TablePlay, TournamentTable};
use crate::tournament::director::money::agreement::ProposalStage;
use crate::tournament::director::state::Director;
use crate::tournament::director::time::Millis;
use crate::tournament::prizes::deal::shared;

/// A proposal is offered when all tables are between hands. It lapses when its time is up, or when somebody is out.
pub(super) fn decide_deal(director: &Director, now: Millis, due: &mut Due) -> Option<DirectorEvent> {
    match &director.proposal.as_ref()?.stage {
        ProposalStage::Waiting {} => director.all_idle().then(|| match director.offer() {
            Some(amounts) => DirectorEvent::DealOffered { amounts },
            None => DirectorEvent::DealLapsed {},
        }),
        ProposalStage::Offered { amounts, accepted, until } => {
            let is_left = |offered: &EntryAmount| {
                director.entry(offered.entry).is_some_and(super::super::entry::TournamentEntry::is_left)
            };
            if !amounts.iter().all(is_left) {
                // A player was taken out, so the numbers are others.
                Some(DirectorEvent::DealLapsed {})
            } else if amounts.iter().all(|offered| accepted.contains(&offered.entry)) {
                Some(DirectorEvent::DealMade {})
            } else {
                due.has_come(*until, now).then_some(DirectorEvent::DealLapsed {})
            }
        }
    }
}

/// A table deals when it may, after the pause between hands. Hand for hand, all tables deal together.
pub(super) fn deal(director: &Director, now: Millis, due: &mut Due) -> Option<DirectorEvent> {
    let ready_at = |table: &TournamentTable| match table.play {
        TablePlay::Idle(since) => since + director.setup.pause_millis,
        TablePlay::Hand(_) | TablePlay::Ended(_) => now,
    };
    let Some(round) = director.round else {
        let ready = director.may_deal().into_iter().filter(|table| due.has_come(ready_at(table), now));
        return ready.min_by_key(|table| ready_at(table)).and_then(|table| director.hand_at(table));
    };
    if let Some(table) = director.may_deal().first() {
        return director.hand_at(table);
    }
    let ready = director.could_deal().into_iter().map(ready_at).max()?;
    let begins = director.all_idle() && due.has_come(ready, now);
    begins.then_some(DirectorEvent::RoundBegan { number: round.number + 1 })
}

impl Director {
    /// What each entry would get by the deal that is proposed, in the order of the entries; `None` if they can make none
    /// any more.
    fn offer(&self) -> Option<Vec<EntryAmount>> {
        let stacks = self.stacks();
        let chips: Vec<Chips> = stacks.iter().map(|(_, chips)| *chips).collect();
        let amounts = shared(self.proposal.as_ref()?.terms, &chips, self.unpaid_prizes()?).ok()?;
        Some(stacks.iter().zip(amounts).map(|(&(entry, _), amount)| EntryAmount { entry, amount }).collect())
    }

    fn hand_at(&self, table: &TournamentTable) -> Option<DirectorEvent> {
        let deal = table.next_deal()?;
        let dealt = deal.seats.iter().filter_map(|&seat| {
            let entry = (*table.seats.get(seat.index())?)?;
            Some(DealtIn { seat, entry, chips: self.entry(entry)?.chips })
        });
        Some(DirectorEvent::HandBegan(HandBegan {
            table: table.number,
            level: self.level,
            two_are_left: self.left() == 2,
            positions: deal.positions,
            dealt: dealt.collect(),
        }))
    }
}
