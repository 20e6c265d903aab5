//! Making identifiers, and collections by them.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use uuid::Uuid;

use super::entropy::{Entropy, NoEntropy};

/// The fast hasher for identifiers. Identifiers are made here and at random, so nobody can choose many that collide.
pub type IdHasher = foldhash::fast::RandomState;

/// A map by identifiers.
pub type IdMap<K, V> = HashMap<K, V, IdHasher>;

/// A set of identifiers.
pub type IdSet<K> = HashSet<K, IdHasher>;

/// A new identifier, made at `now`.
pub fn new_id<T: From<Uuid>>(now: Timestamp, entropy: &(impl Entropy + ?Sized)) -> Result<T, NoEntropy> {
    let millis = u64::try_from(now.as_millisecond()).unwrap_or(0);
    let mut random = [0; 10];
    entropy.fill(&mut random)?;
    Ok(uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().into())
}
