//! A store that counts its calls, and fails, panics or blocks them if the test wants it to.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use cardroom::service::people::deletion::Deletion;
use cardroom::service::people::friend::{Blocked, Friend, FriendCounts};
use cardroom::service::people::player::{Looks, Player};
use cardroom::service::people::refill::Refill;
use cardroom::service::people::session::{Session, SignedIn, TokenHash};
use cardroom::service::ports::accounts::{AccountStore, Named, Relogged};
use cardroom::service::ports::blocks::{BlockStore, Blocking};
use cardroom::service::ports::codes::CodeStore;
use cardroom::service::ports::commits::{Batch, CommitStore, Committed};
use cardroom::service::ports::deletion::{Deleted, DeletionStore};
use cardroom::service::ports::error::StoreError;
use cardroom::service::ports::friends::{Befriended, FriendStore};
use cardroom::service::ports::history::HistoryStore;
use cardroom::service::ports::ledger::LedgerStore;
use cardroom::service::ports::players::PlayerStore;
use cardroom::service::ports::ratings::{LeaderboardKey, RatingStore, Voided};
use cardroom::service::ports::refills::{RefillStore, Refilled};
use cardroom::service::ports::sessions::SessionStore;
use cardroom::service::ports::store::Store;
use cardroom::service::ports::tables::{LobbyFilter, TableStore};
use cardroom::service::ports::tournaments::{TournamentFilter, TournamentStore, TournamentsFound};
use cardroom::service::ratings::network_tag::{NetworkKey, NetworkTag};
use cardroom::service::ratings::rated_result::RatedSource;
use cardroom::service::ratings::stored::{
    RankedPlayer, RatingChange, RatingInGame, SeasonRating, StoredRatedEvent,
};
use cardroom::service::table::stored::change::Change;
use cardroom::service::table::stored::commit::{Commit, DoneRequest};
use cardroom::service::table::stored::ledger::ChipMovement;
use cardroom::service::table::stored::record::{HandRecord, ListedTable, TableRecord};
use cardroom::service::table::views::my_hands::PlayedHand;
use cardroom::service::tournaments::stored::{DoneTournamentRequest, TournamentChange, TournamentRecord};
use cardroom_api::avatar::Avatar;
use cardroom_api::house::Audit;
use cardroom_api::id::{HandId, MovementId, PlayerId, RatedEventId, SessionId, TableId, TournamentId};
use cardroom_api::player::friends::Friendship;
use cardroom_api::player::statistics::{Figures, OpenTo, TournamentFigures};
use cardroom_api::rating::season::Season;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;
use jiff::Timestamp;
use tokio::sync::watch;

/// Holds a `commit` after it has reached the store, and before its answer.
pub const WRITTEN: &str = "written";

/// The outcome of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// It goes through.
    Goes,
    /// It is refused before it reaches the store.
    Fails,
    /// It reaches the store, and its answer is lost.
    IsLost,
    /// It panics.
    Panics,
}

