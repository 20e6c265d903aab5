//! Double entry: every chip is always in exactly one account.
//!
//! Chips move wallet ↔ stack when a player sits down, tops up and leaves, and stack → pot → stack and pot → house once a hand, in
//! the change that ends it. So at every moment wallets, stacks, pots (which are empty between changes), the house and the
//! computer players sum to what was minted. Computer players bring chips from an account of their own, and return them there.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::service::id::{MovementId, PlayerId, TableId};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::viewer::ViewerSafe;

/// An account of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Account {
    /// The source of play chips; its balance is minus what was minted.
    Mint,
    /// The rake.
    House,
    /// The chips of computer players away from tables; like the mint it may be below 0.
    Bots,
    /// A player's chips away from any table.
    Wallet(PlayerId),
    /// A player's chips at a table.
    Stack(TableId, PlayerId),
    /// The account that a table's hand settles through; empty between changes.
    Pot(TableId),
}

impl fmt::Display for Account {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mint => out.write_str("mint"),
            Self::House => out.write_str("house"),
            Self::Bots => out.write_str("bots"),
            Self::Wallet(player) => write!(out, "wallet:{player}"),
            Self::Stack(table, player) => write!(out, "stack:{table}:{player}"),
            Self::Pot(table) => write!(out, "pot:{table}"),
        }
    }
}

impl Account {
    /// The player.
    pub fn owner(self) -> Option<PlayerId> {
        match self {
            Self::Stack(_, player) | Self::Wallet(player) => Some(player),
            Self::Mint | Self::House | Self::Bots | Self::Pot(_) => None,
        }
    }
}

/// Text that names no account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an account")]
pub struct NotAnAccount;

impl FromStr for Account {
    type Err = NotAnAccount;

    fn from_str(text: &str) -> Result<Self, NotAnAccount> {
        fn id<T: FromStr>(text: &str) -> Result<T, NotAnAccount> {
            text.parse().map_err(|_| NotAnAccount)
        }
        let mut parts = text.split(':');
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some("mint"), None, None, None) => Ok(Self::Mint),
            (Some("house"), None, None, None) => Ok(Self::House),
            (Some("bots"), None, None, None) => Ok(Self::Bots),
            (Some("wallet"), Some(player), None, None) => Ok(Self::Wallet(id(player)?)),
            (Some("stack"), Some(table), Some(player), None) => Ok(Self::Stack(id(table)?, id(player)?)),
            (Some("pot"), Some(table), None, None) => Ok(Self::Pot(id(table)?)),
            _ => Err(NotAnAccount),
        }
    }
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
}

/// One movement: `amount` leaves `debit` and arrives in `credit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipMovement {
    /// Sorts by time.
    pub id: MovementId,
    /// When.
    pub at: Timestamp,
    /// The account that the chips leave.
    pub debit: Account,
    /// The account that they enter.
    pub credit: Account,
    /// How many; at least 1.
    pub amount: Chips,
    /// Why.
    pub reason: Reason,
    /// The player whose ledger shows it.
    pub player: Option<PlayerId>,
    /// The table, and the version of the change.
    pub table: Option<(TableId, u64)>,
}

/// The sums of all chips on the server, all read at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Audit {
    /// Minted and not returned, by the ledger.
    pub minted: i64,
    /// The chips of players away from tables, by the ledger.
    pub wallets: i64,
    /// The chips at tables, by the ledger.
    pub stacks: i64,
    /// The chips in pots, by the ledger; 0 between changes.
    pub pots: i64,
    /// The rake, by the ledger.
    pub house: i64,
    /// The chips of computer players away from tables, by the ledger; below 0 if they have lost.
    pub bots: i64,
    /// The chips of players away from tables, by their own rows.
    pub players_chips: i64,
    /// The chips at tables, by the tables' own rows.
    pub chairs_chips: i64,
    /// How many players' rows differ from the ledger; 0.
    pub wallets_off: i64,
    /// How many stacks differ from the ledger; 0.
    pub stacks_off: i64,
}

impl Audit {
    /// Whether every chip is accounted for.
    pub fn holds(&self) -> bool {
        let held: i128 = [self.wallets, self.stacks, self.house, self.bots].map(i128::from).iter().sum();
        held == i128::from(self.minted)
            && self.pots == 0
            && self.players_chips == self.wallets
            && self.chairs_chips == self.stacks
            && self.wallets_off == 0
            && self.stacks_off == 0
    }
}

impl ViewerSafe for Audit {}

#[cfg(test)]
mod tests {
    use super::Audit;

    #[test]
    fn impossible_figures_do_not_hold() {
        let holds = |figures: Audit| figures.holds();
        assert!(holds(Audit::default()));
        assert!(!holds(Audit { wallets: i64::MAX, stacks: i64::MAX, house: 2, ..Audit::default() }));
    }
}
