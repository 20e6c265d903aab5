//! The work of the clock: late decisions, seats that are played for, pauses that are over, the next deal.

use jiff::{SignedDuration, Timestamp};

use super::Draft;
use crate::service::table::error::DraftError;
use crate::service::table::live::{LiveHand, Table};
use crate::service::table::state::{Sitting, Wait, WaitReason};
use crate::service::table::stored::decision::StoredDecision;
use crate::service::table::stored::event::StoredEvent;
use crate::service::table::time::later;
use cardroom_rules::games::any::AnyAction;
use cardroom_rules::games::game::{Absence, Entry, Game, Pause, Step};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::{Seat, Seats};

impl Table {
    /// When the clock plays for a person next.
    pub(in crate::service) fn first_due_of_people(&self) -> Option<Timestamp> {
        let asked = self.record.decisions.iter().filter(|decision| !self.is_bot(decision.seat));
        asked.filter_map(|decision| decision.clock).map(|clock| clock.due).min()
    }
}

/// More steps than any hand takes without an action. Beyond it the rules are broken, and the table stops rather than hangs.
const MOST_STEPS: usize = 10_000;

/// How often in a row the clock may play for a seat of a tournament before it is marked away.
const TOURNAMENT_PATIENCE: u8 = 2;

/// How long a decision of a tournament lasts at least after a stop of all servers.
const LEAST_AFTER_STOP: SignedDuration = SignedDuration::from_secs(10);

