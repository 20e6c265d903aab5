//! A store that counts what is asked of it, and fails or panics where the test wants it to.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use cardroom::games::any::GameKind;
use cardroom::games::game::Chips;
use cardroom::service::avatar::Avatar;
use cardroom::service::id::{HandId, MovementId, PlayerId, SessionId, TableId};
use cardroom::service::people::deletion::Deletion;
use cardroom::service::people::friend::{Blocked, Friend, FriendCounts, Friendship};
use cardroom::service::people::player::{Looks, Player};
use cardroom::service::people::refill::Refill;
use cardroom::service::people::session::{Session, SignedIn, TokenHash};
use cardroom::service::ports::accounts::{AccountStore, Named, Relogged};
use cardroom::service::ports::blocks::{BlockStore, Blocking};
use cardroom::service::ports::codes::CodeStore;
use cardroom::service::ports::commits::{CommitStore, Committed};
use cardroom::service::ports::deletion::{Deleted, DeletionStore};
use cardroom::service::ports::error::StoreError;
use cardroom::service::ports::friends::{Befriended, FriendStore};
use cardroom::service::ports::history::HistoryStore;
use cardroom::service::ports::ledger::LedgerStore;
use cardroom::service::ports::players::PlayerStore;
use cardroom::service::ports::refills::{RefillStore, Refilled};
use cardroom::service::ports::sessions::SessionStore;
use cardroom::service::ports::store::Store;
use cardroom::service::ports::tables::{LobbyFilter, TableStore};
use cardroom::service::table::change::{Change, Version};
use cardroom::service::table::commit::{Commit, DoneRequest};
use cardroom::service::table::figures::{Figures, OpenTo};
use cardroom::service::table::ledger::{Audit, Movement};
use cardroom::service::table::my_hands::PlayedHand;
use cardroom::service::table::record::{HandRecord, ListedTable, TableRecord};
use jiff::Timestamp;

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It goes through.
    Goes,
    /// It fails before it reaches the store.
    Fails,
    /// It reaches the store, and its answer is lost.
    IsLost,
    /// It panics.
    Panics,
}

