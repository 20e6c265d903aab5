//! The fold: how each event changes an event of Shengji.

use super::event::{PlayerAmount, TeamEvent};
use super::state::{TeamDirector, TeamMatch, TeamRound, together};
use crate::games::game::Chips;
use crate::games::refusal::ReplayError;
use crate::tournament::director::state::Phase;
use crate::tournament::director::time::Millis;
use crate::tournament::teams::outcome::TeamHeight;
use crate::tournament::teams::standing::RoundResult;

/// Records an event that happened at this time.
pub(super) fn record(director: &mut TeamDirector, at: Millis, event: &TeamEvent) -> Result<(), ReplayError> {
    if !matches!(event, TeamEvent::Restarted {}) {
        director.time.go_on(at);
    }
    let total = director.setup.price.total();
    match event {
        TeamEvent::Registered { players, rating } => {
            director.balance.pay_in(total * players.len() as Chips);
            director.entered.push((players.clone(), *rating));
        }
        TeamEvent::Joined { player, with, rating } => {
            let own = director.entered.iter_mut().find(|(players, _)| players.as_slice() == [*with]);
            let (players, of_team) = own.ok_or(ReplayError("there is no such entry"))?;
            players.push(*player);
            *of_team = together(*of_team, *rating);
            director.balance.pay_in(total);
        }
        TeamEvent::Unregistered { player } => {
            let at = director.entered.iter().position(|(players, _)| players.contains(player));
            let (players, _) = director.entered.remove(at.ok_or(ReplayError("there is no such entry"))?);
            director.withdrawals.note(*player);
            director.balance.pay_out(total * players.len() as Chips)?;
        }
        TeamEvent::Started { teams, seeds, reserve } => {
            director.lots.draw();
            director.phase = Phase::Playing;
            director.balance.pay_out(reserve.map_or(0, |_| total))?;
            director.teams.clone_from(teams);
            director.seeds.clone_from(seeds);
        }
        TeamEvent::RoundBegan { number, pairs, byes } => {
            let rests_until = director.time.now + director.setup.pause_millis;
            let matches = pairs.iter().map(|&teams| TeamMatch::new(teams, rests_until)).collect();
            director.round = Some(TeamRound { number: *number, matches, byes: byes.clone() });
        }
        &TeamEvent::HandBegan { nth } => director.match_mut(nth)?.is_playing = true,
        &TeamEvent::HandEnded { nth, hand } => {
            let rests_until = director.time.now + director.setup.pause_millis;
            let own = director.match_mut(nth)?;
            own.is_playing = false;
            own.rests_until = rests_until;
            own.hands += u32::from(!hand.void);
            (own.now, own.declarer) = (hand.heights, hand.declarer);
        }
        &TeamEvent::MatchEnded { nth, heights } => director.match_ended(nth, heights)?,
        TeamEvent::Ranked { added, prizes } => {
            // The fees become the house's, and it adds what the guarantee needs.
            let fees = director.setup.price.fee * (2 * director.teams.len()) as Chips;
            director.balance.pay_in(*added);
            director.balance.pay_out(fees + sum(prizes))?;
            director.phase = Phase::Finished;
        }
        TeamEvent::Cancelled { refunds, .. } => {
            director.balance.pay_out(sum(refunds))?;
            director.phase = Phase::Cancelled;
            director.round = None;
        }
        TeamEvent::Paused {} => director.time.pause(at),
        TeamEvent::Resumed {} => director.time.resume(at),
        TeamEvent::Restarted {} => director.time.restart(at),
    }
    Ok(())
}

fn sum(amounts: &[PlayerAmount]) -> Chips {
    amounts.iter().map(|paid| paid.amount).sum()
}

impl TeamDirector {
    fn match_mut(&mut self, nth: usize) -> Result<&mut TeamMatch, ReplayError> {
        let round = self.round.as_mut().ok_or(ReplayError("no round is played"))?;
        round.matches.get_mut(nth).ok_or(ReplayError("there is no such match"))
    }

    /// A round is over when its last match has ended.
    fn match_ended(&mut self, nth: usize, heights: (TeamHeight, TeamHeight)) -> Result<(), ReplayError> {
        let round = self.round.as_mut().ok_or(ReplayError("no round is played"))?;
        round.matches.get_mut(nth).ok_or(ReplayError("there is no such match"))?.heights = Some(heights);
        let tables = round.matches.len();
        let ended =
            |each: &TeamMatch| each.heights.map(|heights| RoundResult::Match { teams: each.teams, heights });
        let results: Option<Vec<RoundResult>> = round.matches.iter().map(ended).collect();
        if let Some(mut results) = results {
            results.extend(round.byes.iter().copied().map(RoundResult::Bye));
            self.results.push(results);
            self.tables_before += u32::try_from(tables).unwrap_or(u32::MAX);
            self.round = None;
        }
        Ok(())
    }
}
