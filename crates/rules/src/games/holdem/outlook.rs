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
    /// How far it is dealt.
    pub street: StreetName,
    /// The tabled hands, clockwise from left of the button.
    pub hands: Vec<Outlook>,
}

/// How often a tabled hand wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outlook {
    /// Whose.
    pub seat: Seat,
    /// In how many boards it wins alone.
    pub win: u64,
    /// In how many it shares: with one other hand, with two, and so on.
    pub tie: Vec<u64>,
    /// In how many it loses.
    pub lose: u64,
}

/// How often each of the tabled hands wins, over every way to complete a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::TabledEquity)]
pub struct EquitySeen {
    /// Which board: 0, or 1 for the second one of a board run twice.
    #[schema(maximum = 1)]
    pub board: u8,
    /// How far it is dealt.
    pub street: StreetName,
    /// The tabled hands, clockwise from left of the button.
    pub hands: Vec<OutlookSeen>,
}

/// How often a tabled hand wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Outlook)]
pub struct OutlookSeen {
    /// Whose.
    pub seat: Seat,
    /// The share of all boards, 0 to 1; of a tie, as much as of all who share it.
    pub equity: f64,
    /// In how many boards it wins alone.
    pub win: u64,
    /// In how many it shares: with one other hand, with two, and so on.
    pub tie: Vec<u64>,
    /// In how many it loses.
    pub lose: u64,
}

impl Equity {
    /// As everybody may know it.
    pub(super) fn seen(&self) -> EquitySeen {
        let hands = self.hands.iter().map(|outlook| {
            let Outlook { seat, win, tie, lose } = outlook.clone();
            let shares = Shares { win, tie, lose };
            OutlookSeen { seat, equity: shares.equity(), win, tie: shares.tie, lose }
        });
        EquitySeen { board: self.board, street: self.street, hands: hands.collect() }
    }
}
