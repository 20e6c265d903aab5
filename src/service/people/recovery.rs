//! Recovery: codes that set a new password if a player has forgotten theirs.

use std::sync::Arc;

use super::accounts::{AccountError, Accounts, Tried};
use super::codes::{OneTimeCode, Purpose};
use super::device::Device;
use super::player::Player;
use super::session_cache::Invalidate;
use super::sessions::Tokens;
use crate::service::ports::store::Store;
use crate::service::table::randomness::dealer::Dealer;
use cardroom_api::id::PlayerId;
use cardroom_api::player::account::{Login, Password};

/// How many codes an account has.
pub const CODES: usize = 8;

/// The recovery codes of all accounts.
#[derive(Clone)]
pub struct Recovery {
    store: Arc<dyn Store>,
    entropy: Arc<dyn Dealer>,
    accounts: Accounts,
}

impl Recovery {
    /// Of these accounts.
    pub fn new(store: Arc<dyn Store>, entropy: Arc<dyn Dealer>, accounts: Accounts) -> Self {
        Self { store, entropy, accounts }
    }

    /// New codes for an account, in place of the ones before.
    pub async fn renew(
        &self,
        player: PlayerId,
        password: Password,
    ) -> Result<Vec<OneTimeCode>, AccountError> {
        let hash = self.accounts.confirm(player, password).await?;
        let codes: Vec<OneTimeCode> = (0..CODES)
            .map(|_| OneTimeCode::new(Purpose::Recovery, &*self.entropy))
            .collect::<Result<_, _>>()?;
        let hashes: Vec<_> = codes.iter().map(OneTimeCode::hash).collect();
        if !self.store.set_recovery_codes(player, &hash, &hashes).await? {
            return Err(AccountError::WrongPassword);
        }
        Ok(codes)
    }

    /// Uses up a code: sets another password, ends all sign-ins, and signs this device in.
    pub async fn recover(
        &self,
        login: &Login,
        code: &str,
        password: Password,
        device: Option<Device>,
    ) -> Result<(Player, Tokens), AccountError> {
        self.accounts.try_once(Tried::Login(login))?;
        // The password is hashed first, so that every answer takes as long.
        let hash = self.accounts.hash(password).await?;
        let account = self.store.account(login.as_str()).await?;
        let code = OneTimeCode::read(Purpose::Recovery, code);
        let (Some((player, _)), Some(code)) = (account, code) else { return Err(AccountError::WrongCode) };
        let (session, tokens) = self.accounts.open(player, device)?;
        let store = Arc::clone(&self.store);
        let recover = async move { store.recover(code.hash(), &hash, &session).await };
        if !self.accounts.cache().invalidating(Invalidate::Player(player), recover).await? {
            return Err(AccountError::WrongCode);
        }
        self.accounts.all_ended(player);
        Ok((self.accounts.player(player).await?, tokens))
    }
}
