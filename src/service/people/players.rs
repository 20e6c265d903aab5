//! Players: guests, their names, their ledgers.

use std::sync::Arc;

use jiff::Timestamp;

use super::device::Device;
use super::guest_idempotency::{FirstAnswer, GUEST_KEY_TIME, GuestIdempotency, GuestKey};
use super::player::Player;
use super::refill::{Refill, RefillTerms};
use super::session::{Session, TokenHash};
use super::session_cache::Invalidate;
use super::sessions::{SessionError, Sessions, Tokens};
use crate::service::entropy::NoEntropy;
use crate::service::id::new_id;
use crate::service::page::cut;
use crate::service::ports::clock::Clock;
use crate::service::ports::error::StoreError;
use crate::service::ports::refills::Refilled;
use crate::service::ports::store::Store;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::stored::ledger::{Account, ChipMovement};
use crate::service::topics::Topics;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::{MovementId, PlayerId};
use cardroom_api::player::ledger::Reason;
use cardroom_api::player::name::Name;
use cardroom_rules::games::game::Chips;

/// The most movements of a ledger that one page has.
pub const MOST_MOVEMENTS: u32 = 100;

/// How often a request for a guest is tried again after another one under its key came first.
const MOST_TRIES: usize = 8;

/// All players.
#[derive(Clone)]
pub struct Players {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Dealer>,
    sessions: Sessions,
    first_grant: Chips,
    refill: Option<RefillTerms>,
    guests: GuestIdempotency,
    /// Notifies players that something about them has changed.
    news: Topics<PlayerId, ()>,
}

/// Why a player could not be served.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// There is no such player.
    #[error("there is no such player")]
    NoSuchPlayer,
    /// The server gives no refills.
    #[error("this server gives no refills")]
    NoRefill,
    /// The last refill was too recent.
    #[error("you were given chips a short time ago: ask again later")]
    RefillTooSoon {
        /// When the next refill may be requested.
        until: Timestamp,
    },
    /// The player has too many chips for a refill.
    #[error(
        "you have {chips} chips, including those at tables; only a player with fewer than {below} gets a refill"
    )]
    HasChips {
        /// How many they have.
        chips: Chips,
        /// Only players with less than this get a refill.
        below: Chips,
    },
    /// Other requests under the same key came first, again and again.
    #[error("other requests under this key came first")]
    Contended,
    /// No token can be made.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A page of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerPage {
    /// Newest first.
    pub movements: Vec<ChipMovement>,
    /// The cursor of the next page; `None` on the last.
    pub next: Option<MovementId>,
}

