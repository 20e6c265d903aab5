//! The fold: how each event changes an event of Shengji.

use super::event::{PlayerAmount, TeamEvent};
use super::state::{TeamDirector, TeamMatch, TeamRound};
use crate::games::game::Chips;
use crate::games::refusal::ReplayError;
use crate::tournament::director::state::Phase;
use crate::tournament::teams::outcome::TeamHeight;
use crate::tournament::teams::standing::RoundResult;

/// Records an event.
pub(super) fn record(director: &mut TeamDirector, event: &TeamEvent) -> Result<(), ReplayError> {
    let total = director.setup.price.total();
    match event {
        TeamEvent::Registered { players, rating } => {
            director.balance.pay_in(total * players.len() as Chips);
            director.entered.push((players.clone(), *rating));
        }
        TeamEvent::Unregistered { player } => {
            let at = director.entered.iter().position(|(players, _)| players.contains(player));
            let (players, _) = director.entered.remove(at.ok_or(ReplayError("there is no such entry"))?);
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
            let matches = pairs.iter().map(|&teams| TeamMatch { teams, heights: None }).collect();
            director.round = Some(TeamRound { number: *number, matches, byes: byes.clone() });
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
    }
    Ok(())
}

fn sum(amounts: &[PlayerAmount]) -> Chips {
    amounts.iter().map(|paid| paid.amount).sum()
}

impl TeamDirector {
    /// A round is over when its last match has ended.
    fn match_ended(&mut self, nth: usize, heights: (TeamHeight, TeamHeight)) -> Result<(), ReplayError> {
        let round = self.round.as_mut().ok_or(ReplayError("no round is played"))?;
        round.matches.get_mut(nth).ok_or(ReplayError("there is no such match"))?.heights = Some(heights);
        let ended =
            |each: &TeamMatch| each.heights.map(|heights| RoundResult::Match { teams: each.teams, heights });
        let results: Option<Vec<RoundResult>> = round.matches.iter().map(ended).collect();
        if let Some(mut results) = results {
            results.extend(round.byes.iter().copied().map(RoundResult::Bye));
            self.results.push(results);
            self.round = None;
        }
        Ok(())
    }
}
