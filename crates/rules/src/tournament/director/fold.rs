//! The three calls that take a tournament forward: `step`, `accept` and `record`.

use super::command::DirectorCommand;
use super::event::DirectorEvent;
use super::refusal::TournamentRefusal;
use super::state::Director;
use super::step::NextStep;
use super::time::Millis;
use super::{accept, record, step};
use crate::games::refusal::ReplayError;

impl Director {
    /// Judges a command that comes at this time, and changes nothing.
    pub fn accept(&self, at: Millis, command: &DirectorCommand) -> Result<DirectorEvent, TournamentRefusal> {
        accept::accept(self, at, command)
    }

    /// The next step by itself at this time.
    pub fn step(&self, at: Millis) -> NextStep {
        step::step(self, at)
    }

    /// The only mutation: records an event that [`Director::accept`] or [`Director::step`] gave at this time, or that was
    /// read from a log with its time. If an event does not fit, the log is damaged, and the tournament must not be used
    /// any more: unlike a hand, it is too large to be checked as a whole before each event.
    pub fn record(&mut self, at: Millis, event: &DirectorEvent) -> Result<(), ReplayError> {
        record::record(self, at, event)
    }
}
