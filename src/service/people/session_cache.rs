//! Sign-ins and the looks of players in memory, so that most requests are authenticated without a read.
//!
//! Every write that changes one of them goes through [`SessionCache::invalidating`].

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use lru::LruCache;
use tokio::time::Instant;
use tracing::Instrument;

use super::player::Looks;
use super::session::{SignedIn, TokenHash};
use crate::service::lock::lock;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::topics::Topics;
use cardroom_api::id::{PlayerId, SessionId};

/// How many sign-ins, and the looks of how many players, are kept. Evicting one costs a read.
const MOST: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// How long an entry is good if there are other servers: a sign-in that ends is known everywhere within two seconds.
const LIFE: Duration = Duration::from_millis(1_500);

/// The cache. All clones share it.
#[derive(Clone, Debug)]
pub struct SessionCache {
    cached: Arc<Mutex<Cached>>,
    /// How long an entry is good if other servers may change it too.
    life: Option<Duration>,
    /// Notifies streams that a sign-in of their player has ended; `None` means all of them.
    ended: Topics<PlayerId, Option<SessionId>>,
    /// Notifies streams that their sign-in has ended on another server.
    ended_elsewhere: Topics<SessionId, ()>,
}

#[derive(Debug)]
struct Cached {
    sign_ins: LruCache<TokenHash, Dated<SignedIn>>,
    /// The hash under which each of them is cached.
    accesses: HashMap<SessionId, TokenHash>,
    /// Each player's sign-ins among them.
    of_players: HashMap<PlayerId, HashSet<SessionId>>,
    looks: LruCache<PlayerId, Dated<Looks>>,
    /// Counts invalidations. A read that began before the last one may have found old data, so its result is not cached.
    generation: u64,
}

/// The cached data that a write may change.
#[derive(Clone, Copy, Debug)]
pub enum Invalidate {
    /// This sign-in.
    SignIn(SessionId),
    /// All sign-ins of this player, and their looks.
    Player(PlayerId),
    /// The looks of this player.
    Looks(PlayerId),
    /// Any sign-in.
    SignIns,
}

/// The generation in which a read began, and when.
#[derive(Clone, Copy, Debug)]
struct Generation(u64, Instant);

/// What was read, and when that began.
#[derive(Clone, Copy, Debug)]
struct Dated<T> {
    read: T,
    at: Instant,
}

impl Default for SessionCache {
    fn default() -> Self {
        let cached = Cached {
            sign_ins: LruCache::sparse(MOST),
            accesses: HashMap::new(),
            of_players: HashMap::new(),
            looks: LruCache::sparse(MOST),
            generation: 0,
        };
        Self {
            cached: Arc::new(Mutex::new(cached)),
            life: None,
            ended: Topics::default(),
            ended_elsewhere: Topics::default(),
        }
    }
}

impl SessionCache {
    /// The cache of a store. If other servers use the store too, entries are good for a short time.
    pub fn of(store: &dyn Store) -> Self {
        Self { life: store.shared().map(|_| LIFE), ..Self::default() }
    }

    /// Notifies streams that a sign-in of their player has ended; `None` means all of them.
    pub fn ended(&self) -> &Topics<PlayerId, Option<SessionId>> {
        &self.ended
    }

    /// Notifies streams that their sign-in has ended on another server.
    pub fn ended_elsewhere(&self) -> &Topics<SessionId, ()> {
        &self.ended_elsewhere
    }

    /// The sign-in that an access token belongs to, from memory or from the store; expired ones too.
    pub async fn sign_in(
        &self,
        store: &dyn Store,
        access: TokenHash,
    ) -> Result<Option<SignedIn>, StoreError> {
        let generation = match self.cached_sign_in(access) {
            Ok(signed_in) => return Ok(Some(signed_in)),
            Err(generation) => generation,
        };
        let found = store.sign_in_by_access(access).await?;
        if let Some(signed_in) = found {
            self.keep_sign_in(generation, access, signed_in);
        }
        Ok(found)
    }

