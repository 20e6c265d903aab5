//! Advice for a player who plays among computers.

use std::sync::Arc;

use super::bot_thinking::{MOST_THOUGHT, seen_since};
use crate::service::ports::store::Store;
use crate::service::room::bots::BotPlayers;
use crate::service::room::card_room::CardRoom;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::tables::table_handle::TableHandle;
use crate::service::table::error::OutOfOrder;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::work::pool::PoolError;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::advice::Advice;
use cardroom_bots::advice::advise;
use cardroom_rules::games::refusal::ReplayError;

impl CardRoom {
    /// What a good player would do in this player's seat now, and why. It is computed from what the seat has seen, on the pool of
    /// the computer players. Like a read, it does not wait for the table's lock.
    pub async fn advice(&self, table: TableId, by: PlayerId) -> Result<Advice, RoomError> {
        let core = &self.core;
        let _in_flight = core.quotas.acquire_request(by)?;
        core.players.looks(&*core.store, by).await?;
        let (handle, table) = core.tables.read(table).await?;
        core.presence.note_present(&table, by);
        core.bots.advise(&*core.store, &handle, &table, by).await
    }
}

impl BotPlayers {
    async fn advise(
        &self,
        store: &dyn Store,
        handle: &TableHandle,
        table: &Table,
        by: PlayerId,
    ) -> Result<Advice, RoomError> {
        let (hand, seat) = table.advised(by)?;
        // Each seat has one request for advice at a time, so that requests do not delay computer players.
        let permit = self.advised.acquire((table.record.id, seat), 1);
        let _permit = permit.ok_or(Refused::TooManyAtOnce { most: 1 })?;
        let record = Arc::clone(&hand.record);
        let before = record.first_version.saturating_sub(1);
        let seen = seen_since(store, handle, table, hand, seat, before).await?;
        let thinking = move || advise(&record.setup, seat, &seen, record.advice_seed(seat));
        match self.pool.run_within(MOST_THOUGHT, thinking).await {
            Ok(Ok(Some((action, why)))) => Ok(Advice { action, why, version: table.version() }),
            Ok(Ok(None)) => Err(OutOfOrder::from(ReplayError("no asked seat may act")).into()),
            Ok(Err(error)) => Err(OutOfOrder::from(error).into()),
            Err(PoolError::Busy) => Err(Failed::Busy.into()),
            Err(PoolError::Broken(error)) => {
                tracing::error!(table = %table.record.id, %error, "an adviser failed");
                Err(Failed::Contended.into())
            }
            Err(PoolError::Late(_)) => {
                let count = self.cut_short();
                tracing::error!(table = %table.record.id, count, "an adviser thought for too long");
                Err(Failed::Contended.into())
            }
        }
    }
}
