//! The state of an event of Shengji.

use std::sync::Arc;

use super::event::{MatchHand, PlayerAmount};
use super::setup::{TeamFormat, TeamSetup};
use crate::games::any::{AnyHand, AnySetup, AnyView};
use crate::games::game::{Chips, Game};
use crate::games::seat::Seat;
use crate::games::shengji::score::{Levels, Team};
use crate::games::shengji::setup::Setup as HandSetup;
use crate::games::viewer::Viewer;
use crate::tournament::director::entry::PlayerNumber;
use crate::tournament::director::floor::place::TableNumber;
use crate::tournament::director::lots::Lots;
use crate::tournament::director::money::account::AccountBalance;
use crate::tournament::director::state::Phase;
use crate::tournament::director::time::{Millis, Time};
use crate::tournament::director::withdrawals::Withdrawals;
use crate::tournament::prizes::payouts::PrizePool;
use crate::tournament::prizes::placing::PlacedEntry;
use crate::tournament::teams::TeamNumber;
use crate::tournament::teams::outcome::{GAME_WON, TeamHeight, height_of, level_of};
use crate::tournament::teams::standing::{RoundResult, at_the_end};

/// An event of Shengji.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamDirector {
    pub(super) setup: Arc<TeamSetup>,
    pub(super) lots: Lots,
    pub(super) time: Time,
    pub(super) phase: Phase,
    /// The entrants before the start, in order, alone or in twos, with their ratings.
    pub(super) entered: Vec<(Vec<PlayerNumber>, Option<i64>)>,
    pub(super) withdrawals: Withdrawals,
    pub(super) teams: Vec<[PlayerNumber; 2]>,
    /// The teams by their seeds.
    pub(super) seeds: Vec<TeamNumber>,
    pub(super) round: Option<TeamRound>,
    /// How many tables were opened in the rounds before the present one.
    pub(super) tables_before: u32,
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
    /// How many hands were played that count.
    pub hands: u32,
    /// Their heights now.
    pub now: (TeamHeight, TeamHeight),
    /// The declarer of the next hand; `None` if the hand finds it.
    pub declarer: Option<Seat>,
    /// Whether a hand is in progress.
    pub is_playing: bool,
    /// Its next hand does not begin before, in the event's time.
    pub rests_until: Millis,
}

impl TeamMatch {
    /// A match before its first hand.
    pub(super) fn new(teams: (TeamNumber, TeamNumber), rests_until: Millis) -> Self {
        let (heights, now, declarer) = (None, (0, 0), None);
        Self { teams, heights, hands: 0, now, declarer, is_playing: false, rests_until }
    }
}

impl TeamMatch {
    /// The result of a hand of this match that is over; `None` for any other one.
    pub fn result_of(&self, hand: &AnyHand) -> Option<MatchHand> {
        let AnyView::Shengji(view) = hand.view(Viewer::Watcher) else { return None };
        if !view.over {
            return None;
        }
        let Some(progress) = view.score.map(|scored| scored.progress) else {
            return Some(self.void_hand());
        };
        let height = |team| match progress.champion {
            Some(champion) if champion == team => GAME_WON,
            _ => height_of(progress.levels.of(team)),
        };
        let heights = (height(Team::Even), height(Team::Odd));
        Some(MatchHand { void: false, heights, declarer: Some(progress.declarer) })
    }

    /// The result of a hand of this match that does not count.
    pub fn void_hand(&self) -> MatchHand {
        MatchHand { void: true, heights: self.now, declarer: self.declarer }
    }
}

