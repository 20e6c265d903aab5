//! Several servers on one database: hints to the others, hints from them, and the slow queries behind the hints.

mod leases;
pub(super) mod this_server;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::error::Elapsed;
use tokio::time::timeout;

use super::error::RoomError;
use super::room_core::RoomCore;
use super::tables::published_table::PublishedTable;
use crate::service::people::session_cache::Invalidate;
use crate::service::ports::error::StoreError;
use crate::service::ports::hints::{Heard, Hint};
use crate::service::ports::shared::{ListedDigest, SharedStore};
use crate::service::room::lobby_channel::looks_alike;
use crate::service::room::presence::sharing::WRITES_EVERY;
use crate::service::table::time::later;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::Version;

/// How often is looked for what hints may have missed: at followed tables and sign-ins,
const LOOKS: SignedDuration = SignedDuration::from_secs(1);
/// at the lobby and deleted players, after so many of these looks,
const LOOKS_AT_LOBBY: u32 = 5;
/// and at tables that hold permits.
const LOOKS_AT_PERMITS: u32 = 60;

/// How far back deleted players are looked for.
const DELETED_LATELY: SignedDuration = SignedDuration::from_mins(1);

/// How old what is known of other servers' callers at a followed table may be.
const HEARD_JUST_NOW: SignedDuration = SignedDuration::from_millis(900);

/// The shortest time between two writes of whom this server sees.
const REST: SignedDuration = SignedDuration::from_millis(100);

/// How many tables catch up at once, and each of them: one catches up, and one more waits that may have come too late for it.
const MOST_CATCHING_UP: usize = 2;

/// How long a look may take: a connection may be cut off silently.
const PATIENCE: Duration = Duration::from_secs(5);

/// The database has not answered in time.
fn unanswered(late: Elapsed) -> StoreError {
    StoreError::Unavailable(Box::new(late))
}

impl RoomCore {
    /// What the servers of the database share; `None` if there is only this one.
    fn shared(&self) -> Option<&dyn SharedStore> {
        self.store.shared()
    }

    /// Lets other servers know of a change, and of what the lobby shows.
    pub(super) fn hint_of_table(&self, before: Option<&PublishedTable>, after: &PublishedTable) {
        let Some(shared) = self.shared() else { return };
        let listed = before.map(|table| &table.record).filter(|record| record.listed);
        let lobby = match listed {
            Some(before) => !after.record.listed || !looks_alike(before, &after.record),
            None => after.record.listed,
        };
        shared.hint(Hint::Table { id: after.record.id, version: after.version(), lobby });
    }

