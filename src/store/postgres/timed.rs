//! The store with time limits: if PostgreSQL does not answer, an operation fails in time. A read whose connection was lost is tried once
//! more. A write is not: it may have been written, which its version or its key will show.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

use super::Postgres;
use super::retry::{cause, is_lost};
use crate::service::people::deletion::Deletion;
use crate::service::people::friend::{Blocked, Friend, FriendCounts};
use crate::service::people::player::{Looks, Player};
use crate::service::people::refill::Refill;
use crate::service::people::session::{Session, SignedIn, TokenHash};
use crate::service::ports::accounts::{AccountStore, Named, Relogged};
use crate::service::ports::blocks::{BlockStore, Blocking};
use crate::service::ports::codes::CodeStore;
use crate::service::ports::commits::{Batch, CommitStore, Committed};
use crate::service::ports::deletion::{Deleted, DeletionStore};
use crate::service::ports::error::StoreError;
use crate::service::ports::friends::{Befriended, FriendStore};
use crate::service::ports::hints::{Heard, Hint, HintPort};
use crate::service::ports::history::HistoryStore;
use crate::service::ports::ledger::LedgerStore;
use crate::service::ports::players::PlayerStore;
use crate::service::ports::ratings::{LeaderboardKey, RatingStore, Voided};
use crate::service::ports::refills::{RefillStore, Refilled};
use crate::service::ports::sessions::SessionStore;
use crate::service::ports::shared::{Lease, LeaseOutcome, ListedDigest, ServerId, SharedStore, Sighting};
use crate::service::ports::store::Store;
use crate::service::ports::tables::{LobbyFilter, TableStore};
use crate::service::ports::tournaments::{TournamentFilter, TournamentStore, TournamentsFound};
use crate::service::ratings::network_tag::{NetworkKey, NetworkTag};
use crate::service::ratings::rated_result::RatedSource;
use crate::service::ratings::stored::{
    RankedPlayer, RatingChange, RatingInGame, SeasonRating, StoredRatedEvent,
};
use crate::service::table::stored::change::Change;
use crate::service::table::stored::commit::DoneRequest;
use crate::service::table::stored::ledger::ChipMovement;
use crate::service::table::stored::record::{HandRecord, ListedTable, TableRecord};
use crate::service::table::views::my_hands::PlayedHand;
use crate::service::tournaments::stored::{DoneTournamentRequest, TournamentChange, TournamentRecord};
use crate::store::column::unavailable;
use cardroom_api::avatar::Avatar;
use cardroom_api::house::Audit;
use cardroom_api::id::{HandId, MovementId, PlayerId, RatedEventId, SessionId, TableId, TournamentId};
use cardroom_api::player::friends::Friendship;
use cardroom_api::player::statistics::{Figures, OpenTo, TournamentFigures};
use cardroom_api::rating::season::Season;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;

/// How long an operation may take, the wait for a connection included: longer than a wait for a lock.
const USUALLY: Duration = Duration::from_secs(10);

/// How long the readiness check may take, so that it answers within two seconds.
const CHECK: Duration = Duration::from_millis(1_500);

/// How long an operation over all data may take: longer than the server lets a statement run.
const OVER_ALL: Duration = Duration::from_mins(1);

/// The store on PostgreSQL, with a time limit for each operation. A batch of commits has limits of its own.
#[derive(Clone, Debug)]
pub struct TimedPostgres(Arc<Postgres>);

/// PostgreSQL did not answer in time. It is unknown whether a write was written.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("PostgreSQL did not answer within {} milliseconds", .0.as_millis())]
struct NoAnswer(Duration);

impl TimedPostgres {
    /// With the usual limits.
    pub fn new(postgres: Arc<Postgres>) -> Self {
        Self(postgres)
    }

    /// Reads; once more if the connection is lost.
    async fn read<T, F: Future<Output = Result<T, StoreError>>>(
        &self,
        limit: Duration,
        operation: impl Fn() -> F,
    ) -> Result<T, StoreError> {
        match self.within(limit, operation()).await {
            Err(error) if cause(&error).is_some_and(is_lost) => self.within(limit, operation()).await,
            other => other,
        }
    }

    async fn within<T>(
        &self,
        limit: Duration,
        operation: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let mut operation = pin!(operation);
        let done = timeout(limit, &mut operation).await;
        let is_loss = match &done {
            Ok(Err(error)) => cause(error).is_some_and(is_lost),
            Ok(Ok(_)) => false,
            Err(_) => true,
        };
        // Before the connection of an operation that was given up goes back to the pool.
        if is_loss {
            self.0.losses.note();
        }
        done.unwrap_or_else(|_| Err(unavailable(NoAnswer(limit))))
    }
}

/// The methods of a port, each with its limit: `read` is tried again, `write` is not.
macro_rules! timed {
    ($port:ident { $($how:ident $name:ident($($argument:ident: $type:ty),*) -> $result:ty $(, $limit:ident)?;)* }) => {
        #[async_trait]
        impl $port for TimedPostgres {
            $(async fn $name(&self, $($argument: $type),*) -> Result<$result, StoreError> {
                timed!(@$how self, timed!(@limit $($limit)?), self.0.$name($($argument),*))
            })*
        }
    };
    (@limit) => { USUALLY };
    (@limit $limit:ident) => { $limit };
    (@read $store:ident, $limit:expr, $call:expr) => { $store.read($limit, || $call).await };
    (@write $store:ident, $limit:expr, $call:expr) => { $store.within($limit, $call).await };
}

