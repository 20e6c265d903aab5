//! Accounts: logins and password hashes.

use super::{Postgres, missing};
use crate::service::people::session::Session;
use crate::service::ports::accounts::{AccountStore, Named, Relogged};
use crate::service::ports::error::StoreError;
use async_trait::async_trait;
use cardroom_api::id::PlayerId;
use jiff::Timestamp;

#[async_trait]
impl AccountStore for Postgres {
    async fn name_account(
        &self,
        id: PlayerId,
        login: &str,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<Named, StoreError> {
        let _ = (id, login, password_hash, at);
        Err(missing())
    }

    async fn account(&self, login: &str) -> Result<Option<(PlayerId, String)>, StoreError> {
        let _ = (login,);
        Err(missing())
    }

    async fn change_password(
        &self,
        was: &str,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError> {
        let _ = (was, password_hash, session);
        Err(missing())
    }

    async fn change_login(&self, id: PlayerId, was: &str, login: &str) -> Result<Relogged, StoreError> {
        let _ = (id, was, login);
        Err(missing())
    }

    async fn with_account(&self, players: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        let _ = (players,);
        Err(missing())
    }

    async fn sign_in(&self, password_hash: &str, session: &Session) -> Result<bool, StoreError> {
        let _ = (password_hash, session);
        Err(missing())
    }
}