    /// Whether a sign-in has not ended, from memory or from the store.
    pub async fn has_session(&self, store: &dyn Store, id: SessionId) -> Result<bool, StoreError> {
        Ok(self.is_cached(id) || store.has_session(id).await?)
    }

    /// The name and picture of a player, from memory or from the store.
    pub async fn looks(&self, store: &dyn Store, player: PlayerId) -> Result<Option<Looks>, StoreError> {
        Ok(self.looks_of(store, &[player]).await?.remove(&player))
    }

    /// The names and pictures of players, from memory or in one read from the store.
    pub async fn looks_of(
        &self,
        store: &dyn Store,
        players: &[PlayerId],
    ) -> Result<HashMap<PlayerId, Looks>, StoreError> {
        let (mut looks, missing, generation) = self.cached_looks(players);
        if !missing.is_empty() {
            let found = store.looks(&missing).await?;
            self.keep_looks(generation, &found);
            looks.extend(found);
        }
        Ok(looks)
    }

    /// Carries out a write, and invalidates what it may have changed before it returns, whether the write succeeded or not. The
    /// write runs in a task of its own: if the caller is dropped, the database may still carry it out.
    pub async fn invalidating<T: Send + 'static>(
        &self,
        what: Invalidate,
        write: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let invalidate = InvalidateOnDrop { cache: self.clone(), what };
        let write = async move {
            let _until_written = invalidate;
            write.await
        };
        let written = tokio::spawn(write.in_current_span());
        written.await.unwrap_or_else(|error| Err(StoreError::Unavailable(Box::new(error))))
    }

    /// Evicts what a write may have changed.
    pub fn invalidate(&self, what: Invalidate) {
        let mut cached = self.cached();
        cached.generation += 1;
        let gone: Vec<SessionId> = match what {
            Invalidate::SignIn(id) => vec![id],
            Invalidate::Player(id) => {
                cached.looks.pop(&id);
                cached.of_players.remove(&id).into_iter().flatten().collect()
            }
            Invalidate::Looks(id) => {
                cached.looks.pop(&id);
                Vec::new()
            }
            Invalidate::SignIns => cached.accesses.keys().copied().collect(),
        };
        for id in gone {
            if let Some(access) = cached.accesses.remove(&id)
                && let Some(gone) = cached.sign_ins.pop(&access)
            {
                cached.remove_from_player(gone.read);
            }
        }
    }

    fn cached_sign_in(&self, access: TokenHash) -> Result<SignedIn, Generation> {
        let mut cached = self.cached();
        let generation = Generation(cached.generation, Instant::now());
        let found = cached.sign_ins.get(&access).filter(|found| self.is_good(found));
        found.map(|found| found.read).ok_or(generation)
    }

    /// Caches a sign-in as it was read, unless something has been invalidated since the read began.
    fn keep_sign_in(&self, read_in: Generation, access: TokenHash, signed_in: SignedIn) {
        let mut cached = self.cached();
        if cached.generation != read_in.0 {
            return;
        }
        let SignedIn { player, session, .. } = signed_in;
        if let Some(before) = cached.accesses.insert(session, access)
            && before != access
        {
            // The token was rotated a moment ago, and nothing refers to the entry of the one before it any more.
            cached.sign_ins.pop(&before);
        }
        cached.of_players.entry(player).or_default().insert(session);
        if let Some((_, Dated { read: evicted, .. })) =
            cached.sign_ins.push(access, Dated { read: signed_in, at: read_in.1 })
            && evicted.session != session
        {
            cached.accesses.remove(&evicted.session);
            cached.remove_from_player(evicted);
        }
    }

    fn is_cached(&self, id: SessionId) -> bool {
        let cached = self.cached();
        let found = cached.accesses.get(&id).and_then(|access| cached.sign_ins.peek(access));
        found.is_some_and(|found| self.is_good(found))
    }

    /// Whether an entry is young enough.
    fn is_good<T>(&self, found: &Dated<T>) -> bool {
        self.life.is_none_or(|life| found.at.elapsed() < life)
    }

    /// The looks in memory, and the players whose looks have to be read, each once.
    fn cached_looks(&self, players: &[PlayerId]) -> (HashMap<PlayerId, Looks>, Vec<PlayerId>, Generation) {
        let mut cached = self.cached();
        let generation = Generation(cached.generation, Instant::now());
        let mut looks = HashMap::new();
        let mut missing = BTreeSet::new();
        for &player in players {
            match cached.looks.get(&player).filter(|found| self.is_good(found)) {
                Some(found) => drop(looks.insert(player, found.read.clone())),
                None => drop(missing.insert(player)),
            }
        }
        (looks, missing.into_iter().collect(), generation)
    }

    /// Caches the looks of players as they were read, unless something has been invalidated since the read began.
    fn keep_looks(&self, read_in: Generation, read: &HashMap<PlayerId, Looks>) {
        let mut cached = self.cached();
        if cached.generation == read_in.0 {
            for (&player, looks) in read {
                cached.looks.put(player, Dated { read: looks.clone(), at: read_in.1 });
            }
        }
    }

    fn cached(&self) -> MutexGuard<'_, Cached> {
        lock(&self.cached)
    }
}

