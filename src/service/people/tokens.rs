//! Opaque bearer tokens of 256 bits, of which only the hash is stored.

use std::fmt;

use sha2::{Digest, Sha256};

use super::session::TokenHash;
use crate::service::entropy::{Entropy, NoEntropy};

/// The kind of a token. The prefix shows it, so that a token in the wrong place, or in a log, is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Authenticates requests.
    Access,
    /// Gets the next pair.
    Refresh,
    /// Opens one stream.
    Ticket,
}

impl TokenKind {
    /// The prefix of its tokens.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Access => "cra_",
            Self::Refresh => "crr_",
            Self::Ticket => "crt_",
        }
    }
}

/// How many bytes all refresh tokens of a sign-in share.
const FAMILY: usize = 16;

/// A bearer token as its holder has it: a prefix and 64 hexadecimal digits. `Debug` shows only the prefix.
///
/// All refresh tokens of a sign-in share the first half, so that a token that was replaced long ago still identifies its sign-in.
/// The second half is new each time.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    kind: TokenKind,
    secret: [u8; 32],
}

impl Token {
    /// A new token.
    pub fn new(kind: TokenKind, entropy: &(impl Entropy + ?Sized)) -> Result<Self, NoEntropy> {
        Ok(Self { kind, secret: salt(entropy)? })
    }

    /// Reads a token; `None` if the text cannot be one of this kind.
    pub fn parse(kind: TokenKind, text: &str) -> Option<Self> {
        // The length is checked because the decoder would skip a leading `0x`.
        let digits = text.strip_prefix(kind.prefix()).filter(|digits| digits.len() == 64)?;
        let mut secret = [0; 32];
        const_hex::decode_to_slice(digits, &mut secret).ok()?;
        Some(Self { kind, secret })
    }

    /// The token as text, for its holder alone.
    pub fn reveal(&self) -> String {
        format!("{}{}", self.kind.prefix(), const_hex::encode(self.secret))
    }

    /// The stored hash of the half that all refresh tokens of a sign-in share.
    pub fn family(&self) -> TokenHash {
        let family = self.secret.first_chunk::<FAMILY>().unwrap_or(&[0; FAMILY]);
        TokenHash(Sha256::new_with_prefix("crf_").chain_update(family).finalize().into())
    }

    /// The stored hash. Tokens are looked up by it, so no secret is ever compared byte by byte.
    pub fn hash(&self) -> TokenHash {
        TokenHash(digest(self.kind, &[&self.secret]))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}…", self.kind.prefix())
    }
}

/// The two tokens of a sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Authenticates requests.
    pub access: Token,
    /// Gets the next pair.
    pub refresh: Token,
}

impl Pair {
    /// A new pair.
    pub fn new(entropy: &(impl Entropy + ?Sized)) -> Result<Self, NoEntropy> {
        Ok(Self {
            access: Token::new(TokenKind::Access, entropy)?,
            refresh: Token::new(TokenKind::Refresh, entropy)?,
        })
    }

    /// The pair that follows a refresh token, by the salt that its sign-in keeps; see
    /// [`Replaced`](super::session::Replaced).
    pub fn after(refresh: &Token, salt: &[u8; 32]) -> Self {
        let secret = |kind| Token { kind, secret: digest(kind, &[salt, &refresh.secret]) };
        let mut next = secret(TokenKind::Refresh);
        let family = refresh.secret.iter().take(FAMILY);
        next.secret.iter_mut().zip(family).for_each(|(byte, same)| *byte = *same);
        Self { access: secret(TokenKind::Access), refresh: next }
    }
}

/// 256 bits of entropy.
pub fn salt(entropy: &(impl Entropy + ?Sized)) -> Result<[u8; 32], NoEntropy> {
    let mut salt = [0; 32];
    entropy.fill(&mut salt)?;
    Ok(salt)
}

/// SHA-256 over the kind and parts of fixed length, so that no two inputs run together.
fn digest(kind: TokenKind, parts: &[&[u8; 32]]) -> [u8; 32] {
    let start = Sha256::new_with_prefix(kind.prefix());
    parts.iter().fold(start, Digest::chain_update).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::{Pair, Token, TokenKind};
    use crate::service::ports::entropy::SystemDealer;

    #[test]
    fn a_token_is_read_back_as_its_own_kind_only() {
        let Pair { access, refresh } = Pair::new(&SystemDealer).unwrap();
        assert_eq!(Token::parse(TokenKind::Access, &access.reveal()), Some(access.clone()));
        assert_eq!(Token::parse(TokenKind::Refresh, &access.reveal()), None);
        let text = access.reveal();
        let (marked, longer) = (text.replacen('_', "_0x", 1), format!("{text}0"));
        for bad in ["", "cra_", "cra_zz", &text[..67], &longer, &marked, &marked[..68]] {
            assert_eq!(Token::parse(TokenKind::Access, bad), None, "{bad}");
        }
        assert_ne!(access.hash(), refresh.hash());
        assert_eq!(format!("{access:?}"), "cra_…");
    }

    #[test]
    fn the_next_pair_needs_both_the_token_and_the_salt() {
        let (one, other) = (Pair::new(&SystemDealer).unwrap(), Pair::new(&SystemDealer).unwrap());
        let next = Pair::after(&one.refresh, &[1; 32]);
        assert_eq!(next, Pair::after(&one.refresh, &[1; 32]));
        assert_ne!(next, Pair::after(&one.refresh, &[2; 32]));
        assert_ne!(next, Pair::after(&other.refresh, &[1; 32]));
        assert_ne!(next.access.secret, next.refresh.secret);
        assert_eq!(next.refresh.family(), one.refresh.family());
        assert_ne!(next.refresh.hash(), one.refresh.hash());
        assert_ne!(one.refresh.family(), other.refresh.family());
    }
}
