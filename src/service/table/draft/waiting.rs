//! Waiting for a chair: taking a number, being called, and coming in time.

use super::Draft;
use crate::service::entropy::NoEntropy;
use crate::service::id::PlayerId;
use crate::service::table::change::TableEvent;
use crate::service::table::command::Who;
use crate::service::table::gone::GivesUp;
use crate::service::table::refused::Refused;
use crate::service::table::state::Sitting;
use crate::service::table::time::later;
use crate::service::table::waiting::{CALL_TIME, MOST_WAITING, Waiting};
use cardroom_rules::games::seat::Seat;

impl Draft<'_> {
    /// Somebody waits for a chair.
    pub(super) fn wait(
        &mut self,
        Who { id: player, name, .. }: Who,
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
        self.tell(TableEvent::Waiting { player, name: name.clone() });
        self.table.record.state.waiting.push(Waiting { player, name, called_until: None });
        self.waits.push(player);
        Ok(())
    }

    /// Somebody waits no longer.
    pub(super) fn stop_waiting(&mut self, player: PlayerId) -> Result<(), Refused> {
        if self.turn_away(player) { Ok(()) } else { Err(Refused::NotWaiting) }
    }

    /// Whether there is a chair for this player that is kept for nobody else.
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

    /// A player is on the list no more; whether they were.
    pub(super) fn strike_off(&mut self, player: PlayerId) -> bool {
        let waiting = &mut self.table.record.state.waiting;
        let Some(place) = waiting.iter().position(|each| each.player == player) else { return false };
        waiting.remove(place);
        self.stops_waiting.push(player);
        true
    }

    /// A player waits no longer, and everybody is told; whether they did.
    pub(super) fn turn_away(&mut self, player: PlayerId) -> bool {
        let waited = self.strike_off(player);
        if waited {
            self.tell(TableEvent::NotWaiting { player });
        }
        waited
    }

    /// Whoever was called and did not come waits no longer.
    pub(super) fn pass_over(&mut self) {
        let late = |waiting: &&Waiting| waiting.called_until.is_some_and(|until| until <= self.now);
        let late: Vec<_> =
            self.table.record.state.waiting.iter().filter(late).map(|each| each.player).collect();
        for player in late {
            self.turn_away(player);
        }
    }

    /// Calls as many as there are chairs, those who waited longest first.
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
            self.tell(TableEvent::Called { player, until });
        }
    }

    /// Whoever rests begins to.
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

    /// People who rest, have no chips, or are gone give up the chair once they have had their time.
    pub(super) fn give_up_chairs(&mut self) -> Result<(), NoEntropy> {
        let due = |draft: &Self| {
            let next = draft.table.next_given_up(&draft.around.gone);
            next.filter(|(until, ..)| *until <= draft.now)
        };
        while let Some((_, seat, why)) = due(self) {
            match why {
                GivesUp::Gone => self.stand_in(seat)?,
                GivesUp::Broke | GivesUp::Rests => self.free_chair(seat),
            }
            self.let_bots_go();
        }
        Ok(())
    }
}
