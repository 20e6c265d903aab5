//! How often each of the hands wins that are all in and tabled, as broadcasts show it.
//!
//! It follows from open cards alone: the tabled hands, the board, and the other board's cards if it is run twice.
//! Cards that were folded or burnt are unknown, so they may still come.

use super::equity::combo::Combo;
use super::equity::known;
use super::equity::tally::{Shares, WinTally};
use super::event::Event;
use super::hand::{Fate, Holdem};
use super::outlook::{Equity, Outlook};
use super::phase::Phase;
use super::street::StreetName;
use crate::cards::set::CardSet;

/// The event derived from the last one that was recorded: after the last hand was tabled before the board is complete,
/// and after each later street.
pub(super) fn derived_event(hand: &Holdem, event: &Event) -> Option<Event> {
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
        let mut tally = WinTally::new(hands.len());
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
