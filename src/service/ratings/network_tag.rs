//! A keyed hash that says whether two players are on one network, and nothing else.

use sha2::{Digest, Sha256};

/// The key of all tags of a database.
pub type NetworkKey = [u8; 32];

/// A keyed hash of a network. It is kept only until the event that it is about has ended, or the day of the event is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NetworkTag(pub [u8; 16]);

impl NetworkTag {
    /// The tag of a network, by the bits of its address.
    pub fn of(network: u128, key: &NetworkKey) -> Self {
        // The key has one length and so has the network, so a prefix is as good as an HMAC.
        let mut hash = Sha256::new_with_prefix(key);
        hash.update(network.to_be_bytes());
        let hash: [u8; 32] = hash.finalize().into();
        let mut tag = [0; 16];
        tag.copy_from_slice(&hash[..16]);
        Self(tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_depends_on_the_network_and_on_the_key() {
        let of = |network, key| NetworkTag::of(network, &[key; 32]);
        assert_eq!(of(1, 7), of(1, 7));
        assert_ne!(of(1, 7), of(2, 7));
        assert_ne!(of(1, 7), of(1, 8));
    }
}
