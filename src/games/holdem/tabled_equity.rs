//! What a broadcast shows beside hands that are all in and tabled: how often each of them wins from here.
//!
//! It is made of what everybody sees: the tabled hands, the board, and where two boards are run the cards of the
//! other one. Cards that were folded or burnt are unknown, so they may still come.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::equity::combo::Combo;
use super::equity::known;
use super::equity::tally::{Shares, Tally};
use super::event::{Event, StreetName};
use super::hand::{Fate, Holdem};
use super::phase::Phase;
use crate::cards::set::CardSet;
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

/// What is told beside an event, the last that was recorded: after the last hand was tabled before the board is
/// complete, and after each street from there on.
pub(super) fn aside(hand: &Holdem, event: &Event) -> Option<Event> {
    let board = match event {
        Event::Shown(_) if matches!(hand.phase, Phase::Asking | Phase::Running { .. }) => 0,
        Event::Street(street) => street.board,
        _ => return None,
    };
    let places: Vec<usize> = hand.unfolded().collect();
    let is_open = places.len() > 1 && places.iter().all(|&place| hand.players[place].fate == Fate::Shown);
    if is_open { hand.compared(board, &places).map(Event::Equity) } else { None }
}

impl Holdem {
    fn compared(&self, board: u8, places: &[usize]) -> Option<Equity> {
        let cards = self.boards.get(usize::from(board))?;
        let held = |&place: &usize| Combo::new(self.players[place].cards?);
        let hands: Vec<Combo> = places.iter().map(held).collect::<Option<_>>()?;
        let others: CardSet =
            self.boards.iter().flatten().copied().filter(|card| !cards.contains(card)).collect();
        let mut tally = Tally::new(hands.len());
        known::compare(&hands, cards, others, &mut tally);
        let outlook = |(player, &place): (usize, &usize)| {
            let Shares { win, tie, lose } = tally.shares(player);
            Outlook { seat: self.players[place].seat, win, tie, lose }
        };
        let street = match cards.len() {
            0 => StreetName::Preflop,
            3 => StreetName::Flop,
            4 => StreetName::Turn,
            _ => StreetName::River,
        };
        Some(Equity { board, street, hands: places.iter().enumerate().map(outlook).collect() })
    }
}
