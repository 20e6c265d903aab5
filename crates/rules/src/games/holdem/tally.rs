//! The counts that a hand adds to the figures of a seat that played it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::before_flop::BeforeFlop;
use super::event::Event;
use super::hand::{Fate, Holdem};
use super::street::StreetName;
use crate::games::seat::Seat;
use crate::games::viewer::ViewerSafe;

/// Counts of hands: of one hand, or of many together. Blinds, antes and straddles are posted by duty and are no raises.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = holdem::Tally)]
pub struct Tally {
    /// Chips put in by choice before the flop, by a call or a raise (VPIP).
    pub vpip: u64,
    /// Raised before the flop (PFR).
    pub pfr: u64,
    /// Could raise before the flop when exactly one raise had been made.
    pub three_bet_chances: u64,
    /// Made the second raise before the flop, which is the third bet after the blind and the first raise.
    pub three_bets: u64,
    /// Went to the showdown: had not folded when two or more were left at the end.
    pub showdowns: u64,
    /// Won at a showdown: all of a pot, or a share.
    pub showdowns_won: u64,
}

impl ViewerSafe for Tally {}

/// The actions of a seat before the flop, with an event that is about to be recorded: its place, and the sum of its
/// actions. `None` if the event is no voluntary action before the flop.
pub(super) fn before_flop_after(hand: &Holdem, event: &Event) -> Option<(usize, BeforeFlop)> {
    let (seat, enters, raises) = match event {
        Event::Folded(turn) | Event::Checked(turn) => (turn.seat, false, false),
        Event::Called(wager) => (wager.seat, true, false),
        Event::Bet(wager) | Event::Raised(wager) => (wager.seat, true, true),
        _ => return None,
    };
    let place = hand.place_of(seat).filter(|_| hand.street == StreetName::Preflop)?;
    let made = hand.players.iter().map(|player| u32::from(player.before_flop.raises));
    let faces_one_raise = made.sum::<u32>() == 1;
    let mut done = hand.players[place].before_flop;
    done.entered |= enters;
    done.raises = done.raises.saturating_add(raises.into());
    done.could_three_bet |= faces_one_raise && hand.offer(place).raise.is_ok();
    done.three_bet |= faces_one_raise && raises;
    Some((place, done))
}

/// The statistics that a finished hand adds for this seat.
pub(super) fn tally(hand: &Holdem, seat: Seat) -> Tally {
    let Some(player) = hand.place_of(seat).map(|place| &hand.players[place]) else { return Tally::default() };
    let BeforeFlop { entered, raises, could_three_bet, three_bet } = player.before_flop;
    let is_showdown = player.fate != Fate::Folded && hand.unfolded().count() >= 2;
    Tally {
        vpip: entered.into(),
        pfr: (raises > 0).into(),
        three_bet_chances: could_three_bet.into(),
        three_bets: three_bet.into(),
        showdowns: is_showdown.into(),
        showdowns_won: (is_showdown && player.won > 0).into(),
    }
}
