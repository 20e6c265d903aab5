//! Guests who just came in: who sends the same request again, because the answer was lost, is the same guest.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use lru::LruCache;
use sha2::{Digest, Sha256};
use tokio::sync;

use super::session::TokenHash;
use crate::service::whole::whole;

/// How long a guest is known by the request that let them in.
pub const ARRIVAL_TIME: SignedDuration = SignedDuration::from_mins(10);
/// How many requests are known at once; with one more, the one that was used longest ago is forgotten.
pub const MOST_ARRIVALS: NonZeroUsize = NonZeroUsize::new(10_000).unwrap();

/// What a guest came in with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The refresh token of their sign-in.
    pub refresh: TokenHash,
    /// When it was given.
    pub at: Timestamp,
}

/// Who came in by a request; whoever holds it lets nobody else in by the same.
pub type Door = Arc<sync::Mutex<Option<Arrival>>>;

/// The guests who just came in. They are kept in memory: a restart within the ten minutes forgets them.
#[derive(Clone)]
pub struct Arrivals(Arc<Mutex<LruCache<[u8; 32], Door>>>);

impl Default for Arrivals {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::sparse(MOST_ARRIVALS))))
    }
}

impl Arrivals {
    /// The door of a request, which is known by where it comes from, by what it asks and by its key.
    pub fn door(&self, parts: [&str; 3]) -> Door {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(part.len().to_be_bytes());
            hash.update(part);
        }
        let mut doors = whole(&self.0);
        Arc::clone(doors.get_or_insert(hash.finalize().into(), Door::default))
    }
}