impl Cached {
    fn remove_from_player(&mut self, gone: SignedIn) {
        if let Entry::Occupied(mut others) = self.of_players.entry(gone.player) {
            others.get_mut().remove(&gone.session);
            if others.get().is_empty() {
                others.remove();
            }
        }
    }
}

/// Invalidates when it is dropped, also by a panic.
struct InvalidateOnDrop {
    cache: SessionCache,
    what: Invalidate,
}

impl Drop for InvalidateOnDrop {
    fn drop(&mut self) {
        self.cache.invalidate(self.what);
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use uuid::Uuid;

    use super::{Cached, Invalidate, MOST, SessionCache};
    use crate::service::people::session::{SignedIn, TokenHash};
    use cardroom_api::id::{PlayerId, SessionId};

    #[test]
    fn one_sign_in_is_kept_under_one_token() {
        let signed_in = SignedIn {
            player: PlayerId(Uuid::from_u128(2)),
            session: SessionId(Uuid::from_u128(1)),
            until: Timestamp::UNIX_EPOCH,
        };
        let [before, after] = [1, 3].map(|byte| TokenHash([byte; 32]));
        let cache = SessionCache::default();
        for access in [before, after] {
            let generation = cache.cached_sign_in(access).unwrap_err();
            cache.keep_sign_in(generation, access, signed_in);
        }
        // A read of the new token may come before the invalidation of the old one.
        assert!(cache.cached_sign_in(before).is_err());
        assert_eq!(cache.cached_sign_in(after).unwrap(), signed_in);
        cache.invalidate(Invalidate::Player(signed_in.player));
        assert!(cache.cached_sign_in(after).is_err() && !cache.is_cached(signed_in.session));
    }

    #[test]
    fn the_cache_is_bounded_and_drops_related_entries() {
        let cache = SessionCache::default();
        let most = u32::try_from(MOST.get()).unwrap();
        let access = |number: u32| {
            let mut hash = [0; 32];
            hash[..4].copy_from_slice(&number.to_be_bytes());
            TokenHash(hash)
        };
        let signed_in = |number: u32| SignedIn {
            player: PlayerId(Uuid::from_u128((number / 2).into())),
            session: SessionId(Uuid::from_u128(number.into())),
            until: Timestamp::UNIX_EPOCH,
        };
        for number in 0..most + 100 {
            let generation = cache.cached_sign_in(access(number)).unwrap_err();
            cache.keep_sign_in(generation, access(number), signed_in(number));
        }
        let lengths =
            |cached: &Cached| (cached.sign_ins.len(), cached.accesses.len(), cached.of_players.len());
        assert_eq!(lengths(&cache.cached()), (MOST.get(), MOST.get(), MOST.get() / 2));
        assert!(cache.cached_sign_in(access(99)).is_err() && !cache.is_cached(signed_in(99).session));
        assert_eq!(cache.cached_sign_in(access(100)).unwrap(), signed_in(100));
        cache.invalidate(Invalidate::SignIns);
        assert_eq!(lengths(&cache.cached()), (0, 0, 0));
    }
}
