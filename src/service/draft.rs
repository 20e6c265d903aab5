//! A change in the making: judged on a table that stays as it is, and committed whole or not at all.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::change::{Ask, Author, Body, Change, DecisionClock, Happening, TableEvent, Version};
use super::clock::later;
use super::dealer::Dealer;
use super::id::{EntryId, HandId, PlayerId};
use super::ledger::{Account, Entry, Reason};
use super::refused::Refused;
use super::store::{Commit, HandRecord};
use super::table::Table;
use super::table_options::{Access, Dealing};
use super::table_state::{Pause, Sitting, WaitsFor};
use crate::games::any::{AnyEvent, AnyHand};
use crate::games::game::{Chips, Game, Misfit, Seat, Seats, Step};

/// A change in the making.
pub struct Draft<'a> {
    /// The table before it.
    pub(super) before: &'a Table,
    /// The table after it, so far.
    pub(super) table: Table,
    /// When.
    pub(super) now: Timestamp,
    /// Where a hand's chance comes from.
    pub(super) dealer: &'a dyn Dealer,
    /// The seat that acted in the hand.
    pub(super) actor: Option<Seat>,
    pub(super) hand_started: Option<Arc<HandRecord>>,
    pub(super) hand_ended: Option<HandId>,
    events: Vec<Happening>,
    entries: Vec<Entry>,
}

