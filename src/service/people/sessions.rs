//! Sign-ins: opening one, authenticating a token, refreshing, signing out.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::device::Device;
use super::session::{Replaced, Session, SignedIn, TokenHash};
use super::session_cache::{Invalidate, SessionCache};
use super::tokens::{Pair, Token, TokenKind, salt};
use crate::service::entropy::NoEntropy;
use crate::service::id::new_id;
use crate::service::page::cut;
use crate::service::ports::clock::Clock;
use crate::service::ports::error::StoreError;
use crate::service::ports::hints::Hint;
use crate::service::ports::store::Store;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::time::later;
use cardroom_api::id::{PlayerId, SessionId};

/// The lifetime of an access token.
pub const ACCESS_TIME: SignedDuration = SignedDuration::from_hours(1);
/// The lifetime of a refresh token; each refresh restarts it.
pub const REFRESH_TIME: SignedDuration = SignedDuration::from_hours(90 * 24);
/// How long a replaced refresh token still gets the pair that replaced it.
pub const REFRESH_GRACE: SignedDuration = SignedDuration::from_mins(1);

/// The sign-ins of all players.
#[derive(Clone)]
pub struct Sessions {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Dealer>,
    cache: SessionCache,
}

/// Why a sign-in opens nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The time of its token is up.
    Expired,
    /// It was ended.
    SignedOut,
}

/// The tokens of a sign-in. Only their holder gets them, and only once.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The tokens.
    pub pair: Pair,
    /// How long the access token is good.
    pub access_until: Timestamp,
    /// How long the refresh token is good.
    pub refresh_until: Timestamp,
}

/// A page of a player's sign-ins.
#[derive(Clone, Debug)]
pub struct SessionPage {
    /// Newest first.
    pub sessions: Vec<Session>,
    /// The cursor of the next page; `None` on the last.
    pub next: Option<SessionId>,
}

