//! The port for a database that several servers share: what they have to agree on beyond the data of the card room.

use async_trait::async_trait;
use jiff::Timestamp;
use uuid::Uuid;

use super::error::StoreError;
use super::hints::HintPort;
use crate::service::people::player::Player;
use crate::service::people::session::{Session, SignedIn, TokenHash};
use crate::service::table::stored::ledger::ChipMovement;
use cardroom_api::id::{PlayerId, SessionId, TableId, TournamentId};
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::GameKind;

/// One server among those of a database. It is made at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ServerId(pub Uuid);

impl From<Uuid> for ServerId {
    fn from(id: Uuid) -> Self {
        Self(id)
    }
}

/// The right of one server to act on the deadlines of a table at one version, until a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The server.
    pub server: ServerId,
    /// The present time.
    pub now: Timestamp,
    /// When it ends.
    pub until: Timestamp,
}

/// The outcome of asking for a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaseOutcome {
    /// The table is due, and the lease is taken.
    Taken,
    /// The table is not due.
    NotDue,
    /// Another server has the lease.
    Held,
    /// There is no such table.
    NoSuchTable,
}

/// When a server last saw a player at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The table.
    pub table: TableId,
    /// The player; or the server itself, for its callers without a sign-in.
    pub who: Uuid,
    /// The time.
    pub at: Timestamp,
    /// The number of callers without a sign-in, if it is a server.
    pub anonymous: Option<u32>,
}

/// A listed table, and a digest of what the lobby shows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedDigest {
    /// The identifier of the table.
    pub table: TableId,
    /// Its game.
    pub game: GameKind,
    /// The digest.
    pub digest: i64,
}

/// What the servers of one database share.
#[async_trait]
pub trait SharedStore: HintPort {
    /// The time of the database.
    async fn time(&self) -> Result<Timestamp, StoreError>;

    /// The versions of these tables.
    async fn versions(&self, tables: &[TableId]) -> Result<Vec<(TableId, Version)>, StoreError>;
    /// The listed tables.
    async fn listed(&self) -> Result<Vec<ListedDigest>, StoreError>;
    /// Which of these tables are closed.
    async fn closed_of(&self, tables: &[TableId]) -> Result<Vec<TableId>, StoreError>;

    /// Takes a lease on the present version of a table if it is due, unless another server has one on that version.
    async fn take_lease(&self, table: TableId, lease: Lease) -> Result<LeaseOutcome, StoreError>;
    /// Takes leases on tables that were due before a moment and on which no other server has one, at most `limit`.
    async fn take_overdue(
        &self,
        before: Timestamp,
        lease: Lease,
        limit: u32,
    ) -> Result<Vec<TableId>, StoreError>;
    /// Sets the end of the server's own lease on a table.
    async fn renew_lease(&self, table: TableId, lease: Lease) -> Result<(), StoreError>;
    /// The versions of these tournaments.
    async fn tournament_versions(
        &self,
        tournaments: &[TournamentId],
    ) -> Result<Vec<(TournamentId, Version)>, StoreError>;
    /// Which of these tournaments have ended.
    async fn ended_tournaments(&self, of: &[TournamentId]) -> Result<Vec<TournamentId>, StoreError>;
    /// Takes leases on tournaments whose time has to be kept by now and on which no other server has one, at most `limit`.
    async fn take_overdue_tournaments(
        &self,
        lease: Lease,
        limit: u32,
    ) -> Result<Vec<TournamentId>, StoreError>;
    /// Renews the server's own leases on these tournaments; returns those that it still has.
    async fn keep_tournaments(
        &self,
        tournaments: &[TournamentId],
        lease: Lease,
    ) -> Result<Vec<TournamentId>, StoreError>;
    /// Ends the server's own leases on these tournaments.
    async fn let_go_of_tournaments(
        &self,
        tournaments: &[TournamentId],
        server: ServerId,
    ) -> Result<(), StoreError>;
    /// Takes the lease on opening a table for a quick seat; false if another server has it.
    async fn begin_quick_seat(&self, lease: Lease) -> Result<bool, StoreError>;
    /// Gives it back.
    async fn end_quick_seat(&self, server: ServerId) -> Result<(), StoreError>;

    /// Writes the sightings of a server, and deletes all those before `forget`.
    async fn write_presence(&self, sightings: &[Sighting], forget: Timestamp) -> Result<(), StoreError>;
    /// The sightings at these tables since a moment, by any server.
    async fn presence(&self, tables: &[TableId], since: Timestamp) -> Result<Vec<Sighting>, StoreError>;

    /// Which of these sign-ins have ended.
    async fn ended_of(&self, sessions: &[SessionId]) -> Result<Vec<SessionId>, StoreError>;
    /// The players who were deleted since a moment.
    async fn deleted_since(&self, since: Timestamp) -> Result<Vec<PlayerId>, StoreError>;

    /// Keeps a ticket until a moment, and the newest `most` tickets of its player.
    async fn keep_ticket(
        &self,
        ticket: TokenHash,
        to: SignedIn,
        until: Timestamp,
        most: usize,
    ) -> Result<(), StoreError>;
    /// Uses up a ticket; `None` if it has expired by `now`, or there is none.
    async fn take_ticket(&self, ticket: TokenHash, now: Timestamp) -> Result<Option<SignedIn>, StoreError>;

    /// The refresh token that was last given for a guest's key, and when the guest was created.
    async fn guest_of_key(&self, key: [u8; 32]) -> Result<Option<(TokenHash, Timestamp)>, StoreError>;
    /// Creates a guest under a key; false, and nothing happens, if the key has a refresh token that is not `replaced`.
    async fn create_guest_under_key(
        &self,
        key: [u8; 32],
        guest: (&Player, &[ChipMovement], &Session),
        replaced: Option<TokenHash>,
    ) -> Result<bool, StoreError>;
    /// Replaces the tokens of the guest of a key; false, and nothing happens, if the refresh token is not `was` any more.
    async fn renew_guest_of_key(
        &self,
        key: [u8; 32],
        was: TokenHash,
        session: &Session,
    ) -> Result<bool, StoreError>;
}
