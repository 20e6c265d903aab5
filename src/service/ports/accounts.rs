//! The port that keeps accounts.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::people::session::Session;
use cardroom_api::id::PlayerId;

/// Stores accounts: logins and password hashes.
#[async_trait]
pub trait AccountStore: Send + Sync + 'static {
    /// Gives a guest an account.
    async fn name_account(
        &self,
        id: PlayerId,
        login: &str,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<Named, StoreError>;
    /// The player with this login (in lower case), and the hash of their password.
    async fn account(&self, login: &str) -> Result<Option<(PlayerId, String)>, StoreError>;
    /// Sets another password, ends all sign-ins of the account and stores this new one, in one transaction; false, and nothing
    /// happens, if there is no account or its hash is not `was` any more.
    async fn change_password(
        &self,
        was: &str,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError>;
    /// Sets another login; nothing happens if the password's hash is not `was` any more.
    async fn change_login(&self, id: PlayerId, was: &str, login: &str) -> Result<Relogged, StoreError>;
    /// Those of these players who have an account.
    async fn with_account(&self, players: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError>;
    /// Stores a new sign-in; false, and nothing happens, if the account's hash is not `password_hash` any more.
    async fn sign_in(&self, password_hash: &str, session: &Session) -> Result<bool, StoreError>;
}

/// The outcome of changing a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relogged {
    /// Done.
    Done,
    /// Another account has that login.
    LoginTaken,
    /// The account has another password by now.
    OtherPassword,
}

/// The outcome of naming an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Done.
    Done,
    /// Another account has that login.
    LoginTaken,
    /// The player has an account.
    AlreadyNamed,
}
