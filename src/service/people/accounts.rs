//! Accounts: with one, a guest can sign in on another device.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard};

use lru::LruCache;

use super::deletion::Deletion;
use super::device::Device;
use super::passwords::{PasswordError, Passwords};
use super::player::Player;
use super::session::Session;
use super::session_cache::{Invalidate, SessionCache};
use super::sessions::{Sessions, Tokens};
use crate::service::entropy::NoEntropy;
use crate::service::id::new_id;
use crate::service::limits::rate_limiter::{Rate, RateLimiter, TooOften};
use crate::service::lock::lock;
use crate::service::ports::accounts::{Named, Relogged};
use crate::service::ports::clock::Clock;
use crate::service::ports::deletion::Deleted;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::table::randomness::dealer::Dealer;
use cardroom_api::id::{MovementId, PlayerId};
use cardroom_api::player::account::{Login, Password};

/// The accounts of all players.
#[derive(Clone)]
pub struct Accounts {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Dealer>,
    sessions: Sessions,
    passwords: Passwords,
    tries: Option<Arc<RateLimiter>>,
    /// The networks from which each login has signed in.
    known: Arc<Mutex<LruCache<(String, u128), ()>>>,
}

/// How many pairs of a login and a network are remembered.
const MOST_KNOWN: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// The subject of an attempt to enter a password or a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tried<'a> {
    /// On a login, from any address,
    Login(&'a Login),
    /// or from a network from which the login has signed in before.
    Known(&'a Login, u128),
    /// A player who is signed in.
    SignedIn(PlayerId),
}

/// Why an account was not opened, named or changed.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// No account has that login, or it has another password. The client does not learn which.
    #[error("the login or the password is wrong")]
    WrongPassword,
    /// The code is unknown, was used, or has expired; or no account has that login.
    #[error("the code is wrong, was used, or has expired")]
    WrongCode,
    /// The player sits at a table, waits for a seat, or is entered in a tournament.
    #[error("you sit at a table, wait for a seat or are entered in a tournament: leave them first")]
    Seated,
    /// The player has an account, and a password is needed.
    #[error("this player has an account: its password is needed")]
    PasswordNeeded,
    /// Another account has that login.
    #[error("another player has this login")]
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
    /// Over this store and clock, with this limit of attempts on one account.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Dealer>,
        sessions: Sessions,
        tries: Option<Rate>,
    ) -> Self {
        let tries = tries.and_then(|rate| RateLimiter::new(rate, Arc::clone(&clock))).map(Arc::new);
        let known = Arc::new(Mutex::new(LruCache::sparse(MOST_KNOWN)));
        Self { store, clock, entropy, sessions, passwords: Passwords::new(), tries, known }
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

    /// Signs in on one more device, from this network.
    pub async fn sign_in(
        &self,
        login: &Login,
        password: Password,
        device: Option<Device>,
        network: u128,
    ) -> Result<(Player, Tokens), AccountError> {
        let place = (login.as_str().to_owned(), network);
        // Failed attempts from other networks do not lock out a network that has signed in before.
        let is_known = self.known().get(&place).is_some();
        self.try_once(if is_known { Tried::Known(login, network) } else { Tried::Login(login) })?;
        let (player, hash) = self.verify(login, password).await?;
        let (session, tokens) = self.sessions.open(player, device)?;
        // If the password was changed meanwhile, nothing is opened.
        if !self.store.sign_in(&hash, &session).await? {
            return Err(AccountError::WrongPassword);
        }
        self.known().put(place, ());
        Ok((self.player(player).await?, tokens))
    }

    fn known(&self) -> MutexGuard<'_, LruCache<(String, u128), ()>> {
        lock(&self.known)
    }

    /// Sets another password, ends all sign-ins of the account, and opens a new one for this device.
    pub async fn change_password(
        &self,
        player: PlayerId,
        current: Password,
        new: Password,
        device: Option<Device>,
    ) -> Result<Tokens, AccountError> {
        let was = self.confirm(player, current).await?;
        let hash = self.passwords.hash(new).await?;
        let (session, tokens) = self.sessions.open(player, device)?;
        let store = Arc::clone(&self.store);
        let change = async move { store.change_password(&was, &hash, &session).await };
        if !self.cache().invalidating(Invalidate::Player(player), change).await? {
            return Err(AccountError::WrongPassword);
        }
        self.sessions.all_ended(player);
        Ok(tokens)
    }

    /// Gives an account another login.
    pub async fn change_login(
        &self,
        player: PlayerId,
        login: &Login,
        password: Password,
    ) -> Result<Player, AccountError> {
        let was = self.confirm(player, password).await?;
        match self.store.change_login(player, &was, login.as_str()).await? {
            Relogged::Done => self.player(player).await,
            Relogged::LoginTaken => Err(AccountError::LoginTaken),
            Relogged::OtherPassword => Err(AccountError::WrongPassword),
        }
    }

    /// Deletes a player; only the identifier is left. Deleting an account needs its password. Returns the players who knew them.
    pub async fn delete(
        &self,
        player: PlayerId,
        password: Option<Password>,
    ) -> Result<Vec<PlayerId>, AccountError> {
        let has_account = self.player(player).await?.login.is_some();
        let password_hash = match (has_account, password) {
            (false, _) => None,
            (true, None) => return Err(AccountError::PasswordNeeded),
            (true, Some(password)) => Some(self.confirm(player, password).await?),
        };
        let at = self.clock.now();
        let movement = new_id::<MovementId>(at, &*self.entropy)?;
        let deletion = Deletion { player, password_hash, at, movement };
        let store = Arc::clone(&self.store);
        let delete = async move { store.delete_player(&deletion).await };
        match self.cache().invalidating(Invalidate::Player(player), delete).await? {
            Deleted::Done { known_to } => {
                self.sessions.all_ended(player);
                Ok(known_to)
            }
            Deleted::Seated => Err(AccountError::Seated),
            Deleted::OtherPassword | Deleted::NoSuchPlayer => Err(AccountError::WrongPassword),
        }
    }

    /// The hash of a player's password, if the password is right.
    pub(super) async fn confirm(&self, player: PlayerId, password: Password) -> Result<String, AccountError> {
        let login = self.player(player).await?.login.ok_or(AccountError::Guest)?;
        let login = Login::try_from(login).map_err(|_| AccountError::WrongPassword)?;
        // Failed attempts of others do not lock out a player who is signed in.
        self.try_once(Tried::SignedIn(player))?;
        let (_, hash) = self.verify(&login, password).await?;
        Ok(hash)
    }

    /// Counts one more try at an account.
    pub(super) fn try_once(&self, account: Tried<'_>) -> Result<(), TooOften> {
        self.tries.as_ref().map_or(Ok(()), |tries| tries.spend(account).map(drop))
    }

    /// Hashes a password.
    pub(super) async fn hash(&self, password: Password) -> Result<String, PasswordError> {
        self.passwords.hash(password).await
    }

    pub(super) fn cache(&self) -> &SessionCache {
        self.sessions.cache()
    }

    /// A new sign-in, for the caller to keep.
    pub(super) fn open(
        &self,
        player: PlayerId,
        device: Option<Device>,
    ) -> Result<(Session, Tokens), NoEntropy> {
        self.sessions.open(player, device)
    }

    /// Notifies streams that all sign-ins of a player have ended.
    pub(super) fn all_ended(&self, player: PlayerId) {
        self.sessions.all_ended(player);
    }

    /// The player with this login and password, and the hash of the password.
    async fn verify(&self, login: &Login, password: Password) -> Result<(PlayerId, String), AccountError> {
        let account = self.store.account(login.as_str()).await?;
        let hash = account.as_ref().map(|(_, hash)| hash.clone());
        let fits = self.passwords.verify(password, hash).await?;
        account.filter(|_| fits).ok_or(AccountError::WrongPassword)
    }

    pub(super) async fn player(&self, id: PlayerId) -> Result<Player, AccountError> {
        self.store.player(id).await?.ok_or(AccountError::WrongPassword)
    }
}