/// Why a token opens nothing.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// It is unknown, or its sign-in has ended.
    #[error("the token is not, or no longer, valid")]
    Unknown,
    /// Its time is up.
    #[error("the token has expired")]
    Expired,
    /// It was replaced long ago, so there is a copy of it. The sign-in has been ended.
    #[error("the refresh token was used before; this sign-in has been ended")]
    Reused,
    /// No token can be made.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Sessions {
    /// Over this store and clock.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Dealer>,
        cache: SessionCache,
    ) -> Self {
        Self { store, clock, entropy, cache }
    }

    /// A new sign-in, for the caller to keep.
    pub fn open(&self, player: PlayerId, device: Option<Device>) -> Result<(Session, Tokens), NoEntropy> {
        let now = self.clock.now();
        let tokens = Tokens::from(Pair::new(&*self.entropy)?, now);
        let session = Session {
            id: new_id(now, &*self.entropy)?,
            player,
            access: tokens.pair.access.hash(),
            access_until: tokens.access_until,
            refresh: tokens.pair.refresh.hash(),
            refresh_until: tokens.refresh_until,
            replaced: None,
            family: Some(tokens.pair.refresh.family()),
            created_at: now,
            device,
        };
        Ok((session, tokens))
    }

    /// The sign-in that an access token belongs to.
    pub async fn who(&self, access: &str) -> Result<SignedIn, SessionError> {
        let token = Token::parse(TokenKind::Access, access).ok_or(SessionError::Unknown)?;
        let access = token.hash();
        let signed_in = self.cache.sign_in(&*self.store, access).await?.ok_or(SessionError::Unknown)?;
        if self.clock.now() < signed_in.until { Ok(signed_in) } else { Err(SessionError::Expired) }
    }

    /// The next pair. Sending the same token again within [`REFRESH_GRACE`] gives the same pair again.
    pub async fn refresh(&self, refresh: &str) -> Result<Tokens, SessionError> {
        let token = Token::parse(TokenKind::Refresh, refresh).ok_or(SessionError::Unknown)?;
        if let Some(tokens) = self.rotate(&token).await? {
            return Ok(tokens);
        }
        // A concurrent request has rotated the token; by now it is a replaced one.
        self.rotate(&token).await?.ok_or(SessionError::Unknown)
    }

    /// The next pair; `None` if a concurrent request has rotated the sign-in.
    async fn rotate(&self, token: &Token) -> Result<Option<Tokens>, SessionError> {
        let now = self.clock.now();
        let was = token.hash();
        let Some(session) = self.store.session_by_refresh(was).await? else {
            return Err(self.unknown(token).await?);
        };
        if now >= session.refresh_until {
            return Err(SessionError::Expired);
        }
        if session.refresh != was {
            return self.again(token, &session, now).await.map(Some);
        }
        let salt = salt(&*self.entropy)?;
        let tokens = Tokens::from(Pair::after(token, &salt), now);
        let next = Session {
            access: tokens.pair.access.hash(),
            access_until: tokens.access_until,
            refresh: tokens.pair.refresh.hash(),
            refresh_until: tokens.refresh_until,
            replaced: Some(Replaced { refresh: was, at: now, salt }),
            family: Some(tokens.pair.refresh.family()),
            ..session
        };
        Ok(self.replace(was, next).await?.then_some(tokens))
    }

    /// The error for a token that no sign-in has now. If the token was replaced before the last rotation, its sign-in is ended.
    async fn unknown(&self, token: &Token) -> Result<SessionError, StoreError> {
        let Some(session) = self.store.session_by_family(token.family()).await? else {
            return Ok(SessionError::Unknown);
        };
        self.reused(&session).await
    }

    /// Ends a sign-in of which a replaced token was used.
    async fn reused(&self, session: &Session) -> Result<SessionError, StoreError> {
        self.revoke(session.id).await?;
        self.notify_ended(session.player, Some(session.id));
        tracing::warn!(player = %session.player, "a refresh token was used again: the sign-in has been ended");
        Ok(SessionError::Reused)
    }

    /// The pair that this token was replaced by.
    async fn again(&self, token: &Token, session: &Session, now: Timestamp) -> Result<Tokens, SessionError> {
        let replaced = session.replaced.ok_or(SessionError::Unknown)?;
        if now.duration_since(replaced.at) > REFRESH_GRACE {
            return Err(self.reused(session).await?);
        }
        Ok(Tokens {
            pair: Pair::after(token, &replaced.salt),
            access_until: session.access_until,
            refresh_until: session.refresh_until,
        })
    }

    /// The sign-in that has this refresh token, or had it before the last rotation; `None` if it has ended.
    pub async fn began_with(&self, refresh: TokenHash) -> Result<Option<Session>, StoreError> {
        self.store.session_by_refresh(refresh).await
    }

    /// New tokens for a sign-in. The earlier ones are invalid from now on. `None` if the sign-in has ended.
    pub async fn renew(&self, session: &Session) -> Result<Option<Tokens>, SessionError> {
        self.renew_by(session, |was, fresh| {
            let store = Arc::clone(&self.store);
            async move { store.rotate(was, &fresh).await }
        })
        .await
    }

    /// The same, and `rotate` replaces the tokens, unless the refresh token is another one by now.
    pub(super) async fn renew_by<F>(
        &self,
        session: &Session,
        rotate: impl FnOnce(TokenHash, Session) -> F,
    ) -> Result<Option<Tokens>, SessionError>
    where
        F: Future<Output = Result<bool, StoreError>> + Send + 'static,
    {
        let (fresh, tokens) = self.open(session.player, session.device.clone())?;
        let fresh = Session { id: session.id, created_at: session.created_at, ..fresh };
        let rotate = rotate(session.refresh, fresh);
        if !self.cache.invalidating(Invalidate::SignIn(session.id), rotate).await? {
            return Ok(None);
        }
        self.notify_ended(session.player, Some(session.id));
        Ok(Some(tokens))
    }

    /// Replaces a sign-in's tokens; false, and nothing happens, if its refresh token is not `was` any more.
    async fn replace(&self, was: TokenHash, session: Session) -> Result<bool, StoreError> {
        let (store, id) = (Arc::clone(&self.store), session.id);
        let rotate = async move { store.rotate(was, &session).await };
        self.cache.invalidating(Invalidate::SignIn(id), rotate).await
    }

    async fn revoke(&self, id: SessionId) -> Result<bool, StoreError> {
        let store = Arc::clone(&self.store);
        self.cache.invalidating(Invalidate::SignIn(id), async move { store.revoke(id).await }).await
    }

    /// Notifies streams that a sign-in of a player has ended, here and on other servers; `None` means all of them.
    fn notify_ended(&self, player: PlayerId, session: Option<SessionId>) {
        self.cache.ended().notify(player, session);
        if let Some(shared) = self.store.shared() {
            shared.hint(Hint::SignedOut(player, session));
        }
    }

    /// The cache of sign-ins, for writes that end some of them or change a player.
    pub(super) fn cache(&self) -> &SessionCache {
        &self.cache
    }

    /// Ends this sign-in.
    pub async fn sign_out(&self, by: SignedIn) -> Result<(), StoreError> {
        self.revoke(by.session).await?;
        self.notify_ended(by.player, Some(by.session));
        Ok(())
    }

    /// The unexpired sign-ins of a player, newest first, older than `after`.
    pub async fn list(
        &self,
        player: PlayerId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<SessionPage, StoreError> {
        let mut sessions = self.store.sessions_of(player, self.clock.now(), after, limit + 1).await?;
        let next = cut(&mut sessions, limit).map(|last| last.id);
        Ok(SessionPage { sessions, next })
    }

    /// Ends one of a player's sign-ins; false if there is no such one.
    pub async fn end(&self, player: PlayerId, id: SessionId) -> Result<bool, StoreError> {
        let store = Arc::clone(&self.store);
        let revoke = async move { store.revoke_of(player, id).await };
        let ended = self.cache.invalidating(Invalidate::SignIn(id), revoke).await?;
        if ended {
            self.notify_ended(player, Some(id));
        }
        Ok(ended)
    }

    /// Ends all sign-ins of the player; returns how many.
    pub async fn sign_out_everywhere(&self, player: PlayerId) -> Result<u64, StoreError> {
        let store = Arc::clone(&self.store);
        let revoke = async move { store.revoke_all(player).await };
        let ended = self.cache.invalidating(Invalidate::Player(player), revoke).await?;
        self.notify_ended(player, None);
        Ok(ended)
    }

    /// Notifies streams that all sign-ins of a player have ended.
    pub(super) fn all_ended(&self, player: PlayerId) {
        self.notify_ended(player, None);
    }

    /// Returns an error if a sign-in has ended.
    pub async fn check(&self, signed_in: SignedIn) -> Result<(), SessionError> {
        let is_open = self.cache.has_session(&*self.store, signed_in.session).await?;
        if is_open { Ok(()) } else { Err(SessionError::Unknown) }
    }

    /// A future that returns once a sign-in has ended, with the reason; an error if it has ended already.
    pub async fn end_of(
        &self,
        signed_in: SignedIn,
    ) -> Result<impl Future<Output = Ended> + Send + use<>, SessionError> {
        // It listens before it looks, so that no end falls between.
        let mut ended = self.cache.ended().listen(signed_in.player);
        let mut ended_elsewhere = self.cache.ended_elsewhere().listen(signed_in.session);
        let clock = Arc::clone(&self.clock);
        self.check(signed_in).await?;
        Ok(async move {
            let signed_out = async {
                // If a notification was missed, it is unknown which sign-in it meant. A client that is still signed in connects
                // again.
                while ended.next().await.flatten().is_some_and(|session| session != signed_in.session) {}
            };
            tokio::select! {
                () = signed_out => Ended::SignedOut,
                _ = ended_elsewhere.next() => Ended::SignedOut,
                () = expired(&*clock, signed_in.until) => Ended::Expired,
            }
        })
    }
}

/// How often the clock is checked, because it may be set.
const LOOKS_AT_CLOCK: SignedDuration = SignedDuration::from_mins(1);

/// Returns once this moment has passed.
async fn expired(clock: &dyn Clock, until: Timestamp) {
    while clock.now() < until {
        clock.sleep_until(until.min(later(clock.now(), LOOKS_AT_CLOCK))).await;
    }
}

impl Tokens {
    fn from(pair: Pair, now: Timestamp) -> Self {
        Self { pair, access_until: later(now, ACCESS_TIME), refresh_until: later(now, REFRESH_TIME) }
    }
}
