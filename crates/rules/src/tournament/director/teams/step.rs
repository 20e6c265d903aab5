//! The next step of an event of Shengji by itself.

use std::cmp::Reverse;

use super::event::{PlayerAmount, TeamEvent};
use super::setup::TeamFormat;
use super::state::{TeamDirector, TeamMatch, TeamRound, lost, together};
use crate::tournament::director::entry::PlayerNumber;
use crate::tournament::director::event::Cancellation;
use crate::tournament::director::floor::seating::shuffle;
use crate::tournament::director::setup::StartRule;
use crate::tournament::director::state::Phase;
use crate::tournament::director::time::Millis;
use crate::tournament::prizes::placing::paid;
use crate::tournament::prizes::shares;
use crate::tournament::teams::TeamNumber;
use crate::tournament::teams::bracket::first_round;
use crate::tournament::teams::outcome::GAME_WON;
use crate::tournament::teams::standing::{RoundResult, between_rounds};
use crate::tournament::teams::swiss::{Met, pair, rounds};

/// The next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TeamStep {
    /// This event follows at once.
    Now(TeamEvent),
    /// Nothing happens by itself before this time; `None` if only a command can change it.
    Until(Option<Millis>),
    /// It is over.
    Over,
}

/// The next step by itself at this time.
pub(super) fn step(director: &TeamDirector, at: Millis) -> TeamStep {
    match director.phase {
        Phase::Finished | Phase::Cancelled => TeamStep::Over,
        Phase::Registering => director.start(at),
        Phase::Playing => {
            if let Some(round) = &director.round {
                return match director.in_round(round, director.time.of(at)) {
                    TeamStep::Until(due) => {
                        let until = director.time.until(at, due);
                        until.map_or_else(|_| TeamStep::Now(TeamEvent::Resumed {}), TeamStep::Until)
                    }
                    next => next,
                };
            }
            let next = match director.setup.format {
                TeamFormat::Swiss => director.swiss_round(),
                TeamFormat::KnockOut => director.bracket_round(),
            };
            TeamStep::Now(next.unwrap_or_else(|| director.ranked()))
        }
    }
}

impl TeamDirector {
    fn start(&self, at: Millis) -> TeamStep {
        let players = self.players().len();
        let wanted = match self.setup.start {
            StartRule::SitAndGo {} if players < self.setup.max_entrants as usize => {
                return TeamStep::Until(None);
            }
            StartRule::SitAndGo {} => 4,
            StartRule::Scheduled { at: starts, .. } if at < starts => return TeamStep::Until(Some(starts)),
            StartRule::Scheduled { min_entrants, .. } => min_entrants as usize,
        };
        let mut lots = self.lots.next();
        let mut teams: Vec<([PlayerNumber; 2], Option<i64>)> = Vec::new();
        let mut single: Vec<(PlayerNumber, Option<i64>)> = Vec::new();
        for (players, rating) in &self.entered {
            match *players.as_slice() {
                [one, other] => teams.push(([one, other], *rating)),
                _ => single.extend(players.iter().map(|&player| (player, *rating))),
            }
        }
        let reserve =
            if single.len().is_multiple_of(2) { None } else { single.pop().map(|(player, _)| player) };
        shuffle(&mut single, &mut lots);
        let drawn = single.chunks_exact(2).map(|two| ([two[0].0, two[1].0], together(two[0].1, two[1].1)));
        teams.extend(drawn);
        if players < wanted || teams.len() < 2 {
            let why = Cancellation::TooFew {};
            return TeamStep::Now(TeamEvent::Cancelled { why, refunds: self.whole_prices() });
        }
        let mut seeds: Vec<(TeamNumber, Option<i64>)> =
            (1..).zip(teams.iter().map(|(_, rating)| *rating)).collect();
        shuffle(&mut seeds, &mut lots);
        // Teams with a rating come first, and of equal ones those that the lot has put first.
        seeds.sort_by_key(|&(_, rating)| Reverse(rating));
        let seeds = seeds.into_iter().map(|(team, _)| team).collect();
        let teams = teams.into_iter().map(|(players, _)| players).collect();
        TeamStep::Now(TeamEvent::Started { teams, seeds, reserve })
    }

