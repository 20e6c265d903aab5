//! Sign-ins and the looks of players in memory: who asks is known without a read, and whoever is signed out is not.
//!
//! Everything that changes them goes through [`Known::changing`]. One process has the database to itself, so nothing else can.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard};

use lru::LruCache;
use tracing::Instrument;

use crate::service::id::{PlayerId, SessionId};
use crate::service::people::player::Looks;
use crate::service::people::session::{SignedIn, TokenHash};
use crate::service::ports::error::StoreError;
use crate::service::whole::whole;

/// How many sign-ins, and the looks of how many players, are kept; losing one costs a read.
const MOST: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// What is in memory.
#[derive(Clone, Debug)]
pub struct Known(Arc<Mutex<Kept>>);

#[derive(Debug)]
struct Kept {
    sign_ins: LruCache<TokenHash, SignedIn>,
    /// Under which hash each of them is.
    accesses: HashMap<SessionId, TokenHash>,
    /// Which of them each player has.
    of_players: HashMap<PlayerId, HashSet<SessionId>>,
    looks: LruCache<PlayerId, Looks>,
    /// How often something was let go of. What was read before the last time may be older than what is on disk.
    changes: u64,
}

/// What may be different after a write.
#[derive(Clone, Copy, Debug)]
pub enum Changing {
    /// This sign-in.
    SignIn(SessionId),
    /// All sign-ins of this player, and what they look like.
    Player(PlayerId),
    /// What this player looks like.
    Looks(PlayerId),
    /// Any sign-in.
    SignIns,
}

/// When a read began.
#[derive(Clone, Copy, Debug)]
pub struct Began(u64);

impl Default for Known {
    fn default() -> Self {
        let kept = Kept {
            sign_ins: LruCache::sparse(MOST),
            accesses: HashMap::new(),
            of_players: HashMap::new(),
            looks: LruCache::sparse(MOST),
            changes: 0,
        };
        Self(Arc::new(Mutex::new(kept)))
    }
}

impl Known {
    /// Whose this access token is; else what [`Known::keep_sign_in`] needs to know.
    pub fn sign_in(&self, access: TokenHash) -> Result<SignedIn, Began> {
        let mut kept = self.kept();
        let began = Began(kept.changes);
        kept.sign_ins.get(&access).copied().ok_or(began)
    }

    /// Keeps whose an access token is, as it was read, unless something has changed since that began.
    pub fn keep_sign_in(&self, began: Began, access: TokenHash, signed_in: SignedIn) {
        let mut kept = self.kept();
        if kept.changes != began.0 {
            return;
        }
        let SignedIn { player, session, .. } = signed_in;
        if let Some(before) = kept.accesses.insert(session, access)
            && before != access
        {
            // Its pair was replaced a moment ago; nothing would find the one before it any more.
            kept.sign_ins.pop(&before);
        }
        kept.of_players.entry(player).or_default().insert(session);
        if let Some((_, gone)) = kept.sign_ins.push(access, signed_in)
            && gone.session != session
        {
            kept.accesses.remove(&gone.session);
            kept.belongs_no_more(gone);
        }
    }

    /// Whether this sign-in is among them.
    pub fn has(&self, id: SessionId) -> bool {
        self.kept().accesses.contains_key(&id)
    }

    /// What a player looks like; else what [`Known::keep_looks`] needs to know.
    pub fn looks(&self, player: PlayerId) -> Result<Looks, Began> {
        let mut kept = self.kept();
        let began = Began(kept.changes);
        kept.looks.get(&player).cloned().ok_or(began)
    }

    /// Keeps what a player looks like, unless something has changed since the read began.
    pub fn keep_looks(&self, began: Began, player: PlayerId, looks: &Looks) {
        let mut kept = self.kept();
        if kept.changes == began.0 {
            kept.looks.put(player, looks.clone());
        }
    }

    /// Writes what changes one of them, and lets go of it before anybody learns that it is written, whatever came of it. In a
    /// task of its own: the database may carry out a write whose asker has gone, and then nobody would let go.
    pub async fn changing<T: Send + 'static>(
        &self,
        what: Changing,
        write: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let letting_go = LettingGo { known: self.clone(), what };
        let write = async move {
            let _until_written = letting_go;
            write.await
        };
        let written = tokio::spawn(write.in_current_span());
        written.await.unwrap_or_else(|error| Err(StoreError::Unavailable(Box::new(error))))
    }

    fn let_go(&self, what: Changing) {
        let mut kept = self.kept();
        kept.changes += 1;
        let gone: Vec<SessionId> = match what {
            Changing::SignIn(id) => vec![id],
            Changing::Player(id) => {
                kept.looks.pop(&id);
                kept.of_players.remove(&id).into_iter().flatten().collect()
            }
            Changing::Looks(id) => {
                kept.looks.pop(&id);
                Vec::new()
            }
            Changing::SignIns => kept.accesses.keys().copied().collect(),
        };
        for id in gone {
            if let Some(access) = kept.accesses.remove(&id)
                && let Some(gone) = kept.sign_ins.pop(&access)
            {
                kept.belongs_no_more(gone);
            }
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        whole(&self.0)
    }
}

impl Kept {
    /// A sign-in has gone from memory.
    fn belongs_no_more(&mut self, gone: SignedIn) {
        if let Entry::Occupied(mut others) = self.of_players.entry(gone.player) {
            others.get_mut().remove(&gone.session);
            if others.get().is_empty() {
                others.remove();
            }
        }
    }
}

/// Lets go when it is dropped, also by a panic.
struct LettingGo {
    known: Known,
    what: Changing,
}

impl Drop for LettingGo {
    fn drop(&mut self) {
        self.known.let_go(self.what);
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use uuid::Uuid;

    use super::{Changing, Kept, Known, MOST};
    use crate::service::id::{PlayerId, SessionId};
    use crate::service::people::session::{SignedIn, TokenHash};

    #[test]
    fn one_sign_in_is_kept_under_one_token() {
        let signed_in = SignedIn {
            player: PlayerId(Uuid::from_u128(2)),
            session: SessionId(Uuid::from_u128(1)),
            until: Timestamp::UNIX_EPOCH,
        };
        let [before, after] = [1, 3].map(|byte| TokenHash([byte; 32]));
        let known = Known::default();
        for access in [before, after] {
            let began = known.sign_in(access).unwrap_err();
            known.keep_sign_in(began, access, signed_in);
        }
        // Whoever reads the new pair may be quicker than whoever lets go of the one before it.
        assert!(known.sign_in(before).is_err());
        assert_eq!(known.sign_in(after).unwrap(), signed_in);
        known.let_go(Changing::Player(signed_in.player));
        assert!(known.sign_in(after).is_err() && !known.has(signed_in.session));
    }

    #[test]
    fn no_more_sign_ins_are_kept_than_there_is_room_for_and_what_goes_with_them_goes() {
        let known = Known::default();
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
            let began = known.sign_in(access(number)).unwrap_err();
            known.keep_sign_in(began, access(number), signed_in(number));
        }
        let lengths = |kept: &Kept| (kept.sign_ins.len(), kept.accesses.len(), kept.of_players.len());
        assert_eq!(lengths(&known.kept()), (MOST.get(), MOST.get(), MOST.get() / 2));
        assert!(known.sign_in(access(99)).is_err() && !known.has(signed_in(99).session));
        assert_eq!(known.sign_in(access(100)).unwrap(), signed_in(100));
        known.let_go(Changing::SignIns);
        assert_eq!(lengths(&known.kept()), (0, 0, 0));
    }
}