type Plan = Box<dyn FnMut(&'static str, &[Box<Commit>]) -> Fate + Send>;

/// A store before another.
pub struct Watched {
    inner: Arc<dyn Store>,
    calls: Mutex<BTreeMap<&'static str, usize>>,
    /// The batches that were to be written, by how many commits they held.
    batches: Mutex<Vec<usize>>,
    plan: Mutex<Plan>,
}

impl Watched {
    /// Lets everything through.
    pub fn new(inner: Arc<dyn Store>) -> Arc<Self> {
        Arc::new(Self {
            inner,
            calls: Mutex::default(),
            batches: Mutex::default(),
            plan: Mutex::new(Box::new(|_, _| Fate::Goes)),
        })
    }

    /// What becomes of each call from now on, by its name and, for `commit`, by its batch.
    pub fn plan(&self, plan: impl FnMut(&'static str, &[Box<Commit>]) -> Fate + Send + 'static) {
        *self.plan.lock().unwrap() = Box::new(plan);
    }

    /// How often each method was called since this was last asked.
    pub fn calls(&self) -> BTreeMap<&'static str, usize> {
        std::mem::take(&mut *self.calls.lock().unwrap())
    }

    /// How many commits each batch held that was written, or tried, since this was last asked.
    pub fn batches(&self) -> Vec<usize> {
        std::mem::take(&mut *self.batches.lock().unwrap())
    }

    fn call(&self, name: &'static str, batch: &[Box<Commit>]) -> Result<Fate, StoreError> {
        *self.calls.lock().unwrap().entry(name).or_default() += 1;
        // Let go of before it panics: the plan is asked for again.
        let fate = self.plan.lock().unwrap()(name, batch);
        match fate {
            Fate::Goes | Fate::IsLost => Ok(fate),
            Fate::Fails => Err(failure()),
            Fate::Panics => panic!("{name} panics on purpose"),
        }
    }
}

fn failure() -> StoreError {
    StoreError::Unavailable("it fails on purpose".into())
}

/// Asks the store behind, if the plan lets the call through.
macro_rules! through {
    ($self:ident.$method:ident($($given:expr),*)) => {
        match $self.call(stringify!($method), &[])? {
            Fate::IsLost => $self.inner.$method($($given),*).await.and_then(|_| Err(failure())),
            _ => $self.inner.$method($($given),*).await,
        }
    };
}

#[async_trait]
impl CommitStore for Watched {
    async fn commit(&self, batch: Arc<[Box<Commit>]>) -> Result<Vec<Committed>, StoreError> {
        self.batches.lock().unwrap().push(batch.len());
        let fate = self.call("commit", &batch)?;
        let written = self.inner.commit(batch).await?;
        if fate == Fate::IsLost { Err(failure()) } else { Ok(written) }
    }
}

#[async_trait]
impl TableStore for Watched {
    async fn table(&self, id: TableId) -> Result<Option<TableRecord>, StoreError> {
        through!(self.table(id))
    }

    async fn tables_with_bots(&self) -> Result<Vec<TableId>, StoreError> {
        through!(self.tables_with_bots())
    }

    async fn has_table(&self, id: TableId) -> Result<bool, StoreError> {
        through!(self.has_table(id))
    }

    async fn waiting(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        through!(self.waiting(player))
    }

    async fn invited_to(&self, invite_code: &str) -> Result<Option<TableId>, StoreError> {
        through!(self.invited_to(invite_code))
    }

    async fn due_tables(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<(TableId, Timestamp)>, StoreError> {
        through!(self.due_tables(from, until))
    }

    async fn seated(
        &self,
        player: PlayerId,
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError> {
        through!(self.seated(player, after, limit))
    }

    async fn lobby(&self, filter: &LobbyFilter) -> Result<Vec<ListedTable>, StoreError> {
        through!(self.lobby(filter))
    }

    async fn changes(&self, table: TableId, after: Version, limit: u32) -> Result<Vec<Change>, StoreError> {
        through!(self.changes(table, after, limit))
    }

    async fn hand(&self, id: HandId) -> Result<Option<HandRecord>, StoreError> {
        through!(self.hand(id))
    }

    async fn hands_of(&self, ids: &[HandId]) -> Result<Vec<HandRecord>, StoreError> {
        through!(self.hands_of(ids))
    }

    async fn hands(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<HandRecord>, StoreError> {
        through!(self.hands(table, before, limit))
    }

    async fn done_request(&self, player: PlayerId, key: &str) -> Result<Option<DoneRequest>, StoreError> {
        through!(self.done_request(player, key))
    }
}

#[async_trait]
impl HistoryStore for Watched {
    async fn my_hands(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        after: Option<HandId>,
        limit: u32,
    ) -> Result<Vec<PlayedHand>, StoreError> {
        through!(self.my_hands(player, game, after, limit))
    }

    async fn figures(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        since: i64,
    ) -> Result<Vec<Figures>, StoreError> {
        through!(self.figures(player, game, since))
    }

    async fn figures_open_to(&self, player: PlayerId) -> Result<Option<OpenTo>, StoreError> {
        through!(self.figures_open_to(player))
    }

    async fn open_figures(&self, player: PlayerId, to: OpenTo) -> Result<(), StoreError> {
        through!(self.open_figures(player, to))
    }
}

#[async_trait]
impl LedgerStore for Watched {
    async fn ledger(
        &self,
        player: PlayerId,
        after: Option<MovementId>,
        limit: u32,
    ) -> Result<Vec<Movement>, StoreError> {
        through!(self.ledger(player, after, limit))
    }

    async fn won_enough(
        &self,
        players: &[PlayerId],
        day: i64,
        most: Chips,
    ) -> Result<Vec<PlayerId>, StoreError> {
        through!(self.won_enough(players, day, most))
    }

    async fn audit(&self) -> Result<Audit, StoreError> {
        through!(self.audit())
    }
}

#[async_trait]
impl PlayerStore for Watched {
    async fn create_player(
        &self,
        player: &Player,
        grant: &[Movement],
        session: &Session,
    ) -> Result<(), StoreError> {
        through!(self.create_player(player, grant, session))
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        through!(self.player(id))
    }

    fn remembers_looks(&self, _: PlayerId) -> Option<Looks> {
        None
    }

    async fn looks(&self, id: PlayerId) -> Result<Option<Looks>, StoreError> {
        // Never answered at once, as it may be from memory: who asks is in flight while others ask.
        tokio::task::yield_now().await;
        through!(self.looks(id))
    }

    async fn change_player(
        &self,
        id: PlayerId,
        name: Option<&str>,
        avatar: Option<Avatar>,
    ) -> Result<bool, StoreError> {
        through!(self.change_player(id, name, avatar))
    }
}

#[async_trait]
impl CodeStore for Watched {
    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        was: &str,
        codes: &[TokenHash],
    ) -> Result<bool, StoreError> {
        through!(self.set_recovery_codes(player, was, codes))
    }

    async fn recover(
        &self,
        code: TokenHash,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError> {
        through!(self.recover(code, password_hash, session))
    }

    async fn set_device_code(
        &self,
        player: PlayerId,
        code: TokenHash,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        through!(self.set_device_code(player, code, until))
    }

    async fn device_code(&self, code: TokenHash, now: Timestamp) -> Result<Option<PlayerId>, StoreError> {
        through!(self.device_code(code, now))
    }

    async fn claim_device_code(&self, code: TokenHash, session: &Session) -> Result<bool, StoreError> {
        through!(self.claim_device_code(code, session))
    }
}

#[async_trait]
impl DeletionStore for Watched {
    async fn delete_player(&self, deletion: &Deletion) -> Result<Deleted, StoreError> {
        through!(self.delete_player(deletion))
    }
}

#[async_trait]
impl RefillStore for Watched {
    async fn refill(&self, refill: &Refill) -> Result<Refilled, StoreError> {
        through!(self.refill(refill))
    }
}

#[async_trait]
impl FriendStore for Watched {
    async fn befriend(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Befriended, StoreError> {
        through!(self.befriend(player, other, at, most))
    }

    async fn end_friendship(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        through!(self.end_friendship(player, other))
    }

    async fn friendship(&self, player: PlayerId, other: PlayerId) -> Result<Friendship, StoreError> {
        through!(self.friendship(player, other))
    }

    async fn friends(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Friend>, StoreError> {
        through!(self.friends(player, after, limit))
    }

    async fn count_friends(&self, player: PlayerId) -> Result<FriendCounts, StoreError> {
        through!(self.count_friends(player))
    }

    async fn public_table(&self, player: PlayerId) -> Result<Option<TableId>, StoreError> {
        through!(self.public_table(player))
    }
}

#[async_trait]
impl BlockStore for Watched {
    async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError> {
        through!(self.block(player, other, at, most))
    }

    async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        through!(self.unblock(player, other))
    }

    async fn blocked(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError> {
        through!(self.blocked(player, after, limit))
    }

    async fn mute(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError> {
        through!(self.mute(player, other, at, most))
    }

    async fn unmute(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError> {
        through!(self.unmute(player, other))
    }

    async fn muted(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError> {
        through!(self.muted(player, after, limit))
    }

    async fn unheard(&self, player: PlayerId, speakers: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        through!(self.unheard(player, speakers))
    }

    async fn were_apart(
        &self,
        player: PlayerId,
        others: &[PlayerId],
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        through!(self.were_apart(player, others, at))
    }
}

#[async_trait]
impl AccountStore for Watched {
    async fn with_account(&self, players: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        through!(self.with_account(players))
    }

    async fn name_account(
        &self,
        id: PlayerId,
        login: &str,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<Named, StoreError> {
        through!(self.name_account(id, login, password_hash, at))
    }

    async fn account(&self, login: &str) -> Result<Option<(PlayerId, String)>, StoreError> {
        through!(self.account(login))
    }

    async fn change_password(
        &self,
        was: &str,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError> {
        through!(self.change_password(was, password_hash, session))
    }

    async fn change_login(&self, id: PlayerId, was: &str, login: &str) -> Result<Relogged, StoreError> {
        through!(self.change_login(id, was, login))
    }

    async fn sign_in(&self, password_hash: &str, session: &Session) -> Result<bool, StoreError> {
        through!(self.sign_in(password_hash, session))
    }
}

#[async_trait]
impl SessionStore for Watched {
    /// Never from memory: all that is asked of the store is watched.
    fn remembers_sign_in(&self, _: TokenHash) -> Option<SignedIn> {
        None
    }

    async fn sign_in_by_access(&self, access: TokenHash) -> Result<Option<SignedIn>, StoreError> {
        through!(self.sign_in_by_access(access))
    }

    async fn session_by_refresh(&self, refresh: TokenHash) -> Result<Option<Session>, StoreError> {
        through!(self.session_by_refresh(refresh))
    }

    async fn session_by_family(&self, family: TokenHash) -> Result<Option<Session>, StoreError> {
        through!(self.session_by_family(family))
    }

    async fn has_session(&self, id: SessionId) -> Result<bool, StoreError> {
        through!(self.has_session(id))
    }

    async fn rotate(&self, was: TokenHash, session: &Session) -> Result<bool, StoreError> {
        through!(self.rotate(was, session))
    }

    async fn revoke(&self, id: SessionId) -> Result<bool, StoreError> {
        through!(self.revoke(id))
    }

    async fn revoke_all(&self, player: PlayerId) -> Result<u64, StoreError> {
        through!(self.revoke_all(player))
    }

    async fn revoke_of(&self, player: PlayerId, id: SessionId) -> Result<bool, StoreError> {
        through!(self.revoke_of(player, id))
    }

    async fn sessions_of(
        &self,
        player: PlayerId,
        now: Timestamp,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Session>, StoreError> {
        through!(self.sessions_of(player, now, after, limit))
    }
}

#[async_trait]
impl Store for Watched {
    async fn ping(&self, now: Timestamp) -> Result<(), StoreError> {
        through!(self.ping(now))
    }

    async fn forget(&self, requests: Timestamp, now: Timestamp) -> Result<u64, StoreError> {
        through!(self.forget(requests, now))
    }
}
