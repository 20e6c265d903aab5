//! Advising a player who plays among computers.

use std::sync::Arc;

use super::bot_play::MOST_THOUGHT;
use super::card_room::CardRoom;
use super::error::{Failed, RoomError};
use super::shared::Shared;
use super::slot::Slot;
use crate::service::id::{PlayerId, TableId};
use crate::service::table::advice::Advice;
use crate::service::table::error::OutOfOrder;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::work::pool::PoolError;
use cardroom_bots::advice::advise;
use cardroom_rules::games::refusal::ReplayError;

impl CardRoom {
    /// What a good player would do in this player's seat now, and why: made from what the seat has seen, on the pool on
    /// which computer players think. Like a read, it waits for nobody's turn.
    pub async fn advice(&self, table: TableId, by: PlayerId) -> Result<Advice, RoomError> {
        let shared = &self.shared;
        let _in_flight = shared.begin(by)?;
        shared.store.looks(by).await?.ok_or(Refused::NoSuchPlayer)?;
        let (slot, table) = shared.read(table).await?;
        shared.see(&table, by);
        shared.advise(&slot, &table, by).await
    }
}

impl Shared {
    async fn advise(&self, slot: &Slot, table: &Table, by: PlayerId) -> Result<Advice, RoomError> {
        let (hand, seat) = table.advised(by)?;
        // One seat is advised once at a time, so that nobody keeps computer players from thinking.
        let place = self.bots.advised.begin((table.record.id, seat), 1);
        let _place = place.ok_or(Refused::TooManyAtOnce { most: 1 })?;
        let record = Arc::clone(&hand.record);
        let before = record.first_version.saturating_sub(1);
        let seen = self.seen_since(slot, table, hand, seat, before).await?;
        let thinking = move || advise(&record.setup, seat, &seen, record.advice_seed(seat));
        match self.bots.pool.run_within(MOST_THOUGHT, thinking).await {
            Ok(Ok(Some((action, why)))) => Ok(Advice { action, why, version: table.version() }),
            Ok(Ok(None)) => Err(OutOfOrder::from(ReplayError("nobody may act who is asked")).into()),
            Ok(Err(error)) => Err(OutOfOrder::from(error).into()),
            Err(PoolError::Busy) => Err(Failed::Busy.into()),
            Err(PoolError::Broken(error)) => {
                tracing::error!(table = %table.record.id, %error, "an adviser failed");
                Err(Failed::Contended.into())
            }
            Err(PoolError::Late(_)) => {
                let count = self.bots.cut_short();
                tracing::error!(table = %table.record.id, count, "an adviser thought for too long");
                Err(Failed::Contended.into())
            }
        }
    }
}