impl Players {
    /// Players who start with this many play chips, and get refills on these terms.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Dealer>,
        sessions: Sessions,
        (first_grant, refill): (Chips, Option<RefillTerms>),
        news: Topics<PlayerId, ()>,
    ) -> Self {
        let guests = GuestIdempotency::default();
        Self { store, clock, entropy, sessions, first_grant, refill, guests, news }
    }

    /// Creates a guest with the first chips, and signs them in. The same request under the same key within [`GUEST_KEY_TIME`] gets the
    /// same guest, with new tokens that replace the first.
    pub async fn guest(
        &self,
        name: Option<Name>,
        device: Option<Device>,
        key: Option<GuestKey<'_>>,
    ) -> Result<(Player, Tokens), PlayerError> {
        let Some(key) = key else { return self.create_guest(name, device).await };
        let key = key.hash(name.as_ref().map_or("", Name::as_str));
        if self.store.shared().is_some() {
            return self.guest_of_key(name, device, key).await;
        }
        let entry = self.guests.entry(key);
        let mut first = entry.lock().await;
        let again = self.guest_again(*first, None).await?;
        let at = first.filter(|_| again.is_some()).map(|first| first.at);
        let (player, tokens) = match again {
            Some(again) => again,
            None => self.create_guest(name, device).await?,
        };
        let refresh = tokens.pair.refresh.hash();
        *first = Some(FirstAnswer { refresh, at: at.unwrap_or(player.created_at) });
        Ok((player, tokens))
    }

    /// The same among several servers: the key is a row.
    async fn guest_of_key(
        &self,
        name: Option<Name>,
        device: Option<Device>,
        key: [u8; 32],
    ) -> Result<(Player, Tokens), PlayerError> {
        for _ in 0..MOST_TRIES {
            let Some(shared) = self.store.shared() else { break };
            let first = shared.guest_of_key(key).await?.map(|(refresh, at)| FirstAnswer { refresh, at });
            if let Some(again) = self.guest_again(first, Some(key)).await? {
                return Ok(again);
            }
            let (player, session, tokens) = self.new_guest(name.clone(), device.clone())?;
            let (grant, replaced) = (self.grant(&player)?, first.map(|first| first.refresh));
            if shared.create_guest_under_key(key, (&player, &grant, &session), replaced).await? {
                return Ok((player, tokens));
            }
            // Another server has just used the key.
        }
        Err(PlayerError::Contended)
    }

    async fn create_guest(
        &self,
        name: Option<Name>,
        device: Option<Device>,
    ) -> Result<(Player, Tokens), PlayerError> {
        let (player, session, tokens) = self.new_guest(name, device)?;
        self.store.create_player(&player, &self.grant(&player)?, &session).await?;
        Ok((player, tokens))
    }

    fn new_guest(
        &self,
        name: Option<Name>,
        device: Option<Device>,
    ) -> Result<(Player, Session, Tokens), NoEntropy> {
        let now = self.clock.now();
        let id = new_id::<PlayerId>(now, &*self.entropy)?;
        let name = name.unwrap_or_else(|| Name::of_guest(id));
        let player = Player {
            id,
            name: name.to_string(),
            avatar: Avatar::of(id.0),
            login: None,
            created_at: now,
            chips: self.first_grant,
            refilled_at: None,
        };
        let (session, tokens) = self.sessions.open(id, device)?;
        Ok((player, session, tokens))
    }

    /// The guest that the same request created, with new tokens that replace the earlier ones; `None` if the request is new, or if
    /// the guest has an account by now.
    async fn guest_again(
        &self,
        first: Option<FirstAnswer>,
        key: Option<[u8; 32]>,
    ) -> Result<Option<(Player, Tokens)>, PlayerError> {
        let now = self.clock.now();
        let Some(first) = first.filter(|first| now.duration_since(first.at) < GUEST_KEY_TIME) else {
            return Ok(None);
        };
        // Once a guest has an account, only its password opens it.
        let Some(session) = self.sessions.began_with(first.refresh).await? else { return Ok(None) };
        let player = self.player(session.player).await?;
        if player.login.is_some() {
            return Ok(None);
        }
        let renewed = match key {
            None => self.sessions.renew(&session).await,
            Some(key) => {
                let renew = |was, fresh| renew_guest_of_key(Arc::clone(&self.store), key, was, fresh);
                self.sessions.renew_by(&session, renew).await
            }
        };
        let renewed = renewed.map_err(|error| match error {
            SessionError::NoEntropy(error) => PlayerError::NoEntropy(error),
            SessionError::Store(error) => PlayerError::Store(error),
            SessionError::Unknown | SessionError::Expired | SessionError::Reused => PlayerError::NoSuchPlayer,
        })?;
        Ok(renewed.map(|tokens| (player, tokens)))
    }

    /// The movement of the first chips; none if the server gives none.
    fn grant(&self, player: &Player) -> Result<Vec<ChipMovement>, NoEntropy> {
        if self.first_grant == 0 {
            return Ok(Vec::new());
        }
        Ok(vec![ChipMovement {
            id: new_id(player.created_at, &*self.entropy)?,
            at: player.created_at,
            debit: Account::Mint,
            credit: Account::Wallet(player.id),
            amount: self.first_grant,
            reason: Reason::Grant,
            player: Some(player.id),
            table: None,
        }])
    }

    /// A player.
    pub async fn player(&self, id: PlayerId) -> Result<Player, PlayerError> {
        self.store.player(id).await?.ok_or(PlayerError::NoSuchPlayer)
    }

    /// Changes a player's picture at once, and their name from the next chair on; either or both.
    pub async fn change(
        &self,
        id: PlayerId,
        name: Option<&Name>,
        avatar: Option<Avatar>,
    ) -> Result<Player, PlayerError> {
        let (store, name) = (Arc::clone(&self.store), name.cloned());
        let change = async move { store.change_player(id, name.as_ref().map(Name::as_str), avatar).await };
        self.sessions.cache().invalidating(Invalidate::Looks(id), change).await?;
        self.player(id).await
    }

    /// Refills a player's chips, if the server does and the player has lost theirs. A repeated request with the same key refills
    /// once.
    pub async fn refill(&self, player: PlayerId, key: Option<String>) -> Result<Player, PlayerError> {
        let terms = self.refill.ok_or(PlayerError::NoRefill)?;
        let at = self.clock.now();
        let movement = new_id::<MovementId>(at, &*self.entropy)?;
        match self.store.refill(&Refill { player, terms, at, movement, key }).await? {
            Refilled::Done => {
                self.news.notify(player, ());
                self.player(player).await
            }
            Refilled::TooSoon { until } => Err(PlayerError::RefillTooSoon { until }),
            Refilled::HasChips { chips } => Err(PlayerError::HasChips { chips, below: terms.below }),
            Refilled::NoSuchPlayer => Err(PlayerError::NoSuchPlayer),
        }
    }

    /// A page of a player's ledger, newest first, of movements older than `after`; at most [`MOST_MOVEMENTS`].
    pub async fn ledger(
        &self,
        id: PlayerId,
        after: Option<MovementId>,
        limit: u32,
    ) -> Result<LedgerPage, PlayerError> {
        let limit = limit.clamp(1, MOST_MOVEMENTS);
        let mut movements = self.store.ledger(id, after, limit + 1).await?;
        let next = cut(&mut movements, limit).map(|last| last.id);
        Ok(LedgerPage { movements, next })
    }
}

/// Replaces the tokens of the guest of a key, unless the refresh token is another one by now.
async fn renew_guest_of_key(
    store: Arc<dyn Store>,
    key: [u8; 32],
    was: TokenHash,
    fresh: Session,
) -> Result<bool, StoreError> {
    match store.shared() {
        Some(shared) => shared.renew_guest_of_key(key, was, &fresh).await,
        None => Ok(false),
    }
}
