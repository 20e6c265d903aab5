//! How often each player has taken an entry back: the log of a tournament does not grow without bound.

use std::collections::BTreeMap;

use super::entry::PlayerNumber;
use super::refusal::{TournamentRefusal, unless};

/// How often a player may take an entry back and enter again, in one tournament.
pub const MOST_WITHDRAWALS: u32 = 5;

/// How often players have taken entries back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Withdrawals(BTreeMap<PlayerNumber, u32>);

impl Withdrawals {
    /// Refuses a player who has entered and taken the entry back too often.
    pub(super) fn check(&self, player: PlayerNumber) -> Result<(), TournamentRefusal> {
        let most = MOST_WITHDRAWALS;
        let has_some_left = self.0.get(&player).is_none_or(|&count| count < most);
        unless(has_some_left, TournamentRefusal::TookBackTooOften { most })
    }

    /// Notes that an entry of a player was taken back.
    pub(super) fn note(&mut self, player: PlayerNumber) {
        *self.0.entry(player).or_default() += 1;
    }
}
