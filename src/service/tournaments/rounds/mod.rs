//! Events of rounds: duplicate rounds, and matches of teams.

pub(super) mod history;
mod orders;
mod progress;
mod views;
