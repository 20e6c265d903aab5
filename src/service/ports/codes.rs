//! The port for codes: recovery codes and device codes, each used once.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::people::session::{Session, TokenHash};
use cardroom_api::id::PlayerId;

/// Keeps codes, by their hashes.
#[async_trait]
pub trait CodeStore: Send + Sync + 'static {
    /// Replaces an account's recovery codes; false, and nothing happens, if the password's hash is not `was` any more.
    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        was: &str,
        codes: &[TokenHash],
    ) -> Result<bool, StoreError>;
    /// Uses up a recovery code: sets another password, ends all sign-ins of the account and stores this new one, in one
    /// transaction; false, and nothing happens, if the account has no such code.
    async fn recover(
        &self,
        code: TokenHash,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError>;
    /// Stores a player's device code in place of the one before.
    async fn set_device_code(
        &self,
        player: PlayerId,
        code: TokenHash,
        until: Timestamp,
    ) -> Result<(), StoreError>;
    /// The player with this device code, if it has not expired.
    async fn device_code(&self, code: TokenHash, now: Timestamp) -> Result<Option<PlayerId>, StoreError>;
    /// Uses up a device code and stores the sign-in that it opens, in one transaction; false, and nothing happens, if the player
    /// has not this code any more.
    async fn claim_device_code(&self, code: TokenHash, session: &Session) -> Result<bool, StoreError>;
}
