//! Judges commands.

use super::event::{TeamCommand, TeamEvent};
use super::setup::TeamFormat;
use super::state::TeamDirector;
use crate::tournament::director::entry::PlayerNumber;
use crate::tournament::director::event::Cancellation;
use crate::tournament::director::refusal::{TournamentRefusal as Refusal, unless};
use crate::tournament::director::state::Phase;
use crate::tournament::teams::outcome::{GAME_WON, TeamHeight};

/// Judges a command, and changes nothing.
pub(super) fn accept(director: &TeamDirector, command: &TeamCommand) -> Result<TeamEvent, Refusal> {
    if director.phase.is_over() {
        return Err(Refusal::TournamentOver {});
    }
    match command {
        TeamCommand::Register { players, rating } => director.register(players, *rating),
        &TeamCommand::Unregister { player } => {
            unless(director.phase == Phase::Registering, Refusal::AlreadyStarted {})?;
            unless(director.players().contains(&player), Refusal::NotRegistered {})?;
            Ok(TeamEvent::Unregistered { player })
        }
        &TeamCommand::EndMatch { nth, heights } => director.end_match(nth, heights),
        TeamCommand::Cancel {} => {
            let why = Cancellation::ByTheHouse {};
            Ok(TeamEvent::Cancelled { why, refunds: director.whole_prices() })
        }
    }
}

impl TeamDirector {
    fn register(&self, players: &[PlayerNumber], rating: Option<i64>) -> Result<TeamEvent, Refusal> {
        unless(self.phase == Phase::Registering, Refusal::RegistrationClosed {})?;
        let is_team = matches!(players, [_]) || matches!(players, [one, other] if one != other);
        unless(is_team, Refusal::NoTeam {})?;
        let registered = self.players();
        let is_new = !players.iter().any(|player| registered.contains(player));
        unless(is_new, Refusal::AlreadyRegistered {})?;
        let most = self.setup.max_entrants;
        let fits = registered.len() + players.len() <= most as usize;
        unless(fits, Refusal::TournamentFull { most })?;
        Ok(TeamEvent::Registered { players: players.to_vec(), rating })
    }

    fn end_match(&self, nth: usize, heights: (TeamHeight, TeamHeight)) -> Result<TeamEvent, Refusal> {
        let at = self.round.as_ref().and_then(|round| round.matches.get(nth));
        unless(at.is_some_and(|at| at.heights.is_none()), Refusal::NoMatch { nth })?;
        let is_decided = self.setup.format == TeamFormat::Swiss || heights.0 != heights.1;
        let fits = is_decided && heights.0.max(heights.1) <= GAME_WON;
        unless(fits, Refusal::ResultDoesNotFit {})?;
        Ok(TeamEvent::MatchEnded { nth, heights })
    }
}
