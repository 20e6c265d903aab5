//! Accounts: what turns a guest into somebody who can sign in on another device.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::account::{Login, Password};
use super::passwords::{PasswordError, Passwords};
use super::player::Player;
use super::sessions::{Sessions, Tokens};
use super::throttle::{Throttle, TooOften};
use crate::service::entropy::NoEntropy;
use crate::service::id::PlayerId;
use crate::service::ports::accounts::Named;
use crate::service::ports::clock::Clock;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;

/// How many passwords an hour are tried on one login, whoever tries them.
const TRIES_PER_HOUR: NonZeroU32 = NonZeroU32::new(20).unwrap();

/// The accounts of all players.
#[derive(Clone)]
pub struct Accounts {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    sessions: Sessions,
    passwords: Passwords,
    tries: Arc<Throttle>,
}

/// Why an account was not opened, named or changed.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// No account has that login, or it has another password; nobody is told which.
    #[error("the login or the password is wrong")]
    WrongPassword,
    /// Somebody else signs in with that.
    #[error("somebody else signs in with this login")]
    LoginTaken,
    /// The player has an account.
    #[error("this player has an account already")]
    AlreadyNamed,
    /// The player is a guest.
    #[error("this player is a guest, without an account")]
    Guest,
    /// Too many passwords were tried.
    #[error(transparent)]
    TooOften(#[from] TooOften),
    /// No password was hashed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// No token can be made.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// Over this store and clock.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, sessions: Sessions) -> Self {
        let tries = Arc::new(Throttle::per_hour(TRIES_PER_HOUR, Arc::clone(&clock)));
        Self { store, clock, sessions, passwords: Passwords::new(), tries }
    }

    /// Gives a guest an account. The guest stays signed in.
    pub async fn name(
        &self,
        player: PlayerId,
        login: &Login,
        password: Password,
    ) -> Result<Player, AccountError> {
        let hash = self.passwords.hash(password).await?;
        match self.store.name_account(player, login.as_str(), &hash, self.clock.now()).await? {
            Named::Done => self.player(player).await,
            Named::LoginTaken => Err(AccountError::LoginTaken),
            Named::AlreadyNamed => Err(AccountError::AlreadyNamed),
        }
    }

    /// Signs in on one more device.
    pub async fn sign_in(&self, login: &Login, password: Password) -> Result<(Player, Tokens), AccountError> {
        let (player, hash) = self.verify(login, password).await?;
        let (session, tokens) = self.sessions.open(player)?;
        // A password that was changed meanwhile opens nothing.
        if !self.store.sign_in(&hash, &session).await? {
            return Err(AccountError::WrongPassword);
        }
        Ok((self.player(player).await?, tokens))
    }

    /// Gives an account another password, ends all its sign-ins, and opens this device a new one.
    pub async fn change_password(
        &self,
        player: PlayerId,
        current: Password,
        new: Password,
    ) -> Result<Tokens, AccountError> {
        let login = self.player(player).await?.login.ok_or(AccountError::Guest)?;
        let login = Login::try_from(login).map_err(|_| AccountError::WrongPassword)?;
        let (player, was) = self.verify(&login, current).await?;
        let hash = self.passwords.hash(new).await?;
        let (session, tokens) = self.sessions.open(player)?;
        if !self.store.change_password(&was, &hash, &session).await? {
            return Err(AccountError::WrongPassword);
        }
        self.sessions.all_ended(player);
        Ok(tokens)
    }

    /// Whose login and password these are, and the hash that says so.
    async fn verify(&self, login: &Login, password: Password) -> Result<(PlayerId, String), AccountError> {
        self.tries.check(login)?;
        let account = self.store.account(login.as_str()).await?;
        let hash = account.as_ref().map(|(_, hash)| hash.clone());
        let fits = self.passwords.verify(password, hash).await?;
        account.filter(|_| fits).ok_or(AccountError::WrongPassword)
    }

    async fn player(&self, id: PlayerId) -> Result<Player, AccountError> {
        self.store.player(id).await?.ok_or(AccountError::WrongPassword)
    }
}
