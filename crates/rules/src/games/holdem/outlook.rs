//! How often each of the hands wins that are tabled before the board is complete.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::equity::tally::Shares;
use super::street::StreetName;
use crate::games::seat::Seat;

/// How often each of the tabled hands wins, over every way to complete a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Equity {
    /// Which board: 0, or 1 for the second one of a board run twice.
    pub board: u8,
    /// The last street that was dealt on it.
    pub street: StreetName,
    /// The tabled hands, clockwise from left of the button.
    pub hands: Vec<Outlook>,
}

/// How often a tabled hand wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outlook {
    /// The seat whose chances these are.
    pub seat: Seat,
    /// The number of boards that it wins alone.
    pub win: u64,
    /// The number of boards that it shares: with one other hand, with two, and so on.
    pub tie: Vec<u64>,
    /// The number of boards that it loses.
    pub lose: u64,
}

/// How often each of the tabled hands wins, over every way to complete a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::TabledEquity)]
pub struct EquitySeen {
    /// Which board: 0, or 1 for the second one of a board run twice.
    #[schema(maximum = 1)]
    pub board: u8,
    /// The last street that was dealt on it.
    pub street: StreetName,
    /// The tabled hands, clockwise from left of the button.
    pub hands: Vec<OutlookSeen>,
}

/// How often a tabled hand wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Outlook)]
pub struct OutlookSeen {
    /// The seat whose chances these are.
    pub seat: Seat,
    /// The share of all boards, 0 to 1. A tie counts for each hand with its part.
    pub equity: f64,
    /// The number of boards that it wins alone.
    pub win: u64,
    /// The number of boards that it shares: with one other hand, with two, and so on.
    pub tie: Vec<u64>,
    /// The number of boards that it loses.
    pub lose: u64,
}

impl Equity {
    /// As every viewer may know it.
    pub(super) fn seen(&self) -> EquitySeen {
        let hands = self.hands.iter().map(|outlook| {
            let Outlook { seat, win, tie, lose } = outlook.clone();
            let shares = Shares { win, tie, lose };
            OutlookSeen { seat, equity: shares.equity(), win, tie: shares.tie, lose }
        });
        EquitySeen { board: self.board, street: self.street, hands: hands.collect() }
    }
}
