//! Levels and breaks.

use super::Due;
use crate::tournament::director::event::DirectorEvent;
use crate::tournament::director::floor::balance;
use crate::tournament::director::state::{Director, LevelStage, Phase};
use crate::tournament::director::time::{ADD_ON_SECONDS, Millis, ROUND_MILLIS};
use crate::tournament::levels::structure::Length;

/// When the level that is played ends, or the break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageEnd {
    /// At this moment of the server's clock. Hand for hand it may be later, because a round counts for two minutes at most.
    At(Millis),
    /// After so much more of its time, which stands still now.
    After(Millis),
}

/// A level ends, a break begins, or a break ends.
pub(super) fn change_level(director: &Director, now: Millis, due: &mut Due) -> Option<DirectorEvent> {
    match director.stage {
        LevelStage::Dealing => director.is_level_over(now, due).then(|| director.end_of_level()),
        LevelStage::BreakCalled(_) => director.all_idle().then_some(DirectorEvent::BreakBegan {}),
        LevelStage::Break(until) => {
            due.has_come(until, now).then(|| DirectorEvent::LevelBegan { level: director.level + 1 })
        }
    }
}

impl Director {
    /// When the level that is played ends, or the break; `None` if it counts hands, or nothing is played.
    pub fn stage_end(&self) -> Option<StageEnd> {
        if self.phase != Phase::Playing {
            return None;
        }
        let (left, runs) = match self.stage {
            LevelStage::Dealing => {
                let Length::Seconds(seconds) = self.level_of(self.level)?.length else { return None };
                let length = Millis::from(seconds) * 1_000;
                (length.saturating_sub(self.level_played), self.does_clock_run())
            }
            LevelStage::BreakCalled(_) => (0, false),
            LevelStage::Break(until) => (until.saturating_sub(self.time.now), true),
        };
        let at = self.time.on_the_servers_clock(self.time.now + left).filter(|_| runs);
        Some(at.map_or(StageEnd::After(left), StageEnd::At))
    }

    /// How long the break after this level lasts, in seconds.
    pub fn next_break(&self) -> Option<u32> {
        match (self.stage, self.end_of_level()) {
            (LevelStage::BreakCalled(seconds), _)
            | (LevelStage::Dealing, DirectorEvent::BreakCalled { seconds }) => Some(seconds),
            _ => None,
        }
    }

    fn is_level_over(&self, now: Millis, due: &mut Due) -> bool {
        let Some(level) = self.level_of(self.level) else { return false };
        match level.length {
            Length::Seconds(seconds) => {
                let length = Millis::from(seconds) * 1_000;
                let left = length.saturating_sub(self.level_played);
                if left == 0 {
                    return true;
                }
                if !self.does_clock_run() {
                    return false;
                }
                // A round of hand for hand counts for two minutes at most.
                let counts = self.round.map_or(left, |round| ROUND_MILLIS.saturating_sub(round.played));
                left <= counts && due.has_come(self.time.now + left, now)
            }
            Length::Hands(_) => {
                let largest = balance::largest(&self.tables);
                let is_done = |table| self.has_dealt_its_level(table) || balance::is_halted(table, largest);
                self.all_idle() && self.tables.iter().all(is_done)
            }
        }
    }

    /// What follows the level: a break, or at once the next level. The break after the last rebuy level is for the
    /// add-on; it is called also if the structure has none there.
    pub(in crate::tournament::director) fn end_of_level(&self) -> DirectorEvent {
        let pause =
            self.level.checked_sub(1).and_then(|level| self.setup.structure.pause_after(level as usize));
        let is_last_for_rebuys = self.setup.rebuy.is_some_and(|rebuy| rebuy.until_level == self.level);
        let for_add_on = (self.setup.add_on.is_some() && is_last_for_rebuys).then_some(ADD_ON_SECONDS);
        match pause.or(for_add_on) {
            Some(seconds) => DirectorEvent::BreakCalled { seconds },
            None => DirectorEvent::LevelBegan { level: self.level + 1 },
        }
    }
}
