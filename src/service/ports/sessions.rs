//! The port that keeps sign-ins.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::people::session::{Session, SignedIn, TokenHash};
use cardroom_api::id::{PlayerId, SessionId};

/// Keeps sign-ins.
#[async_trait]
pub trait SessionStore: Send + Sync + 'static {
    /// The sign-in that an access token belongs to; expired ones too.
    async fn sign_in_by_access(&self, access: TokenHash) -> Result<Option<SignedIn>, StoreError>;
    /// The sign-in that has this refresh token, or had it before the last rotation.
    async fn session_by_refresh(&self, refresh: TokenHash) -> Result<Option<Session>, StoreError>;
    /// The sign-in that has, or had, a refresh token of this family.
    async fn session_by_family(&self, family: TokenHash) -> Result<Option<Session>, StoreError>;
    /// Whether there is such a sign-in.
    async fn has_session(&self, id: SessionId) -> Result<bool, StoreError>;
    /// Replaces a sign-in's tokens; false, and nothing happens, if its refresh token is not `was` any more.
    async fn rotate(&self, was: TokenHash, session: &Session) -> Result<bool, StoreError>;
    /// Ends a sign-in; false if there is none.
    async fn revoke(&self, id: SessionId) -> Result<bool, StoreError>;
    /// Ends all sign-ins of a player; returns how many.
    async fn revoke_all(&self, player: PlayerId) -> Result<u64, StoreError>;
    /// Ends a sign-in of a player; false if there is no such one.
    async fn revoke_of(&self, player: PlayerId, id: SessionId) -> Result<bool, StoreError>;
    /// The unexpired sign-ins of a player, newest first, older than `after`, at most `limit`.
    async fn sessions_of(
        &self,
        player: PlayerId,
        now: Timestamp,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Session>, StoreError>;
}
