//! Who looks, and what may be told.

use serde::Serialize;

use super::seat::Seat;

/// Who looks: a seat of the hand, or somebody who only watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player of this very hand; knows that seat's own cards.
    Seat(Seat),
    /// Anybody else; knows what lies open on the table.
    Watcher,
}

impl Viewer {
    /// Whether this viewer is that seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

/// Marks what was built for one viewer and may be sent to them. HTTP's JSON answer asks for it; events and
/// states never have it.
pub trait ViewerSafe: Serialize {}
