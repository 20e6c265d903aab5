//! Finishing a draft: the decisions that are open after it, the next wait, and the commit.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::open::MOST_HOSTED;
use super::{Draft, Payment};
use crate::service::entropy::NoEntropy;
use crate::service::id::new_id;
use crate::service::table::live::{LiveHand, Table};
use crate::service::table::state::{Sitting, Wait, WaitReason};
use crate::service::table::stored::change::{Author, Body, Change};
use crate::service::table::stored::commit::{Columns, Commit, Write};
use crate::service::table::stored::decision::{StoredDecision, StoredDecisionClock};
use crate::service::table::stored::ledger::ChipMovement;
use crate::service::table::stored::options::{StoredAccess, StoredDealing};
use crate::service::table::stored::preferences::{StoredAtShowdown, StoredPace};
use crate::service::table::time::later;
use cardroom_api::id::MovementId;
use cardroom_rules::games::any::{AnyAction, AnyHand};
use cardroom_rules::games::game::{Entry, Game, Pause, Step};
use cardroom_rules::games::seat::{Seat, Seats};

/// When the first hand is dealt after the last chair is taken: there is nobody to wait for, and no result to look at.
const BEFORE_THE_FIRST: SignedDuration = SignedDuration::from_secs(1);

/// How long after a void hand the next one is dealt: there is hardly a result to look at.
const AFTER_A_VOID: SignedDuration = SignedDuration::from_secs(2);

