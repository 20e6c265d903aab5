//! Notifications by subject. Nothing is kept for a subject without listeners.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{self, Receiver, Sender};
use tokio::sync::mpsc::UnboundedSender;

use crate::service::lock::lock;

/// How many notifications may wait for a listener. A listener that is further behind learns that it missed some.
const MOST_WAITING: usize = 16;

/// Notifications by subject.
#[derive(Debug)]
pub struct Topics<K, T> {
    senders: Arc<Mutex<HashMap<K, Sender<T>>>>,
    /// Takes every notification, for the listeners of other servers.
    relay: Option<UnboundedSender<(K, T)>>,
}

/// A listener of a subject.
#[derive(Debug)]
pub struct Listener<K: Copy + Eq + Hash, T> {
    to: K,
    /// Only dropping the listener takes it.
    words: Option<Receiver<T>>,
    all: Topics<K, T>,
}

impl<K, T> Clone for Topics<K, T> {
    fn clone(&self) -> Self {
        Self { senders: Arc::clone(&self.senders), relay: self.relay.clone() }
    }
}

impl<K, T> Default for Topics<K, T> {
    fn default() -> Self {
        Self { senders: Arc::default(), relay: None }
    }
}

impl<K: Copy + Eq + Hash, T: Clone> Topics<K, T> {
    /// The same, and each notification is also sent to `relay`.
    pub fn relayed(relay: UnboundedSender<(K, T)>) -> Self {
        Self { relay: Some(relay), ..Self::default() }
    }

    /// The subjects that have listeners.
    pub fn subjects(&self) -> Vec<K> {
        self.senders().keys().copied().collect()
    }

    /// Listens to a subject from now on.
    pub fn listen(&self, to: K) -> Listener<K, T> {
        let mut senders = self.senders();
        let sender = senders.entry(to).or_insert_with(|| broadcast::channel(MOST_WAITING).0);
        Listener { to, words: Some(sender.subscribe()), all: self.clone() }
    }

    /// Notifies all listeners of a subject.
    pub fn notify(&self, of: K, word: T) {
        if let Some(relay) = &self.relay {
            // The receiver lives as long as the room runs.
            relay.send((of, word.clone())).ok();
        }
        self.notify_here(of, word);
    }

    /// Notifies all listeners of a subject on this server.
    pub fn notify_here(&self, of: K, word: T) {
        if let Some(sender) = self.senders().get(&of) {
            // There may be no listeners by now.
            let _ = sender.send(word);
        }
    }
}

impl<K, T> Topics<K, T> {
    fn senders(&self) -> MutexGuard<'_, HashMap<K, Sender<T>>> {
        lock(&self.senders)
    }
}

impl<K: Copy + Eq + Hash, T: Clone> Listener<K, T> {
    /// The next notification; `None` if some were missed.
    pub async fn next(&mut self) -> Option<T> {
        match &mut self.words {
            Some(words) => match words.recv().await {
                Ok(word) => Some(word),
                Err(RecvError::Lagged(_)) => None,
                // The sender lives as long as there are listeners.
                Err(RecvError::Closed) => std::future::pending().await,
            },
            None => std::future::pending().await,
        }
    }
}

impl<K: Copy + Eq + Hash, T> Drop for Listener<K, T> {
    fn drop(&mut self) {
        let mut senders = self.all.senders();
        self.words = None;
        if senders.get(&self.to).is_some_and(|sender| sender.receiver_count() == 0) {
            senders.remove(&self.to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Topics;

    #[tokio::test]
    async fn a_message_reaches_its_subscribers_and_leaves_nothing() {
        let topics = Topics::default();
        topics.notify(1, "nobody");
        let (mut one, mut other) = (topics.listen(1), topics.listen(1));
        topics.notify(1, "all");
        topics.notify(2, "others");
        assert_eq!((one.next().await, other.next().await), (Some("all"), Some("all")));
        for _ in 0..100 {
            topics.notify(1, "much");
        }
        assert_eq!(one.next().await, None);
        assert_eq!(one.next().await, Some("much"));
        drop((one, other));
        assert!(topics.senders().is_empty());
    }
}
