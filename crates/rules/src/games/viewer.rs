//! The viewers of a hand, and the types that may be sent to them.

use serde::Serialize;

use super::seat::Seat;

/// A viewer: a seat of the hand, or a watcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player of this hand, who knows that seat's own cards.
    Seat(Seat),
    /// Anybody else, who knows the cards that lie open.
    Watcher,
}

impl Viewer {
    /// Whether this viewer is that seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

/// Marks a value that was built for one viewer and may be sent to them. HTTP's JSON answers require it; events and
/// states never have it.
pub trait ViewerSafe: Serialize {}
