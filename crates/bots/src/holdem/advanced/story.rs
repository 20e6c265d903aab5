//! The actions of all seats in a hand, and what they faced.

use super::tendencies::{Deed, Facing};
use crate::holdem::spot::ratio;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::event::{Post, Seen};
use cardroom_rules::games::holdem::street::StreetName;
use cardroom_rules::games::seat::Seat;

/// An action of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Act {
    pub seat: Seat,
    pub facing: Facing,
    pub deed: Deed,
    /// The size of its raise, as a share of the pot after a call.
    pub size: f32,
}

/// The actions of all seats in a hand so far, and the chips that they follow from.
#[derive(Clone, Debug)]
pub struct Story {
    acts: Vec<Act>,
    street: StreetName,
    raises: u8,
    posted: Chips,
    pot: Chips,
    price: Chips,
    bets: [Chips; Seat::MOST as usize],
}

impl Default for Story {
    fn default() -> Self {
        Self {
            acts: Vec::new(),
            street: StreetName::Preflop,
            raises: 0,
            posted: 0,
            pot: 0,
            price: 0,
            bets: [0; Seat::MOST as usize],
        }
    }
}

impl Story {
    /// The actions so far.
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// The posts before the cards were dealt.
    pub fn posted(&self) -> Chips {
        self.posted
    }

    /// The number of raises on this street.
    pub fn raises(&self) -> u8 {
        self.raises
    }

    /// Adds an event. Returns the action, if the event is one.
    pub fn watch(&mut self, seen: &Seen) -> Option<Act> {
        let (seat, deed, amount, to) = match seen {
            Seen::Posted(posted) => {
                self.pot += posted.amount;
                self.posted += posted.amount;
                if !matches!(posted.post, Post::Ante | Post::TableAnte | Post::DeadBlind) {
                    let bet = self.bets.get_mut(posted.seat.index())?;
                    *bet += posted.amount;
                    self.price = self.price.max(*bet);
                }
                return None;
            }
            Seen::Street(street) => {
                (self.street, self.raises, self.price) = (street.street, 0, 0);
                self.bets = Default::default();
                return None;
            }
            Seen::Folded(turn) => (turn.seat, Deed::Fold, 0, None),
            Seen::Checked(turn) => (turn.seat, Deed::Stay, 0, None),
            Seen::Called(wager) => (wager.seat, Deed::Stay, wager.amount, Some(wager.to)),
            Seen::Bet(wager) | Seen::Raised(wager) => (wager.seat, Deed::Raise, wager.amount, Some(wager.to)),
            _ => return None,
        };
        let bet = self.bets.get_mut(seat.index())?;
        let owed = self.price.saturating_sub(*bet);
        let price = ratio(owed, self.pot.saturating_sub(owed));
        let size = ratio(amount.saturating_sub(owed), self.pot + owed);
        let act =
            Act { seat, facing: Facing { street: self.street, raises: self.raises, price }, deed, size };
        *bet = to.unwrap_or(*bet);
        self.pot += amount;
        self.price = self.price.max(*bet);
        self.raises = self.raises.saturating_add(u8::from(deed == Deed::Raise));
        self.acts.push(act);
        Some(act)
    }
}
