//! The state of an event of Shengji.

use std::sync::Arc;

use super::event::PlayerAmount;
use super::setup::{TeamFormat, TeamSetup};
use crate::games::game::Chips;
use crate::tournament::director::entry::PlayerNumber;
use crate::tournament::director::lots::Lots;
use crate::tournament::director::money::account::AccountBalance;
use crate::tournament::director::state::Phase;
use crate::tournament::prizes::payouts::PrizePool;
use crate::tournament::prizes::placing::PlacedEntry;
use crate::tournament::teams::TeamNumber;
use crate::tournament::teams::outcome::TeamHeight;
use crate::tournament::teams::standing::{RoundResult, at_the_end};

/// An event of Shengji. It has no clock of its own: only the start is at a set time.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamDirector {
    pub(super) setup: Arc<TeamSetup>,
    pub(super) lots: Lots,
    pub(super) phase: Phase,
    /// The entrants before the start, in order, alone or in twos, with their ratings.
    pub(super) entered: Vec<(Vec<PlayerNumber>, Option<i64>)>,
    pub(super) teams: Vec<[PlayerNumber; 2]>,
    /// The teams by their seeds.
    pub(super) seeds: Vec<TeamNumber>,
    pub(super) round: Option<TeamRound>,
    /// The results of all rounds that have ended, round by round.
    pub(super) results: Vec<Vec<RoundResult>>,
    /// The chips in the account.
    pub(super) balance: AccountBalance,
}

/// A round that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamRound {
    /// Its number, 1 is the first.
    pub number: u32,
    /// Its matches, with the heights of those that have ended.
    pub matches: Vec<TeamMatch>,
    /// The teams that have a bye.
    pub byes: Vec<TeamNumber>,
}

/// A match of two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamMatch {
    /// The teams.
    pub teams: (TeamNumber, TeamNumber),
    /// Their heights, once it has ended.
    pub heights: Option<(TeamHeight, TeamHeight)>,
}

impl TeamDirector {
    /// The event before its first event.
    pub fn new(setup: TeamSetup, lots: Lots) -> Self {
        Self {
            setup: Arc::new(setup),
            lots,
            phase: Phase::Registering,
            entered: Vec::new(),
            teams: Vec::new(),
            seeds: Vec::new(),
            round: None,
            results: Vec::new(),
            balance: AccountBalance::default(),
        }
    }

    /// The setup with which it was announced.
    pub fn setup(&self) -> &TeamSetup {
        &self.setup
    }

    /// How far it is.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The teams, by their numbers; none before the start.
    pub fn teams(&self) -> &[[PlayerNumber; 2]] {
        &self.teams
    }

    /// The round that is played.
    pub fn round(&self) -> Option<&TeamRound> {
        self.round.as_ref()
    }

    /// The results of all rounds that have ended.
    pub fn results(&self) -> &[Vec<RoundResult>] {
        &self.results
    }

    /// The chips in the account.
    pub fn balance(&self) -> Chips {
        self.balance.chips()
    }

    /// The numbers of all teams.
    pub(super) fn numbers(&self) -> Vec<TeamNumber> {
        (1..).take(self.teams.len()).collect()
    }

    /// The players who have entered, or who play.
    pub(super) fn players(&self) -> Vec<PlayerNumber> {
        match self.phase {
            Phase::Registering => self.entered.iter().flat_map(|(players, _)| players).copied().collect(),
            _ => self.teams.iter().flatten().copied().collect(),
        }
    }

    /// The places of the teams, the best first, each with its team's number; provisional until the event has ended. In a
    /// bracket those who are out since the same round tie.
    pub fn ranks(&self) -> Vec<PlacedEntry> {
        let placed: Vec<(TeamNumber, usize)> = match self.setup.format {
            TeamFormat::Swiss => {
                let standing = at_the_end(&self.numbers(), &self.results.concat());
                standing.iter().map(|each| (each.team, each.place)).collect()
            }
            TeamFormat::KnockOut => self.bracket_places(),
        };
        let groups = placed.chunk_by(|one, other| one.1 == other.1);
        let tied = |group: &[(TeamNumber, usize)]| {
            let count = group.len();
            group.iter().map(|&(entry, place)| PlacedEntry { entry, place, tied: count }).collect::<Vec<_>>()
        };
        groups.flat_map(tied).collect()
    }

    fn bracket_places(&self) -> Vec<(TeamNumber, usize)> {
        let mut left = self.numbers();
        let mut out: Vec<(TeamNumber, usize)> = Vec::new();
        for round in &self.results {
            let lost: Vec<TeamNumber> = round.iter().filter_map(lost).collect();
            left.retain(|team| !lost.contains(team));
            let place = left.len() + 1;
            let mut group: Vec<_> = lost.into_iter().map(|team| (team, place)).collect();
            group.sort_unstable();
            out.splice(..0, group);
        }
        let mut placed: Vec<_> = left.into_iter().map(|team| (team, 1)).collect();
        placed.append(&mut out);
        placed
    }

    /// The pool of the teams: each is one entry.
    pub(super) fn pool(&self) -> PrizePool {
        let entries = u32::try_from(self.teams.len()).unwrap_or(u32::MAX);
        let prize_part = 2 * self.setup.price.prize;
        let guarantee = self.setup.guarantee;
        PrizePool { entries, prize_part, collected: prize_part * Chips::from(entries), guarantee }
    }

    /// The whole price of each player.
    pub(super) fn whole_prices(&self) -> Vec<PlayerAmount> {
        let amount = self.setup.price.total();
        self.players().into_iter().map(|player| PlayerAmount { player, amount }).collect()
    }
}

/// The team that has lost a match.
pub(super) fn lost(result: &RoundResult) -> Option<TeamNumber> {
    match *result {
        RoundResult::Match { teams, heights } => Some(if heights.0 < heights.1 { teams.0 } else { teams.1 }),
        RoundResult::Bye(_) => None,
    }
}