    /// Works with the other servers until the room stops. `news` are the notifications of players that other servers need.
    pub(super) async fn work_with_others(self: Arc<Self>, mut news: UnboundedReceiver<(PlayerId, ())>) {
        let Some(shared) = self.shared() else { return };
        let mut stopping = self.stopping.subscribe();
        let relaying = async {
            while let Some((player, ())) = news.recv().await {
                shared.hint(Hint::Player(player));
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            _ = stopping.wait_for(|&stopping| stopping) => {}
            () = relaying => {}
            () = self.hear(shared) => {}
            () = self.look(shared) => {}
            () = self.tell_presence_always() => {}
        }
    }

    /// Writes whom this server sees: every few seconds, and at once if somebody comes.
    async fn tell_presence_always(&self) {
        let came = self.presence.came();
        loop {
            if let Err(error) = self.presence.write_presence(&*self.store).await {
                tracing::debug!(
                    error = &error as &dyn std::error::Error,
                    "other servers do not know who is here"
                );
            }
            self.clock.sleep_until(later(self.clock.now(), REST)).await;
            tokio::select! {
                () = came.notified() => {}
                () = self.clock.sleep_until(later(self.clock.now(), WRITES_EVERY)) => {}
            }
        }
    }

    async fn hear(self: &Arc<Self>, shared: &dyn SharedStore) {
        let mut heard = shared.listen();
        while let Some(heard) = heard.recv().await {
            match heard {
                Heard::Hints(hints) => {
                    for hint in hints {
                        self.take_hint(hint).await;
                    }
                }
                Heard::Gap => self.look_once(shared).await,
            }
        }
        std::future::pending::<()>().await;
    }

    async fn take_hint(self: &Arc<Self>, hint: Hint) {
        match hint {
            Hint::Table { id, version, lobby } => {
                self.follow_up(id, version);
                if lobby && self.tables.lobby.has_followers() {
                    self.send_listed(id).await;
                }
            }
            Hint::Player(player) => self.players.news.notify_here(player, ()),
            Hint::SignedOut(player, session) => {
                let what = session.map_or(Invalidate::Player(player), Invalidate::SignIn);
                self.players.session_cache.invalidate(what);
                self.players.session_cache.ended().notify_here(player, session);
            }
            Hint::Renamed(player) => {
                self.players.session_cache.invalidate(Invalidate::Looks(player));
                self.tables.forget_name(player).await;
            }
        }
    }

    /// Catches up with a version of a table, if somebody on this server follows it.
    fn follow_up(self: &Arc<Self>, id: TableId, version: Version) {
        let Some(handle) = self.tables.peek(id).filter(|handle| handle.is_followed()) else { return };
        if handle.table().is_some_and(|table| table.version() >= version) {
            return;
        }
        let Some(permit) = self.server.catching_up.acquire(id, MOST_CATCHING_UP) else { return };
        let core = Arc::clone(self);
        tokio::spawn(async move {
            let _permit = permit;
            let _lock = handle.write_lock.lock().await;
            if handle.table().is_none_or(|table| table.version() < version)
                && let Err(error) = core.tables.newest(&handle, id).await
            {
                tracing::debug!(table = %id, error = &error as &dyn std::error::Error, "followers wait for the next look");
            }
        });
    }

    /// Looks for what hints may have missed, forever.
    async fn look(self: &Arc<Self>, shared: &dyn SharedStore) {
        let mut listed = None;
        for round in 1u32.. {
            self.clock.sleep_until(later(self.clock.now(), LOOKS)).await;
            self.look_once(shared).await;
            let done = async {
                if round.is_multiple_of(LOOKS_AT_LOBBY) {
                    self.look_at_lobby(shared, &mut listed).await?;
                    self.look_for_deleted(shared).await?;
                    self.start_tournaments().await?;
                }
                if round.is_multiple_of(LOOKS_AT_PERMITS) {
                    let closed = shared.closed_of(&self.quotas.charged()).await?;
                    self.quotas.release(&closed);
                }
                Ok::<_, RoomError>(())
            };
            let done = timeout(PATIENCE, done).await.unwrap_or_else(|late| Err(unanswered(late).into()));
            if let Err(error) = done {
                tracing::debug!(
                    error = &error as &dyn std::error::Error,
                    "other servers' changes are looked for again"
                );
            }
        }
    }

    async fn look_once(self: &Arc<Self>, shared: &dyn SharedStore) {
        let looked = async {
            let followed = self.tables.followed();
            if !followed.is_empty() {
                for (id, version) in shared.versions(&followed).await? {
                    self.follow_up(id, version);
                }
                self.presence.read_others(&*self.store, &followed, HEARD_JUST_NOW).await?;
            }
            self.look_for_ended_sign_ins(shared).await
        };
        let looked = timeout(PATIENCE, looked).await.unwrap_or_else(|late| Err(unanswered(late)));
        if let Err(error) = looked {
            tracing::debug!(
                error = &error as &dyn std::error::Error,
                "other servers' changes are looked for again"
            );
        }
    }

    async fn look_for_ended_sign_ins(&self, shared: &dyn SharedStore) -> Result<(), StoreError> {
        let streaming = self.players.session_cache.ended_elsewhere().subjects();
        if streaming.is_empty() {
            return Ok(());
        }
        for session in shared.ended_of(&streaming).await? {
            self.players.session_cache.invalidate(Invalidate::SignIn(session));
            self.players.session_cache.ended_elsewhere().notify_here(session, ());
        }
        Ok(())
    }

    async fn look_for_deleted(&self, shared: &dyn SharedStore) -> Result<(), StoreError> {
        for player in shared.deleted_since(later(self.clock.now(), -DELETED_LATELY)).await? {
            self.players.session_cache.invalidate(Invalidate::Player(player));
            self.tables.forget_name(player).await;
        }
        Ok(())
    }

    /// Compares the lobby with the last look. Without followers nothing is kept.
    async fn look_at_lobby(
        &self,
        shared: &dyn SharedStore,
        last: &mut Option<BTreeMap<TableId, ListedDigest>>,
    ) -> Result<(), StoreError> {
        if !self.tables.lobby.has_followers() {
            *last = None;
            return Ok(());
        }
        let listed = shared.listed().await?;
        let listed: BTreeMap<TableId, ListedDigest> =
            listed.into_iter().map(|table| (table.table, table)).collect();
        if let Some(before) = &*last {
            for gone in before.values().filter(|table| !listed.contains_key(&table.table)) {
                self.tables.lobby.send_gone(gone.table, gone.game);
            }
            for table in listed.values().filter(|table| before.get(&table.table) != Some(table)) {
                self.send_listed(table.table).await;
            }
        }
        *last = Some(listed);
        Ok(())
    }

    /// Sends followers of the lobby what it shows of a table.
    async fn send_listed(&self, id: TableId) {
        match self.store.table(id).await {
            Ok(Some(record)) => self.tables.lobby.send_record(record),
            Ok(None) => {}
            Err(error) => {
                tracing::debug!(table = %id, error = &error as &dyn std::error::Error, "the lobby shows a table later");
            }
        }
    }
}
