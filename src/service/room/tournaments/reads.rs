//! Reading tournaments, and following them.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use tokio::sync::watch;
use tokio::time::Instant;

use super::TournamentHandle;
use crate::service::limits::permits::Permit;
use crate::service::ports::tournaments::TournamentFilter;
use crate::service::room::caller::{Caller, MOST_ROWS};
use crate::service::room::card_room::CardRoom;
use crate::service::room::error::RoomError;
use crate::service::room::quotas::stream_quota::WatchPermit;
use crate::service::room::room_core::RoomCore;
use crate::service::table::refused::Refused;
use crate::service::tournaments::live::{LiveTournament, number_of};
use crate::service::tournaments::shown::ShownTournament;
use crate::service::tournaments::stored::{TournamentChange, TournamentRecord};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;
use cardroom_api::table::message::{EndReason, Message, TournamentMessage};
use cardroom_api::tournament::history::TournamentHistory;
use cardroom_api::tournament::view::{TournamentEntries, TournamentPage, TournamentView};

/// The shortest time between two messages of a tournament's stream.
const REST: Duration = Duration::from_millis(250);

/// A follower of a tournament.
pub struct TournamentFollowing {
    core: Arc<RoomCore>,
    /// So that the tournament stays in memory.
    handle: Arc<TournamentHandle>,
    shown: watch::Receiver<Option<Arc<ShownTournament>>>,
    stopping: watch::Receiver<bool>,
    caller: Option<PlayerId>,
    invite_code: Option<String>,
    /// The last version that the caller knows.
    known: Version,
    /// The shortest time between two messages.
    rest: Duration,
    /// No message is sent before this moment.
    rests_until: Instant,
    /// Whether the last message has been sent.
    ended: bool,
    _of_player: Option<Permit<PlayerId>>,
    _at_tournament: Option<WatchPermit>,
}

impl CardRoom {
    /// A tournament, as this caller may know it.
    pub async fn tournament(&self, id: TournamentId, caller: &Caller) -> Result<TournamentView, RoomError> {
        let (_, live) = self.core.tournament_open_to(id, caller).await?;
        self.core.view_of(&live, caller.player).await
    }

    /// A page of the entries of a tournament, after so many.
    pub async fn tournament_entries(
        &self,
        id: TournamentId,
        caller: &Caller,
        after: u32,
        limit: u32,
    ) -> Result<TournamentEntries, RoomError> {
        let (_, live) = self.core.tournament_open_to(id, caller).await?;
        self.core.entries_after(&live, after, limit.min(MOST_ROWS)).await
    }

    /// What has happened in a tournament after a version, from at most so many changes.
    pub async fn tournament_history(
        &self,
        id: TournamentId,
        caller: &Caller,
        after: Version,
        limit: u32,
    ) -> Result<TournamentHistory, RoomError> {
        self.core.tournament_open_to(id, caller).await?;
        // No version is larger.
        let Ok(_) = i64::try_from(after) else {
            return Ok(TournamentHistory { changes: Vec::new(), next: None });
        };
        let limit = limit.min(MOST_ROWS);
        let page = self.core.store.tournament_changes(id, after, limit).await?;
        let next = page.last().filter(|_| page.len() == limit as usize).map(|last| last.version);
        Ok(TournamentHistory { changes: page.iter().filter_map(TournamentChange::moment).collect(), next })
    }

    /// A page of tournaments, to this caller.
    pub async fn tournaments(
        &self,
        filter: TournamentFilter,
        caller: Option<PlayerId>,
    ) -> Result<TournamentPage, RoomError> {
        let core = &self.core;
        let limit = filter.limit.min(MOST_ROWS);
        let page = core.store.tournaments(&TournamentFilter { limit, ..filter }).await?;
        let own = match caller {
            Some(caller) if !page.tournaments.is_empty() => core.store.registered(caller).await?,
            _ => Vec::new(),
        };
        let summary = |record: &TournamentRecord| record.summary(own.contains(&record.id));
        let mut tournaments: Vec<_> = page.tournaments.iter().map(summary).collect();
        core.name_hosts(&mut tournaments).await?;
        Ok(TournamentPage { tournaments, next: page.next })
    }

    /// Follows a tournament. The first message comes at once, unless the caller knows its version.
    pub async fn follow_tournament(
        &self,
        id: TournamentId,
        caller: &Caller,
        after: Option<Version>,
    ) -> Result<TournamentFollowing, RoomError> {
        let permit =
            caller.player.map(|player| self.core.quotas.streams.acquire_of_player(player)).transpose()?;
        let following = TournamentFollowing::begin(&self.core, id, caller, after, REST).await?;
        Ok(TournamentFollowing { _of_player: permit, ..following })
    }

    /// A tournament once it has changed after this version, or after a wait.
    pub async fn tournament_after(
        &self,
        id: TournamentId,
        caller: &Caller,
        after: Version,
        wait: Duration,
    ) -> Result<TournamentMessage, RoomError> {
        let mut following = self.follow_tournament(id, caller, Some(after)).await?;
        let newer = tokio::time::timeout(wait, following.next()).await;
        if let Ok(Some(Message::Tournament(message))) = newer {
            return Ok(*message);
        }
        let tournament = self.tournament(id, caller).await?;
        Ok(TournamentMessage { tournament, now: self.core.clock.now() })
    }
}

