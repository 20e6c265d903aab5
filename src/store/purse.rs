//! What a refill is judged by.

use sqlx::FromRow;

use super::column::Row;
use crate::service::people::refill::Refill;
use crate::service::ports::error::StoreError;
use crate::service::ports::refills::Refilled;
use crate::service::table::stored::ledger::{Account, ChipMovement};
use crate::service::table::time::later;
use cardroom_api::player::ledger::Reason;

/// A player's chips, and their last refill.
#[derive(FromRow)]
pub struct Purse {
    chips: i64,
    /// The chips in front of them at tables.
    at_tables: i64,
    refilled_at: Option<i64>,
    refill_key: Option<String>,
}

impl Purse {
    /// The outcome of a refill that changes nothing; `None` if it is to be given.
    pub fn judge(&self, refill: &Refill) -> Result<Option<Refilled>, StoreError> {
        let id = refill.player.to_string();
        let row = Row { table: "players", key: &id };
        if let Some(at) = self.refilled_at {
            if refill.key.is_some() && refill.key == self.refill_key {
                return Ok(Some(Refilled::Done));
            }
            let until = later(row.time("refilled_at", at)?, refill.terms.every);
            if refill.at < until {
                return Ok(Some(Refilled::TooSoon { until }));
            }
        }
        let chips = row.number("chips", self.chips.saturating_add(self.at_tables))?;
        Ok((chips >= refill.terms.below).then_some(Refilled::HasChips { chips }))
    }
}

/// The movement of a refill.
pub fn given(refill: &Refill) -> ChipMovement {
    ChipMovement {
        id: refill.movement,
        at: refill.at,
        debit: Account::Mint,
        credit: Account::Wallet(refill.player),
        amount: refill.terms.chips,
        reason: Reason::Refill,
        player: Some(refill.player),
        table: None,
    }
}
