//! Judges commands.

use super::event::{MatchHand, TeamCommand, TeamEvent};
use super::state::TeamDirector;
use crate::tournament::director::entry::PlayerNumber;
use crate::tournament::director::event::Cancellation;
use crate::tournament::director::refusal::{TournamentRefusal as Refusal, unless};
use crate::tournament::director::state::Phase;
use crate::tournament::teams::outcome::GAME_WON;

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
        &TeamCommand::Join { player, with, rating } => director.join(player, with, rating),
        &TeamCommand::EndHand { nth, hand } => director.end_hand(nth, hand),
        TeamCommand::Cancel {} => {
            let why = Cancellation::ByTheHouse {};
            Ok(TeamEvent::Cancelled { why, refunds: director.whole_prices() })
        }
        _ if director.phase == Phase::Registering => Err(Refusal::NotStarted {}),
        TeamCommand::Pause {} => {
            director.time.may_pause()?;
            Ok(TeamEvent::Paused {})
        }
        TeamCommand::Resume {} => {
            unless(director.time.is_paused(), Refusal::NothingToChange {})?;
            Ok(TeamEvent::Resumed {})
        }
        TeamCommand::Restart {} => Ok(TeamEvent::Restarted {}),
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
        players.iter().try_for_each(|&player| self.withdrawals.check(player))?;
        let most = self.setup.max_entrants;
        let fits = registered.len() + players.len() <= most as usize;
        unless(fits, Refusal::TournamentFull { most })?;
        Ok(TeamEvent::Registered { players: players.to_vec(), rating })
    }

    fn join(
        &self,
        player: PlayerNumber,
        with: PlayerNumber,
        rating: Option<i64>,
    ) -> Result<TeamEvent, Refusal> {
        unless(self.phase == Phase::Registering, Refusal::RegistrationClosed {})?;
        let registered = self.players();
        unless(!registered.contains(&player), Refusal::AlreadyRegistered {})?;
        self.withdrawals.check(player)?;
        unless(self.is_alone(with), Refusal::NoSuchTeam {})?;
        let most = self.setup.max_entrants;
        unless(registered.len() < most as usize, Refusal::TournamentFull { most })?;
        Ok(TeamEvent::Joined { player, with, rating })
    }

    fn end_hand(&self, nth: usize, hand: MatchHand) -> Result<TeamEvent, Refusal> {
        let at = self.round.as_ref().and_then(|round| round.matches.get(nth));
        let at = at.filter(|at| at.is_playing).ok_or(Refusal::NoMatch { nth })?;
        let (one, other) = hand.heights;
        let fits = one.max(other) <= GAME_WON
            && one.min(other) < GAME_WON
            && hand.declarer.is_none_or(|seat| seat.0 < 4)
            && (!hand.void || hand.heights == at.now);
        unless(fits, Refusal::ResultDoesNotFit {})?;
        Ok(TeamEvent::HandEnded { nth, hand })
    }
}