impl RoomCore {
    pub(super) async fn tournament_open_to(
        &self,
        id: TournamentId,
        caller: &Caller,
    ) -> Result<(Arc<TournamentHandle>, Arc<LiveTournament>), RoomError> {
        let (handle, live) = self.tournament(id).await?;
        if live.is_open_to(caller.player, caller.invite_code.as_deref()) {
            Ok((handle, live))
        } else {
            Err(Refused::InviteNeeded.into())
        }
    }
}

impl TournamentFollowing {
    /// Follows a tournament without a permit of the player's, with at least this time between two messages.
    pub(in crate::service::room) async fn begin(
        core: &Arc<RoomCore>,
        id: TournamentId,
        caller: &Caller,
        after: Option<Version>,
        rest: Duration,
    ) -> Result<Self, RoomError> {
        let (handle, live) = core.tournament_open_to(id, caller).await?;
        if after.is_some_and(|after| after > live.record.version) {
            return Err(Refused::Ahead { version: live.record.version }.into());
        }
        // Watchers must not keep players from following the tournament in which they play.
        let has_entry = caller.player.is_some_and(|player| live.director.has_entered(number_of(player)));
        let from = core.quotas.networks.widest_of_caller(caller);
        let permit = (!has_entry).then(|| core.quotas.streams.acquire_at_tournament(id, from)).transpose()?;
        Ok(Self {
            shown: handle.shown(),
            stopping: core.stopping.subscribe(),
            core: Arc::clone(core),
            handle,
            caller: caller.player,
            invite_code: caller.invite_code.clone(),
            known: after.unwrap_or(0),
            rest,
            rests_until: Instant::now(),
            ended: false,
            _of_player: None,
            _at_tournament: permit,
        })
    }

    /// Which tournament.
    pub(in crate::service::room) fn id(&self) -> TournamentId {
        self.handle.id
    }

    /// The version that the caller knows after the last message.
    pub fn known(&self) -> Version {
        self.known
    }

    /// The next message, once there is one; `None` after the last. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Message> {
        loop {
            if self.ended {
                return None;
            }
            if *self.stopping.borrow() {
                self.ended = true;
                return Some(Message::end(EndReason::Draining));
            }
            if !self.is_open() {
                self.ended = true;
                return Some(Message::end(EndReason::InviteNeeded));
            }
            if let Some(message) = self.ready().await {
                return Some(message);
            }
            if self.is_over() {
                self.ended = true;
                return Some(Message::end(EndReason::TournamentOver));
            }
            self.wait().await;
        }
    }

    /// The tournament, if the caller does not know this version of it, and no message came just now.
    pub(in crate::service::room) async fn ready(&mut self) -> Option<Message> {
        if Instant::now() < self.rests_until {
            return None;
        }
        let shown = self.shown.borrow_and_update().clone()?;
        let live = shown.live();
        if live.record.version <= self.known {
            return None;
        }
        let now = self.core.clock.now();
        let tournament = match self.core.view_of(live, self.caller).await {
            Ok(view) => view,
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(tournament = %live.record.id, error, "a tournament's stream has no names");
                live.view(self.caller)
            }
        };
        // Behind the last wait, so that a message is not lost if the future is dropped.
        self.known = live.record.version;
        self.rests_until = Instant::now() + self.rest;
        Some(Message::Tournament(Box::new(TournamentMessage { tournament, now })))
    }

    /// Returns when there may be a message.
    pub(in crate::service::room) async fn wait(&mut self) {
        let (has_news, rests_until) = (self.has_news(), self.rests_until);
        tokio::select! {
            _ = self.stopping.wait_for(|&stopping| stopping) => {}
            () = tokio::time::sleep_until(rests_until), if has_news => {}
            Ok(()) = self.shown.changed(), if !has_news => {}
        }
    }

    /// Whether there is a version that the caller does not know.
    pub(in crate::service::room) fn has_news(&self) -> bool {
        self.shown.borrow().as_ref().is_some_and(|shown| shown.version() > self.known)
    }

    /// Whether the tournament is over, and the caller knows its last version.
    pub(in crate::service::room) fn is_over(&self) -> bool {
        let is_over = self.shown.borrow().as_ref().is_some_and(|shown| shown.live().is_over());
        is_over && !self.has_news()
    }

    /// Whether the caller may see it now: the invite code may have been replaced.
    pub(in crate::service::room) fn is_open(&self) -> bool {
        let code = self.invite_code.as_deref();
        self.shown.borrow().as_ref().is_none_or(|shown| shown.live().is_open_to(self.caller, code))
    }

    /// Whether this follower sees everything that was written before. If not, something is being decided.
    pub(in crate::service::room) async fn is_settled(&self) -> Result<bool, RoomError> {
        if self.core.tables.is_shared {
            return self.core.read_tournament(&self.handle).await.map(|_| true);
        }
        Ok(self.handle.directing.try_lock().is_ok())
    }

    /// Returns once what is being decided on this server is published.
    pub(in crate::service::room) fn decided(&self) -> impl Future<Output = ()> + Send + use<> {
        Arc::clone(&self.handle.directing).lock_owned().map(drop)
    }
}
