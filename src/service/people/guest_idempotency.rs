//! Idempotency of creating a guest: if the answer to a request was lost, the client sends the request again and gets the same guest.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use lru::LruCache;
use sha2::{Digest, Sha256};
use tokio::sync;

use super::session::TokenHash;
use crate::service::lock::lock;

/// How long a repeated request gets the same guest.
pub const GUEST_KEY_TIME: SignedDuration = SignedDuration::from_mins(10);
/// How many requests are remembered. One more evicts the least recently used.
pub const MOST_GUEST_KEYS: NonZeroUsize = NonZeroUsize::new(10_000).unwrap();

/// Identifies a request for a guest, together with the name that it asks for.
#[derive(Clone, Copy)]
pub struct GuestKey<'a> {
    /// The client's network, as text.
    pub network: &'a str,
    /// The request's idempotency key.
    pub key: &'a str,
}

impl GuestKey<'_> {
    /// The hash that identifies a request: of its network, its key and the requested name.
    pub(super) fn hash(&self, name: &str) -> [u8; 32] {
        let mut hash = Sha256::new();
        for part in [self.network, name, self.key] {
            hash.update(part.len().to_be_bytes());
            hash.update(part);
        }
        hash.finalize().into()
    }
}

/// The first answer to a request for a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FirstAnswer {
    /// The refresh token that was last given for the request.
    pub refresh: TokenHash,
    /// When the guest was created.
    pub at: Timestamp,
}

/// The answer to one request, if it has been answered. It is locked while a request is carried out, so that a repeated one waits.
pub(super) type GuestEntry = Arc<sync::Mutex<Option<FirstAnswer>>>;

/// The requests for guests that have been answered. They are in memory only: a restart forgets them.
#[derive(Clone)]
pub(super) struct GuestIdempotency(Arc<Mutex<LruCache<[u8; 32], GuestEntry>>>);

impl Default for GuestIdempotency {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::sparse(MOST_GUEST_KEYS))))
    }
}

impl GuestIdempotency {
    /// The entry of a request.
    pub(super) fn entry(&self, request: [u8; 32]) -> GuestEntry {
        Arc::clone(lock(&self.0).get_or_insert(request, GuestEntry::default))
    }
}