impl Draft<'_> {
    /// Goes on after a stop of all servers: the decisions have the time that was left when nothing ran any more, and at least ten
    /// seconds. Returns whether a person has one that ends later than before.
    pub fn go_on_after_stop(&mut self, stopped_at: Timestamp) -> bool {
        if self.before.first_due_of_people().is_none() {
            return false;
        }
        // A server ran when the last of them began.
        let began = |decision: &StoredDecision| {
            let time = self.before.decision_time(decision.seat);
            decision.clock.map(|clock| later(clock.bank_from, -time))
        };
        let began = self.before.record.decisions.iter().filter_map(began).max();
        let stopped_at = began.map_or(stopped_at, |began| began.max(stopped_at));
        self.follow(self.now.duration_since(stopped_at));
        let least = later(self.now, LEAST_AFTER_STOP);
        let mut decisions = self.table.record.decisions.to_vec();
        for clock in decisions.iter_mut().filter_map(|decision| decision.clock.as_mut()) {
            clock.due = clock.due.max(least);
        }
        self.table.record.decisions = decisions.into();
        self.table.record.decisions != self.before.record.decisions
    }

    /// Carries out what is due.
    pub fn tick(&mut self) -> Result<(), DraftError> {
        self.note_seen();
        // A computer player always answers, and is late only if the server was down.
        let is_late = |decision: &&StoredDecision| {
            let is_due = decision.clock.is_some_and(|clock| clock.due <= self.now);
            let is_gone = || self.before.late_without(decision, &self.context.gone);
            !self.before.is_bot(decision.seat) && (is_due || is_gone().is_some_and(|due| due <= self.now))
        };
        let late = self.before.record.decisions.iter().filter(is_late).map(|decision| decision.seat);
        for seat in late.collect::<Vec<Seat>>() {
            self.time_out(seat)?;
        }
        if !self.table.is_of_tournament() {
            self.pass_over();
            self.give_up_chairs()?;
            self.fill_stacks();
            if self.is_at_rest() {
                self.close_at_rest();
                return Ok(());
            }
            if self.wakes() {
                return if self.wants_bots() { self.fill() } else { self.deal() };
            }
        }
        let wait = self.table.record.state.wait.as_ref().filter(|wait| wait.until <= self.now);
        match wait.map(|wait| wait.reason.clone()) {
            // The player who made the deal possible may have left since; then there is nothing to do.
            Some(WaitReason::Deal) if self.may_deal_by_itself() => self.deal(),
            Some(WaitReason::Deal) => Ok(()),
            Some(WaitReason::Fill) => self.fill(),
            Some(WaitReason::Idle) => {
                self.shut();
                Ok(())
            }
            Some(WaitReason::Substitutes(seats)) => self.substitute(&seats),
            Some(WaitReason::Step) | None => self.advance(),
        }
    }

    /// The clock plays for a seat, unless the seat has been answered for already.
    fn time_out(&mut self, seat: Seat) -> Result<(), DraftError> {
        if !self.awaited().contains(seat) {
            return Ok(());
        }
        let decision = self.before.decision(seat);
        // An absent player for whom others wait is away at once, and keeps the time bank.
        let is_of_tournament = self.table.is_of_tournament();
        let had_time =
            is_of_tournament && decision.and_then(|it| it.clock).is_some_and(|clock| clock.due <= self.now);
        let is_gone = !had_time
            && decision.is_some_and(|it| self.before.late_without(it, &self.context.gone).is_some());
        if let Some(chair) = self.chair_mut(seat) {
            chair.unseen = false;
            if is_gone {
                chair.timeouts = Sitting::PATIENCE;
            } else {
                chair.bank_millis = 0;
                chair.timeouts = chair.timeouts.saturating_add(1);
            }
            if is_of_tournament && chair.timeouts >= TOURNAMENT_PATIENCE {
                chair.timeouts = Sitting::PATIENCE;
            }
            if chair.is_away() && chair.entry != Entry::Out {
                chair.entry = Entry::Out;
                self.push_event(StoredEvent::SatOut { seat, away: true });
            }
        }
        self.fall_back(seat, if is_of_tournament && is_gone { Absence::Gone } else { Absence::Late })
    }

    /// Plays for those of these seats that still have a decision, and are absent or have a wish for it.
    fn substitute(&mut self, seats: &[Seat]) -> Result<(), DraftError> {
        for &seat in seats {
            if let Some(hand) = &self.table.hand
                && let Some(action) = self.at_showdown(hand, seat)
            {
                self.play_for(seat, &action)?;
                continue;
            }
            let Some(chair) = self.table.chair(seat).filter(|_| self.awaited().contains(seat)) else {
                continue;
            };
            let (leaving, away, wishes) = (chair.leaving, chair.is_away(), chair.wishes.clone());
            if leaving {
                self.fall_back(seat, Absence::Gone)?;
            } else if away {
                // In a tournament an absent player folds, also if it could check (TDA 30, 71).
                let folds = self.table.is_of_tournament();
                self.fall_back(seat, if folds { Absence::Gone } else { Absence::Late })?;
            } else if let (Some(wishes), Some(hand)) = (wishes, &self.table.hand)
                && let Some(action) = hand.game.automatic_action(seat, &wishes)
            {
                self.play_for(seat, &action)?;
            }
        }
        Ok(())
    }

    pub(super) fn fall_back(&mut self, seat: Seat, why: Absence) -> Result<(), DraftError> {
        let hand = self.table.hand.as_ref().ok_or(ReplayError("no hand is being played"))?;
        let action = hand.game.fallback(seat, why);
        self.play_for(seat, &action)
    }

    /// Plays the rules' default for a seat.
    fn play_for(&mut self, seat: Seat, action: &AnyAction) -> Result<(), DraftError> {
        let hand = self.table.hand.as_ref().ok_or(ReplayError("no hand is being played"))?;
        let refused = |_| ReplayError("the rules refuse what they have chosen");
        let event = hand.game.accept(seat, action).map_err(refused)?;
        self.record(event)?;
        self.acted = self.acted.with(seat);
        self.count_turn(seat, true);
        self.advance()
    }

    pub(super) fn awaited(&self) -> Seats {
        self.table.hand.as_ref().map(LiveHand::awaited).unwrap_or_default()
    }

    /// Advances the hand until it waits for a seat or for time, or is over.
    pub(super) fn advance(&mut self) -> Result<(), DraftError> {
        for _ in 0..MOST_STEPS {
            let Some(hand) = &self.table.hand else { return Ok(()) };
            match hand.game.step() {
                Step::Now(event) => self.record(event)?,
                Step::After(pause, event) => {
                    if self.must_wait(pause) {
                        return Ok(());
                    }
                    self.record(event)?;
                }
                Step::Await(_) => return Ok(()),
                Step::Over(outcome) => {
                    self.settle(outcome)?;
                    return Ok(());
                }
            }
        }
        Err(ReplayError("the hand does not come to an end").into())
    }

    /// Whether the pause before a step is still running; starts it if it has not started.
    fn must_wait(&mut self, pause: Pause) -> bool {
        let begun = self.table.record.state.wait.as_ref().filter(|wait| wait.reason == WaitReason::Step);
        let until = begun.map_or_else(|| self.end_of(pause), |wait| wait.until);
        self.table.record.state.wait = Some(Wait { until, reason: WaitReason::Step });
        until > self.now
    }
}
