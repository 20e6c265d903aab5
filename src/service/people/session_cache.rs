//! Sign-ins and the looks of players in memory, so that most requests are authenticated without a read.
//!
//! Every write that changes one of them goes through [`SessionCache::invalidating`].

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard};

use lru::LruCache;
use tracing::Instrument;

use super::player::Looks;
use super::session::{SignedIn, TokenHash};
use crate::service::lock::lock;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use cardroom_api::id::{PlayerId, SessionId};

/// How many sign-ins, and the looks of how many players, are kept. Evicting one costs a read.
const MOST: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// The cache. All clones share it.
#[derive(Clone, Debug)]
pub struct SessionCache(Arc<Mutex<Cached>>);

#[derive(Debug)]
struct Cached {
    sign_ins: LruCache<TokenHash, SignedIn>,
    /// The hash under which each of them is cached.
    accesses: HashMap<SessionId, TokenHash>,
    /// Each player's sign-ins among them.
    of_players: HashMap<PlayerId, HashSet<SessionId>>,
    looks: LruCache<PlayerId, Looks>,
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

/// The generation in which a read began.
#[derive(Clone, Copy, Debug)]
struct Generation(u64);

impl Default for SessionCache {
    fn default() -> Self {
        let cached = Cached {
            sign_ins: LruCache::sparse(MOST),
            accesses: HashMap::new(),
            of_players: HashMap::new(),
            looks: LruCache::sparse(MOST),
            generation: 0,
        };
        Self(Arc::new(Mutex::new(cached)))
    }
}

impl SessionCache {
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
        let generation = match self.cached_looks(player) {
            Ok(looks) => return Ok(Some(looks)),
            Err(generation) => generation,
        };
        let found = store.looks(player).await?;
        if let Some(looks) = &found {
            self.keep_looks(generation, player, looks);
        }
        Ok(found)
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
                cached.remove_from_player(gone);
            }
        }
    }

    fn cached_sign_in(&self, access: TokenHash) -> Result<SignedIn, Generation> {
        let mut cached = self.cached();
        let generation = Generation(cached.generation);
        cached.sign_ins.get(&access).copied().ok_or(generation)
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
        if let Some((_, evicted)) = cached.sign_ins.push(access, signed_in)
            && evicted.session != session
        {
            cached.accesses.remove(&evicted.session);
            cached.remove_from_player(evicted);
        }
    }

    fn is_cached(&self, id: SessionId) -> bool {
        self.cached().accesses.contains_key(&id)
    }

    fn cached_looks(&self, player: PlayerId) -> Result<Looks, Generation> {
        let mut cached = self.cached();
        let generation = Generation(cached.generation);
        cached.looks.get(&player).cloned().ok_or(generation)
    }

    /// Caches a player's looks as they were read, unless something has been invalidated since the read began.
    fn keep_looks(&self, read_in: Generation, player: PlayerId, looks: &Looks) {
        let mut cached = self.cached();
        if cached.generation == read_in.0 {
            cached.looks.put(player, looks.clone());
        }
    }

    fn cached(&self) -> MutexGuard<'_, Cached> {
        lock(&self.0)
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
