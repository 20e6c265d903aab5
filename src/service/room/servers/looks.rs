//! The slow queries behind the hints. Each has a time of its own, so that none waits for another that is slow.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::service::people::session_cache::Invalidate;
use crate::service::ports::error::StoreError;
use crate::service::ports::shared::{ListedDigest, SharedStore};
use crate::service::room::room_core::RoomCore;
use crate::service::room::servers::{PATIENCE, unanswered};
use crate::service::table::time::later;
use cardroom_api::id::TableId;

/// How often is looked for what hints may have missed: at followed tables and sign-ins,
const LOOKS: SignedDuration = SignedDuration::from_secs(1);
/// at the lobby and deleted players,
const LOOKS_AT_LOBBY: SignedDuration = SignedDuration::from_secs(5);
/// and at tables that hold permits, after so many looks at the lobby.
const LOOKS_AT_PERMITS: u32 = 12;

/// How far back of the last look deleted players are looked for, because a deletion has its time before it is committed.
const DELETED_LATELY: SignedDuration = SignedDuration::from_mins(1);

/// How old what is known of other servers' callers at a followed table may be.
const HEARD_JUST_NOW: SignedDuration = SignedDuration::from_millis(900);

/// What the last looks at the lobby have found and its followers know; `None` before the first look.
type LastListed = Option<BTreeMap<TableId, ListedDigest>>;

impl RoomCore {
    /// Looks at followed tables, forever.
    pub(super) async fn look_at_followed(self: &Arc<Self>, shared: &dyn SharedStore) {
        loop {
            self.rest_unless_gap(&self.server.gap_at_tables).await;
            let looking = async {
                let followed = self.tables.followed();
                if !followed.is_empty() {
                    for (id, version) in shared.versions(&followed).await? {
                        self.follow_up(id, version);
                    }
                    self.presence.read_others(&*self.store, &followed, HEARD_JUST_NOW).await?;
                }
                Ok::<_, StoreError>(())
            };
            attempt(looking).await;
        }
    }

    /// Looks for sign-ins with streams that have ended, forever.
    pub(super) async fn look_at_sign_ins(&self, shared: &dyn SharedStore) {
        loop {
            self.rest_unless_gap(&self.server.gap_of_sign_ins).await;
            attempt(self.look_for_ended_sign_ins(shared)).await;
        }
    }

    /// Looks at the lobby, and for deleted players and closed tables, forever.
    pub(super) async fn look_at_the_rest(self: &Arc<Self>, shared: &dyn SharedStore) {
        let (mut listed, mut last) = (None, self.clock.now());
        for round in 1u32.. {
            attempt(self.look_at_lobby(shared, &mut listed)).await;
            attempt(self.look_for_deleted(shared, &mut last)).await;
            if round.is_multiple_of(LOOKS_AT_PERMITS) {
                attempt(self.look_at_permits(shared)).await;
                attempt(self.look_at_permits_of_tournaments(shared)).await;
            }
            self.clock.sleep_until(later(self.clock.now(), LOOKS_AT_LOBBY)).await;
        }
    }

    /// Waits until the next look, or until hints were lost.
    async fn rest_unless_gap(&self, gap: &Notify) {
        tokio::select! {
            () = self.clock.sleep_until(later(self.clock.now(), LOOKS)) => {}
            () = gap.notified() => {}
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

    /// Looks for players who were deleted since the last look that succeeded, however long ago that is.
    async fn look_for_deleted(
        &self,
        shared: &dyn SharedStore,
        last: &mut Timestamp,
    ) -> Result<(), StoreError> {
        let now = self.clock.now();
        for player in shared.deleted_since(later(*last, -DELETED_LATELY)).await? {
            self.players.session_cache.invalidate(Invalidate::Player(player));
            self.server.renamed.add(player);
        }
        *last = now;
        Ok(())
    }

    async fn look_at_permits(&self, shared: &dyn SharedStore) -> Result<(), StoreError> {
        let closed = shared.closed_of(&self.quotas.charged()).await?;
        self.quotas.release(&closed);
        Ok(())
    }

    /// Compares the lobby with the last look, also if nobody follows it: a follower of the next moment knows at least what this look has
    /// found. What has been sent is noted table by table, so that the next look goes on if this one ends early.
    async fn look_at_lobby(&self, shared: &dyn SharedStore, last: &mut LastListed) -> Result<(), StoreError> {
        let listed = by_table(shared.listed().await?);
        let Some(last) = last.as_mut().filter(|_| self.tables.lobby.has_followers()) else {
            *last = Some(listed);
            return Ok(());
        };
        for (table, now) in differences(last, &listed) {
            match self.send_listed(table.table).await {
                Ok(true) => {}
                Ok(false) => self.tables.lobby.send_gone(table.table, table.game),
                Err(error) => {
                    // It stays different, and the others do not wait for it.
                    let error = &error as &dyn std::error::Error;
                    tracing::debug!(table = %table.table, error, "the lobby shows a table later");
                    continue;
                }
            }
            match now {
                Some(now) => last.insert(table.table, now),
                None => last.remove(&table.table),
            };
        }
        Ok(())
    }
}

fn by_table(listed: Vec<ListedDigest>) -> BTreeMap<TableId, ListedDigest> {
    listed.into_iter().map(|table| (table.table, table)).collect()
}

/// The tables that differ between two looks, each with what the second look has found of it.
fn differences(
    last: &BTreeMap<TableId, ListedDigest>,
    now: &BTreeMap<TableId, ListedDigest>,
) -> Vec<(ListedDigest, Option<ListedDigest>)> {
    let gone = last.values().filter(|table| !now.contains_key(&table.table)).map(|&table| (table, None));
    let changed = now.values().filter(|table| last.get(&table.table) != Some(table));
    gone.chain(changed.map(|&table| (table, Some(table)))).collect()
}

/// Looks for as long as a look may take. What it does not find, the next one may.
pub(super) async fn attempt(looking: impl Future<Output = Result<(), StoreError>>) {
    if let Err(error) = timeout(PATIENCE, looking).await.unwrap_or_else(|late| Err(unanswered(late))) {
        tracing::debug!(
            error = &error as &dyn std::error::Error,
            "other servers' changes are looked for again"
        );
    }
}

#[cfg(test)]
mod tests {
    use cardroom_api::id::TableId;
    use cardroom_rules::games::any::GameKind;
    use uuid::Uuid;

    use super::{by_table, differences};
    use crate::service::ports::shared::ListedDigest;

    #[test]
    fn a_look_finds_what_is_gone_new_and_changed() {
        let listed = |tables: &[(u128, i64)]| {
            let digest = |&(id, digest)| ListedDigest {
                table: TableId(Uuid::from_u128(id)),
                game: GameKind::Holdem,
                digest,
            };
            by_table(tables.iter().map(digest).collect())
        };
        let (last, now) = (listed(&[(1, 10), (2, 20), (3, 30)]), listed(&[(2, 20), (3, 31), (4, 40)]));
        let found: Vec<_> = differences(&last, &now)
            .into_iter()
            .map(|(table, now)| (table.table.0.as_u128(), now.map(|now| now.digest)))
            .collect();
        assert_eq!(found, [(1, None), (3, Some(31)), (4, Some(40))]);
        assert!(differences(&now, &now).is_empty());
    }
}
