//! Time as a tournament counts it. It comes in with each command; nothing here reads a clock.

use serde::{Deserialize, Serialize};

use super::refusal::{TournamentRefusal, unless};

/// A moment or a duration, in milliseconds. Moments that come in and go out are of the server's clock.
pub type Millis = u64;

/// How long a player without chips may decide about a rebuy.
pub const REBUY_MILLIS: Millis = 20_000;

/// How long the players left may decide about a deal.
pub const DEAL_MILLIS: Millis = 60_000;

/// How long everything stands still after the server was started again.
pub const RESTART_MILLIS: Millis = 15_000;

/// How much of a round of hand for hand counts for the level, at most (TDA RP-8-D).
pub const ROUND_MILLIS: Millis = 120_000;

/// How long the break for the add-on lasts, if the structure has none there, in seconds.
pub const ADD_ON_SECONDS: u32 = 60;

/// How long a pause lasts at most. Then the tournament goes on by itself.
pub const LONGEST_PAUSE_MILLIS: Millis = 30 * 60 * 1_000;

/// How often a tournament is paused at most.
pub const MOST_PAUSES: u32 = 10;

/// A pause has lasted as long as it may.
pub(super) struct PauseIsOver;

/// The tournament's own time. It stands still while the tournament is paused and while the server is stopped, so every
/// deadline moves with it. It never goes back, whatever the server's clock does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Time {
    /// Now, in the tournament's time.
    pub(super) now: Millis,
    /// The server's time of the last event.
    last: Millis,
    /// By how much the tournament's time is behind the server's.
    behind: Millis,
    /// Since when it is paused, in the server's time.
    paused: Option<Millis>,
    /// How often it was paused.
    pauses: u32,
}

impl Time {
    /// A moment of the server's time in the tournament's.
    pub(super) fn of(&self, at: Millis) -> Millis {
        let at = self.paused.map_or(at, |paused| paused.min(at));
        at.saturating_sub(self.behind).max(self.now)
    }

    /// A moment of the tournament's time in the server's; `None` while it is paused.
    pub(super) fn on_the_servers_clock(&self, moment: Millis) -> Option<Millis> {
        self.paused.is_none().then(|| moment.saturating_add(self.behind))
    }

    pub(super) fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Goes on to this moment of the server's time.
    pub(super) fn go_on(&mut self, at: Millis) {
        self.now = self.of(at);
        self.last = self.last.max(at);
    }

    pub(super) fn pause(&mut self, at: Millis) {
        self.paused = self.paused.or(Some(at));
        self.pauses = self.pauses.saturating_add(1);
    }

    /// Refuses a pause if it is paused, or was too often.
    pub(super) fn may_pause(&self) -> Result<(), TournamentRefusal> {
        unless(!self.is_paused(), TournamentRefusal::NothingToChange {})?;
        unless(self.pauses < MOST_PAUSES, TournamentRefusal::NoMorePauses { most: MOST_PAUSES })
    }

    /// When to look again at a tournament for which nothing is due before this moment; both moments are of the server's clock.
    pub(super) fn until(&self, at: Millis, due: Option<Millis>) -> Result<Option<Millis>, PauseIsOver> {
        let Some(ends) = self.paused.map(|since| since.saturating_add(LONGEST_PAUSE_MILLIS)) else {
            return Ok(due);
        };
        if ends <= at { Err(PauseIsOver) } else { Ok(Some(due.map_or(ends, |due| due.min(ends)))) }
    }

    pub(super) fn resume(&mut self, at: Millis) {
        if let Some(paused) = self.paused.take() {
            self.behind += at.saturating_sub(paused);
        }
    }

    /// Takes out the time since the last event, and stands still for 15 s more.
    pub(super) fn restart(&mut self, at: Millis) {
        let lost = at.saturating_sub(self.last) + RESTART_MILLIS;
        match &mut self.paused {
            // What is lost within a pause counts as paused when it ends.
            Some(_) => {}
            None => self.behind += lost,
        }
        self.last = self.last.max(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_and_restarts_do_not_count() {
        let mut time = Time::default();
        time.go_on(1_000);
        time.pause(3_000);
        assert_eq!(time.of(9_000), 3_000);
        assert_eq!(time.on_the_servers_clock(4_000), None);
        time.go_on(9_000);
        time.resume(9_000);
        assert_eq!((time.of(9_500), time.on_the_servers_clock(4_000)), (3_500, Some(10_000)));
        time.go_on(10_000);
        time.restart(60_000);
        assert_eq!((time.of(75_000), time.of(76_000)), (4_000, 5_000));
    }

    #[test]
    fn it_never_goes_back() {
        let mut time = Time::default();
        time.go_on(5_000);
        assert_eq!(time.of(1_000), 5_000);
    }
}
