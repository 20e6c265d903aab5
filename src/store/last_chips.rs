//! The last chips of a player who is deleted.

use crate::service::people::deletion::Deletion;
use crate::service::table::stored::ledger::{Account, ChipMovement};
use cardroom_api::player::ledger::Reason;
use cardroom_rules::games::game::Chips;

/// The movement by which they return to the mint; `None` if there are none.
pub fn given_back(deletion: &Deletion, chips: Chips) -> Option<ChipMovement> {
    (chips > 0).then_some(ChipMovement {
        id: deletion.movement,
        at: deletion.at,
        debit: Account::Wallet(deletion.player),
        credit: Account::Mint,
        amount: chips,
        reason: Reason::Deletion,
        player: Some(deletion.player),
        table: None,
    })
}
