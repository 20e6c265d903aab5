//! Waiting for a chair: waiting, being called, and coming in time.

use super::Draft;
use crate::service::entropy::NoEntropy;
use crate::service::table::command::ActingPlayer;
use crate::service::table::refused::Refused;
use crate::service::table::seats::gone::GivesUp;
use crate::service::table::seats::waiting::{CALL_TIME, MOST_WAITING, Waiting};
use crate::service::table::state::Sitting;
use crate::service::table::stored::event::StoredEvent;
use crate::service::table::time::later;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::seat::Seat;

impl Draft<'_> {
    /// A player starts to wait for a chair.
    pub(super) fn wait(
        &mut self,
        ActingPlayer { id: player, name, .. }: ActingPlayer,
        invite_code: Option<&str>,
    ) -> Result<(), Refused> {
        self.check_may_come(player, invite_code)?;
        let waiting = &self.table.record.state.waiting;
        if self.table.waits(player) {
            return Err(Refused::AlreadySo);
        }
        if waiting.len() >= MOST_WAITING {
            return Err(Refused::TooManyWaiting { most: MOST_WAITING });
        }
        if self.table.chairs_to_have() > waiting.len() {
            return Err(Refused::SeatFree);
        }
        let name = name.to_owned();
        self.push_event(StoredEvent::Waiting { player, name: name.clone() });
        self.table.record.state.waiting.push(Waiting { player, name, called_until: None });
        self.waits.push(player);
        Ok(())
    }

    /// A player stops waiting.
    pub(super) fn stop_waiting(&mut self, player: PlayerId) -> Result<(), Refused> {
        if self.turn_away(player) { Ok(()) } else { Err(Refused::NotWaiting) }
    }

    /// Whether there is a chair for this player that is not kept for another one.
    pub(super) fn check_turn(&self, player: PlayerId) -> Result<(), Refused> {
        self.check_kept(|called| called != player)
    }

    /// Whether there is a chair that is kept for nobody.
    pub(super) fn check_free(&self) -> Result<(), Refused> {
        self.check_kept(|_| true)
    }

    fn check_kept(&self, counts: impl Fn(PlayerId) -> bool) -> Result<(), Refused> {
        let called = self.table.record.state.waiting.iter().filter(|waiting| waiting.called_until.is_some());
        let kept = called.filter(|waiting| counts(waiting.player)).count();
        if self.table.chairs_to_have() > kept { Ok(()) } else { Err(Refused::TableFull) }
    }

    /// Removes a player from the list; returns whether they were on it.
    pub(super) fn strike_off(&mut self, player: PlayerId) -> bool {
        let waiting = &mut self.table.record.state.waiting;
        let Some(place) = waiting.iter().position(|each| each.player == player) else { return false };
        waiting.remove(place);
        self.stops_waiting.push(player);
        true
    }

    /// Ends a player's wait, with an event; returns whether they waited.
    pub(super) fn turn_away(&mut self, player: PlayerId) -> bool {
        let waited = self.strike_off(player);
        if waited {
            self.push_event(StoredEvent::NotWaiting { player });
        }
        waited
    }

    /// A called player who did not come does not wait any longer.
    pub(super) fn pass_over(&mut self) {
        let late = |waiting: &&Waiting| waiting.called_until.is_some_and(|until| until <= self.now);
        let late: Vec<_> =
            self.table.record.state.waiting.iter().filter(late).map(|each| each.player).collect();
        for player in late {
            self.turn_away(player);
        }
    }

    /// Calls one player for each free chair, those who waited longest first.
    pub(super) fn call(&mut self) {
        if self.table.record.closed_at.is_some() || self.table.record.state.closing {
            let waiting = std::mem::take(&mut self.table.record.state.waiting);
            self.stops_waiting.extend(waiting.iter().map(|each| each.player));
            return;
        }
        let (chairs, until) = (self.table.chairs_to_have(), later(self.now, CALL_TIME));
        let first = self.table.record.state.waiting.iter_mut().take(chairs);
        let mut called = Vec::new();
        for waiting in first.filter(|waiting| waiting.called_until.is_none()) {
            waiting.called_until = Some(until);
            called.push(waiting.player);
        }
        for player in called {
            self.push_event(StoredEvent::Called { player, until });
        }
    }

    /// Notes since when players rest.
    pub(super) fn note_rest(&mut self) {
        let rests = |chair: &&Sitting| chair.rests_since.is_none() && self.table.rests(chair);
        let seats: Vec<Seat> =
            self.table.record.state.chairs.iter().filter(rests).map(|chair| chair.seat).collect();
        let now = self.now;
        for seat in seats {
            if let Some(chair) = self.chair_mut(seat) {
                chair.rests_since = Some(now);
            }
        }
    }

    /// Players who rest, have no chips, or are absent give up the chair when their time is over.
    pub(super) fn give_up_chairs(&mut self) -> Result<(), NoEntropy> {
        let due = |draft: &Self| {
            let next = draft.table.next_given_up(&draft.context.gone);
            next.filter(|(until, ..)| *until <= draft.now)
        };
        while let Some((_, seat, why)) = due(self) {
            match why {
                GivesUp::Gone => self.stand_in(seat)?,
                GivesUp::Broke | GivesUp::Rests => self.free_chair(seat),
            }
            self.refill_or_send_away_bots();
        }
        Ok(())
    }
}
