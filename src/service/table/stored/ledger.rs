//! Double entry: every chip is always in exactly one account.
//!
//! Chips move wallet ↔ stack when a player sits down, tops up and leaves, and stack → pot → stack and pot → house once a hand, in
//! the change that ends it. So at every moment wallets, stacks, pots (which are empty between changes), the house and the
//! computer players sum to what was minted. Computer players bring chips from an account of their own, and return them there.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;

use cardroom_api::id::{MovementId, PlayerId, TableId, TournamentId};
use cardroom_api::player::ledger::Reason;
use cardroom_rules::games::game::Chips;

/// An account of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Account {
    /// The source of play chips; its balance is minus what was minted.
    Mint,
    /// The account of the server, which receives the rake.
    House,
    /// The chips of computer players away from tables; like the mint it may be below 0.
    Bots,
    /// A player's chips away from any table.
    Wallet(PlayerId),
    /// A player's chips at a table.
    Stack(TableId, PlayerId),
    /// The account that a table's hand settles through; empty between changes.
    Pot(TableId),
    /// What was paid into a tournament and is not paid out. It ends at 0.
    Tournament(TournamentId),
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
            Self::Tournament(tournament) => write!(out, "tournament:{tournament}"),
        }
    }
}

impl Account {
    /// The player.
    pub fn owner(self) -> Option<PlayerId> {
        match self {
            Self::Stack(_, player) | Self::Wallet(player) => Some(player),
            Self::Mint | Self::House | Self::Bots | Self::Pot(_) | Self::Tournament(_) => None,
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
            (Some("tournament"), Some(tournament), None, None) => Ok(Self::Tournament(id(tournament)?)),
            _ => Err(NotAnAccount),
        }
    }
}

/// One movement: `amount` leaves `debit` and arrives in `credit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipMovement {
    /// Sorts by time.
    pub id: MovementId,
    /// The time of the movement.
    pub at: Timestamp,
    /// The account that the chips leave.
    pub debit: Account,
    /// The account that they enter.
    pub credit: Account,
    /// How many; at least 1.
    pub amount: Chips,
    /// Why the chips moved.
    pub reason: Reason,
    /// The player whose ledger shows it.
    pub player: Option<PlayerId>,
    /// The table, and the version of the change.
    pub table: Option<(TableId, u64)>,
}