type Plan = Box<dyn FnMut(&'static str, &[Box<Commit>]) -> CallOutcome + Send>;

/// A store before another.
pub struct Watched {
    inner: Arc<dyn Store>,
    calls: Mutex<BTreeMap<&'static str, usize>>,
    /// The batches that were to be written, by how many commits they held.
    batches: Mutex<Vec<usize>>,
    plan: Mutex<Plan>,
    /// The method whose calls wait.
    held: watch::Sender<Option<&'static str>>,
}

impl Watched {
    /// Lets everything through.
    pub fn new(inner: Arc<dyn Store>) -> Arc<Self> {
        Arc::new(Self {
            inner,
            calls: Mutex::default(),
            batches: Mutex::default(),
            plan: Mutex::new(Box::new(|_, _| CallOutcome::Goes)),
            held: watch::Sender::new(None),
        })
    }

    /// From now on this plans the outcome of each call, by its name and, for `commit`, by its batch.
    pub fn plan(&self, plan: impl FnMut(&'static str, &[Box<Commit>]) -> CallOutcome + Send + 'static) {
        *self.plan.lock().unwrap() = Box::new(plan);
    }

    /// Blocks calls of this method once they are counted; with `None`, no calls.
    pub fn hold(&self, method: Option<&'static str>) {
        self.held.send_replace(method);
    }

    async fn until_let_go(&self, method: &'static str) {
        self.held.subscribe().wait_for(|held| *held != Some(method)).await.unwrap();
    }

    /// How often each method was called since the last question.
    pub fn calls(&self) -> BTreeMap<&'static str, usize> {
        std::mem::take(&mut *self.calls.lock().unwrap())
    }

    /// How many commits each batch had that was written, or tried, since the last question.
    pub fn batches(&self) -> Vec<usize> {
        std::mem::take(&mut *self.batches.lock().unwrap())
    }

    fn call(&self, name: &'static str, batch: &[Box<Commit>]) -> Result<CallOutcome, StoreError> {
        *self.calls.lock().unwrap().entry(name).or_default() += 1;
        // Released before it panics: the plan is called again.
        let outcome = self.plan.lock().unwrap()(name, batch);
        match outcome {
            CallOutcome::Goes | CallOutcome::IsLost => Ok(outcome),
            CallOutcome::Fails => Err(StoreError::Refused("it is refused on purpose".into())),
            CallOutcome::Panics => panic!("{name} panics on purpose"),
        }
    }
}

fn failure() -> StoreError {
    StoreError::Unavailable("it fails on purpose".into())
}

/// Calls the store behind, if the plan lets the call through.
macro_rules! through {
    ($self:ident.$method:ident($($given:expr),*)) => {{
        let outcome = $self.call(stringify!($method), &[])?;
        $self.until_let_go(stringify!($method)).await;
        match outcome {
            CallOutcome::IsLost => $self.inner.$method($($given),*).await.and_then(|_| Err(failure())),
            _ => $self.inner.$method($($given),*).await,
        }
    }};
}

/// Passes methods of a trait on to the store behind, if the plan lets the call through.
macro_rules! watched {
    ($trait:ident { $($method:ident($($given:ident: $type:ty),*) -> $answer:ty;)* } $($own:tt)*) => {
        #[async_trait]
        impl $trait for Watched {
            $(
                async fn $method(&self, $($given: $type),*) -> Result<$answer, StoreError> {
                    through!(self.$method($($given),*))
                }
            )*
            $($own)*
        }
    };
}

#[async_trait]
impl CommitStore for Watched {
    async fn commit(&self, batch: Arc<Batch>) -> Result<Vec<Committed>, StoreError> {
        self.batches.lock().unwrap().push(batch.len());
        let outcome = self.call("commit", &batch)?;
        self.until_let_go("commit").await;
        let written = self.inner.commit(batch).await?;
        self.until_let_go(WRITTEN).await;
        if outcome == CallOutcome::IsLost { Err(failure()) } else { Ok(written) }
    }
}

watched! {
    TournamentStore {
        tournament(id: TournamentId) -> Option<TournamentRecord>;
        tournaments(filter: &TournamentFilter) -> TournamentsFound;
        tournament_changes(id: TournamentId, after: Version, limit: u32) -> Vec<TournamentChange>;
        done_tournament_request(player: PlayerId, key: &str) -> Option<DoneTournamentRequest>;
        save_clocks(tournaments: &[TournamentId], at: Timestamp) -> ();
        registered(player: PlayerId) -> Vec<TournamentId>;
        tournament_figures(player: PlayerId, game: Option<GameKind>) -> Vec<TournamentFigures>;
    }
}

watched! {
    TableStore {
        table(id: TableId) -> Option<TableRecord>;
        tables_with_bots() -> Vec<TableId>;
        has_table(id: TableId) -> bool;
        waiting(player: PlayerId) -> Vec<TableId>;
        invited_to(invite_code: &str) -> Option<TableId>;
        due_tables(from: Timestamp, until: Timestamp) -> Vec<(TableId, Timestamp)>;
        seated(player: PlayerId, after: Option<TableId>, limit: u32) -> Vec<TableRecord>;
        lobby(filter: &LobbyFilter) -> Vec<ListedTable>;
        changes(table: TableId, after: Version, limit: u32) -> Vec<Change>;
        hand(id: HandId) -> Option<HandRecord>;
        hands_of(ids: &[HandId]) -> Vec<HandRecord>;
        hands(table: TableId, before: Option<u64>, limit: u32) -> Vec<HandRecord>;
        done_request(player: PlayerId, key: &str) -> Option<DoneRequest>;
    }
}

watched! {
    HistoryStore {
        my_hands(player: PlayerId, game: Option<GameKind>, after: Option<HandId>, limit: u32) -> Vec<PlayedHand>;
        figures(player: PlayerId, game: Option<GameKind>, since: i64) -> Vec<Figures>;
        figures_open_to(player: PlayerId) -> Option<OpenTo>;
        open_figures(player: PlayerId, to: OpenTo) -> ();
    }
}

watched! {
    LedgerStore {
        ledger(player: PlayerId, after: Option<MovementId>, limit: u32) -> Vec<ChipMovement>;
        won_enough(players: &[PlayerId], day: i64, most: Chips) -> Vec<PlayerId>;
        audit() -> Audit;
    }
}

watched! {
    PlayerStore {
        create_player(player: &Player, grant: &[ChipMovement], session: &Session) -> ();
        player(id: PlayerId) -> Option<Player>;
        change_player(id: PlayerId, name: Option<&str>, avatar: Option<Avatar>) -> bool;
    }

    async fn looks(&self, ids: &[PlayerId]) -> Result<HashMap<PlayerId, Looks>, StoreError> {
        // Never answered at once: the request is in flight while others arrive.
        tokio::task::yield_now().await;
        through!(self.looks(ids))
    }
}

watched! {
    CodeStore {
        set_recovery_codes(player: PlayerId, was: &str, codes: &[TokenHash]) -> bool;
        recover(code: TokenHash, password_hash: &str, session: &Session) -> bool;
        set_device_code(player: PlayerId, code: TokenHash, until: Timestamp) -> ();
        device_code(code: TokenHash, now: Timestamp) -> Option<PlayerId>;
        claim_device_code(code: TokenHash, session: &Session) -> bool;
    }
}

watched! {
    DeletionStore {
        delete_player(deletion: &Deletion) -> Deleted;
    }
}

watched! {
    RatingStore {
        network_key(new: NetworkKey) -> NetworkKey;
        note_rated_network(source: RatedSource, player: PlayerId, tag: NetworkTag) -> ();
        leaderboard(key: LeaderboardKey, after: u32, limit: u32) -> Vec<RankedPlayer>;
        place_on(key: LeaderboardKey, player: PlayerId) -> Option<u32>;
        season_rating(player: PlayerId, game: GameKind, season: Season) -> Option<SeasonRating>;
        ratings_of(player: PlayerId) -> Vec<RatingInGame>;
        rating_changes(
            player: PlayerId, game: GameKind, before: Option<u32>, limit: u32
        ) -> Vec<(StoredRatedEvent, RatingChange)>;
        rated_events(game: GameKind, before: Option<u32>, limit: u32) -> Vec<StoredRatedEvent>;
        is_hidden(player: PlayerId) -> bool;
        hide(player: PlayerId, hidden: bool) -> ();
        void_rated_event(id: RatedEventId, now: Timestamp) -> Voided;
    }
}

watched! {
    RefillStore {
        refill(refill: &Refill) -> Refilled;
    }
}

watched! {
    FriendStore {
        befriend(player: PlayerId, other: PlayerId, at: Timestamp, most: u32) -> Befriended;
        end_friendship(player: PlayerId, other: PlayerId) -> bool;
        friendship(player: PlayerId, other: PlayerId) -> Friendship;
        friends(player: PlayerId, after: Option<PlayerId>, limit: u32) -> Vec<Friend>;
        count_friends(player: PlayerId) -> FriendCounts;
        public_table(player: PlayerId) -> Option<TableId>;
    }
}

watched! {
    BlockStore {
        block(player: PlayerId, other: PlayerId, at: Timestamp, most: u32) -> Blocking;
        unblock(player: PlayerId, other: PlayerId) -> bool;
        blocked(player: PlayerId, after: Option<PlayerId>, limit: u32) -> Vec<Blocked>;
        mute(player: PlayerId, other: PlayerId, at: Timestamp, most: u32) -> Blocking;
        unmute(player: PlayerId, other: PlayerId) -> ();
        muted(player: PlayerId, after: Option<PlayerId>, limit: u32) -> Vec<Blocked>;
        unheard(player: PlayerId, speakers: &[PlayerId]) -> Vec<PlayerId>;
        were_apart(player: PlayerId, others: &[PlayerId], at: Timestamp) -> bool;
    }
}

watched! {
    AccountStore {
        with_account(players: &[PlayerId]) -> Vec<PlayerId>;
        name_account(id: PlayerId, login: &str, password_hash: &str, at: Timestamp) -> Named;
        account(login: &str) -> Option<(PlayerId, String)>;
        change_password(was: &str, password_hash: &str, session: &Session) -> bool;
        change_login(id: PlayerId, was: &str, login: &str) -> Relogged;
        sign_in(password_hash: &str, session: &Session) -> bool;
    }
}

watched! {
    SessionStore {
        sign_in_by_access(access: TokenHash) -> Option<SignedIn>;
        session_by_refresh(refresh: TokenHash) -> Option<Session>;
        session_by_family(family: TokenHash) -> Option<Session>;
        has_session(id: SessionId) -> bool;
        rotate(was: TokenHash, session: &Session) -> bool;
        revoke(id: SessionId) -> bool;
        revoke_all(player: PlayerId) -> u64;
        revoke_of(player: PlayerId, id: SessionId) -> bool;
        sessions_of(player: PlayerId, now: Timestamp, after: Option<SessionId>, limit: u32) -> Vec<Session>;
    }
}

watched! {
    Store {
        ping(now: Timestamp) -> ();
        forget(requests: Timestamp, now: Timestamp) -> u64;
    }
}
