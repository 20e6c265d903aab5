//! Presence among several servers: each writes its own sightings, and reads those of the others.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;

use super::{AtTable, PresenceTracker, TrackedPlayer};
use crate::service::ports::error::StoreError;
use crate::service::ports::shared::{ServerId, Sighting};
use crate::service::ports::store::Store;
use crate::service::table::seats::gone::GRACE;
use crate::service::table::time::later;
use cardroom_api::id::{PlayerId, TableId};

/// How often a server writes its sightings: several times within [`GRACE`].
pub(in crate::service::room) const WRITES_EVERY: SignedDuration = SignedDuration::from_secs(4);

/// How long the time at which a player left is kept: longer than any absence matters.
const REMEMBERS: SignedDuration = SignedDuration::from_mins(10);

/// How old the sightings of other servers may be.
pub(in crate::service::room) const READ_LATELY: SignedDuration = SignedDuration::from_secs(1);

impl PresenceTracker {
    /// Writes the sightings of this server.
    pub(in crate::service::room) async fn write_presence(&self, store: &dyn Store) -> Result<(), StoreError> {
        let Some(shared) = store.shared() else { return Ok(()) };
        let seen = self.unwritten();
        if seen.is_empty() {
            return Ok(());
        }
        let forget = later(self.clock.now(), -REMEMBERS);
        let written = shared.write_presence(&seen, forget).await;
        if written.is_err() {
            self.was_not_written();
        }
        written
    }

    /// Reads the sightings of other servers at these tables, if that was last read longer ago than `lately`.
    pub(in crate::service::room) async fn read_others(
        &self,
        store: &dyn Store,
        tables: &[TableId],
        lately: SignedDuration,
    ) -> Result<(), StoreError> {
        let Some(shared) = store.shared() else { return Ok(()) };
        let now = self.clock.now();
        let unread = self.unread_since(later(now, -lately), tables);
        if unread.is_empty() {
            return Ok(());
        }
        // Boxed: the futures of a server that is alone stay small.
        let seen = Box::pin(shared.presence(&unread, later(now, -REMEMBERS))).await?;
        self.hear(&unread, seen);
        Ok(())
    }

    /// Notified if a player comes or goes.
    pub(in crate::service::room) fn came(&self) -> Arc<Notify> {
        Arc::clone(&self.came)
    }

    /// Whom this server sees, as far as the others may not know it.
    fn unwritten(&self) -> Vec<Sighting> {
        let now = self.clock.now();
        let mut seen = Vec::new();
        for (&table, at) in self.tables().iter_mut() {
            for (player, tracked) in &mut at.players {
                if let Some(at) = tracked.tell(now) {
                    seen.push(Sighting { table, who: player.0, at, anonymous: None });
                }
            }
            if at.anonymous > 0 || at.is_counted {
                at.is_counted = at.anonymous > 0;
                seen.push(Sighting { table, who: self.server.0, at: now, anonymous: Some(at.anonymous) });
            }
        }
        seen
    }

    /// Tells all of it again: it could not be written.
    fn was_not_written(&self) {
        for at in self.tables().values_mut() {
            at.players.values_mut().for_each(|tracked| tracked.written = Timestamp::MIN);
        }
    }

    /// Those of these tables of which was not read since a moment whom other servers see.
    fn unread_since(&self, moment: Timestamp, tables: &[TableId]) -> Vec<TableId> {
        let known = self.tables();
        let is_old =
            |table: &&TableId| known.get(*table).and_then(|at| at.heard).is_none_or(|heard| heard < moment);
        tables.iter().filter(is_old).copied().collect()
    }

    /// Notes whom other servers see at these tables.
    fn hear(&self, of: &[TableId], seen: Vec<Sighting>) {
        let mut by_table: BTreeMap<TableId, Vec<Sighting>> = BTreeMap::new();
        for seen in seen {
            by_table.entry(seen.table).or_default().push(seen);
        }
        let mut tables = self.tables();
        let now = self.clock.now();
        for &table in of {
            let seen = by_table.remove(&table).unwrap_or_default();
            if seen.is_empty() && !tables.contains_key(&table) {
                continue;
            }
            let at = tables.entry(table).or_default();
            at.heard = Some(now);
            if at.hear(&seen, self.server, now) {
                self.notify_followers(table, at);
            }
            self.sweep_later(table, at);
        }
    }
}

impl AtTable {
    /// Notes whom other servers see; returns whether that is news.
    fn hear(&mut self, seen: &[Sighting], server: ServerId, now: Timestamp) -> bool {
        let is_new = |seen: &Sighting| later(seen.at, GRACE) > now;
        let others = seen.iter().filter(|seen| seen.who != server.0 && is_new(seen));
        let elsewhere = others.filter_map(|seen| seen.anonymous).sum();
        let mut news = std::mem::replace(&mut self.elsewhere, elsewhere) != elsewhere;
        for seen in seen.iter().filter(|seen| seen.anonymous.is_none()) {
            let player = PlayerId(seen.who);
            let tracked = self.players.entry(player).or_insert(TrackedPlayer::absent_since(seen.at));
            tracked.left = tracked.left.max(seen.at);
            if tracked.connected {
                continue;
            }
            if is_new(seen) {
                tracked.connected = true;
                tracked.since = seen.at;
                self.connected += 1;
                news = true;
            } else {
                tracked.since = tracked.left;
            }
        }
        news
    }
}

impl TrackedPlayer {
    /// When the player was last here, if others may not know it.
    fn tell(&mut self, now: Timestamp) -> Option<Timestamp> {
        let here = if self.connections > 0 { now } else { self.left_here };
        let is_due = self.connections == 0 || now.duration_since(self.written) >= WRITES_EVERY;
        if here <= self.written || !is_due {
            return None;
        }
        self.written = here;
        Some(here)
    }
}
