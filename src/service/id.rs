//! Identifiers: UUIDv7, so that they sort by the time they were made.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::entropy::{Entropy, NoEntropy};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(transparent)]
        #[schema(value_type = Uuid)]
        pub struct $name(pub Uuid);

        impl $name {
            /// A new identifier, made at `now`.
            pub fn made_at(now: Timestamp, entropy: &(impl Entropy + ?Sized)) -> Result<Self, NoEntropy> {
                made_at(now, entropy).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(out)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, uuid::Error> {
                text.parse().map(Self)
            }
        }
    };
}

id!(
    /// A player.
    PlayerId
);
id!(
    /// A table.
    TableId
);
id!(
    /// A hand.
    HandId
);
id!(
    /// A sign-in on one device.
    SessionId
);
id!(
    /// A movement of chips.
    MovementId
);

/// The fast hasher for identifiers. Identifiers are made here and at random, so nobody can choose many that collide.
pub type IdHasher = foldhash::fast::RandomState;

/// A map by identifiers.
pub type IdMap<K, V> = HashMap<K, V, IdHasher>;

/// A set of identifiers.
pub type IdSet<K> = HashSet<K, IdHasher>;

fn made_at(now: Timestamp, entropy: &(impl Entropy + ?Sized)) -> Result<Uuid, NoEntropy> {
    let millis = u64::try_from(now.as_millisecond()).unwrap_or(0);
    let mut random = [0; 10];
    entropy.fill(&mut random)?;
    Ok(uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid())
}
