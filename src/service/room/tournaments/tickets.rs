//! Satellites: their tickets are entries of another tournament, which are written in the change that pays them.

use std::sync::Arc;

use tokio::sync::OwnedMutexGuard;

use super::TournamentHandle;
use super::commands::TournamentAction;
use super::directing::Decisions;
use crate::service::room::caller::Caller;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::tournaments::live::LiveTournament;
use crate::service::tournaments::stored::TournamentCommit;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::refusal::BadOption;
use cardroom_rules::tournament::director::event::DirectorEvent;

/// The tournament whose entries a satellite pays, while these are decided and written.
pub(super) struct Target {
    pub(super) handle: Arc<TournamentHandle>,
    pub(super) decisions: Decisions,
    /// The turn to decide in it.
    turn: OwnedMutexGuard<()>,
}

/// The same once its change is drafted.
pub(super) struct DraftedTarget {
    pub(super) handle: Arc<TournamentHandle>,
    pub(super) live: LiveTournament,
    _turn: OwnedMutexGuard<()>,
}

impl RoomCore {
    /// What a ticket to this tournament is worth, if a player may announce a satellite to it.
    pub(super) async fn ticket_value(
        &self,
        target: TournamentId,
        host: PlayerId,
    ) -> Result<Chips, RoomError> {
        let caller = Caller { player: Some(host), invite_code: None, network: None, queue: None };
        let (_, target) = self.tournament_open_to(target, &caller).await?;
        let value = target.director.price().total();
        let fits = target.director.is_registration_open() && value > 0;
        let must = "a tournament that players may enter, and that costs something";
        BadOption::unless(fits, "satellite_to", must).map_err(Refused::from)?;
        Ok(value)
    }

    /// The entries that a satellite pays as prizes by these decisions; `None` if it pays none.
    ///
    /// The caller has the turn of the satellite, and perhaps the lock of one of its tables. A satellite is announced after its target,
    /// and a task with the target's turn waits for no table of the satellite, so that turns are waited for in one direction.
    pub(super) async fn tickets_of(&self, satellite: &Decisions) -> Result<Option<Target>, RoomError> {
        let Some(target) = satellite.live.record.options.satellite_to else { return Ok(None) };
        let mut winners = Vec::new();
        for event in &satellite.body.events {
            if let DirectorEvent::PrizePaid { entry, prize, .. } = event
                && prize.ticket > 0
            {
                let player = satellite.live.player(*entry)?;
                // A computer player takes the chips, and so does a player who was deleted.
                if !satellite.live.computers.contains_key(&player)
                    && self.players.session_cache.looks(&*self.store, player).await?.is_some()
                {
                    winners.push(player);
                }
            }
        }
        if winners.is_empty() {
            return Ok(None);
        }
        let handle = self.tournaments.handle(target);
        let turn = Arc::clone(&handle.directing).lock_owned().await;
        let live = self.load_tournament(&handle).await?;
        let mut decisions = Decisions::new(&live, satellite.at);
        for player in winners {
            match self.enter_with_ticket(&mut decisions, player).await {
                // The player may not enter it any more, or has an entry: the player keeps the chips.
                Ok(()) | Err(RoomError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let target = Target { handle, decisions, turn };
        Ok(Some(target).filter(|target| !target.decisions.is_empty()))
    }

    /// A player enters the target, by the same rules as by themselves but for its invite code.
    async fn enter_with_ticket(&self, target: &mut Decisions, player: PlayerId) -> Result<(), RoomError> {
        self.check_entrant(&target.live, player).await?;
        let rating = self.seeding(&target.live, player).await?;
        if let Some(command) =
            TournamentAction::Register.command(&target.live, player, rating).map_err(Refused::from)?
        {
            target.accept(&command)?;
        }
        self.note_entrant(&target.live, player).await
    }

    /// The change of the target. Its clock seats late entries, and starts it if it is full.
    pub(super) fn entries_of(&self, target: Target) -> Result<(DraftedTarget, TournamentCommit), RoomError> {
        let Target { handle, decisions: Decisions { mut live, at, body, orders, .. }, turn } = target;
        let commit = self.commit_of(&mut live, at, Author::Clock, body, orders)?;
        Ok((DraftedTarget { handle, live, _turn: turn }, commit))
    }
}
