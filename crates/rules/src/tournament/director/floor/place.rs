//! Entries, tables and places by their numbers.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::games::seat::Seat;

/// The number of an entry: 1 is the first. A player who enters again has a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub u32);

impl EntryId {
    /// The entry as an index into a list of all entries.
    pub fn index(self) -> usize {
        self.0.saturating_sub(1) as usize
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "entry {}", self.0)
    }
}

/// The number of a tournament's table: 1 is the first. No number is used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableNumber(pub u32);

impl fmt::Display for TableNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "table {}", self.0)
    }
}

/// A seat at one of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TableSeat {
    /// The table.
    pub table: TableNumber,
    /// The seat.
    pub seat: Seat,
}

/// Where an entry sits from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// The entry.
    pub entry: EntryId,
    /// Its place.
    pub place: TableSeat,
}
