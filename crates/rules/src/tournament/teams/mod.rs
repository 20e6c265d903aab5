//! Events of Shengji for teams of two: Swiss rounds and brackets.

pub mod bracket;
mod matching;
pub mod outcome;
pub mod standing;
pub mod swiss;

/// The number of a team: teams are counted from 1 in the order of registration.
pub type TeamNumber = u32;

/// The most teams of an event.
pub const MOST_TEAMS: usize = 512;
