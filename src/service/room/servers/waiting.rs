//! What waits to be looked at: each thing once, however often it is added.

use std::collections::BTreeSet;
use std::sync::Mutex;

use futures::{Stream, stream};
use tokio::sync::Notify;

use crate::service::lock::lock;

/// What waits to be looked at, by one task.
pub(super) struct WaitingSet<T> {
    waiting: Mutex<BTreeSet<T>>,
    added: Notify,
}

impl<T> Default for WaitingSet<T> {
    fn default() -> Self {
        Self { waiting: Mutex::default(), added: Notify::new() }
    }
}

impl<T: Copy + Ord> WaitingSet<T> {
    /// Adds something, unless it waits already.
    pub(super) fn add(&self, what: T) {
        lock(&self.waiting).insert(what);
        self.added.notify_one();
    }

    /// All that is added, forever, and none of it long before the rest. What is added again after it was taken comes again.
    pub(super) fn stream(&self) -> impl Stream<Item = T> {
        stream::unfold(BTreeSet::new(), move |mut taken| async move {
            while taken.is_empty() {
                taken = std::mem::take(&mut *lock(&self.waiting));
                if taken.is_empty() {
                    self.added.notified().await;
                }
            }
            Some((taken.pop_first()?, taken))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use futures::{FutureExt, StreamExt};

    use super::WaitingSet;

    #[test]
    fn what_is_added_twice_comes_once_and_again_after_it_was_taken() {
        let set = WaitingSet::default();
        let mut stream = Box::pin(set.stream());
        for what in [2, 1, 2] {
            set.add(what);
        }
        assert_eq!(stream.next().now_or_never(), Some(Some(1)));
        set.add(1);
        let rest: Vec<_> = std::iter::from_fn(|| stream.next().now_or_never().flatten()).collect();
        assert_eq!(rest, [2, 1]);
        set.add(3);
        assert_eq!(stream.next().now_or_never(), Some(Some(3)));
    }

    #[test]
    fn one_that_waits_for_ever_does_not_hold_up_the_others() {
        let set = WaitingSet::default();
        for what in [1, 2, 3] {
            set.add(what);
        }
        let done = std::cell::RefCell::new(Vec::new());
        let handle = |what| {
            let done = &done;
            async move {
                if what == 1 {
                    pending::<()>().await;
                }
                done.borrow_mut().push(what);
            }
        };
        assert_eq!(set.stream().for_each_concurrent(2, handle).now_or_never(), None);
        assert_eq!(*done.borrow(), [2, 3]);
    }
}
