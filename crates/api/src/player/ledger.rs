//! Every movement of the caller's chips.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{MovementId, TableId};
use crate::moment;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::viewer::ViewerSafe;

/// A page of your ledger.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct MyLedger {
    /// Newest first.
    pub movements: Vec<MovementView>,
    /// The cursor of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<MovementId>,
}

/// A movement of your chips.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Movement)]
pub struct MovementView {
    /// The identifier of the movement.
    pub id: MovementId,
    /// When it happened.
    #[serde(serialize_with = "moment::exact")]
    pub at: Timestamp,
    /// Why it happened.
    pub reason: Reason,
    /// How many chips.
    pub amount: Chips,
    /// The account that the chips left.
    pub from: ChipsPlace,
    /// The account that the chips reached.
    pub to: ChipsPlace,
    /// The table, if it happened at one.
    #[schema(required)]
    pub table: Option<TableId>,
    /// The version of the table's change, if it happened at a table.
    #[schema(required)]
    pub version: Option<u64>,
}

/// Why chips moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The first grant of play chips.
    Grant,
    /// Sat down at a table.
    BuyIn,
    /// Added to the stack between hands.
    TopUp,
    /// Stood up from a table.
    CashOut,
    /// Lost in a hand.
    Loss,
    /// Won in a hand.
    Win,
    /// Rake.
    Rake,
    /// A refill, after the player had lost their chips.
    Refill,
    /// Returned by a player who was deleted.
    Deletion,
    /// Paid for an entry of a tournament.
    TournamentEntry,
    /// Paid for more chips in a tournament: a rebuy or the add-on.
    TournamentRebuy,
    /// Returned because the entry was taken back, or the tournament was cancelled.
    TournamentRefund,
    /// Won in a tournament.
    TournamentPrize,
    /// Won for a head in a tournament.
    TournamentBounty,
    /// The fee of an entry, which the house keeps.
    TournamentFee,
    /// Added by the house, because a tournament collected less than it guarantees.
    TournamentGuarantee,
}

/// An account that can hold chips.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Place)]
#[serde(rename_all = "snake_case")]
pub enum ChipsPlace {
    /// The source of all play chips.
    Mint,
    /// Rake.
    House,
    /// Your wallet, away from any table.
    Wallet,
    /// Your stack at a table.
    Stack,
    /// The pot of a table.
    Pot,
    /// The account of computer players, away from any table.
    Bots,
    /// The account of a tournament.
    Tournament,
}

impl ViewerSafe for MyLedger {}
