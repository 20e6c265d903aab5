//! A sign-in on one device, known by two opaque tokens of which only hashes are kept.

use std::fmt;

use jiff::Timestamp;

use super::device::Device;
use crate::service::id::{PlayerId, SessionId};

/// The SHA-256 of a token. A token has 256 bits of entropy, so it needs no salt and no slow hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("TokenHash")
    }
}

/// Who asks, by their access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The player.
    pub player: PlayerId,
    /// The sign-in.
    pub session: SessionId,
    /// How long the token is good that showed it.
    pub until: Timestamp,
}

/// A sign-in on one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Which.
    pub id: SessionId,
    /// Whose.
    pub player: PlayerId,
    /// What opens the doors.
    pub access: TokenHash,
    /// Until when.
    pub access_until: Timestamp,
    /// What gets the next pair.
    pub refresh: TokenHash,
    /// Until when.
    pub refresh_until: Timestamp,
    /// The refresh token before this one.
    pub replaced: Option<Replaced>,
    /// What all its refresh tokens have in common; `None` where it was opened before the house kept it.
    pub family: Option<TokenHash>,
    /// Since when.
    pub created_at: Timestamp,
    /// What it is on.
    pub device: Option<Device>,
}

impl Session {
    /// Whoever shows its access token.
    pub fn shown(&self) -> SignedIn {
        SignedIn { player: self.player, session: self.id, until: self.access_until }
    }

    /// When its tokens were last given: whoever used it since did so within the time of an access token.
    pub fn refreshed_at(&self) -> Timestamp {
        self.replaced.map_or(self.created_at, |replaced| replaced.at)
    }
}

/// A refresh token that was replaced by the sign-in's present one.
///
/// The pair that replaced it was made of the token itself and of this salt, so that for a moment whoever sends it
/// again is told the very same pair: a phone whose answer got lost loses nothing. Neither the salt nor the hashes
/// are enough to make the pair. Whoever sends it later has stolen it, or was stolen from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Replaced {
    /// The token.
    pub refresh: TokenHash,
    /// When it was replaced.
    pub at: Timestamp,
    /// 256 bits of the operating system's entropy.
    pub salt: [u8; 32],
}

impl fmt::Debug for Replaced {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Replaced")
    }
}
