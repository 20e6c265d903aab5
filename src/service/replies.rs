//! Idempotent retries: a request that was done before under the same key is answered from its change.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::command::Key;
use super::house::House;
use super::id::PlayerId;
use super::refused::Refused;
use super::store::{Commit, ReplyRecord};
use super::table::Table;
use super::tables::Slot;
use super::view::{SeenChange, TableAnswer};

/// A request under the key that its player gave it.
pub(super) struct Keyed {
    player: PlayerId,
    key: Key,
    /// A digest that tells one request from another.
    request: String,
}

impl Keyed {
    pub(super) fn new(player: PlayerId, key: Key, request: &impl Serialize) -> Self {
        let text = serde_json::to_vec(request).unwrap_or_default();
        Self { player, key, request: hex::encode(Sha256::digest(text)) }
    }

    /// What is kept of it, with the change that does it.
    pub(super) fn reply(&self, commit: &Commit) -> ReplyRecord {
        ReplyRecord {
            player: self.player,
            key: self.key.to_string(),
            request: self.request.clone(),
            table: commit.table.id,
            version: commit.table.version,
            at: commit.change.at,
        }
    }
}

impl House {
    /// The answer to a request that was done before under the same key, rebuilt from its change.
    pub(super) async fn done_before(&self, keyed: Option<&Keyed>) -> Result<Option<TableAnswer>, Refused> {
        let Some((keyed, reply)) = self.reply_to(keyed).await? else { return Ok(None) };
        let (_, table) = self.read(reply.table).await?;
        self.answer_again(keyed, &reply, &table).await.map(Some)
    }

    /// The same, for whoever holds the table's turn.
    pub(super) async fn done_before_in(
        &self,
        slot: &Slot,
        keyed: Option<&Keyed>,
    ) -> Result<Option<TableAnswer>, Refused> {
        let Some((keyed, reply)) = self.reply_to(keyed).await? else { return Ok(None) };
        let table = self.load(slot, reply.table).await?;
        self.answer_again(keyed, &reply, &table).await.map(Some)
    }

    async fn reply_to<'a>(
        &self,
        keyed: Option<&'a Keyed>,
    ) -> Result<Option<(&'a Keyed, ReplyRecord)>, Refused> {
        let Some(keyed) = keyed else { return Ok(None) };
        match self.store.reply(keyed.player, keyed.key.as_str()).await? {
            Some(reply) if reply.request == keyed.request => Ok(Some((keyed, reply))),
            Some(_) => Err(Refused::KeyReused),
            None => Ok(None),
        }
    }

    async fn answer_again(
        &self,
        keyed: &Keyed,
        reply: &ReplyRecord,
        table: &Table,
    ) -> Result<TableAnswer, Refused> {
        let changes = self.store.changes(reply.table, reply.version.saturating_sub(1), 1).await?;
        let change = changes.first().ok_or(Refused::NoSuchTable)?;
        let hand = match change.hand {
            Some(hand) => Some(self.hand(hand).await?),
            None => None,
        };
        let asker = Some(keyed.player);
        Ok(TableAnswer { change: SeenChange::of(change, hand.as_ref(), asker), table: table.view(asker) })
    }
}
