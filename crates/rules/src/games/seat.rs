//! Seats at a table, and sets of them.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A seat at a table, counted clockwise from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = u8, example = 0, maximum = 255)]
pub struct Seat(pub u8);

impl Seat {
    /// The most seats any table has.
    pub const MOST: u8 = 10;

    /// The seat as an index into a list of seats.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The first `count` seats of a table, in the order of play.
    ///
    /// ```
    /// use cardroom_rules::games::seat::Seat;
    ///
    /// assert!(Seat::first(3).eq([Seat(0), Seat(1), Seat(2)]));
    /// ```
    pub fn first(seats: u8) -> impl DoubleEndedIterator<Item = Self> {
        (0..seats).map(Self)
    }

    /// The seat that plays after this one at a table with `seats` seats.
    ///
    /// ```
    /// use cardroom_rules::games::seat::Seat;
    ///
    /// assert_eq!(Seat(2).after(4), Seat(3));
    /// assert_eq!(Seat(3).after(4), Seat(0));
    /// ```
    #[must_use]
    pub fn after(self, seats: u8) -> Self {
        Self((self.0 + 1) % seats)
    }

    /// Every seat of `seats` once, in the order of play, from this one on.
    ///
    /// ```
    /// use cardroom_rules::games::seat::Seat;
    ///
    /// assert!(Seat(2).and_after(3).eq([Seat(2), Seat(0), Seat(1)]));
    /// ```
    pub fn and_after(self, seats: u8) -> impl Iterator<Item = Self> {
        (0..seats).map(move |steps| Self((self.0 + steps) % seats))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "seat {}", self.0)
    }
}

/// A set of seats.
///
/// ```
/// use cardroom_rules::games::seat::{Seat, Seats};
///
/// let seats: Seats = [Seat(4), Seat(1)].into_iter().collect();
/// assert!(seats.contains(Seat(4)) && !seats.contains(Seat(0)));
/// assert!(seats.with(Seat(0)).iter().eq([Seat(0), Seat(1), Seat(4)]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats(u16);

impl Seats {
    /// Whether `seat` is one of them.
    pub fn contains(self, seat: Seat) -> bool {
        self.0.checked_shr(seat.0.into()).is_some_and(|bits| bits & 1 == 1)
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and one more.
    #[must_use]
    pub fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1u16.checked_shl(seat.0.into()).unwrap_or(0))
    }

    /// These but one.
    #[must_use]
    pub fn without(self, seat: Seat) -> Self {
        Self(self.0 & !Self::default().with(seat).0)
    }

    /// The seats, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::first(16).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::default(), Self::with)
    }
}