#[async_trait]
impl CommitStore for TimedPostgres {
    async fn commit(&self, batch: Arc<Batch>) -> Result<Vec<Committed>, StoreError> {
        self.0.commit(batch).await
    }
}

#[async_trait]
impl Store for TimedPostgres {
    async fn ping(&self, now: Timestamp) -> Result<(), StoreError> {
        self.within(CHECK, self.0.ping(now)).await
    }

    async fn forget(&self, requests: Timestamp, now: Timestamp) -> Result<u64, StoreError> {
        self.within(OVER_ALL, self.0.forget(requests, now)).await
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }
}

impl HintPort for TimedPostgres {
    fn hint(&self, hint: Hint) {
        self.0.hint(hint);
    }

    fn listen(&self) -> Receiver<Heard> {
        self.0.listen()
    }
}

timed!(SharedStore {
    read time() -> Timestamp;
    read versions(tables: &[TableId]) -> Vec<(TableId, Version)>;
    read listed() -> Vec<ListedDigest>;
    read closed_of(tables: &[TableId]) -> Vec<TableId>;
    write take_lease(table: TableId, lease: Lease) -> LeaseOutcome;
    write take_overdue(before: Timestamp, lease: Lease, limit: u32) -> Vec<TableId>;
    write renew_lease(table: TableId, lease: Lease) -> ();
    read tournament_versions(tournaments: &[TournamentId]) -> Vec<(TournamentId, Version)>;
    read ended_tournaments(of: &[TournamentId]) -> Vec<TournamentId>;
    write take_overdue_tournaments(lease: Lease, limit: u32) -> Vec<TournamentId>;
    write keep_tournaments(tournaments: &[TournamentId], lease: Lease) -> Vec<TournamentId>;
    write let_go_of_tournaments(tournaments: &[TournamentId], server: ServerId) -> ();
    write begin_quick_seat(lease: Lease) -> bool;
    write end_quick_seat(server: ServerId) -> ();
    write write_presence(seen: &[Sighting], forget: Timestamp) -> ();
    read presence(tables: &[TableId], since: Timestamp) -> Vec<Sighting>;
    read ended_of(sessions: &[SessionId]) -> Vec<SessionId>;
    read deleted_since(since: Timestamp) -> Vec<PlayerId>;
    write keep_ticket(ticket: TokenHash, to: SignedIn, until: Timestamp, most: usize) -> ();
    write take_ticket(ticket: TokenHash, now: Timestamp) -> Option<SignedIn>;
    read guest_of_key(key: [u8; 32]) -> Option<(TokenHash, Timestamp)>;
    write create_guest_under_key(
        key: [u8; 32], guest: (&Player, &[ChipMovement], &Session), replaced: Option<TokenHash>
    ) -> bool;
    write renew_guest_of_key(key: [u8; 32], was: TokenHash, session: &Session) -> bool;
});

timed!(TableStore {
    read table(id: TableId) -> Option<TableRecord>;
    read tables_with_bots() -> Vec<TableId>;
    read has_table(id: TableId) -> bool;
    read due_tables(from: Timestamp, until: Timestamp) -> Vec<(TableId, Timestamp)>;
    read seated(player: PlayerId, after: Option<TableId>, limit: u32) -> Vec<TableRecord>;
    read waiting(player: PlayerId) -> Vec<TableId>;
    read invited_to(invite_code: &str) -> Option<TableId>;
    read lobby(filter: &LobbyFilter) -> Vec<ListedTable>;
    read changes(table: TableId, after: Version, limit: u32) -> Vec<Change>;
    read hand(id: HandId) -> Option<HandRecord>;
    read hands_of(ids: &[HandId]) -> Vec<HandRecord>;
    read hands(table: TableId, before: Option<u64>, limit: u32) -> Vec<HandRecord>;
    read done_request(player: PlayerId, key: &str) -> Option<DoneRequest>;
});

timed!(TournamentStore {
    read tournament(id: TournamentId) -> Option<TournamentRecord>;
    read tournaments(filter: &TournamentFilter) -> TournamentsFound;
    read tournament_changes(id: TournamentId, after: Version, limit: u32) -> Vec<TournamentChange>;
    read done_tournament_request(player: PlayerId, key: &str) -> Option<DoneTournamentRequest>;
    write save_clocks(tournaments: &[TournamentId], at: Timestamp) -> ();
    read registered(player: PlayerId) -> Vec<TournamentId>;
    read tournament_figures(player: PlayerId, game: Option<GameKind>) -> Vec<TournamentFigures>;
});

timed!(HistoryStore {
    read my_hands(player: PlayerId, game: Option<GameKind>, after: Option<HandId>, limit: u32) -> Vec<PlayedHand>;
    read figures(player: PlayerId, game: Option<GameKind>, since: i64) -> Vec<Figures>;
    read figures_open_to(player: PlayerId) -> Option<OpenTo>;
    write open_figures(player: PlayerId, to: OpenTo) -> ();
});