impl TeamDirector {
    /// The event before its first event.
    pub fn new(setup: TeamSetup, lots: Lots) -> Self {
        Self {
            setup: Arc::new(setup),
            lots,
            time: Time::default(),
            phase: Phase::Registering,
            entered: Vec::new(),
            withdrawals: Withdrawals::default(),
            teams: Vec::new(),
            seeds: Vec::new(),
            round: None,
            tables_before: 0,
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

    /// Whether the organiser has paused it.
    pub fn is_paused(&self) -> bool {
        self.time.is_paused()
    }

    /// The entrants before the start, in order, alone or in twos.
    pub fn entered(&self) -> impl Iterator<Item = &[PlayerNumber]> {
        self.entered.iter().map(|(players, _)| players.as_slice())
    }

    /// Whether a player has entered alone, so that another one may join.
    pub fn is_alone(&self, player: PlayerNumber) -> bool {
        self.phase == Phase::Registering && self.entered().any(|players| players == [player])
    }

    /// How many rounds have ended.
    pub fn rounds_played(&self) -> usize {
        self.results.len()
    }

    /// The number of the table of a match of the present round.
    pub fn table_number(&self, nth: usize) -> TableNumber {
        TableNumber(self.tables_before + 1 + u32::try_from(nth).unwrap_or(u32::MAX / 2))
    }

    /// The match of the present round that is played at this table.
    pub fn match_at(&self, number: TableNumber) -> Option<usize> {
        let nth = number.0.checked_sub(self.tables_before + 1)? as usize;
        self.round.as_ref().filter(|round| nth < round.matches.len()).map(|_| nth)
    }

    /// The players of a match, by seat: partners sit opposite each other.
    pub fn seats(&self, of: &TeamMatch) -> Option<[PlayerNumber; 4]> {
        let team = |number: TeamNumber| self.teams.get((number as usize).checked_sub(1)?).copied();
        let ([north, south], [west, east]) = (team(of.teams.0)?, team(of.teams.1)?);
        Some([north, west, south, east])
    }

    /// What the next hand of a match starts from.
    pub fn dealt_setup(&self, nth: usize) -> Option<AnySetup> {
        let of = self.round.as_ref()?.matches.get(nth)?;
        let levels = Levels { even: level_of(of.now.0)?, odd: level_of(of.now.1)? };
        let (rules, declarer) = (self.setup.hand_rules(), of.declarer);
        Some(AnySetup::Shengji(HandSetup { rules, levels, declarer, stacks: [0; 4] }))
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

    /// The players who have entered, or who play or have played.
    pub fn players(&self) -> Vec<PlayerNumber> {
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

    /// The players who still play, or will: in a knock-out those who have not lost.
    pub fn left(&self) -> Vec<PlayerNumber> {
        if self.phase == Phase::Registering || self.setup.format == TeamFormat::Swiss {
            return self.players();
        }
        let out: Vec<TeamNumber> = self.results.iter().flatten().filter_map(lost).collect();
        let left = (1..).zip(&self.teams).filter(|(team, _)| !out.contains(team));
        left.flat_map(|(_, players)| players).copied().collect()
    }

    /// The pool of the teams: each is one entry. Before the start, as if all who have entered would play.
    pub fn pool(&self) -> PrizePool {
        let players = self.players().len();
        let entries = u32::try_from(players / 2).unwrap_or(u32::MAX);
        let (prize, guarantee) = (self.setup.price.prize, self.setup.guarantee);
        PrizePool { entries, prize_part: 2 * prize, collected: prize * players as Chips, guarantee }
    }

    /// The whole price of each player.
    pub(super) fn whole_prices(&self) -> Vec<PlayerAmount> {
        let amount = self.setup.price.total();
        self.players().into_iter().map(|player| PlayerAmount { player, amount }).collect()
    }
}

/// The rating of two players together; `None` if neither has one. A player without one counts as new, with 0 points.
pub(super) fn together(one: Option<i64>, other: Option<i64>) -> Option<i64> {
    one.or(other).map(|_| one.unwrap_or(0).saturating_add(other.unwrap_or(0)))
}

/// The team that has lost a match.
pub(super) fn lost(result: &RoundResult) -> Option<TeamNumber> {
    match *result {
        RoundResult::Match { teams, heights } => Some(if heights.0 < heights.1 { teams.0 } else { teams.1 }),
        RoundResult::Bye(_) => None,
    }
}
