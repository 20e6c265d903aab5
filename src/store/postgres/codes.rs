//! Recovery codes and device codes, each used once.

use super::{Postgres, missing};
use crate::service::people::session::{Session, TokenHash};
use crate::service::ports::codes::CodeStore;
use crate::service::ports::error::StoreError;
use async_trait::async_trait;
use cardroom_api::id::PlayerId;
use jiff::Timestamp;

#[async_trait]
impl CodeStore for Postgres {
    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        was: &str,
        codes: &[TokenHash],
    ) -> Result<bool, StoreError> {
        let _ = (player, was, codes);
        Err(missing())
    }

    async fn recover(
        &self,
        code: TokenHash,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError> {
        let _ = (code, password_hash, session);
        Err(missing())
    }

    async fn set_device_code(
        &self,
        player: PlayerId,
        code: TokenHash,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        let _ = (player, code, until);
        Err(missing())
    }

    async fn device_code(&self, code: TokenHash, now: Timestamp) -> Result<Option<PlayerId>, StoreError> {
        let _ = (code, now);
        Err(missing())
    }

    async fn claim_device_code(&self, code: TokenHash, session: &Session) -> Result<bool, StoreError> {
        let _ = (code, session);
        Err(missing())
    }
}