timed!(LedgerStore {
    read ledger(player: PlayerId, after: Option<MovementId>, limit: u32) -> Vec<ChipMovement>;
    read won_enough(players: &[PlayerId], day: i64, most: Chips) -> Vec<PlayerId>;
    read audit() -> Audit, OVER_ALL;
});

timed!(PlayerStore {
    write create_player(player: &Player, grant: &[ChipMovement], session: &Session) -> ();
    read player(id: PlayerId) -> Option<Player>;
    read looks(ids: &[PlayerId]) -> HashMap<PlayerId, Looks>;
    write change_player(id: PlayerId, name: Option<&str>, avatar: Option<Avatar>) -> bool;
});

timed!(AccountStore {
    write name_account(id: PlayerId, login: &str, password_hash: &str, at: Timestamp) -> Named;
    read account(login: &str) -> Option<(PlayerId, String)>;
    write change_password(was: &str, password_hash: &str, session: &Session) -> bool;
    write change_login(id: PlayerId, was: &str, login: &str) -> Relogged;
    read with_account(players: &[PlayerId]) -> Vec<PlayerId>;
    write sign_in(password_hash: &str, session: &Session) -> bool;
});

timed!(SessionStore {
    read sign_in_by_access(access: TokenHash) -> Option<SignedIn>;
    read session_by_refresh(refresh: TokenHash) -> Option<Session>;
    read session_by_family(family: TokenHash) -> Option<Session>;
    read has_session(id: SessionId) -> bool;
    write rotate(was: TokenHash, session: &Session) -> bool;
    write revoke(id: SessionId) -> bool;
    write revoke_all(player: PlayerId) -> u64;
    write revoke_of(player: PlayerId, id: SessionId) -> bool;
    read sessions_of(player: PlayerId, now: Timestamp, after: Option<SessionId>, limit: u32) -> Vec<Session>;
});

timed!(CodeStore {
    write set_recovery_codes(player: PlayerId, was: &str, codes: &[TokenHash]) -> bool;
    write recover(code: TokenHash, password_hash: &str, session: &Session) -> bool;
    write set_device_code(player: PlayerId, code: TokenHash, until: Timestamp) -> ();
    read device_code(code: TokenHash, now: Timestamp) -> Option<PlayerId>;
    write claim_device_code(code: TokenHash, session: &Session) -> bool;
});

timed!(DeletionStore {
    write delete_player(deletion: &Deletion) -> Deleted;
});

timed!(FriendStore {
    write befriend(player: PlayerId, other: PlayerId, at: Timestamp, most: u32) -> Befriended;
    write end_friendship(player: PlayerId, other: PlayerId) -> bool;
    read friendship(player: PlayerId, other: PlayerId) -> Friendship;
    read friends(player: PlayerId, after: Option<PlayerId>, limit: u32) -> Vec<Friend>;
    read count_friends(player: PlayerId) -> FriendCounts;
    read public_table(player: PlayerId) -> Option<TableId>;
});

timed!(BlockStore {
    write block(player: PlayerId, other: PlayerId, at: Timestamp, most: u32) -> Blocking;
    write unblock(player: PlayerId, other: PlayerId) -> bool;
    read blocked(player: PlayerId, after: Option<PlayerId>, limit: u32) -> Vec<Blocked>;
    write mute(player: PlayerId, other: PlayerId, at: Timestamp, most: u32) -> Blocking;
    write unmute(player: PlayerId, other: PlayerId) -> ();
    read muted(player: PlayerId, after: Option<PlayerId>, limit: u32) -> Vec<Blocked>;
    read unheard(player: PlayerId, speakers: &[PlayerId]) -> Vec<PlayerId>;
    read were_apart(player: PlayerId, others: &[PlayerId], at: Timestamp) -> bool;
});

timed!(RatingStore {
    write network_key(new: NetworkKey) -> NetworkKey;
    write note_rated_network(source: RatedSource, player: PlayerId, tag: NetworkTag) -> ();
    read leaderboard(key: LeaderboardKey, after: u32, limit: u32) -> Vec<RankedPlayer>;
    read place_on(key: LeaderboardKey, player: PlayerId) -> Option<u32>;
    read season_rating(player: PlayerId, game: GameKind, season: Season) -> Option<SeasonRating>;
    read ratings_of(player: PlayerId) -> Vec<RatingInGame>;
    read rating_changes(
        player: PlayerId, game: GameKind, before: Option<u32>, limit: u32
    ) -> Vec<(StoredRatedEvent, RatingChange)>;
    read rated_events(game: GameKind, before: Option<u32>, limit: u32) -> Vec<StoredRatedEvent>;
    read is_hidden(player: PlayerId) -> bool;
    write hide(player: PlayerId, hidden: bool) -> ();
    write void_rated_event(id: RatedEventId, now: Timestamp) -> Voided;
});

timed!(RefillStore {
    write refill(refill: &Refill) -> Refilled;
});
