//! A player's notes on a hand.

use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::event::Seen;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::street::StreetName;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::witness::Witness;

/// A summary of a seat's actions so far in the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Deeds {
    /// How often it raised before the flop.
    pub(super) raises: u8,
    /// Whether it called a raise before the flop.
    pub(super) called: bool,
    /// How often it bet or raised after the flop.
    pub(super) bets: u8,
    /// How often it called there.
    pub(super) calls: u8,
}

/// A player's notes on a hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// The price of the first street before any action: the big blind, or the straddle.
    pub(super) blind: Chips,
    street: Option<StreetName>,
    /// The number of raises on this street.
    pub(super) raises: u8,
    /// How many have called or checked the blind before the flop.
    pub(super) limpers: u8,
    /// The seat that raised last before the flop.
    pub(super) opener: Option<Seat>,
    deeds: [Deeds; Seat::MOST as usize],
}

impl Notes {
    /// Notes on a hand before its first event.
    pub(super) fn begin(&mut self, witness: &Witness<Holdem>) {
        *self = Self { blind: witness.view().price.max(1), ..Self::default() };
    }

    /// The actions of a seat.
    pub(super) fn deeds(&self, seat: Seat) -> Deeds {
        self.deeds.get(seat.index()).copied().unwrap_or_default()
    }

    /// Adds an event.
    pub(super) fn watch(&mut self, seen: &Seen) {
        let is_preflop = self.street.is_none();
        match seen {
            Seen::Street(street) => {
                self.street = Some(street.street);
                self.raises = 0;
            }
            Seen::Called(wager) => {
                let raised = self.raises > 0;
                self.limpers += u8::from(is_preflop && !raised);
                self.note(wager.seat, |deeds| {
                    if is_preflop {
                        deeds.called |= raised;
                    } else {
                        deeds.calls = deeds.calls.saturating_add(1);
                    }
                });
            }
            Seen::Bet(wager) | Seen::Raised(wager) => {
                self.raises = self.raises.saturating_add(1);
                if is_preflop {
                    self.opener = Some(wager.seat);
                }
                self.note(wager.seat, |deeds| {
                    let count = if is_preflop { &mut deeds.raises } else { &mut deeds.bets };
                    *count = count.saturating_add(1);
                });
            }
            _ => {}
        }
    }

    fn note(&mut self, seat: Seat, change: impl FnOnce(&mut Deeds)) {
        if let Some(deeds) = self.deeds.get_mut(seat.index()) {
            change(deeds);
        }
    }
}