impl<'a> Draft<'a> {
    /// Nothing done yet.
    pub fn new(before: &'a Table, now: Timestamp, dealer: &'a dyn Dealer) -> Self {
        let mut table = before.clone();
        table.record.version += 1;
        Self {
            before,
            table,
            now,
            dealer,
            actor: None,
            hand_started: None,
            hand_ended: None,
            events: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// The version that this change makes.
    pub(super) fn version(&self) -> Version {
        self.table.record.version
    }

    /// Whether nothing has happened.
    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Says what happened at the table.
    pub(super) fn tell(&mut self, event: TableEvent) {
        self.events.push(Happening::Table(event));
    }

    /// Records what happened in the hand. Whatever the hand paused for is past with it.
    pub(super) fn record(&mut self, event: AnyEvent) -> Result<(), Misfit> {
        let hand = self.table.hand.as_mut().ok_or(Misfit("no hand is being played"))?;
        hand.game.record(&event)?;
        let overlay = hand.game.overlay(&event);
        self.table.record.state.pause = None;
        self.events.push(Happening::Hand(event));
        self.events.extend(overlay.map(Happening::Equity));
        Ok(())
    }

    /// Moves chips.
    pub(super) fn pay(&mut self, debit: Account, credit: Account, amount: Chips, reason: Reason) {
        if amount == 0 {
            return;
        }
        let player = [debit, credit].into_iter().find_map(|account| match account {
            Account::Stack(_, player) | Account::Wallet(player) => Some(player),
            Account::Mint | Account::House | Account::Pot(_) => None,
        });
        self.entries.push(Entry {
            id: EntryId::made_at(self.now),
            at: self.now,
            debit,
            credit,
            amount,
            reason,
            player,
            table: Some((self.table.record.id, self.version())),
        });
    }

    /// The chair of this seat, to change.
    pub(super) fn chair_mut(&mut self, seat: Seat) -> Option<&mut Sitting> {
        self.table.record.state.chairs.iter_mut().find(|chair| chair.seat == seat)
    }

    /// The change, whole, and the table after it.
    pub fn finish(mut self, author: Author) -> (Commit, Table) {
        self.number_entries();
        self.table.record.state.asks = self.open_decisions();
        self.plan_rest();
        let record = &mut self.table.record;
        record.hand = self.table.hand.as_ref().map(|hand| hand.record.id);
        let open = record.closed_at.is_none();
        record.listed = open && !record.state.closing && record.options.access == Access::Public;
        let taken = u8::try_from(record.state.chairs.len()).unwrap_or(u8::MAX);
        record.free_seats = record.options.seats.saturating_sub(taken);
        let clocks = record.state.asks.iter().filter_map(|ask| ask.clock).map(|clock| clock.due);
        record.due_at = clocks.chain(record.state.pause.map(|pause| pause.until)).min();

        let change = Change {
            table: record.id,
            version: record.version,
            at: self.now,
            hand: record.hand.or(self.hand_ended),
            author,
            body: Body { events: self.events, asks: record.state.asks.clone() },
        };
        let commit = Commit {
            was: Some(self.before.record.version),
            table: record.clone(),
            change,
            hand_started: self.hand_started.as_deref().cloned(),
            hand_ended: self.hand_ended,
            entries: self.entries,
            reply: None,
        };
        (commit, self.table)
    }

    /// Identifiers of one millisecond sort by chance: hands them out so that they sort as the chips moved.
    fn number_entries(&mut self) {
        let mut ids: Vec<_> = self.entries.iter().map(|entry| entry.id).collect();
        ids.sort_unstable();
        for (entry, id) in self.entries.iter_mut().zip(ids) {
            entry.id = id;
        }
    }

    /// The decisions that are open now. One that was open before keeps its `since` and its clock, unless its seat
    /// has acted or somebody's action has changed what it may do: a pause that ran out makes nothing stale.
    fn open_decisions(&self) -> Vec<Ask> {
        let Some(hand) = &self.table.hand else { return Vec::new() };
        let awaited = match hand.game.step() {
            Step::Await(seats) => seats,
            Step::Now(_) | Step::After(..) | Step::Over(_) => Seats::default(),
        };
        let before = self.before.hand.as_ref().filter(|before| before.record.id == hand.record.id);
        let open = |seat: Seat| {
            let options = hand.game.options(seat)?;
            let kept = before.zip(self.before.ask(seat)).filter(|(before, _)| {
                let unmoved = self.actor.is_none() || before.game.options(seat).as_ref() == Some(&options);
                self.actor != Some(seat) && unmoved
            });
            let since = kept.map_or(self.version(), |(_, ask)| ask.since);
            let clock = awaited
                .contains(seat)
                .then(|| kept.and_then(|(_, ask)| ask.clock).unwrap_or_else(|| self.clock_for(seat)));
            Some(Ask { seat, since, clock })
        };
        hand.record.players.iter().filter_map(|player| open(player.seat)).collect()
    }

    /// A new clock for this seat's decision.
    fn clock_for(&self, seat: Seat) -> DecisionClock {
        let bank = self.table.chair(seat).map_or(0, |chair| chair.bank_millis);
        let decision = SignedDuration::from_secs(self.table.record.options.decision_seconds.into());
        let bank_from = later(self.now, decision);
        DecisionClock { bank_from, due: later(bank_from, SignedDuration::from_millis(bank.into())) }
    }

    /// Sets what a table waits for between hands: the next deal, whose moment stands once it is set, or company,
    /// for which it waits anew after every change.
    fn plan_rest(&mut self) {
        if self.table.hand.is_some() {
            return;
        }
        let deals = self.may_deal_by_itself();
        let waits_for = if deals { WaitsFor::Deal } else { WaitsFor::Company };
        let planned = self.table.record.state.pause.filter(|pause| deals && pause.waits_for == waits_for);
        let until = later(self.now, self.table.allotment(waits_for));
        let open = self.table.record.closed_at.is_none();
        self.table.record.state.pause = open.then(|| planned.unwrap_or(Pause { until, waits_for }));
    }

    /// Whether the next hand is dealt without anybody's asking.
    fn may_deal_by_itself(&self) -> bool {
        let record = &self.table.record;
        let Some(setup) = self.next_setup().filter(|_| record.closed_at.is_none() && !record.state.closing)
        else {
            return false;
        };
        let is_ready = |seat| self.table.chair(seat).is_some_and(|chair| chair.ready);
        match record.options.dealing {
            Dealing::ByHand {} => false,
            Dealing::Automatic { .. } => true,
            Dealing::WhenReady {} => AnyHand::players(&setup).into_iter().all(|(seat, _)| is_ready(seat)),
        }
    }

    /// Who would play the next hand.
    pub(super) fn next_setup(&self) -> Option<<AnyHand as Game>::Setup> {
        let record = &self.table.record;
        AnyHand::setup(&record.options.game, &record.state.standing, &self.table.chairs())
    }

    /// Where the player sits.
    pub(super) fn seat_of(&self, player: PlayerId) -> Result<Seat, Refused> {
        self.table.sitting(player).map(|chair| chair.seat).ok_or(Refused::NotSeated)
    }
}
