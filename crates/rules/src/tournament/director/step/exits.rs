//! Late entries, and entries that go out.

use super::Due;
use crate::games::seat::Seat;
use crate::tournament::director::entry::{EntryState, TournamentEntry};
use crate::tournament::director::event::{DirectorEvent, EntryAmount};
use crate::tournament::director::floor::place::{EntryId, Placement};
use crate::tournament::director::floor::seating;
use crate::tournament::director::floor::table::{
    DealtIn, PotResult, TablePlay, TournamentTable, UnsettledHand,
};
use crate::tournament::director::state::Director;
use crate::tournament::director::time::Millis;
use crate::tournament::prizes::{
    self,
    bounties::{Claimed, SeatBounty, WonPot},
};

/// A late entry gets its seat.
pub(super) fn seat_an_entry(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    let entry = director.unseated()?.number;
    let mut lots = director.lots.next();
    let place = seating::late(&director.tables, director.next_table, director.setup.seats, &mut lots);
    Some(DirectorEvent::Seated { placement: Placement { entry, place } })
}

/// The time to decide about a rebuy is up.
pub(super) fn decline_rebuys(director: &Director, now: Millis, due: &mut Due) -> Option<DirectorEvent> {
    director.setup.rebuy?;
    let late = director.entries.iter().find(|entry| match entry.state {
        EntryState::Deciding { until, .. } => due.has_come(until, now),
        _ => false,
    });
    late.map(|entry| DirectorEvent::RebuyDeclined { entry: entry.number })
}

/// All who lost their chips in a hand have decided: who has not rebought is out.
pub(super) fn go_out(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    director.tables.iter().find_map(|table| match &table.play {
        TablePlay::Ended(ended) => director.out_of(table, ended),
        TablePlay::Idle(_) | TablePlay::Hand(_) => None,
    })
}

/// A disqualified player is in no hand any more.
pub(super) fn take_out(director: &Director, _: Millis, _: &mut Due) -> Option<DirectorEvent> {
    let is_out_of_hands = |number: EntryId| {
        let place = director.entry(number).and_then(super::super::entry::TournamentEntry::place);
        place.is_none_or(|place| !director.is_in_hand(place.table, number))
    };
    let called = director.entries.iter().filter(|entry| entry.is_left() && entry.is_disqualified);
    let entry = called.map(|entry| entry.number).find(|&number| is_out_of_hands(number))?;
    (director.left() > 1).then_some(DirectorEvent::Disqualified { entry })
}

impl Director {
    fn out_of(&self, table: &TournamentTable, ended: &UnsettledHand) -> Option<DirectorEvent> {
        let busts = ended.busts.iter().filter_map(|(entry, _)| self.entry(*entry));
        let busts: Vec<_> = busts.filter(|entry| entry.is_left()).collect();
        if busts.iter().any(|entry| entry.is_deciding()) {
            return None;
        }
        let out = busts.iter().filter(|entry| entry.chips == 0).map(|entry| entry.number);
        let entries: Vec<EntryId> = out.collect();
        let Claimed { cash, heads } = self.claimed(ended, &entries);
        let amount = |head: &SeatBounty| {
            let dealt = ended.dealt.iter().find(|dealt| dealt.seat == head.seat)?;
            Some(EntryAmount { entry: dealt.entry, amount: head.bounty })
        };
        let is_new =
            |head: &EntryAmount| self.entry(head.entry).is_some_and(|entry| entry.head != head.amount);
        Some(DirectorEvent::WentOut {
            table: table.number,
            entries,
            bounties: cash.iter().filter_map(amount).filter(|paid| paid.amount > 0).collect(),
            heads: heads.iter().filter_map(amount).filter(is_new).collect(),
        })
    }

    /// The bounties that are won when these entries go out. If the pots do not tell who has won, nobody has.
    fn claimed(&self, ended: &UnsettledHand, out: &[EntryId]) -> Claimed {
        let left = |dealt: &&DealtIn| self.entry(dealt.entry).is_some_and(TournamentEntry::is_left);
        let head = |dealt: &DealtIn| SeatBounty {
            seat: dealt.seat,
            bounty: self.entry(dealt.entry).map_or(0, |entry| entry.head),
        };
        let heads: Vec<SeatBounty> = ended.dealt.iter().filter(left).map(head).collect();
        let seats = ended.dealt.iter().filter(|dealt| out.contains(&dealt.entry)).map(|dealt| dealt.seat);
        let seats: Vec<Seat> = seats.collect();
        let pots: Vec<WonPot> = ended.pots.iter().map(PotResult::for_bounties).collect();
        prizes::bounties::claimed(self.setup.bounties, &heads, &pots, &seats).unwrap_or_default()
    }
}
