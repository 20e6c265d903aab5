//! The port that keeps accounts.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::id::PlayerId;
use crate::service::people::session::Session;

/// Keeps accounts: what a player signs in with.
#[async_trait]
pub trait AccountStore: Send + Sync + 'static {
    /// Gives a guest an account to sign in to.
    async fn name_account(
        &self,
        id: PlayerId,
        login: &str,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<Named, StoreError>;
    /// Who signs in with this (in lower case), and the hash of their password.
    async fn account(&self, login: &str) -> Result<Option<(PlayerId, String)>, StoreError>;
    /// Gives an account another password, ends all its sign-ins and keeps this new one, in one piece; false, and
    /// nothing happens, where there is no account or its hash is not `was` any more.
    async fn change_password(
        &self,
        was: &str,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError>;
    /// Gives an account another login; nothing happens where its password's hash is not `was` any more.
    async fn change_login(&self, id: PlayerId, was: &str, login: &str) -> Result<Relogged, StoreError>;
    /// Who of these has an account.
    async fn with_account(&self, players: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError>;
    /// Keeps a new sign-in; false, and nothing happens, where the account's hash is not `password_hash` any more.
    async fn sign_in(&self, password_hash: &str, session: &Session) -> Result<bool, StoreError>;
}

/// What became of changing a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relogged {
    /// Done.
    Done,
    /// Somebody else signs in with that.
    LoginTaken,
    /// The account has another password by now.
    OtherPassword,
}

/// What became of naming an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Done.
    Done,
    /// Somebody else signs in with that.
    LoginTaken,
    /// The player has an account.
    AlreadyNamed,
}
