//! Idempotent retries: a request that was done before under the same key is answered from its change.

use jiff::Timestamp;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::service::ports::store::Store;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::room_core::RoomCore;
use crate::service::room::tables::hand_log::stored_hand;
use crate::service::room::tables::published_table::PublishedTable;
use crate::service::room::tables::seen_by::Audience;
use crate::service::room::tables::table_handle::TableHandle;
use crate::service::table::command::IdempotencyKey;
use crate::service::table::refused::Refused;
use crate::service::table::stored::commit::{Commit, DoneRequest};
use crate::service::tournaments::stored::DoneTournamentRequest;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::answer::TableAnswer;
use cardroom_api::table::change::Version;

/// A request with the key that its player gave it.
#[derive(Clone)]
pub(in crate::service::room) struct KeyedRequest {
    player: PlayerId,
    key: IdempotencyKey,
    /// The digest that distinguishes requests.
    digest: [u8; 32],
}

/// Feeds a request's JSON to the digest.
struct Hashing(Sha256);

impl std::io::Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl KeyedRequest {
    pub(in crate::service::room) fn new(
        player: PlayerId,
        key: IdempotencyKey,
        request: &impl Serialize,
    ) -> Result<Self, Failed> {
        let mut hashing = Hashing(Sha256::new());
        serde_json::to_writer(&mut hashing, request)
            .map_err(|error| Failed::Unwritable(error.to_string()))?;
        Ok(Self { player, key, digest: hashing.0.finalize().into() })
    }

    /// The record to store with the change that carries the request out.
    pub(in crate::service::room) fn done_by(&self, commit: &Commit) -> DoneRequest {
        DoneRequest {
            player: self.player,
            key: self.key.to_string(),
            digest: self.digest,
            table: commit.table.record.id,
            version: commit.change.version,
            at: commit.change.at,
        }
    }

    /// The record to store with the change of a tournament that carries the request out.
    pub(in crate::service::room) fn done_in_tournament(
        &self,
        tournament: TournamentId,
        version: Version,
        at: Timestamp,
    ) -> DoneTournamentRequest {
        let Self { player, key, digest } = self;
        DoneTournamentRequest {
            player: *player,
            key: key.to_string(),
            digest: *digest,
            tournament,
            version,
            at,
        }
    }

    /// The record of the same request, if it was done in a tournament before under its key.
    pub(in crate::service::room) async fn tournament_before(
        &self,
        store: &dyn Store,
    ) -> Result<Option<DoneTournamentRequest>, RoomError> {
        match store.done_tournament_request(self.player, self.key.as_str()).await? {
            Some(done) if done.digest != self.digest => Err(Refused::KeyReused.into()),
            done => Ok(done),
        }
    }

    /// Whether the same request was done before under its key.
    pub(in crate::service::room) async fn was_done(&self, store: &dyn Store) -> Result<bool, RoomError> {
        Ok(self.done_before(store).await?.is_some())
    }

    /// The record of the same request, if it was done before under its key.
    async fn done_before(&self, store: &dyn Store) -> Result<Option<DoneRequest>, RoomError> {
        match store.done_request(self.player, self.key.as_str()).await? {
            Some(done) if done.digest != self.digest => Err(Refused::KeyReused.into()),
            done => Ok(done),
        }
    }
}

impl RoomCore {
    /// The answer to a request that was done before under the same key, rebuilt from its change.
    pub(in crate::service::room) async fn answer_again(
        &self,
        request: Option<&KeyedRequest>,
    ) -> Result<Option<TableAnswer>, RoomError> {
        let Some(request) = request else { return Ok(None) };
        let Some(done) = request.done_before(&*self.store).await? else { return Ok(None) };
        let (_, table) = self.tables.read(done.table).await?;
        self.rebuild(request, &done, &table).await.map(Some)
    }

    /// The same, for a caller that holds the table's lock.
    pub(in crate::service::room) async fn answer_again_in(
        &self,
        handle: &TableHandle,
        request: Option<&KeyedRequest>,
    ) -> Result<Option<TableAnswer>, RoomError> {
        let Some(request) = request else { return Ok(None) };
        let Some(done) = request.done_before(&*self.store).await? else { return Ok(None) };
        let table = self.tables.load(handle, done.table).await?;
        self.rebuild(request, &done, &table).await.map(Some)
    }

    async fn rebuild(
        &self,
        request: &KeyedRequest,
        done: &DoneRequest,
        table: &PublishedTable,
    ) -> Result<TableAnswer, RoomError> {
        let changes = self.store.changes(done.table, done.version.saturating_sub(1), 1).await?;
        let change = changes.first().ok_or(Refused::NoSuchTable)?;
        let hand = match change.hand {
            Some(hand) => Some(stored_hand(&*self.store, hand).await?),
            None => None,
        };
        let caller = Some(request.player);
        let change = change.seen(hand.as_ref(), caller);
        Ok(TableAnswer {
            change,
            table: self.view(table, caller, Audience::Alone).into(),
            now: self.clock.now(),
        })
    }
}