impl Draft<'_> {
    /// The change, whole, with the table after it.
    pub fn finish(mut self, author: Author) -> Result<Commit, NoEntropy> {
        self.call();
        self.note_rest();
        self.note_top_ups();
        self.table.record.decisions = self.open_decisions().into();
        self.table.record.state.bot_moves = self.bot_moves()?;
        self.plan_wait();
        self.run_level();
        self.drop_passers_by();
        let movements = self.movements()?;
        let due_at = self.table.deadlines().min();
        let chairs = self.table.chairs_to_have();
        let record = &mut self.table.record;
        record.hand = self.table.hand.as_ref().map(|hand| hand.record.id);
        let open = record.closed_at.is_none() && record.state.tournament.is_none();
        record.listed = open && !record.state.closing && record.options.access == StoredAccess::Public;
        let kept = record.state.waiting.iter().filter(|waiting| waiting.called_until.is_some()).count();
        record.free_seats = u8::try_from(chairs.saturating_sub(kept)).unwrap_or(u8::MAX);
        record.due_at = due_at;

        let before = &self.before.record;
        if record.state.tournament.is_some() {
            record.free_seats = 0;
        }
        let has_new_host = before.state.host != record.state.host;
        let change = Change {
            table: record.id,
            version: record.version,
            at: self.now,
            hand: record.hand.or(self.hand_ended.as_ref().map(|ended| ended.id)),
            author,
            body: Body { events: self.events, decisions: record.decisions.clone() },
        };
        Ok(Commit {
            write: Write::Update { was: before.version, columns: Columns::changed(before, record) },
            table: Arc::new(self.table),
            change: Arc::new(change),
            deal: None,
            most_hosted: has_new_host.then_some(MOST_HOSTED),
            hand_started: self.hand_started,
            hand_ended: self.hand_ended,
            counted: self.counted,
            sat_down: self.sat_down,
            left: self.left,
            waits: self.waits,
            stops_waiting: self.stops_waiting,
            bots: self.bots,
            movements,
            request: None,
            rated: self.rated.map(Box::new),
        })
    }

    /// Drops the players who come and go in one change, or go and come back: their rows stay as they are.
    fn drop_passers_by(&mut self) {
        let has_chair =
            |table: &Table, player| table.sitting(player).or_else(|| table.awaiting(player)).is_some();
        let (before, after) = (self.before, &self.table);
        for came in [&mut self.sat_down, &mut self.bots.sat_down] {
            came.retain(|&player| !has_chair(before, player) && has_chair(after, player));
        }
        for left in [&mut self.left, &mut self.bots.left] {
            left.retain(|&player| has_chair(before, player) && !has_chair(after, player));
        }
    }

    /// The movements of chips. Identifiers of one millisecond sort at random, so they are assigned in sorted order, in which the
    /// chips moved.
    fn movements(&mut self) -> Result<Vec<ChipMovement>, NoEntropy> {
        let id = |_| new_id::<MovementId>(self.now, self.dealer);
        let mut ids: Vec<MovementId> = (0..self.payments.len()).map(id).collect::<Result<_, _>>()?;
        ids.sort_unstable();
        let (at, table) = (self.now, Some((self.table.record.id, self.version())));
        let movement = |(id, payment): (MovementId, Payment)| {
            let Payment { debit, credit, amount, reason, player } = payment;
            ChipMovement { id, at, debit, credit, amount, reason, player, table }
        };
        Ok(ids.into_iter().zip(std::mem::take(&mut self.payments)).map(movement).collect())
    }

    /// The decisions that are open now. One that was open before keeps its `since` and its clock, unless its seat has acted or an
    /// event invalidates all decisions; a pause that ran out invalidates none. The options of other seats are not looked at, so
    /// the time of an answer does not depend on them.
    fn open_decisions(&self) -> Vec<StoredDecision> {
        let Some(hand) = &self.table.hand else { return Vec::new() };
        let (awaited, may_act) = (hand.awaited(), hand.game.may_act());
        let is_same_hand = |before: &LiveHand| before.record.id == hand.record.id;
        let goes_on = !self.invalidates_decisions && self.before.hand.as_ref().is_some_and(is_same_hand);
        let open = |seat: Seat| {
            let kept = self.table.decision(seat).filter(|_| goes_on && !self.acted.contains(seat));
            let since = kept.map_or(self.version(), |decision| decision.since);
            let clock = kept.and_then(|decision| decision.clock);
            let clock = awaited.contains(seat).then(|| self.clock_for(seat, clock));
            StoredDecision { seat, since, clock }
        };
        let seats = hand.record.players.iter().map(|player| player.seat);
        seats.filter(|&seat| may_act.contains(seat)).map(open).collect()
    }

    /// The clock of this seat's decision: the running one, unless it leaves more time than a new decision would have, for
    /// instance if another person has joined a player who was alone; else a new one.
    fn clock_for(&self, seat: Seat, runs: Option<StoredDecisionClock>) -> StoredDecisionClock {
        let bank = self.table.chair(seat).map_or(0, |chair| chair.bank_millis);
        let bank_from = later(self.now, self.table.decision_time(seat));
        let new = StoredDecisionClock {
            bank_from,
            due: later(bank_from, SignedDuration::from_millis(bank.into())),
        };
        runs.filter(|clock| clock.bank_from <= bank_from).unwrap_or(new)
    }

    /// Sets what the table waits for apart from decisions. A pause of the hand is set when it starts.
    fn plan_wait(&mut self) {
        let wait = match &self.table.hand {
            Some(hand) => match self.substitutes(hand) {
                seats if seats.is_empty() => self.pause_of(hand),
                seats => {
                    let reason = WaitReason::Substitutes(seats.iter().collect());
                    Some(Wait { until: self.now, reason })
                }
            },
            // The director of a tournament decides what follows a hand.
            None if self.table.is_of_tournament() => None,
            None => self.rest(),
        };
        self.table.record.state.wait = wait;
    }

    /// The current pause of the hand: from its start, or from now on; no longer than one that starts now would be.
    fn pause_of(&self, hand: &LiveHand) -> Option<Wait> {
        let Step::After(pause, _) = hand.game.step() else { return None };
        let begun = self.table.record.state.wait.as_ref().filter(|wait| wait.reason == WaitReason::Step);
        let ends = self.end_of(pause);
        let until = begun.map_or(ends, |wait| wait.until.min(ends));
        Some(Wait { until, reason: WaitReason::Step })
    }

    /// When a pause ends that begins now.
    pub(super) fn end_of(&self, pause: Pause) -> Timestamp {
        let millis = self.pace().of(pause.millis.into());
        later(self.now, SignedDuration::from_millis(millis))
    }

    /// The pace of the hand.
    pub(super) fn pace(&self) -> StoredPace {
        self.table.pace(|player| self.context.is_there(player))
    }

    /// The awaited seats that are played for: absent ones; and, once for each of their decisions, seats that may have a wish for
    /// it.
    fn substitutes(&self, hand: &LiveHand) -> Seats {
        let pending = match self.before.record.state.wait.as_ref().map(|wait| &wait.reason) {
            Some(WaitReason::Substitutes(seats)) => seats.iter().copied().collect(),
            _ => Seats::default(),
        };
        let is_new = |seat: Seat| {
            let decision = self.table.decision(seat);
            decision.is_some_and(|decision| decision.since == self.version()) || pending.contains(seat)
        };
        let is_substituted = |seat: &Seat| {
            self.table.chair(*seat).is_some_and(|chair| {
                let wishes = chair.wishes.as_ref().is_some_and(AnyHand::has_automatic_actions);
                chair.is_absent() || wishes && is_new(*seat)
            })
        };
        let may_act = hand.game.may_act();
        let at_showdown = may_act.iter().filter(|&seat| self.at_showdown(hand, seat).is_some());
        hand.awaited().iter().filter(is_substituted).chain(at_showdown).collect()
    }

    /// The answer for a seat that may show or hide its cards, if its player prefers not to be asked.
    pub(super) fn at_showdown(&self, hand: &LiveHand, seat: Seat) -> Option<AnyAction> {
        let shows = match self.table.chair(seat)?.preferences.showdown {
            StoredAtShowdown::Ask => return None,
            StoredAtShowdown::Muck => false,
            StoredAtShowdown::Show => true,
        };
        hand.game.at_showdown(seat, shows)
    }

    /// What a table waits for between hands: the next deal, whose moment stands once it is set; or its closing, whose time starts
    /// again after every change.
    fn rest(&self) -> Option<Wait> {
        if self.table.record.closed_at.is_some() {
            return None;
        }
        let reason = if self.wants_bots() {
            WaitReason::Fill
        } else if self.may_deal_by_itself() && !self.is_at_rest() {
            WaitReason::Deal
        } else {
            WaitReason::Idle
        };
        let stands = |wait: &&Wait| wait.reason == reason && reason != WaitReason::Idle;
        let planned = self.table.record.state.wait.as_ref().filter(stands).map(|wait| wait.until);
        let mut until = later(self.now, self.table.allotment(&reason));
        if reason == WaitReason::Deal {
            until = until.min(later(self.now, self.longest_rest()));
        }
        Some(Wait { until: planned.map_or(until, |planned| planned.min(until)), reason })
    }

    /// The longest pause before a deal.
    fn longest_rest(&self) -> SignedDuration {
        let is_void = self.table.ended.as_ref().is_some_and(|hand| hand.is_void());
        if self.all_are_ready() || self.begins() && self.table.is_for_one() {
            SignedDuration::ZERO
        } else if self.begins() {
            BEFORE_THE_FIRST
        } else if is_void {
            AFTER_A_VOID
        } else {
            SignedDuration::MAX
        }
    }

    /// Whether the first hand can start without waiting for more players: every chair is taken.
    fn begins(&self) -> bool {
        let record = &self.table.record;
        record.state.hands_dealt == 0 && record.state.chairs.len() == usize::from(record.options.seats)
    }

    /// Whether all players who are present and can be dealt in have said that they are ready.
    fn all_are_ready(&self) -> bool {
        let plays = |chair: &&Sitting| chair.entry != Entry::Out && !chair.goes();
        let is_there = |chair: &&Sitting| self.context.is_there(chair.player);
        let mut asked = self.table.people().filter(plays).filter(is_there).peekable();
        asked.peek().is_some() && asked.all(|chair| chair.ready)
    }

    /// Whether the next hand is dealt without a request.
    pub(super) fn may_deal_by_itself(&self) -> bool {
        let record = &self.table.record;
        let deals = record.closed_at.is_none() && !record.state.closing && !record.state.paused;
        let Some(setup) = self.next_setup().filter(|_| deals) else {
            return false;
        };
        // A computer player is always ready.
        let is_ready = |seat| self.table.chair(seat).is_some_and(|chair| chair.ready || chair.bot.is_some());
        match record.options.dealing {
            StoredDealing::ByHand {} => false,
            StoredDealing::Automatic { .. } => true,
            StoredDealing::WhenReady {} => {
                AnyHand::players(&setup).into_iter().all(|(seat, _)| is_ready(seat))
            }
        }
    }
}
