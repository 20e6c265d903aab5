//! A sign-in on one device, identified by two opaque tokens of which only the hashes are stored.

use std::fmt;

use jiff::Timestamp;

use super::device::Device;
use cardroom_api::id::{PlayerId, SessionId};

/// The SHA-256 of a token. A token has 256 bits of entropy, so it needs no salt and no slow hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("TokenHash")
    }
}

/// The player whom an access token authenticates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The player who signed in.
    pub player: PlayerId,
    /// The sign-in.
    pub session: SessionId,
    /// When the token expires.
    pub until: Timestamp,
}

/// A sign-in on one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The identifier of the sign-in.
    pub id: SessionId,
    /// The player who is signed in.
    pub player: PlayerId,
    /// The access token.
    pub access: TokenHash,
    /// The time at which the access token expires.
    pub access_until: Timestamp,
    /// The refresh token.
    pub refresh: TokenHash,
    /// The time at which the refresh token expires.
    pub refresh_until: Timestamp,
    /// The refresh token before this one.
    pub replaced: Option<Replaced>,
    /// The hash of the part that all its refresh tokens share; `None` for sign-ins from releases that did not keep it.
    pub family: Option<TokenHash>,
    /// The time at which it began.
    pub created_at: Timestamp,
    /// The device that signed in, if it is known.
    pub device: Option<Device>,
}

impl Session {
    /// The player whom its access token authenticates.
    pub fn shown(&self) -> SignedIn {
        SignedIn { player: self.player, session: self.id, until: self.access_until }
    }

    /// When its tokens were last replaced. Later uses of the sign-in lie within the lifetime of an access token.
    pub fn refreshed_at(&self) -> Timestamp {
        self.replaced.map_or(self.created_at, |replaced| replaced.at)
    }
}

/// A refresh token that was replaced by the sign-in's present one.
///
/// The pair that replaced it was derived from the token itself and this salt. So for a moment a repeated request gets the very
/// same pair, and a phone that lost the answer stays signed in. Neither the salt nor the hashes are enough to derive the pair. If
/// the token is used later, either its holder or the user of its successor has stolen it.
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
