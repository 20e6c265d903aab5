//! The port that keeps codes: what sets a new password once, and what opens one more device once.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::id::PlayerId;
use crate::service::people::session::{Session, TokenHash};

/// Keeps codes, by their hashes.
#[async_trait]
pub trait CodeStore: Send + Sync + 'static {
    /// Gives an account these recovery codes in place of those it had; false, and nothing happens, where its password's
    /// hash is not `was` any more.
    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        was: &str,
        codes: &[TokenHash],
    ) -> Result<bool, StoreError>;
    /// Uses a recovery code up: the account has another password, all its sign-ins are ended, and this new one is kept, in
    /// one piece; false, and nothing happens, where the account has no such code.
    async fn recover(
        &self,
        code: TokenHash,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError>;
    /// Keeps what opens one more device for a player, in place of what did before.
    async fn set_device_code(
        &self,
        player: PlayerId,
        code: TokenHash,
        until: Timestamp,
    ) -> Result<(), StoreError>;
    /// Whose device code this is, where its time is not up.
    async fn device_code(&self, code: TokenHash, now: Timestamp) -> Result<Option<PlayerId>, StoreError>;
    /// Uses a device code up and keeps the sign-in that it opens, in one piece; false, and nothing happens, where it is
    /// not that player's any more.
    async fn claim_device_code(&self, code: TokenHash, session: &Session) -> Result<bool, StoreError>;
}
