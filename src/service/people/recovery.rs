//! Recovery: codes that set a new password, for who has forgotten theirs.

use std::sync::Arc;

use super::account::{Login, Password};
use super::accounts::{AccountError, Accounts, Tried};
use super::codes::{Code, Purpose};
use super::device::Device;
use super::player::Player;
use super::sessions::Tokens;
use crate::service::id::PlayerId;
use crate::service::ports::store::Store;
use crate::service::table::dealer::Dealer;

/// How many codes an account is given at once.
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

    /// New codes for an account, in place of those it had.
    pub async fn renew(&self, player: PlayerId, password: Password) -> Result<Vec<Code>, AccountError> {
        let hash = self.accounts.confirm(player, password).await?;
        let codes: Vec<Code> =
            (0..CODES).map(|_| Code::new(Purpose::Recovery, &*self.entropy)).collect::<Result<_, _>>()?;
        let hashes: Vec<_> = codes.iter().map(Code::hash).collect();
        if !self.store.set_recovery_codes(player, &hash, &hashes).await? {
            return Err(AccountError::WrongPassword);
        }
        Ok(codes)
    }

    /// Uses a code up: the account has a new password, all its sign-ins end, and this device is signed in.
    pub async fn recover(
        &self,
        login: &Login,
        code: &str,
        password: Password,
        device: Option<Device>,
    ) -> Result<(Player, Tokens), AccountError> {
        self.accounts.try_once(Tried::Login(login))?;
        // Hashed before anything is known, so that every answer takes as long.
        let hash = self.accounts.hash(password).await?;
        let account = self.store.account(login.as_str()).await?;
        let code = Code::read(Purpose::Recovery, code);
        let (Some((player, _)), Some(code)) = (account, code) else { return Err(AccountError::WrongCode) };
        let (session, tokens) = self.accounts.open(player, device)?;
        if !self.store.recover(code.hash(), &hash, &session).await? {
            return Err(AccountError::WrongCode);
        }
        self.accounts.all_ended(player);
        Ok((self.accounts.player(player).await?, tokens))
    }
}
