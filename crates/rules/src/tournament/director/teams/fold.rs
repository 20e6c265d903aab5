//! The three calls that take the event forward: `step`, `accept` and `record`.

use super::event::{TeamCommand, TeamEvent};
use super::state::TeamDirector;
use super::step::TeamStep;
use super::{accept, record, step};
use crate::games::refusal::ReplayError;
use crate::tournament::director::refusal::TournamentRefusal;
use crate::tournament::director::time::Millis;

impl TeamDirector {
    /// Judges a command, and changes nothing.
    pub fn accept(&self, command: &TeamCommand) -> Result<TeamEvent, TournamentRefusal> {
        accept::accept(self, command)
    }

    /// The next step by itself at this time.
    pub fn step(&self, at: Millis) -> TeamStep {
        step::step(self, at)
    }

    /// Records an event with its time. If it does not fit, the log is damaged, and the event must not be used any more.
    pub fn record(&mut self, at: Millis, event: &TeamEvent) -> Result<(), ReplayError> {
        record::record(self, at, event)
    }
}
