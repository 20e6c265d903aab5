//! One table's place in memory: its turn, what is known of it, and those who wait for what is new.

use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::{Mutex as TurnTaking, Notify};

use super::feed::Feed;
use crate::service::table::live::Table;
use crate::service::table::seen_by::Audience;
use crate::service::whole::whole;

/// One table's place in memory. Whoever uses it holds it, so that it is not dropped under them.
#[derive(Debug, Default)]
pub struct Slot {
    /// Held by whoever writes, from judging to publishing.
    pub turn: TurnTaking<()>,
    current: Mutex<Current>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Current {
    /// The table as it was last published, and the changes before it.
    feed: Feed,
    /// How often that has changed.
    changes: u64,
    followers: usize,
}

/// Somebody who follows a table, until it is dropped.
#[derive(Debug)]
pub struct Follower {
    slot: Arc<Slot>,
    /// How often its feed had changed when they looked last.
    known: u64,
}

impl Slot {
    /// Follows the table from now on.
    pub fn follow(self: &Arc<Self>) -> Follower {
        let mut current = self.current();
        current.followers += 1;
        Follower { slot: Arc::clone(self), known: current.changes }
    }

    /// For whom what is built of the table is.
    pub fn audience(&self) -> Audience {
        self.current().audience()
    }

    /// Looks at the feed.
    pub fn look<T>(&self, look: impl FnOnce(&Feed) -> T) -> T {
        look(&self.current().feed)
    }

    /// The table as it was last published.
    pub fn table(&self) -> Option<Arc<Table>> {
        self.look(|feed| feed.table().cloned())
    }

    /// Changes the feed, and wakes those who follow.
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

    /// Lets go of the table, so that it is read again.
    pub fn forget(&self) {
        self.change(|feed, _| feed.forget());
    }

    /// Lets go of the table and of its changes, so that all is read again.
    pub fn forget_all(&self) {
        self.change(|feed, _| feed.forget_all());
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        whole(&self.current)
    }
}

impl Current {
    fn audience(&self) -> Audience {
        if self.followers == 0 { Audience::Alone } else { Audience::Shared }
    }
}

impl Follower {
    /// The table's place.
    pub fn slot(&self) -> &Slot {
        &self.slot
    }

    /// Looks at the feed; what it says is no longer new.
    pub fn look<T>(&mut self, look: impl FnOnce(&Feed) -> T) -> T {
        let current = self.slot.current();
        self.known = current.changes;
        look(&current.feed)
    }

    /// Returns once the feed has changed since they looked, or were told so. Dropping the future loses nothing.
    pub async fn changed(&mut self) {
        loop {
            // Who begins to listen before they look hears of whatever comes afterwards.
            let changed = self.slot.changed.notified();
            let changes = self.slot.current().changes;
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
        self.slot.current().followers -= 1;
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn is_told(follower: &mut Follower) -> bool {
        follower.changed().now_or_never().is_some()
    }

    #[test]
    fn each_who_follows_is_told_once_of_what_is_new() {
        let slot = Arc::new(Slot::default());
        slot.forget();
        let (mut one, mut other) = (slot.follow(), slot.follow());
        assert!(!is_told(&mut one));
        slot.forget();
        slot.forget_all();
        assert_eq!([(); 2].map(|()| is_told(&mut one)), [true, false]);
        other.look(|_| ());
        assert!(!is_told(&mut other));
    }

    #[tokio::test]
    async fn all_who_wait_are_woken() {
        let slot = Arc::new(Slot::default());
        let waiting = [(); 3].map(|()| {
            let mut follower = slot.follow();
            tokio::spawn(async move { follower.changed().await })
        });
        tokio::task::yield_now().await;
        slot.forget();
        for told in waiting {
            told.await.unwrap();
        }
    }

    #[test]
    fn what_is_built_is_for_those_who_follow() {
        let slot = Arc::new(Slot::default());
        assert_eq!(slot.audience(), Audience::Alone);
        let followers = (slot.follow(), slot.follow());
        drop(followers.0);
        slot.change(|_, audience| assert_eq!(audience, Audience::Shared));
        drop(followers.1);
        slot.change(|_, audience| assert_eq!(audience, Audience::Alone));
    }
}
