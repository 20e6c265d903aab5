//! What was compared, and what differed.

use std::fmt;

/// How many differences are printed in full.
const PRINTED: usize = 20;

/// The count of one file.
#[derive(Default)]
pub struct Tally {
    hands: usize,
    decisions: usize,
    differences: Vec<String>,
}

impl Tally {
    /// Counts a hand: its decisions, and its differences.
    pub fn hand(&mut self, name: &str, decisions: usize, differences: Vec<String>) {
        self.hands += 1;
        self.decisions += decisions;
        self.differences.extend(differences.into_iter().map(|difference| format!("{name}: {difference}")));
    }

    pub fn mismatches(&self) -> usize {
        self.differences.len()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hands, decisions, differences } = self;
        write!(out, "{hands} hands, {decisions} decisions, {} mismatches", differences.len())?;
        differences.iter().take(PRINTED).try_for_each(|difference| write!(out, "\n  {difference}"))
    }
}

/// Notes a difference, if there is one.
pub fn compare<T: PartialEq + fmt::Debug>(differences: &mut Vec<String>, what: &str, ours: &T, theirs: &T) {
    if ours != theirs {
        differences.push(format!("{what}: ours {ours:?}, theirs {theirs:?}"));
    }
}
