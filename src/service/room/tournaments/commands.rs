//! What players ask of tournaments, and what they read.

use std::sync::Arc;
use std::time::Duration;

use super::directing::Decisions;
use crate::service::id::new_id;
use crate::service::room::card_room::CardRoom;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::reads::caller::MOST_ROWS;
use crate::service::room::room_core::{MOST_TRIES, RoomCore};
use crate::service::room::run_detached::run_detached;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::tournaments::live::{LiveTournament, number_of};
use crate::service::tournaments::stored::TournamentRecord;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::{TournamentPage, TournamentPhase, TournamentView};
use cardroom_rules::tournament::director::command::DirectorCommand;
use cardroom_rules::tournament::director::refusal::TournamentRefusal;
use cardroom_rules::tournament::director::state::Phase;

impl CardRoom {
    /// Announces a tournament.
    pub async fn announce_tournament(
        &self,
        by: PlayerId,
        options: TournamentOptions,
    ) -> Result<TournamentView, RoomError> {
        let core = Arc::clone(&self.core);
        let request = core.quotas.request(by)?;
        run_detached(async move {
            let _in_flight = request;
            core.announce(by, options).await
        })
        .await
    }

    /// A player enters a tournament.
    pub async fn register(&self, id: TournamentId, by: PlayerId) -> Result<TournamentView, RoomError> {
        self.direct(id, by, DirectorCommand::Register { player: number_of(by) }).await
    }

    /// A player takes their entry back, before the start.
    pub async fn unregister(&self, id: TournamentId, by: PlayerId) -> Result<TournamentView, RoomError> {
        self.direct(id, by, DirectorCommand::Unregister { player: number_of(by) }).await
    }

    /// The player who announced a tournament cancels it, before its start. All entries are given back.
    pub async fn cancel_tournament(
        &self,
        id: TournamentId,
        by: PlayerId,
    ) -> Result<TournamentView, RoomError> {
        self.direct(id, by, DirectorCommand::Cancel {}).await
    }

    async fn direct(
        &self,
        id: TournamentId,
        by: PlayerId,
        command: DirectorCommand,
    ) -> Result<TournamentView, RoomError> {
        let core = Arc::clone(&self.core);
        let request = core.quotas.request(by)?;
        run_detached(async move {
            let _in_flight = request;
            core.direct(id, by, command).await
        })
        .await
    }

    /// A tournament.
    pub async fn tournament(&self, id: TournamentId) -> Result<TournamentView, RoomError> {
        let (_, live) = self.core.tournament(id).await?;
        Ok(live.view())
    }

    /// A tournament once it has changed after this version, or after a wait.
    pub async fn tournament_after(
        &self,
        id: TournamentId,
        after: Version,
        wait: Duration,
    ) -> Result<TournamentView, RoomError> {
        let (handle, live) = self.core.tournament(id).await?;
        if live.record.version > after {
            return Ok(live.view());
        }
        let mut changes = handle.changes();
        let mut stopping = self.core.stopping.subscribe();
        let newer = async {
            loop {
                if handle.current().is_some_and(|live| live.record.version > after) {
                    return;
                }
                if changes.changed().await.is_err() {
                    return;
                }
            }
        };
        tokio::select! {
            () = newer => {}
            _ = stopping.wait_for(|&stopping| stopping) => {}
            () = tokio::time::sleep(wait) => {}
        }
        let live = handle.current().unwrap_or(live);
        Ok(live.view())
    }

    /// Tournaments, newest first; only those that have not ended if `open`.
    pub async fn tournaments(
        &self,
        open: bool,
        after: Option<TournamentId>,
        limit: u32,
    ) -> Result<TournamentPage, RoomError> {
        let limit = limit.min(MOST_ROWS);
        let page = self.core.store.tournaments(open, after, limit).await?;
        let next = page.last().filter(|_| page.len() == limit as usize).map(|last| last.id);
        Ok(TournamentPage { tournaments: page.iter().map(TournamentRecord::summary).collect(), next })
    }
}

impl RoomCore {
    async fn announce(
        self: &Arc<Self>,
        by: PlayerId,
        options: TournamentOptions,
    ) -> Result<TournamentView, RoomError> {
        options.setup().map_err(Refused::from)?;
        let _no_step = self.stepping.read().await;
        let now = self.clock.now();
        let mut lots = [0; 32];
        self.dealer.fill(&mut lots)?;
        let record = TournamentRecord {
            id: new_id(now, &*self.dealer)?,
            host: by,
            options,
            lots,
            phase: TournamentPhase::Registering,
            version: 0,
            created_at: now,
            ended_at: None,
        };
        let live = LiveTournament::announced(record)?;
        let handle = self.tournaments.handle(live.record.id);
        let turn = handle.directing.lock().await;
        let decisions = Decisions::new(&live, now);
        self.announce_decisions(&handle, decisions, Author::Player(by)).await?;
        drop(turn);
        self.start_tournament(handle.id, false);
        let live = handle.current().ok_or(Failed::Contended)?;
        Ok(live.view())
    }

    /// Carries out a command of a player.
    async fn direct(
        &self,
        id: TournamentId,
        by: PlayerId,
        command: DirectorCommand,
    ) -> Result<TournamentView, RoomError> {
        let (handle, _) = self.tournament(id).await?;
        let _no_step = self.stepping.read().await;
        let _turn = handle.directing.lock().await;
        for _ in 0..MOST_TRIES {
            let live = self.load_tournament(&handle).await?;
            if command == (DirectorCommand::Cancel {}) {
                if live.record.host != by {
                    return Err(Refused::NotAnnouncer.into());
                }
                if live.director.phase() == Phase::Playing {
                    // After the start only the house may.
                    return Err(Refused::ByDirector(TournamentRefusal::AlreadyStarted {}).into());
                }
            }
            let author = Author::Player(by);
            let decided = self.decide(&handle, &live, author, Some(command.clone()), None).await?;
            if decided.is_some() {
                let live = handle.current().ok_or(Failed::Contended)?;
                return Ok(live.view());
            }
        }
        Err(Failed::Contended.into())
    }
}
