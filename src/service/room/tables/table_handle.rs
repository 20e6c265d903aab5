//! One table in memory: its lock, its feed, and its followers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::{Mutex as AsyncMutex, Notify};

use super::feed::Feed;
use super::published_table::PublishedTable;
use super::seen_by::Audience;
use crate::service::lock::lock;
use cardroom_api::table::change::Version;

/// One table in memory. It is not evicted while there is another reference to it.
#[derive(Debug, Default)]
pub struct TableHandle {
    /// Held while a change is made, from drafting to publishing.
    pub write_lock: AsyncMutex<()>,
    current: Mutex<Current>,
    changed: Notify,
    /// The last version that this server has written.
    written: AtomicU64,
}

#[derive(Debug, Default)]
struct Current {
    /// The table as it was last published, and the changes before it.
    feed: Feed,
    /// How often that has changed.
    changes: u64,
    followers: usize,
}

/// A follower of a table, until it is dropped.
#[derive(Debug)]
pub struct Follower {
    handle: Arc<TableHandle>,
    /// The number of changes when the follower last looked.
    known: u64,
}

impl TableHandle {
    /// Follows the table from now on.
    pub fn follow(self: &Arc<Self>) -> Follower {
        let mut current = self.current();
        current.followers += 1;
        Follower { handle: Arc::clone(self), known: current.changes }
    }

    /// Whether views are built for followers too.
    pub fn audience(&self) -> Audience {
        self.current().audience()
    }

    /// Whether somebody on this server follows the table.
    pub fn is_followed(&self) -> bool {
        self.current().followers > 0
    }

    /// Notes that this server has written a version.
    pub fn note_written(&self, version: Version) {
        self.written.store(version, Ordering::Relaxed);
    }

    /// Whether this server has written a version, and keeps the table's time.
    pub fn has_written(&self, version: Version) -> bool {
        self.written.load(Ordering::Relaxed) == version
    }

    /// Looks at the feed.
    pub fn look<T>(&self, look: impl FnOnce(&Feed) -> T) -> T {
        look(&self.current().feed)
    }

    /// The table as it was last published.
    pub fn table(&self) -> Option<Arc<PublishedTable>> {
        self.look(|feed| feed.table().cloned())
    }

    /// Changes the feed, and wakes the followers.
    pub fn change(&self, change: impl FnOnce(&mut Feed, Audience)) {
        let mut current = self.current();
        let audience = current.audience();
        change(&mut current.feed, audience);
        current.changes += 1;
        drop(current);
        if audience == Audience::Shared {
            self.changed.notify_waiters();
        }
    }

    /// Drops the table, so that it is read again.
    pub fn forget(&self) {
        self.change(|feed, _| feed.forget());
    }

    /// Drops the table and its changes, so that all is read again.
    pub fn forget_all(&self) {
        self.change(|feed, _| feed.forget_all());
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        lock(&self.current)
    }
}

impl Current {
    fn audience(&self) -> Audience {
        if self.followers == 0 { Audience::Alone } else { Audience::Shared }
    }
}

impl Follower {
    /// The followed table's handle.
    pub fn handle(&self) -> &TableHandle {
        &self.handle
    }

    /// Reads the feed, and marks it as seen.
    pub fn look<T>(&mut self, look: impl FnOnce(&Feed) -> T) -> T {
        let current = self.handle.current();
        self.known = current.changes;
        look(&current.feed)
    }

    /// Returns once the feed has changed since the follower last looked or was notified. Dropping the future loses nothing.
    pub async fn changed(&mut self) {
        loop {
            // Listening starts before the check, so that no change is missed.
            let changed = self.handle.changed.notified();
            let changes = self.handle.current().changes;
            if changes != self.known {
                self.known = changes;
                return;
            }
            changed.await;
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.handle.current().followers -= 1;
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn is_notified(follower: &mut Follower) -> bool {
        follower.changed().now_or_never().is_some()
    }

    #[test]
    fn each_follower_is_woken_once_for_a_change() {
        let handle = Arc::new(TableHandle::default());
        handle.forget();
        let (mut one, mut other) = (handle.follow(), handle.follow());
        assert!(!is_notified(&mut one));
        handle.forget();
        handle.forget_all();
        assert_eq!([(); 2].map(|()| is_notified(&mut one)), [true, false]);
        other.look(|_| ());
        assert!(!is_notified(&mut other));
    }

    #[tokio::test]
    async fn all_waiting_tasks_are_woken() {
        let handle = Arc::new(TableHandle::default());
        let waiting = [(); 3].map(|()| {
            let mut follower = handle.follow();
            tokio::spawn(async move { follower.changed().await })
        });
        tokio::task::yield_now().await;
        handle.forget();
        for woken in waiting {
            woken.await.unwrap();
        }
    }

    #[test]
    fn with_followers_the_audience_is_shared() {
        let handle = Arc::new(TableHandle::default());
        assert_eq!(handle.audience(), Audience::Alone);
        let followers = (handle.follow(), handle.follow());
        drop(followers.0);
        handle.change(|_, audience| assert_eq!(audience, Audience::Shared));
        drop(followers.1);
        handle.change(|_, audience| assert_eq!(audience, Audience::Alone));
    }
}