    /// Each match deals until it is decided; the last one that ends ends the round.
    fn in_round(&self, round: &TeamRound, now: Millis) -> TeamStep {
        let mut due: Option<Millis> = None;
        for (nth, each) in (0..).zip(&round.matches) {
            if each.is_playing || each.heights.is_some() {
                continue;
            }
            if each.rests_until > now {
                due = Some(due.map_or(each.rests_until, |other| other.min(each.rests_until)));
            } else if self.is_decided(each) {
                return TeamStep::Now(TeamEvent::MatchEnded { nth, heights: each.now });
            } else if !self.time.is_paused() {
                return TeamStep::Now(TeamEvent::HandBegan { nth });
            }
        }
        TeamStep::Until(due.and_then(|moment| self.time.on_the_servers_clock(moment)))
    }

    fn is_decided(&self, of: &TeamMatch) -> bool {
        let (one, other) = of.now;
        let is_even = one == other && self.setup.format == TeamFormat::KnockOut;
        one.max(other) == GAME_WON || of.hands >= self.setup.hands && !is_even
    }

    fn swiss_round(&self) -> Option<TeamEvent> {
        let played = u32::try_from(self.results.len()).unwrap_or(u32::MAX);
        if played >= rounds(self.teams.len()) {
            return None;
        }
        let results = self.results.concat();
        let (mut met, mut byes) = (Met::default(), Vec::new());
        for result in &results {
            match *result {
                RoundResult::Match { teams: (one, other), .. } => met.record(one, other),
                RoundResult::Bye(team) => byes.push(team),
            }
        }
        let standing: Vec<TeamNumber> =
            between_rounds(&self.numbers(), &results).iter().map(|each| each.team).collect();
        let pairing = pair(&standing, &met, &byes).ok()?;
        let byes = pairing.bye.into_iter().collect();
        Some(TeamEvent::RoundBegan { number: played + 1, pairs: pairing.pairs, byes })
    }

    fn bracket_round(&self) -> Option<TeamEvent> {
        let number = u32::try_from(self.results.len() + 1).unwrap_or(u32::MAX);
        let seed = |seed: usize| self.seeds.get(seed - 1).copied();
        let (mut pairs, mut byes) = (Vec::new(), Vec::new());
        if number == 1 {
            for (one, other) in first_round(self.teams.len())? {
                match other {
                    Some(other) => pairs.push((seed(one)?, seed(other)?)),
                    None => byes.push(seed(one)?),
                }
            }
        } else {
            let left = self.left_in_the_bracket()?;
            if left.len() < 2 {
                return None;
            }
            pairs.extend(left.chunks_exact(2).map(|two| (two[0], two[1])));
        }
        Some(TeamEvent::RoundBegan { number, pairs, byes })
    }

    /// The teams that are left, from top to bottom of the bracket.
    fn left_in_the_bracket(&self) -> Option<Vec<TeamNumber>> {
        let out: Vec<TeamNumber> = self.results.iter().flatten().filter_map(lost).collect();
        let places = first_round(self.teams.len())?.into_iter().flat_map(|(one, other)| [Some(one), other]);
        let teams = places.flatten().filter_map(|seed| self.seeds.get(seed - 1).copied());
        Some(teams.filter(|team| !out.contains(team)).collect())
    }

    fn ranked(&self) -> TeamEvent {
        let pool = self.pool();
        let prizes = self.setup.payouts.prizes(&pool).unwrap_or_default();
        let mut amounts = Vec::new();
        for (team, prize) in paid(&self.ranks(), &prizes) {
            let players = self.teams.get(team as usize - 1).into_iter().flatten();
            let parts = players.zip(shares::equally(prize, 2));
            amounts.extend(parts.map(|(&player, amount)| PlayerAmount { player, amount }));
        }
        amounts.retain(|paid| paid.amount > 0);
        TeamEvent::Ranked { added: pool.overlay(), prizes: amounts }
    }
}
